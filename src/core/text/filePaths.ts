/** What a file's path looks like, and how a link or a marker spells a place in a file. */
import type { Target } from '../model';
import { isAlnum, isLetter, oneOf } from './chars';
import { wordSet } from './wordSet';
import { decoded } from './url';

export type FileTarget = Extract<Target, { kind: 'file' }>;

/** Units of a path without quotes. */
export const isPathUnit = (c: number): boolean => isAlnum(c) || isPathMark(c) || (c > 127 && isLetter(c));
const isPathMark = oneOf('./_-\\+@~%$');

/** Endings that make a name without a folder a file; others are more often fields, members or hosts (`server.port`, `http.Client`). */
const ENDINGS = wordSet(
  'ada adoc asm astro awk bash bat bib bzl c cc cfg cjs clj cljs cmake conf cpp cr cs cshtml csproj css csv cts cue cxx d dart diff ' +
    'edn ejs el elm env erb erl ex exs f f90 fs fsproj fsx gemspec gleam go gql gradle graphql groovy h haml hbs hcl hh hpp hrl hs htm ' +
    'html hxx ini ipynb java jl js json json5 jsonc jsonl jsx kt kts l less lhs liquid lisp lock log lua m make md mdx mjs mk ml mli mm ' +
    'mod mts mustache nim nix njk nut org pas patch php pl plist pm po podspec pp prisma proj properties props proto ps1 psm1 pug pxd py ' +
    'pyi pyx qmd r rb rake razor re res rkt rmd rnw ron rs rst s sass sbt scala scm scss sed sh sln sol sql styl sum svelte svg swift tcl ' +
    'targets tex tf tfvars thrift toml ts tsv tsx txt v vb vbproj vcxproj vhd vim vue wat wgsl xaml xml xsd xsl y yaml yml zig zsh',
);
const BARE = wordSet(
  'Makefile Dockerfile Rakefile Gemfile Jenkinsfile Procfile Vagrantfile Justfile LICENSE README CHANGELOG CODEOWNERS BUILD WORKSPACE Cargo.lock go.mod go.sum',
);

const ENDING = /^[A-Za-z][A-Za-z0-9_+]{0,14}$/;
const WORD = /[\p{L}\d]/u;

/** `src/.../main.ts`, `docs/0006-...md`: something is left out. */
const ELIDED = /(?:^|[^[])\.{3}/;

/** Whether a string looks like a file's path: a name with an ending of letters, a dot file, or a name that needs no ending. */
export function looksLikeFile(path: string): boolean {
  const slash = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  const name = path.slice(slash + 1);
  if (name === '' || path.includes('//') || ELIDED.test(path) || path.length > 400) return false;
  if (BARE.has(name)) return true;
  const dot = name.lastIndexOf('.');
  if (dot < 0 || dot === name.length - 1) return false;
  const ending = name.slice(dot + 1);
  if (!ENDING.test(ending) || !WORD.test(name)) return false;
  if (dot === 0) return /^\.[a-z]/.test(name);
  if (slash >= 0) return true;
  return (
    ENDINGS.has(ending) ||
    (/^(?:R[a-z]{0,3}|[A-Z\d]{1,5})$/.test(ending) && ENDINGS.has(ending.toLowerCase()))
  );
}

/** `path:line` or `path:from-to`, with slashes as written. */
export function spellFile(target: FileTarget): string {
  if (!target.lines) return target.path;
  const [from, to] = target.lines;
  return `${target.path}:${from}${to > from ? `-${to}` : ''}`;
}

const LINK =
  /^(?:file:(?:\/\/)?)?((?:[^\s#?:]| ){1,400})(?:(?:\?plain=1)?#(L?)(\d{1,7})(?:C\d{1,4})?(?:-L?(\d{1,7})(?:C\d{1,4})?)?|:(\d{1,7})(?:-(\d{1,7}))?)$/;

/** Files in which `#2024` and `#110` are headings: of a year, of version 1.1.0. */
const HEADED = /\.(?:md|mdx|markdown|qmd|rmd|rst|adoc|html?|ipynb)$/i;

/** The lines of a file that a link's destination names. */
export function fileTarget(destination: string): FileTarget | undefined {
  const match = destination.length < 500 ? LINK.exec(destination) : null;
  const path = decodedPath(match?.[1] ?? '');
  const from = Number(match?.[3] ?? match?.[5]);
  if (!match || !(from > 0) || !looksLikeFile(path)) return undefined;
  if (match[2] === '' && HEADED.test(path)) return undefined;
  const to = Number(match[4] ?? match[6] ?? from);
  return { kind: 'file', path, lines: [from, Math.max(from, to)], isLink: true };
}

/** Encodings that paths don't need (dots, separators, a drive's colon), and characters that are invisible once decoded. */
const DISGUISED = /%(?:2[ef]|3a|5c)/i;
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** A path as Markdown readers follow it, `my%20file.ts`: decoded once. A disguised one is left to the workspace as written. */
export function decodedPath(path: string): string {
  if (!path.includes('%') || DISGUISED.test(path)) return path;
  const plain = decoded(path);
  return UNSEEN.test(plain) ? path : plain;
}

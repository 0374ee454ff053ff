/** Places in files: `src/a.ts:42`, `a.ts:10-20`, `a.ts#L10-L20`, `a.ts(42,5)`, `file:src/a.ts:42`, "lines 10–20 of a.ts". */
import type { Target } from '../../model';
import { isAlnum, isAlpha, isCjk, isDigit, isLetter } from '../../text/chars';
import type { Cursor } from './cursor';
import { contentReference } from './chatArtifacts';

type FileTarget = Extract<Target, { kind: 'file' }>;

/** Units a path may hold without quotes. */
const isPathUnit = (c: number): boolean =>
  isAlnum(c) ||
  c === 46 ||
  c === 47 ||
  c === 95 ||
  c === 45 ||
  c === 92 ||
  c === 43 ||
  c === 64 ||
  c === 126 ||
  c === 37 ||
  c === 36 ||
  (c > 127 && isLetter(c));

/** `:` or `#` at `i`: a place in a file when a path stands before it and a line behind it. */
export function pathBefore(s: Cursor, i: number): number {
  const residue = s.at(i) === 58 ? contentReference(s, i) : i;
  if (residue > i) return residue;
  const place = placeAt(s, i, s.floor, s.end);
  if (!place) {
    if (s.at(i) === 58) s.floor = Math.max(s.floor, isDrive(s, i) ? s.floor : i + 1);
    return i + 1;
  }
  addPlace(s, place);
  s.floor = moreLines(s, place, s.end);
  return s.floor;
}

function addPlace(s: Cursor, { target, start, end }: Place): void {
  s.direct('file', spellFile(target), target, start, end);
}

/** `main.go:76, 97-99`: further lines of the same file. Gives the offset behind them. */
function moreLines(s: Cursor, { target, end }: Place, limit: number): number {
  let at = end;
  let last = target.lines?.[1] ?? 0;
  for (;;) {
    const more = /^, ?(\d{1,6})(?:[-–](\d{1,6}))?(?=[,;)\]`]|\.?\s*$|\.\s| and\b)/.exec(
      s.text(at, Math.min(limit + 1, at + 24)),
    );
    const [from, to] = [Number(more?.[1]), Number(more?.[2] ?? more?.[1])];
    if (!more || from <= last || to < from || at + more[0].length > limit) return at;
    const start = at + (s.at(at + 1) === 32 ? 2 : 1);
    at += more[0].length;
    addPlace(s, { target: { ...target, lines: [from, to] }, start, end: at });
    last = to;
  }
}

/**
 * `src/a.ts(42,5)`, as the compilers of TypeScript and .NET write a line and its column, at its bracket: gives the offset behind it, or
 * `i`. Nothing to the left is given up when it is none: what stands before a bracket is read no further than to the one before.
 */
export function placeBefore(s: Cursor, i: number): number {
  const place = isDigit(s.at(i + 1)) && isAlnum(s.at(i - 1)) ? placeAt(s, i, s.floor, s.end) : undefined;
  if (!place) return i;
  addPlace(s, place);
  s.floor = place.end;
  return place.end;
}

const isDrive = (s: Cursor, i: number): boolean =>
  isAlpha(s.at(i - 1)) && !isAlnum(s.at(i - 2)) && (s.at(i + 1) === 92 || s.at(i + 1) === 47);

/** Places in files within inline code. */
export function placesIn(s: Cursor, start: number, end: number): void {
  let floor = start;
  for (let i = start; i < end; i++) {
    const c = s.codes[i];
    if (c !== 58 && c !== 35 && c !== 40) continue;
    const place = placeAt(s, i, floor, end);
    if (!place) {
      if (c === 58 && !isDrive(s, i)) floor = i + 1;
      continue;
    }
    addPlace(s, place);
    i = floor = moreLines(s, place, end);
  }
}

/** A file of a package in its scope: `@scope/name/a.ts`. */
const SCOPED = /^@[a-z\d][\w.-]*\/[\w.-]+\//;

type Place = { readonly target: FileTarget; readonly start: number; readonly end: number };

function placeAt(s: Cursor, i: number, floor: number, end: number): Place | undefined {
  const bracket = s.codes[i] === 40;
  const lines = bracket ? linesIn(s, i, end) : linesAt(s, i, end);
  if (!lines) return undefined;
  let start = pathStart(s, i, floor);
  if (
    s.codes[start - 1] === 58 &&
    start - 2 >= floor &&
    isAlpha(s.codes[start - 2] ?? 0) &&
    !isAlnum(s.at(start - 3)) &&
    start < i
  ) {
    if (s.codes[start] === 92 || s.codes[start] === 47) start -= 2;
  }
  if (i - start > 400) return undefined;
  while (
    start < i &&
    (s.codes[start] === 45 || s.codes[start] === 43 || s.codes[start] === 64 || s.codes[start] === 126) &&
    s.codes[start + 1] !== 47 &&
    !SCOPED.test(s.text(start, i))
  )
    start++;
  start = behindWords(s, start, i);
  // `_src/a.ts:42_`: marks of emphasis.
  if (s.at(lines.end) === 95) {
    if (s.codes[start] !== 95 || lines.end >= end) return undefined;
    start++;
  }
  const prefixed = s.text(Math.max(floor - 5, s.start, start - 5), start) === 'file:';
  const written = s.text(start, i);
  // `file:///tmp/a.ts:3`: an address whose host is left out.
  const path = prefixed && written.startsWith('///') ? written.slice(2) : written;
  if (!looksLikeFile(path) || (bracket && !COMPILED.test(path))) return undefined;
  if (lines.range[0] === 0 && !path.includes('/')) return undefined;
  const opened = prefixed ? undefined : quoteBefore(s, start, lines.end, floor);
  if (opened !== undefined)
    return {
      target: { kind: 'file', path: s.text(opened, i), lines: lines.range },
      start: opened,
      end: lines.end,
    };
  return {
    target: { kind: 'file', path, lines: lines.range },
    start: prefixed ? start - 5 : start,
    end: lines.end,
  };
}

/** Words of a sentence that no folder begins with: `"see src/a.ts:4"` is a quotation. */
const PROSE = /(?:^|[\s/])(?:see|in|at|of|as|the|is|and|or|to|from|on|by|with|cf|per|open|run|edit)\s/i;

/** Where a path with blanks begins that quotation marks hold with its line: `"my dir/file name.md:1"`. Nothing when it has none. */
function quoteBefore(s: Cursor, start: number, end: number, floor: number): number | undefined {
  const mark = s.at(end);
  if ((mark !== 34 && mark !== 39) || s.at(start - 1) !== 32) return undefined;
  let open = start - 1;
  while (open > floor && start - open < 200 && s.at(open) !== mark && s.at(open) !== 10) open--;
  if (s.at(open) !== mark || isAlnum(s.at(open - 1))) return undefined;
  const written = s.text(open + 1, end);
  const hasFolder = /^[^\s/\\:]+(?: [^\s/\\:]+){0,3}[/\\]/.test(written);
  return hasFolder && !PROSE.test(written) && !/[,;:!?] |\s-/.test(written) ? open + 1 : undefined;
}

/** Behind the words of a script without blanks that run into a path: `见src/a.ts:42`, but `文档/a.ts:42`. */
function behindWords(s: Cursor, start: number, end: number): number {
  let i = start;
  while (i < end && isCjk(s.codes[i] ?? 0)) i++;
  const c = s.codes[i] ?? 0;
  return i < end && (isAlnum(c) || c === 46 || c === 126 || c === 95) && c !== 47 ? i : start;
}

/** Where the path begins that ends at `i`; a folder in brackets is part of it: `app/[id]/page.tsx`, `app/(shop)/page.tsx`. */
function pathStart(s: Cursor, i: number, floor: number): number {
  let start = i;
  for (;;) {
    while (start > floor && isPathUnit(s.codes[start - 1] ?? 0)) start--;
    const close = s.codes[start - 1];
    if (start <= floor || s.codes[start] !== 47 || (close !== 93 && close !== 41)) return start;
    let open = start - 2;
    while (open > floor && start - open < 60 && isPathUnit(s.codes[open] ?? 0)) open--;
    if (s.codes[open] !== (close === 93 ? 91 : 40) || s.codes[open - 1] !== 47 || open <= floor) return start;
    start = open;
  }
}

/** Lines at `i`: `:42`, `:10-20`, `:10:5` (the second is a column), `#L10`, `#L10-L20`, `#L10C2-L20C4`. */
function linesAt(s: Cursor, i: number, end: number): { range: [number, number]; end: number } | undefined {
  const hash = s.codes[i] === 35;
  let j = i + 1;
  if (hash || s.codes[j] === 76) {
    if (s.codes[j] !== 76 && s.codes[j] !== 108) return undefined;
    j++;
  }
  const low = number(s, j, end) ?? zero(s, j, end);
  if (!low) return undefined;
  j = column(s, low.end, end, hash);
  let high = low.value;
  const c = s.at(j);
  if ((c === 45 || c === 0x2013 || c === 0x2014) && j < end) {
    let k = j + 1;
    if (s.codes[k] === 76 || s.codes[k] === 108) k++;
    const to = number(s, k, end);
    if (to && to.value >= low.value) {
      high = to.value;
      j = column(s, to.end, end, hash);
    }
  }
  const after = j < end ? s.at(j) : 0;
  if (isLetter(after) && !isCjk(after)) return undefined;
  if ((after === 95 && isAlnum(s.at(j + 1))) || (after === 37 && !hash)) return undefined;
  return { range: [low.value, high], end: j };
}

/** What the compilers that name a place so read; `a.slice(1,5)` calls a function. */
const COMPILED =
  /\.(?:[cm]?[jt]sx?|vue|svelte|cs|vb|fsx?|cpp|cxx|hpp|cshtml|razor|xaml|(?:cs|vb|fs|vcx)proj|props|targets|sln)$/i;

/** Lines in the brackets at `i`: `(42,5)` and `(42,5,43,9)` with columns; `(42)` and `(42-44)` where a message follows. */
function linesIn(s: Cursor, i: number, end: number): { range: [number, number]; end: number } | undefined {
  const from = i + 1;
  let close = from;
  while (close < end && close - i < 40 && isPlaceUnit(s.codes[close] ?? 0)) close++;
  if (close >= end || s.codes[close] !== 41) return undefined;
  const match = /^(\d{1,7})(?:-(\d{1,7})|, ?\d{1,7}(?:-\d{1,7}|,(\d{1,7}),\d{1,7})?)?$/.exec(
    s.text(from, close),
  );
  const low = Number(match?.[1]);
  const high = Number(match?.[2] ?? match?.[3] ?? low);
  if (!(low > 0) || high < low) return undefined;
  // A call has its brackets, too: one number alone is a line only behind the ending of a program's text.
  const isLine =
    s.at(close + 1) === 58 || match?.[0].includes(',') || SOURCE.test(s.text(Math.max(s.start, i - 5), i));
  return isLine ? { range: [low, high], end: close + 1 } : undefined;
}

const SOURCE = /\.(?:[cm]?[jt]sx?|cs|cpp|vue)$/;

const isPlaceUnit = (c: number): boolean => isDigit(c) || c === 44 || c === 45 || c === 32;

function number(s: Cursor, from: number, end: number): { value: number; end: number } | undefined {
  let i = from;
  let value = 0;
  while (i < end && isDigit(s.codes[i] ?? 0) && i - from < 8) value = value * 10 + (s.codes[i++] ?? 0) - 48;
  return i === from || value === 0 || isDigit(s.at(i)) ? undefined : { value, end: i };
}

/** Line 0, which no file has. */
const zero = (s: Cursor, from: number, end: number): { value: number; end: number } | undefined =>
  from < end && s.codes[from] === 48 && !isAlnum(s.at(from + 1)) ? { value: 0, end: from + 1 } : undefined;

function column(s: Cursor, i: number, end: number, hash: boolean): number {
  const mark = hash ? 67 : 58;
  if (s.codes[i] !== mark || i >= end) return i;
  const found = number(s, i + 1, end);
  return found ? found.end : i;
}

/** Endings by which a name without a folder is a file's: others are more often fields, members or hosts (`server.port`, `http.Client`). */
const ENDINGS = new Set(
  (
    'ada adoc asm astro awk bash bat bib bzl c cc cfg cjs clj cljs cmake conf cpp cr cs cshtml csproj css csv cts cue cxx d dart diff ' +
    'edn ejs el elm env erb erl ex exs f f90 fs fsproj fsx gemspec gleam go gql gradle graphql groovy h haml hbs hcl hh hpp hrl hs htm ' +
    'html hxx ini ipynb java jl js json json5 jsonc jsonl jsx kt kts l less lhs liquid lisp lock log lua m make md mdx mjs mk ml mli mm ' +
    'mod mts mustache nim nix njk nut org pas patch php pl plist pm po podspec pp prisma proj properties props proto ps1 psm1 pug pxd py ' +
    'pyi pyx qmd r rb rake razor re res rkt rmd rnw ron rs rst s sass sbt scala scm scss sed sh sln sol sql styl sum svelte svg swift tcl ' +
    'targets tex tf tfvars thrift toml ts tsv tsx txt v vb vbproj vcxproj vhd vim vue wat wgsl xaml xml xsd xsl y yaml yml zig zsh'
  ).split(' '),
);
const BARE = new Set(
  'Makefile Dockerfile Rakefile Gemfile Jenkinsfile Procfile Vagrantfile Justfile LICENSE README CHANGELOG CODEOWNERS BUILD WORKSPACE Cargo.lock go.mod go.sum'.split(
    ' ',
  ),
);

const ENDING = /^[A-Za-z][A-Za-z0-9_+-]{0,14}$/;
const WORD = /[\p{L}\d]/u;

/** Has a string the form of a file's path: a name with an ending of letters, a dot file, or a name that needs none. */
export function looksLikeFile(path: string): boolean {
  const slash = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  const name = path.slice(slash + 1);
  if (name === '' || path.includes('//') || path.length > 400) return false;
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

/** `path:line` or `path:from-to`, `/` as it was written. */
export function spellFile(target: FileTarget): string {
  if (!target.lines) return target.path;
  const [from, to] = target.lines;
  return `${target.path}:${from}${to > from ? `-${to}` : ''}`;
}

const LINK =
  /^(?:file:(?:\/\/)?)?((?:[^\s#?:]| ){1,400})(?:(?:\?plain=1)?#(L?)(\d{1,7})(?:C\d{1,4})?(?:-L?(\d{1,7})(?:C\d{1,4})?)?|:(\d{1,7})(?:-(\d{1,7}))?)$/;

/** In these `#2024` and `#110` are headings: of a year, of version 1.1.0. */
const HEADED = /\.(?:md|mdx|markdown|qmd|rmd|rst|adoc|html?|ipynb)$/i;

/** A link's destination that names lines of a file. */
export function fileTarget(destination: string): FileTarget | undefined {
  const match = destination.length < 500 ? LINK.exec(destination) : null;
  const path = decoded(match?.[1] ?? '');
  const from = Number(match?.[3] ?? match?.[5]);
  if (!match || !(from > 0) || !looksLikeFile(path)) return undefined;
  if (match[2] === '' && HEADED.test(path)) return undefined;
  const to = Number(match[4] ?? match[6] ?? from);
  return { kind: 'file', path, lines: [from, Math.max(from, to)], isLink: true };
}

/** What nobody has to encode: dots, separators, a drive's colon; and what nobody sees, when it is decoded. */
const DISGUISED = /%(?:2[ef]|3a|5c)/i;
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** A path as every reader of Markdown follows it, `my%20file.ts`: decoded once. One in disguise is left to the workspace as written. */
function decoded(path: string): string {
  if (!path.includes('%') || DISGUISED.test(path)) return path;
  try {
    const plain = decodeURIComponent(path);
    return UNSEEN.test(plain) ? path : plain;
  } catch {
    return path; // no UTF-8: a name with a percent sign in it
  }
}

/** `a = b.c` is code, no path. */
const OPERATOR = /[=|;{}<>*]|: /;
const AFTER = /^"?,? ?\(?(?:at |on |in )?,? ?$/;

/** `line 5`, `lines 10–20` at a word start: joined to the path before it or to `of a.ts` behind it. */
export function lineWords(s: Cursor, i: number, wordEnd: number): number {
  const low = number(s, wordEnd + 1, s.end);
  if (!low || s.at(wordEnd) !== 32) return wordEnd;
  let end = low.end;
  let high = low.value;
  let j = end;
  if (s.at(j) === 32 && (s.at(j + 1) === 45 || s.at(j + 1) === 0x2013)) j++;
  const dash = s.at(j);
  const to =
    dash === 45 || dash === 0x2013 || dash === 0x2014
      ? number(s, s.at(j + 1) === 32 ? j + 2 : j + 1, s.end)
      : undefined;
  if (to && to.value >= low.value) {
    high = to.value;
    end = to.end;
  } else {
    const word = /^ (?:to|through|and) (\d{1,7})(?!\d)/.exec(s.text(end, Math.min(s.end, end + 20)));
    const value = Number(word?.[1]);
    if (word && value >= low.value) {
      high = value;
      end += word[0].length;
    }
  }
  const range: [number, number] = [low.value, high];
  return before(s, i, end, range) ?? behind(s, i, end, range) ?? end;
}

/** `L12`, `L12-L15` from `i` to `wordEnd`, behind its path alone: `main.go (L12)`. */
export function shortLines(s: Cursor, i: number, wordEnd: number): number | undefined {
  const low = s.at(i - 1) === 32 || s.at(i - 1) === 40 ? number(s, i + 1, s.end) : undefined;
  if (low?.end !== wordEnd) return undefined;
  const dash = s.at(wordEnd);
  const from = s.at(wordEnd + 1) === 76 ? wordEnd + 2 : wordEnd + 1;
  const to = dash === 45 || dash === 0x2013 ? number(s, from, s.end) : undefined;
  const range: [number, number] = [low.value, to && to.value >= low.value ? to.value : low.value];
  return before(s, i, to ? to.end : wordEnd, range);
}

function before(s: Cursor, i: number, end: number, lines: [number, number]): number | undefined {
  const code = s.lastCode;
  if (
    code?.path !== undefined &&
    i - code.end < 12 &&
    looksLikeFile(code.path) &&
    !OPERATOR.test(code.path) &&
    AFTER.test(s.text(code.end, i))
  )
    return addFile(s, code.path, lines, code.start, closing(s, code.end, i, end));
  let edge = i;
  while (edge > s.floor && i - edge < 12 && !isPathUnit(s.at(edge - 1))) edge--;
  let gap = s.text(edge, i);
  if (/(?:at|on|in) ?$/.test(s.text(Math.max(s.floor, i - 4), i)) && gap.length < 2) {
    edge = i - 4 - (s.at(i - 4) === 32 ? 0 : -1);
    while (edge > s.floor && s.at(edge - 1) === 32) edge--;
    gap = s.text(edge, i);
  }
  if (!AFTER.test(gap)) return undefined;
  let start = edge;
  while (start > s.floor && isPathUnit(s.at(start - 1)) && edge - start < 400) start--;
  const path = s.text(start, edge);
  if (!looksLikeFile(path)) return undefined;
  // `File "src/a.py", line 3`: the marks around the path are a part of the marker.
  const quoted = s.at(edge) === 34;
  if (quoted && s.at(start - 1) !== 34) return undefined;
  return addFile(s, path, lines, quoted ? start - 1 : start, closing(s, edge, i, end));
}

/** A bracket that opened between path and line words is closed by the marker. */
const closing = (s: Cursor, from: number, to: number, end: number): number =>
  s.text(from, to).includes('(') && s.at(end) === 41 ? end + 1 : end;

function behind(s: Cursor, i: number, end: number, lines: [number, number]): number | undefined {
  const link = /^ (?:of|in|from) (?:the )?(?:file )?(`?)/.exec(s.text(end, Math.min(s.end, end + 24)));
  if (!link) return undefined;
  const start = end + link[0].length;
  let to = start;
  while (to < s.end && isPathUnit(s.at(to)) && to - start < 400) to++;
  if (link[1] === '`' && s.at(to) !== 96) return undefined;
  let stop = to;
  while (stop > start && s.at(stop - 1) === 46) stop--;
  const path = s.text(start, stop);
  if (!looksLikeFile(path)) return undefined;
  return addFile(s, path, lines, i, link[1] === '`' ? to + 1 : stop);
}

function addFile(s: Cursor, path: string, lines: [number, number], start: number, end: number): number {
  const target: FileTarget = { kind: 'file', path, lines };
  s.direct('file', spellFile(target), target, start, end);
  s.floor = end;
  return end;
}

/** Localisation is complete: every string that the editor may show is in every language, none is left over, placeholders agree. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { CAUSES } from '../src/core/causes';
import { CODES, MORE } from '../src/core/codes';
import { WORDS } from '../src/core/report/reportWords';

const ROOT = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
/** A table of strings; empty if its file is missing, so that everything in it is listed as missing. */
const table = (file: string) =>
  (existsSync(path.join(ROOT, file)) ? JSON.parse(read(file)) : {}) as Readonly<Record<string, string>>;
/** A language is one file, with the strings of the manifest and those of the code. */
const LANGUAGES = readdirSync(path.join(ROOT, 'l10n')).flatMap(
  (name) => /^bundle\.l10n\.(.+)\.json$/.exec(name)?.[1] ?? [],
);
const ENGLISH = table('package.nls.json');
const words = (language: string) => table(`l10n/bundle.l10n.${language}.json`);

const parsed = readdirSync(path.join(ROOT, 'src/vscode'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) =>
    ts.createSourceFile(name, read(`src/vscode/${name}`), ts.ScriptTarget.Latest, true, ts.ScriptKind.TS),
  );

function* nodes(node: ts.Node): Generator<ts.Node> {
  yield node;
  for (const child of node.getChildren()) yield* nodes(child);
}

const all = parsed.flatMap((file) => [...nodes(file)]);
const calls = all.filter(
  (node): node is ts.CallExpression =>
    ts.isCallExpression(node) && /\bl10n\s*\.t$/.test(node.expression.getText()),
);

/** The string that `l10n.t` is called with, if it is a literal. */
const literal = (call: ts.CallExpression): string | undefined => {
  const [first] = call.arguments;
  return first && ts.isStringLiteralLike(first) ? first.text : undefined;
};

/** The strings of a table that `l10n.t(TABLE[key])` translates. */
function tableStrings(name: string): string[] {
  const declared = all.find(
    (node): node is ts.VariableDeclaration =>
      ts.isVariableDeclaration(node) && node.name.getText() === name && node.initializer !== undefined,
  );
  if (!declared) throw new Error(`No table ${name} in src/vscode.`);
  return [...nodes(declared)].flatMap((node) =>
    ts.isPropertyAssignment(node) && ts.isStringLiteralLike(node.initializer) ? [node.initializer.text] : [],
  );
}

/** Templates of the core, each translated before it is filled. One without words of its own reads the same in every language. */
const templates = [
  ...Object.values(CODES).map(({ message }) => message),
  ...Object.values(CAUSES),
  ...Object.values(CODES).map(({ label }) => label),
  ...Object.values(WORDS),
  MORE,
].filter((text) => /\p{L}/u.test(text.replace(/\{\w+\}/g, '')));

/** Every string that can be translated. Values of tables that are commands are not. */
const wanted = new Set([
  ...templates,
  ...calls.flatMap((call) => literal(call) ?? []),
  ...calls
    .filter((call) => literal(call) === undefined)
    .flatMap((call) => /^[A-Z_]+/.exec(call.arguments[0]?.getText() ?? '')?.[0] ?? [])
    .flatMap(tableStrings)
    .filter((text) => !text.startsWith('citewright.')),
]);

const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();
const sorted = (keys: Iterable<string>) => [...keys].sort();

describe('the code', () => {
  test('translates literals and strings of its tables, and templates of the core in one place', () => {
    const vague = calls.filter(
      (call) => literal(call) === undefined && !/^[A-Z_]+(?:[[.]|$)/.test(call.arguments[0]?.getText() ?? ''),
    );
    expect(vague.map((call) => call.getText())).toEqual(['l10n.t(template)']);
    expect(wanted.size).toBeGreaterThan(500);
  });

  test('shows only messages that are in a table', () => {
    const shown = /\.(show(?:Information|Warning|Error)Message|createStatusBarItem)$/;
    const bare = all.filter(
      (node) =>
        ts.isCallExpression(node) &&
        shown.test(node.expression.getText()) &&
        node.arguments[0] !== undefined &&
        ts.isStringLiteralLike(node.arguments[0]) &&
        !node.arguments[0].text.startsWith('citewright.'),
    );
    expect(bare.map((node) => node.getText())).toEqual([]);
  });

  test('fills every placeholder', () => {
    expect(calls.length).toBeGreaterThan(150);
    for (const call of calls) {
      const text = literal(call);
      if (text === undefined) continue;
      expect(placeholders(text).length, text).toBe(call.arguments.length - 1);
    }
  });
});

describe('the manifest', () => {
  test('names only existing strings, and uses each', () => {
    const named = new Set([...read('package.json').matchAll(/"%([\w.-]+)%"/g)].map(([, key]) => key ?? ''));
    const own = ['displayName', 'description']; // the market-place reads these by their names
    expect(sorted(Object.keys(ENGLISH).filter((key) => !own.includes(key)))).toEqual(
      sorted([...named].filter((key) => !own.includes(key))),
    );
  });
});

describe.each(LANGUAGES)('%s', (language) => {
  const bundle = words(language);
  const manifest = Object.entries(bundle).filter(([key]) => key in ENGLISH);

  test('has every string of the manifest and of the code, and no other', () => {
    const all = new Set([...Object.keys(ENGLISH), ...wanted]);
    expect({
      lacks: sorted([...all].filter((key) => !(key in bundle))),
      others: sorted(Object.keys(bundle).filter((key) => !all.has(key))),
    }).toEqual({ lacks: [], others: [] });
  });

  test('keeps the links to commands and settings in texts of the manifest', () => {
    expect(manifest.length).toBeGreaterThan(50);
    for (const [key, text] of manifest) {
      // Commands and settings that a text links to stay what they are.
      const links = (s: string) => (s.match(/\(command:[\w.]+\)|`#[\w.]+#`/g) ?? []).sort();
      expect(links(text), key).toEqual(links(ENGLISH[key] ?? ''));
    }
  });

  test('translates every code and every cause', () => {
    expect(templates.length).toBeGreaterThan(200);
    expect(templates.filter((text) => (bundle[text] ?? text) === text)).toEqual([]);
  });

  test('keeps placeholders, line ends and icons', () => {
    expect(Object.keys(bundle).length).toBeGreaterThan(200);
    for (const [key, text] of Object.entries(bundle)) {
      expect(placeholders(text), key).toEqual(placeholders(ENGLISH[key] ?? key));
      expect(text.match(/\$\([a-z~-]+\)/g), key).toEqual((ENGLISH[key] ?? key).match(/\$\([a-z~-]+\)/g));
      expect(text.trim(), key).not.toBe('');
    }
  });
});

/** Terms of the editor's own German localisation, then ours, by the English that they translate. */
const GERMAN = [
  [/workspace trust/i, /Arbeitsbereichsvertrauen/],
  [/\bworkspace\b/i, /[Aa]rbeitsbereich/],
  [/\bsettings?\b/i, /[Ee]instellung/],
  [/\bpassword\b/i, /Kennwort/],
  [/\bclipboard\b/i, /Zwischenablage/],
  [/\bfix(?:es)?…?$/i, /Problembehebung/],
  [/\bextension\b/i, /Erweiterung/],
  [/\bfolder\b/i, /[Oo]rdner/],
  [/\bon disk\b/i, /Datenträger/],
  [/\bcitation keys?\b/i, /Zitierschlüssel/],
  [/\breferences\b|\breference\b(?! list)/i, /Literatur|Verweis/],
  [/\bclaim\b/i, /Aussage/],
  [/\bpassages?\b/i, /Textstelle/],
  [/\bevidence\b/i, /Fundstelle/],
  [/\bquotations?\b/i, /Zitat/],
  [/\bverdicts?\b/i, /Urteil/],
  [/\bfindings?\b/i, /Befund/],
  [/\bbudget\b/i, /[Bb]udget/],
  [/\bregistr(?:y|ies)\b/i, /[Vv]erzeichnis/],
  [/\brecord\b(?! of today)/i, /[Ee]intrag/],
  [/\bsuppressed\b/i, /nterdrückt/],
  [/\bignor(?:e|ed|ing)\b/i, /ignorier/i],
  [/\baccept(?:ed)?\b(?!\.json)/i, /kzept/],
] as const;

/** Words that users don't meet, because another one names the same thing. CONTRIBUTING.md lists those to use. */
const AVOIDED = /\b(?:caps?|capped|cite keys?|log-?in|undecided|nearest)\b/i;
const UNCONTRACTED = /\b(?:can|could|did|do|does|is|are|was|were|has) ?not\b/i;

test('English has one word for one thing, and contractions', () => {
  const texts = [...Object.values(ENGLISH), ...wanted];
  const pages = ['README.md', 'action.yml', 'docs/cli.md', 'docs/codes.md', 'docs/cost.md'].map(read);
  expect([...texts, ...pages].flatMap((text) => AVOIDED.exec(text)?.[0] ?? [])).toEqual([]);
  expect(texts.filter((text) => UNCONTRACTED.test(text))).toEqual([]);
});

test('German uses the terms of the editor, and one word for each of ours', () => {
  const pairs = Object.entries(words('de')).map(([key, de]) => [ENGLISH[key] ?? key, de]);
  const plain = (text: string) => text.replace(/`[^`]*`|“[^”]*”|„[^“]*“|\]\([^)]*\)/g, '');
  const wrong = pairs.flatMap(([en = '', de = '']) =>
    GERMAN.filter(([is, as]) => is.test(plain(en)) && !as.test(de)).map(
      ([is]) => `${is.source}: ${en} = ${de}`,
    ),
  );
  expect(wrong).toEqual([]);
});

test('there is a language besides English', () => {
  expect(LANGUAGES.length).toBeGreaterThan(0);
});

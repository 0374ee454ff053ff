/** What the documents say is compared with what the code does: links, settings, commands, options, codes, figures. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { CAUSES } from '../src/core/causes';
import { CODES, type Code } from '../src/core/codes';
import { DEFAULTS } from '../src/core/defaults';
import { commentProblems } from '../src/core/findings/suppression';
import { scanText } from '../src/core/scan/scanText';
import { FORMAT_NAMES } from '../src/core/report';
import { PARTS, renewed } from '../scripts/docs.mjs';
import { runInProcess } from './support/cli';
import { mutationPage, renewedPage } from '../scripts/report.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const TRACKED = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((f) => f !== '' && existsSync(path.join(ROOT, f)));
const PAGES = TRACKED.filter((f) => /^(?:docs\/.*|[A-Z]+|examples\/README)\.md$/.test(f));
const CODE_PAGES = PAGES.filter((f) => f.startsWith('docs/codes/'));

/** Options of the project's own scripts. */
const OURS = new Set(
  (
    '--no-editor --publish --model --replay --list --help --repo ' +
    '--update --dry-run --sets --sample --record --minutes --seed'
  ).split(' '),
);
/** Codes that a scan alone cannot give: the workspace answers. */
const WORKSPACE_CODES = new Set([
  'file-not-found',
  'heading-not-found',
  'line-out-of-range',
  'outside-workspace',
  'ambiguous-file',
]);

/** A page without its blocks of code. */
const prose = (page: string) => page.replace(/^(`{3,})[^]*?^\1$/gm, '');
const withoutCode = (page: string) => page.replace(/`[^`\n]*`/g, '');
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

type Manifest = {
  contributes: {
    commands: { command: string; title: string }[];
    configuration: { properties: Record<string, unknown> } | { properties: Record<string, unknown> }[];
  };
};
const manifest = JSON.parse(read('package.json')) as Manifest;
const texts = JSON.parse(read('package.nls.json')) as Record<string, string>;
const SETTINGS = new Set(
  [manifest.contributes.configuration].flat().flatMap((c) => Object.keys(c.properties)),
);
const COMMANDS = manifest.contributes.commands.map(({ title }) =>
  title.replace(/^%(.+)%$/, (_, key: string) => texts[key] ?? key).replace(/…$/, ''),
);

describe('the links in the docs', () => {
  const linksOf = (file: string) =>
    [...withoutCode(prose(read(file))).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^[a-z]+:/.test(target));
  const leads = (file: string, target: string): boolean => {
    const [name = '', anchor] = target.split('#');
    const to = name === '' ? file : path.posix.join(path.posix.dirname(file), name);
    if (!existsSync(path.join(ROOT, to))) return false;
    const headings = anchor === undefined ? [] : [...read(to).matchAll(/^#+ (.+)$/gm)];
    return anchor === undefined || headings.some(([, heading = '']) => anchorOf(heading) === anchor);
  };

  test.each(PAGES)('of %s lead to existing files and headings', (file) => {
    expect(linksOf(file).filter((target) => !leads(file, target))).toEqual([]);
  });

  test('of pages in the package lead to others in it', () => {
    const isPacked = (file: string) =>
      CODE_PAGES.includes(file) || read('.vscodeignore').includes(`\n!${file}\n`);
    const leadsOut = (file: string) =>
      linksOf(file).filter((to) => !isPacked(path.posix.join(file, '..', to.replace(/#.*/, ''))));
    const packed = PAGES.filter((file) => file.startsWith('docs/') && isPacked(file));
    expect(packed.flatMap(leadsOut)).toEqual([]);
  });

  test('are searched for in enough places', () => {
    expect(PAGES.flatMap(linksOf).length).toBeGreaterThan(100);
  });
});

describe('the names in the docs', () => {
  /** The page is compared below with what the command line prints. */
  const OPTIONS = new Set(read('docs/cli.md').match(/--[a-z][a-z-]*/g));

  const namedIn = (file: string) => {
    const page = prose(read(file));
    const all = (form: RegExp) => [...page.matchAll(form)].map(([, name = '']) => name);
    return {
      settings: all(/`(citewright\.[\w.]+)`/g).filter((name) => !/\.(?:json|schema\.json)$/.test(name)),
      commands: all(/\*\*Citewright: ([^*]+?)\*\*/g).map((title) => title.replace(/…$/, '')),
      options: all(/`(--[a-z][a-z-]*)/g).filter((option) => !OURS.has(option)),
      files: all(/`((?:src|test|scripts|docs)\/[\w./-]+\.\w+)`/g).filter((name) => !name.includes('NAME')),
    };
  };

  test.each(PAGES)('of settings, commands, options and files in %s exist', (file) => {
    const { settings, commands, options, files } = namedIn(file);
    expect(settings.filter((name) => !SETTINGS.has(name))).toEqual([]);
    expect(commands.filter((title) => !COMMANDS.includes(title))).toEqual([]);
    expect(options.filter((option) => !OPTIONS.has(option))).toEqual([]);
    expect(files.filter((name) => !TRACKED.includes(name))).toEqual([]);
  });

  test('are searched for in enough places', () => {
    const all = PAGES.map(namedIn);
    for (const kind of ['settings', 'commands', 'options', 'files'] as const)
      expect(all.flatMap((named) => named[kind]).length, kind).toBeGreaterThan(10);
  });

  test.each(Object.entries(PARTS))('the part %s of the docs matches the code', async (name, { page }) => {
    expect(read(page)).toMatch(new RegExp(`<!-- ${name} -->\n\n.`));
    const run = (args: readonly string[]) => runInProcess(args, { cwd: ROOT }).then(({ out }) => out);
    expect(read(page)).toBe(await renewed(name, run));
  });
});

describe('the names of the user interface', () => {
  const bundle = JSON.parse(read('l10n/bundle.l10n.de.json')) as Record<string, string>;
  /** Names of the editor itself. */
  const EDITOR = ['Extensions: Install from VSIX…', 'Manage Workspace Trust', 'Go to Definition'];
  const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  /** A name as the interface shows it, any words in the place of `{0}`. */
  const NAMES = [
    ...EDITOR,
    ...COMMANDS.flatMap((title) => [title, `Citewright: ${title}`]),
    ...Object.keys(bundle),
    ...Object.values(texts),
  ].map((name) => new RegExp(`^${escaped(name).replace(/\\\{\w+\\\}…?/g, '.+')}…?$`));
  const USER_PAGES = PAGES.filter(
    (file) =>
      /^(?:docs\/|README|SECURITY)/.test(file) &&
      !/quality|measuring|tour|decisions|security-requirements/.test(file),
  );
  /** Bold words that are no beginning of an item (`**Words**:`, `**Words.**`) and no stressed lower-case word. */
  const bold = (page: string) =>
    [...prose(page).matchAll(/\*\*([^*]+)\*\*(:?)/g)]
      .filter(([, words = '', colon]) => colon === '' && /^[^a-z].*[^.:]$/.test(words))
      .map(([, words = '']) => words);

  test('are searched for in enough places', () => {
    expect(USER_PAGES.flatMap((file) => bold(read(file))).length).toBeGreaterThan(20);
  });

  test.each(USER_PAGES)('in bold type in %s exist', (file) => {
    const unknown = bold(read(file)).filter((words) => !NAMES.some((name) => name.test(words)));
    expect(unknown).toEqual([]);
  });
});

describe('the docs for contributors', () => {
  test('have links from the tour and ARCHITECTURE.md to the declarations they name', () => {
    const named = ['docs/tour.md', 'ARCHITECTURE.md'].flatMap((page) =>
      [...read(page).matchAll(/\[`(\w+)`\]\(([^)]+\.ts)\)/g)].map(
        ([, name = '', to = '']) => [name, path.posix.join(path.posix.dirname(page), to)] as const,
      ),
    );
    expect(named.length).toBeGreaterThan(20);
    const missing = named.filter(
      ([name, file]) => !new RegExp(`\\b(?:function\\*?|class|const|type) ${name}\\b`).test(read(file)),
    );
    expect(missing).toEqual([]);
  });

  test('have a glossary of at most 15 nouns', () => {
    const [, glossary = ''] = /## Glossary\n([^]*?)\n## /.exec(read('ARCHITECTURE.md')) ?? [];
    expect(glossary.match(/^\| [a-z]/gm)?.length).toBe(15 + 1);
  });
});

describe('the docs for users', () => {
  test('have a README.md of three screens', () => {
    expect(read('README.md').split('\n').length).toBeLessThanOrEqual(120);
  });

  test('list the limits of the code in docs/limits.md', () => {
    const rows = [...read('docs/limits.md').matchAll(/^\| [a-z].*?\| (\d[\d,]*)/gm)];
    const names = [
      'maxDocument',
      'maxFound',
      'maxMarkers',
      'maxCitations',
      'maxBytes',
      'maxSourceText',
      'maxFileBytes',
      'timeoutMs',
      'maxRedirects',
      'concurrency',
    ] as const;
    expect(rows.map(([, value = '']) => Number(value.replaceAll(',', '')))).toEqual(
      names.map((name) => DEFAULTS[name]),
    );
  });

  test('list every report format in docs/formats.md', () => {
    const [, reports = ''] = read('docs/formats.md').split('## Reports that are written');
    expect([...reports.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name)).toEqual(FORMAT_NAMES);
  });
});

describe('the pages of the codes', () => {
  test('exist for each code, with its severity', () => {
    const told = Object.fromEntries(
      CODE_PAGES.map((f) => [
        path.basename(f, '.md'),
        /^_(\w+)\._/m.exec(read(f))?.[1]?.toLowerCase() ?? 'none',
      ]),
    );
    expect(told).toEqual(
      Object.fromEntries(Object.entries(CODES).map(([code, { severity }]) => [code, severity])),
    );
  });

  test('are listed with their severity in docs/codes.md', () => {
    const rows = [...read('docs/codes.md').matchAll(/^\| \[`([\w-]+)`\]\(codes\/\1\.md\) +\| (\w+) +\|/gm)];
    expect(Object.fromEntries(rows.map(([, code, severity]) => [code, severity]))).toEqual(
      Object.fromEntries(Object.entries(CODES).map(([code, { severity }]) => [code, severity])),
    );
  });

  test('begin with the sentence that docs/codes.md has as meaning', () => {
    const rows = [...read('docs/codes.md').matchAll(/^\| \[`([\w-]+)`\][^|]*\|[^|]*\| (.*?) +\|$/gm)];
    const firstSentence = (code: string) =>
      (read(`docs/codes/${code}.md`).split('\n\n')[1] ?? '')
        .replace(/^_\w+\._ /, '')
        .replaceAll('\n', ' ')
        .split(/(?<=\.) (?=[A-Z`“])/)[0];
    expect(rows.map(([, code, meaning]) => [code, meaning])).toEqual(
      rows.map(([, code = '']) => [code, firstSentence(code)]),
    );
  });

  test.each(CODE_PAGES)('%s has a meaning, what to do, and an example', (file) => {
    expect(read(file)).toMatch(/^# [\w-]+\n\n[^]+\n## What to do\n\n[^]+\n## Example\n\n```/);
  });

  const EXAMPLES = CODE_PAGES.flatMap((f) => {
    const example = /## Example\n\n```markdown\n([^]*?)```/.exec(read(f))?.[1];
    const code = path.basename(f, '.md');
    return example === undefined || WORKSPACE_CODES.has(code) ? [] : [[code, example] as const];
  });
  test.each(EXAMPLES)('the example of %s has that problem and no other', (code, example) => {
    const { problems, citations } = scanText(example, { year: 2026 });
    if (code === 'guess') expect(citations.map((c) => c.target.kind)).toEqual(['guess']);
    else {
      const all = [...problems, ...commentProblems({ text: example })];
      expect([...new Set(all.map((p) => p.code))]).toEqual([code]);
    }
  });
});

/** The pattern of a message's template; the text of its placeholder is captured. */
const patternOf = (template: string) =>
  new RegExp(
    `^${template
      .split(/\{\w+\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('(.+)')}$`,
  );

describe('a finding that a page of a code shows', () => {
  // What a model says, and templates of nothing but text of others, would match anything.
  const reasons = Object.values(CAUSES).filter((one) => /\p{L}/u.test(one.replace(/\{\w+\}/g, '')));
  const told = new Set<string>(['absent', 'contradicted', 'overstated', 'partly']);
  const shown = CODE_PAGES.flatMap((file) => {
    const example = /## Example\n\n```text\n(.+)\n```/.exec(read(file))?.[1]?.split('  ');
    return example ? [[path.basename(file, '.md'), example] as const] : [];
  });
  test('is on most pages', () => {
    expect(shown.length).toBeGreaterThan(40);
  });
  test.each(shown)('says %s as Citewright does', (code, [name, , said = '']) => {
    expect(name).toBe(code);
    const { message } = CODES[code as Code];
    const details = patternOf(message).exec(said)?.slice(1);
    expect(details, message).toBeDefined();
    const detail = details?.at(-1);
    if (detail === undefined || told.has(code)) return;
    expect(reasons.filter((one) => patternOf(one).test(detail))).not.toEqual([]);
  });
});

describe('docs/quality.md', () => {
  test.each(['eval', 'bench'])('shows the last committed report of %s', (folder) => {
    const page = read('docs/quality.md');
    const report = JSON.parse(read(`docs/quality.${folder}.json`)) as unknown;
    expect(page).toBe(renewedPage(page, folder, report));
  });

  test('shows the last committed results of mutation testing', () => {
    const page = read('docs/quality.md');
    const report = JSON.parse(read('docs/quality.mutation.json')) as unknown;
    expect(page).toBe(mutationPage(page, report));
  });
});

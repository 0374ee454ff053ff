/** `fix`: patches that can be applied, read and repeated. */
import { lstat, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { safeFixes, withoutTracking } from '../../../src/core/edits/safeFixes';
import { scan } from '../../../src/core/extract';
import { apply } from '../../../src/core/edits/textEdit';
import { grade } from '../../../src/core/findings/finding';
import { fail, reason } from '../../../src/core/causes';
import type { Source } from '../../../src/core/model';
import { judgedOf, sourceOf } from '../../fakes';
import { runInProcess } from '../../support/cli';
import { runGit } from '../../support/gitRepo';
import { newFolder } from '../../support/newFolder';

const GAP = `One thing [1]. Another [3].

## References

[1] Doe, J. (2001). Walls of the north. Harbour Press.

[3] Roe, K. (2002). Lamps of the south. Harbour Press.
`;

describe('a URL without tracking parameters', () => {
  test.each([
    ['https://a.example/x?utm_source=chat&id=1&gclid=z#part', 'https://a.example/x?id=1#part'],
    ['https://a.example/x?utm_source=chat', 'https://a.example/x'],
    ['https://a.example/x?utm=1&q=utm_source', 'https://a.example/x?utm=1&q=utm_source'],
    ['https://a.example/x#?utm_source=chat', 'https://a.example/x#?utm_source=chat'],
    ['https://a.example/?a=1&&b=%20', 'https://a.example/?a=1&&b=%20'],
  ])('%s becomes %s', (url, clean) => {
    expect(withoutTracking(url)).toBe(clean);
  });
});

test('safe fixes are complete after one pass', () => {
  const { citations, problems } = scan(GAP);
  const once = apply(
    GAP,
    safeFixes({ text: GAP, citations }, problems, []).flatMap(({ changes }) => changes),
  );
  expect(once).toContain('Another [2].');
  const again = scan(once);
  expect(safeFixes({ text: once, citations: again.citations }, again.problems, [])).toEqual([]);
});

test('keeps a tracking parameter that the text says to ignore', () => {
  const text =
    'See [there](https://a.example/x?utm_source=chatgpt.com), and [b](https://b.example/?gclid=1).';
  const { citations, problems } = scan(text);
  const ignored = problems.map((problem) => ({ ...problem, suppressed: { by: 'ignore-line' } }));
  const fixedBy = (wrong: typeof problems) =>
    apply(
      text,
      safeFixes({ text, citations }, wrong, []).flatMap(({ changes }) => changes),
    );
  expect(problems.map(({ code }) => code)).toEqual(['tracking-parameter']);
  expect(fixedBy(problems)).toBe('See [there](https://a.example/x), and [b](https://b.example/).');
  expect(fixedBy(ignored)).toBe(text.replace('?gclid=1', ''));
});

test('uses the archived copy of a missing page, and no other DOI of the same work', () => {
  const text = 'The wall is [there](https://a.example/gone).';
  const { citations } = scan(text);
  const gone = grade({
    citation: citations[0]!,
    stage: 'unresolved',
    ...fail('not_found'),
    archived: 'https://web.example/1',
  });
  const fixes = safeFixes({ text, citations }, [], [gone]);
  expect(fixes.map(({ why }) => why.cause)).toEqual(['fix_archived']);
  expect(
    apply(
      text,
      fixes.flatMap(({ changes }) => changes),
    ),
  ).toBe('The wall is [there](https://web.example/1).');

  const paper = 'So [1].\n\n## References\n\n[1] Doe, J. (2001). Walls of the north. doi:10.1000/preprint\n';
  const draft = { text: paper, citations: scan(paper).citations };
  const judged = (notices: Source['notices']) =>
    grade({
      citation: draft.citations[0]!,
      stage: 'unjudged',
      why: 'no-model',
      ...reason('no_model'),
      screen: { result: 'reached', score: 0 },
      source: sourceOf({ target: draft.citations[0]!.target, record: { doi: '10.1000/article' }, notices }),
    });
  expect(safeFixes(draft, [], [judged([])])).toEqual([]);
  const dead = {
    kind: 'doi-differs' as const,
    ...reason('identifier_malformed', { label: 'x', work: 'y', own: 'z' }),
  };
  expect(safeFixes(draft, [], [judged([dead])]).map(({ why }) => why.cause)).toEqual(['fix_doi']);
});

describe('the line of a verified quotation', () => {
  const text = 'It burns three lamps (code.ts:1).';
  const citation = scan(text).citations[0]!;
  const fixesIn = (code: string, cause: 'quote_elsewhere' | 'quote_denied' = 'quote_elsewhere') => {
    const start = code.indexOf('export const lamp');
    const span = { start, end: start + 'export const lamp = 3;'.length };
    const source = sourceOf({ target: citation.target, text: code, focus: { start: 0, end: 10 } });
    const quote = { text: code.slice(span.start, span.end), span, match: 'exact' } as const;
    const refused = { asked: 'supported', ...reason(cause) } as const;
    const finding = grade(judgedOf({ citation, source }, { support: 'unsure', quote, refused }));
    const fixes = safeFixes({ text, citations: [citation] }, [], [finding]);
    return apply(
      text,
      fixes.flatMap(({ changes }) => changes),
    );
  };

  test('becomes the cited line', () => {
    expect(fixesIn('// lamps\n\nexport const lamp = 3;\n')).toBe('It burns three lamps (code.ts:3).');
  });

  test('is unchanged if the quotation occurs twice or the verdict was refused for another reason', () => {
    expect(fixesIn('// lamps\n\nexport const lamp = 3;\nexport const lamp = 3;\n')).toBe(text);
    expect(fixesIn('// lamps\n\nexport const lamp = 3;\n', 'quote_denied')).toBe(text);
  });
});

describe('a missing reference', () => {
  const text = (marker: string) =>
    `So it is (${marker}). See https://doi.org/10.1000/walls for it. Others agree (Adams, 1999; Zed, 2011; Zuse, 2012).\n\n## References\n\nAdams, A. (1999). One thing of the north. Harbour Press.\n\nZed, D. (2011). A fourth thing of the walls. Harbour Press.\n\nZuse, E. (2012). A fifth thing of the lamps. Harbour Press.\n`;
  const record = { doi: '10.1000/walls', title: 'Walls of the north', year: 2001, venue: 'Harbour Press' };
  const fixesFor = (marker: string, authors: readonly string[]) => {
    const draft = text(marker);
    const { citations, problems } = scan(draft);
    const citation = citations.find(({ style }) => style === 'doi')!;
    const source = sourceOf({ target: citation.target, record: { ...record, authors } });
    const screened = { stage: 'unjudged', why: 'no-model', screen: { result: 'reached', score: 0 } } as const;
    const finding = grade({ citation, ...screened, ...reason('no_model'), source });
    const fixes = safeFixes({ text: draft, citations }, problems, [finding]);
    return { draft, fixes, finding };
  };

  test('comes from the record of the work, in the order and style of the list, once', () => {
    const { draft, fixes } = fixesFor('Doe & Roe, 2001', ['Doe, Jane', 'Roe, Kim']);
    expect(fixes.map(({ why }) => why.cause)).toEqual(['fix_entry']);
    const after = apply(
      draft,
      fixes.flatMap(({ changes }) => changes),
    );
    const list = after.slice(after.indexOf('## References')).split('\n\n').slice(1);
    expect(list.map((one) => one.slice(0, 5))).toEqual(['Adams', 'Doe, ', 'Zed, ', 'Zuse,']);
    expect(list[1]).toContain('Walls of the north');
    expect(scan(after).problems.filter(({ code }) => code === 'no-entry')).toEqual([]);
  });

  test.each([
    ['another year', 'Doe & Roe, 2002', ['Doe, Jane', 'Roe, Kim']],
    ['another author', 'Doe & Moe, 2001', ['Doe, Jane', 'Roe, Kim']],
    ['more authors than the marker has', 'Doe, 2001', ['Doe, Jane', 'Roe, Kim']],
    ['a letter behind the year', 'Doe & Roe, 2001b', ['Doe, Jane', 'Roe, Kim']],
  ])('is not added for a record with %s', (_, marker, authors) => {
    expect(fixesFor(marker, authors).fixes).toEqual([]);
  });
});

describe('fix', () => {
  let folder: string;
  beforeEach(() => void (folder = newFolder()));
  const git = (...args: string[]) => runGit(folder, args);
  const file = (name: string, text: string) => writeFile(path.join(folder, name), text);
  const read = (name: string) => readFile(path.join(folder, name), 'utf8');
  const fix = (...args: string[]) => runInProcess(['fix', '--cache', 'off', ...args], { cwd: folder });

  test('exits with 130 if it is interrupted, and says nothing of fixes', async () => {
    await file('a.md', 'See https://a.example/x.\n');
    const stop = new AbortController();
    const running = runInProcess(['fix', '--cache', 'off', 'a.md'], { cwd: folder, stop });
    stop.abort();
    expect(await running).toEqual({ code: 130, out: '', err: '' });
  });

  test('removes tracking parameters of uncited references too', async () => {
    const entry = (query: string) =>
      `It was so [1].\n\n## References\n\n[1] Lin, K. (2019). A title. https://a.example/1\n[2] Reed, J. (2018). Another. https://a.example/2${query}\n`;
    for (const [query, clean] of [
      ['?utm_source=chatgpt.com', ''],
      ['?utm_source=chatgpt.com&id=1', '?id=1'],
      ['?id=1&utm_source=chatgpt.com#part', '?id=1#part'],
    ] as const) {
      await file('a.md', entry(query));
      await fix('--write', 'a.md');
      expect(await read('a.md')).toBe(entry(clean));
    }
  });

  test('prints a patch with reasons that git applies; --write gives the same result', async () => {
    await file('a.md', `${GAP}\nSee <https://a.example/x?utm_source=chat>.\n`);
    const { code, out } = await fix('a.md');
    expect(code).toBe(0);
    expect(out).toMatch(/^a\.md:7:1: /m);
    await file('fix.patch', out);
    git('init', '-q');
    git('apply', 'fix.patch');
    const applied = await read('a.md');
    expect(applied).toContain('Another [2].');
    expect(applied).toContain('<https://a.example/x>');
    await file('a.md', `\ufeff${GAP}\nSee <https://a.example/x?utm_source=chat>.\n`);
    expect(await fix('--write', 'a.md')).toMatchObject({ code: 0, err: 'citewright: 1 file changed\n' });
    expect(await read('a.md')).toBe(`\ufeff${applied}`);
    const again = await fix('a.md');
    expect(again).toMatchObject({ code: 0, out: '' });
    expect(again.err).toContain('no safe fixes');
    expect((await fix('--quiet', 'a.md')).err).toBe('');
  });

  test('prints no character that controls a terminal to one, and the exact patch elsewhere', async () => {
    await file('a.md', 'A \u001b]0;x\u0007 <https://a.example/x?utm_source=chat>.\n::error::\n');
    const { out } = await runInProcess(['fix', '--cache', 'off', 'a.md'], { cwd: folder, columns: 80 });
    expect(out).toContain('+A ]0;x <https://a.example/x>.\n : :error::\n');
    expect((await fix('a.md')).out).toContain('+A \u001b]0;x\u0007 <https://a.example/x>.\n ::error::\n');
  });

  test('ends a name with spaces by a tab, as patch needs it', async () => {
    await file('two words.md', 'See <https://a.example/x?utm_source=chat>.\n');
    const { out } = await fix('two words.md');
    expect(out).toContain('--- a/two words.md\t \n+++ b/two words.md\t \n');
  });

  test.each(['a.md', 'two words.md', 'tab\tquote".md', 'new\nline.md'])(
    'prints a patch that git applies to %j with a byte order mark',
    async (name) => {
      const text = 'See <https://a.example/x?utm_source=chat>.\n';
      await file(name, `\ufeff${text}`);
      const { out } = await fix(path.join(folder, name));
      await file('fix.patch', out);
      git('init', '-q');
      git('apply', 'fix.patch');
      expect(await read(name)).toBe('\ufeffSee <https://a.example/x>.\n');
    },
  );

  test('does not write through a link or replace one, and reports why', async () => {
    await file('a.md', GAP);
    await symlink('a.md', path.join(folder, 'link.md'));
    expect(await fix('--write', 'link.md')).toMatchObject({ code: 2, out: '' });
    expect([await read('a.md'), (await lstat(path.join(folder, 'link.md'))).isSymbolicLink()]).toEqual([
      GAP,
      true,
    ]);
    await mkdir(path.join(folder, `a.md.${process.pid}.tmp`));
    const { code, err } = await fix('--write', 'a.md');
    expect([code, err.includes('a.md'), err.includes('EEXIST'), await read('a.md')]).toEqual([
      2,
      true,
      true,
      GAP,
    ]);
  });

  test('follows cited lines that moved', async () => {
    git('init', '-q');
    await file('code.ts', 'export const wall = 300;\nexport const lamp = 3;\n');
    await file('a.md', 'The lamp is code.ts:2 here.\n');
    git('add', '.');
    git('commit', '-qm', 'one');
    await file('code.ts', '// new\n// lines\nexport const wall = 300;\nexport const lamp = 3;\n');
    git('commit', '-qam', 'two');
    const { out } = await fix('--json', 'a.md');
    const { documents } = JSON.parse(out) as {
      documents: { fixes: { cause: string; changes: { text: string }[] }[] }[];
    };
    expect(documents[0]!.fixes.map(({ cause, changes }) => [cause, changes.map(({ text }) => text)])).toEqual(
      [['fix_moved', ['4']]],
    );
  });

  test('cites the line where the code of the claim is', async () => {
    await file('code.ts', 'export const wall = 300;\n\nexport const lamp = 3;\n');
    await file('a.md', 'It sets `export const lamp = 3;` here (code.ts:1).\n');
    expect((await fix('--write', 'a.md')).code).toBe(0);
    expect(await read('a.md')).toBe('It sets `export const lamp = 3;` here (code.ts:3).\n');
    // A name may be cited where it is used, so only a person can tell which line was meant.
    await file('code.ts', 'light(3);\n\nexport const lampCount = 3;\n');
    await file('b.md', 'Here `lampCount` is read (code.ts:1).\n');
    expect((await fix('b.md')).out).toBe('');
  });

  test('writes only files that it read as UTF-8, and fixes nothing that is suppressed', async () => {
    await writeFile(path.join(folder, 'wide.md'), Buffer.from(`\ufeff${GAP}`, 'utf16le'));
    const { code, err } = await fix('--write', 'wide.md');
    expect([code, err.includes('wide.md')]).toEqual([2, true]);
    await file('quiet.md', `<!-- citewright-ignore-file numbering-gap -->\n\n${GAP}`);
    expect((await fix('quiet.md')).out).toBe('');
  });
});

import { describe, expect, test } from 'vitest';
import { openText, scan } from '../../../src/core/extract';
import { withWorks } from '../../../src/core/extract/references/bibliography';
import type { Finding } from '../../../src/core/model';
import { inFile, scanTranscript } from '../../../src/core/agentLog/transcriptScan';
import { readTranscript } from '../../../src/core/transcript';
import { verifyAll } from '../../../src/core/verify/verify';
import { CannedWeb, fakePorts, MemoryWorkspace, never } from '../../fakes';
import { claudeLine, message, toolCall } from '../../support/agentLogs';

const talk = (...messages: readonly object[]) => {
  const file = JSON.stringify(messages);
  const transcript = readTranscript(file);
  if (!transcript) throw new Error('not read as a transcript');
  return { file, transcript, scan: scanTranscript(transcript) };
};
const assistant = (content: string) => message('assistant', content);
const fetched = (url: string, page: string) => toolCall('WebFetch', { url }, page);

async function findings(all: readonly object[], ports: Parameters<typeof fakePorts>[0]): Promise<Finding[]> {
  const { scan, transcript } = talk(...all);
  const found: Finding[] = [];
  const document = { path: 'log.json', text: transcript.text, citations: scan.citations, log: scan.log };
  for await (const { finding } of verifyAll([document], fakePorts(ports), {}, never)) found.push(finding);
  return found;
}

describe('the scan of a transcript', () => {
  test('reads claims only from messages of the agent', () => {
    const { scan } = talk(message('user', 'Look at src/u.ts:1 and [1].'), assistant('It is in src/a.ts:2.'), {
      role: 'tool',
      content: 'src/t.ts:3',
    });
    expect(scan.citations.map(({ identifier }) => identifier)).toEqual(['src/a.ts:2']);
    expect(scan.problems).toEqual([]);
  });

  test('reads a message with more problems than a call takes arguments', { timeout: 120_000 }, () => {
    const notes = Array.from({ length: 150_001 }, (_, i) => `[^${i + 1}]: t\n`).join('');
    const { scan } = talk(assistant(notes));
    expect(scan.problems).toHaveLength(150_001);
  });

  test('reads citations after an unclosed fence in an earlier message', () => {
    const { scan } = talk(assistant('```\nopen'), message('user', '```'), assistant('See src/a.ts:2.'));
    expect(scan.citations).toHaveLength(1);
  });

  test('links the markers of many messages to a long list before them', () => {
    const list = `${'The bridge was built in that year https://site.example/x, it is said here [1]. '.repeat(4_000)}\n\n## Sources\n\n[1] https://site.example/one`;
    const turns = Array.from({ length: 500 }, () => assistant('This is so [9], and that [1].'));
    const { scan } = talk(assistant(list), ...turns);
    expect(scan.citations).toHaveLength(9_000);
    expect(scan.citations.at(8_001)?.target).toEqual({ kind: 'url', url: 'https://site.example/one' });
  });

  test('links a number to the list of an earlier message, and reports it as dangling if no message has one', () => {
    const list = 'Built in 1932 [1].\n\n## Sources\n\n[1] https://site.example/one';
    const later = talk(assistant(list), message('user', 'more?'), assistant('Yes, in spring [1].'));
    expect(later.scan.citations.map(({ target }) => target.kind)).toEqual(['url', 'url']);
    expect(later.scan.problems.filter(({ code }) => code === 'dangling')).toEqual([]);
    const [, second] = later.scan.citations;
    expect(later.transcript.text.slice(second?.reference?.start, second?.reference?.end)).toContain(
      'site.example/one',
    );
    expect(
      talk(assistant('Built in 1932 [1]. It fell [2]. It is gone [3].')).scan.problems.map(
        ({ code }) => code,
      ),
    ).toEqual(Array(3).fill('dangling'));
  });

  test('takes numbers that lead nowhere and don’t count from 1 for indexes', () => {
    const { scan } = talk(
      assistant('The test shifts date [5] by five days.'),
      assistant('Then date [9] is late.'),
    );
    expect([scan.citations, scan.problems]).toEqual([[], []]);
  });

  test('keeps a number without its reference if the log has a list', () => {
    const { scan } = talk(assistant('Built in 1932 [7].\n\n[1] A. https://a.example/1\n'));
    expect(scan.problems.map(({ code }) => code)).toEqual(['dangling']);
  });

  test('gives ids that are unique across messages', () => {
    const { scan } = talk(assistant('It is here (src/a.ts:2).'), assistant('It is here (src/a.ts:2).'));
    expect(new Set(scan.citations.map(({ id }) => id)).size).toBe(2);
  });

  test('maps offsets to the file through every escape', () => {
    const { file, transcript, scan } = talk(
      assistant('He said "no".\n\tSee [the "page"](https://site.example/a) and src/ä.ts:2.'),
    );
    const placed = inFile(scan, file, transcript);
    expect(
      placed.citations.map(({ marker }) => JSON.parse(`"${file.slice(marker.start, marker.end)}"`) as string),
    ).toEqual(scan.citations.map(({ raw }) => raw));
    expect(placed.citations.map(({ marker: { start, end } }) => file.slice(start, end))).toEqual(
      placed.citations.map(({ raw }) => raw),
    );
    expect(placed.citations).toHaveLength(2);
  });

  test('makes a path relative to the folder of the agent', () => {
    const file = JSON.stringify({ ...claudeLine(assistant('See /home/u/p/src/a.ts:2.')), cwd: '/home/u/p' });
    const transcript = readTranscript(file);
    const [citation] = transcript ? scanTranscript(transcript).citations : [];
    expect(citation?.target).toMatchObject({ kind: 'file', path: 'src/a.ts' });
  });
});

describe('the source of a citation in a log', () => {
  const url = 'https://site.example/bridge';
  const page =
    'The bridge over the river was opened to traffic in 1932 by the mayor of the town, and it was closed again for repairs after a great flood in 1950.';
  const claim = assistant(`The bridge over the river was opened to traffic in 1932 by the mayor (${url}).`);

  test('is the fetched page as the agent saw it, even without network', async () => {
    const [finding] = await findings([...fetched(url, page), claim], { web: new CannedWeb({}) });
    expect(finding).toMatchObject({ stage: 'unjudged', source: { via: 'user', text: page } });
    expect(finding?.stage === 'unjudged' && finding.source.notices[0]?.kind).toBe('as-seen');
  });

  test('has a notice if the live page says something else', async () => {
    const other =
      'Recipes for bread need flour, water, salt and yeast. Knead the dough for ten minutes and let it rise overnight in a cool place. Shape loaves, dust them with rye, cut the crust and bake until golden. Serve with butter, cheese, olives, honey or soup.';
    const web = new CannedWeb({ [url]: { text: other } });
    const [finding] = await findings([...fetched(url, page), claim], { web });
    expect(finding).toMatchObject({ code: 'related', source: { text: page } });
    expect(finding?.stage === 'unjudged' && finding.source.notices.map(({ kind }) => kind)).toEqual([
      'as-seen',
      'changed',
    ]);
  });

  test('is the live page if the agent did not fetch it', async () => {
    const web = new CannedWeb({ [url]: { text: page } });
    const [finding] = await findings([claim], { web });
    expect(finding).toMatchObject({ source: { via: 'direct' } });
  });

  const readFile = (text: string) => toolCall('Read', { file_path: 'src/a.ts' }, text);
  const place = assistant('The limit of the buffer is set there (src/a.ts:2).');

  test('is the file of the workspace, with a notice if the agent read something else', async () => {
    const workspace = new MemoryWorkspace({ 'src/a.ts': 'one\ntwo\n' });
    const [same] = await findings([...readFile('one\ntwo\n'), place], { workspace });
    expect(same?.stage === 'unjudged' && same.source.notices).toEqual([]);
    const [other] = await findings([...readFile('one\nTWO\n'), place], { workspace });
    expect(other?.stage === 'unjudged' && other.source.notices.map(({ kind }) => kind)).toEqual(['changed']);
  });

  test('is a failure for a missing file, and says that the agent read one of that name', async () => {
    const [finding] = await findings([...readFile('one\ntwo\n'), place], {
      workspace: new MemoryWorkspace({}),
    });
    expect(finding).toMatchObject({ code: 'file-not-found', stage: 'unresolved' });
    expect(finding?.stage === 'unresolved' && finding.also?.cause).toBe('shown_to_agent');
  });

  test('is compared with the code shown under its path', async () => {
    const workspace = new MemoryWorkspace({ 'src/a.ts': 'const limit = 4;\nconst size = 8;\n' });
    const shown = (code: string) =>
      assistant(`The limit stands in src/a.ts:1\n\n\`\`\`ts\n${code}\n\`\`\`\n`);
    const [right] = await findings([shown('  const limit = 4;')], { workspace });
    expect(right).toMatchObject({ code: 'quote-found' });
    const [wrong] = await findings([shown('const limit = 40;')], { workspace });
    expect(wrong).toMatchObject({ code: 'figure-differs', severity: 'warning' });
  });
});

describe('an opened text', () => {
  test.each([
    [
      '---\nbibliography: a.bib\n---\n\nSo [@lee2020; @doi:10.1000/x].',
      ['a.bib'],
      ['lee2020', 'doi:10.1000/x'],
    ],
    ['So [@lee2020], and @kim2021 says more.', [], ['lee2020', 'kim2021']],
    ['Thanks to @octocat for it [1].', [], []],
  ])('lists its bibliographies and cite keys: %j', (text, bibliographies, keys) => {
    const open = openText(text);
    expect(open).toMatchObject({ bibliographies, keys });
    const found = withWorks([{ path: 'a.bib', text: '@book{lee2020, title = {Tides of spring}}' }]);
    expect(open.scan(found)).toEqual(scan(text, { bibliographies: found }));
    expect(open.scan()).toEqual(scan(text));
  });
});

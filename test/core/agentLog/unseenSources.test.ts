/** Which cited sources the log of an agent shows, and how that is summarised. */
import { describe, expect, test } from 'vitest';
import { grade } from '../../../src/core/findings/finding';
import { summary } from '../../../src/core/findings/tally';
import { render } from '../../../src/core/report';
import { scanText } from '../../../src/core/scan/scanText';
import { claudeLine, jsonLines, message, toolCall } from '../../support/agentLogs';

type Call = ReturnType<typeof toolCall>;
const talk = (said: string, ...calls: readonly Call[]) =>
  JSON.stringify([
    message('user', 'See https://given.example/brief.'),
    ...calls.flat(),
    message('assistant', said),
  ]);
const fetched = toolCall(
  'WebFetch',
  { url: 'https://a.example/one' },
  'As 10.1234/lamp.7 shows, it burns.',
  'f',
);
const searched = toolCall('WebSearch', { query: 'lamps' }, 'Lamps: https://b.example/two', 's');

const shownIn = (text: string) => {
  const { citations, log } = scanText(text);
  return citations.map(({ id, raw }) => [raw, log?.get(id)?.shown]);
};

describe('a cited source', () => {
  test.each([
    ['It burns (https://a.example/one).', 'opened'],
    ['It burns (https://a.example/one#wick).', 'opened'],
    ['It burns (https://given.example/brief).', 'opened'],
    ['It burns (doi:10.1234/lamp.7).', 'opened'],
    ['It burns (https://b.example/two).', 'found'],
    ['It burns (https://c.example/three).', 'never'],
    ['It burns (doi:10.1234/lamp.8).', 'never'],
  ])('in “%s” has the state %s', (said, shown) => {
    expect(shownIn(talk(said, fetched, searched)).map(([, how]) => how)).toEqual([shown]);
  });

  test('has no state if it is a whole site', () => {
    expect(shownIn(talk('More is at https://c.example/.', fetched)).map(([, how]) => how)).toEqual([
      undefined,
    ]);
  });

  test('has no state if no tool of the log reads pages', () => {
    const bash = toolCall('Bash', { command: 'ls' }, 'a.ts', 'b');
    expect(shownIn(talk('It burns (https://c.example/three).', bash)).map(([, how]) => how)).toEqual([
      undefined,
    ]);
  });
});

describe('cited lines of a file', () => {
  const listed = toolCall('Bash', { command: 'ls src' }, 'gate.ts', 'b');
  const opened = toolCall('Read', { file_path: '/w/src/lamp.ts' }, 'export const WICK = 1;', 'r');
  test.each([
    ['The wick is set in src/lamp.ts:1.', undefined],
    ['The gate is set in src/gate.ts:1.', undefined],
    ['The bell is set in src/bell.ts:1.', 'never'],
    ['The bell is in src/bell.ts.', undefined],
  ])('are unseen if no person and no tool names the file: %s', (said, shown) => {
    const file = shownIn(talk(said, listed, opened)).map(([, how]) => how);
    expect(file.at(0)).toBe(shown);
  });

  test('have no state if no tool of the log reads files', () => {
    expect(shownIn(talk('The bell is set in src/bell.ts:1.', listed))).toEqual([
      ['src/bell.ts:1', undefined],
    ]);
  });

  test('are reported once for a file', () => {
    const said = 'The bell is set in src/bell.ts:1. It rings in src/bell.ts:9.';
    const codes = scanText(talk(said, opened)).problems.map(({ code }) => code);
    expect(codes.filter((code) => code === 'unseen-source')).toHaveLength(1);
  });
});

describe('a quotation of a page that the agent read', () => {
  const PAGE =
    'The keeper wrote a long report. A lamp that is trimmed each evening burns until the first light of day.';
  const OTHER = 'The wind took the flame of every lantern on the southern quay.';
  const read = toolCall('WebFetch', { url: 'https://a.example/one' }, PAGE, 'f');
  const noted = toolCall('Bash', { command: 'cat notes.txt' }, OTHER, 'b');
  const missing = (said: string, ...calls: readonly Call[]) =>
    scanText(talk(said, read, ...calls)).problems.filter(({ code }) => code === 'quote-not-found');
  const quoting = (words: string) => `The report says “${words}” (https://a.example/one).`;

  test('is a problem if no result or message of the log contains it', () => {
    const [problem, ...more] = missing(quoting('a lamp that is never trimmed burns for weeks'), noted);
    expect(more).toEqual([]);
    expect(problem).toMatchObject({ severity: 'warning', citation: expect.any(String) as string });
  });

  test.each([
    ['in the page', 'A lamp that is trimmed each evening burns'],
    ['in another result', 'the flame of every lantern on the southern quay'],
  ])('is not a problem if it is %s', (_, words) => {
    expect(missing(quoting(words), noted)).toEqual([]);
  });

  test('is not a problem if an earlier part of the log is a summary', () => {
    const said = message('assistant', quoting('a lamp that is never trimmed burns for weeks'));
    const lines = [...read, said].map(claudeLine);
    const earlier = { ...claudeLine(message('user', 'Before: a report.')), isCompactSummary: true };
    const problems = (...log: readonly object[]) =>
      scanText(jsonLines(...log)).problems.map(({ code }) => code);
    expect(problems(...lines)).toEqual(['quote-not-found']);
    expect(problems(earlier, ...lines)).toEqual([]);
  });
});

test('the summary counts each source once', () => {
  const said =
    'It burns (https://a.example/one). It glows (https://c.example/three). It fades (https://c.example/three, https://b.example/two).';
  const { citations, log } = scanText(talk(said, fetched, searched));
  const findings = citations.map((citation) => {
    const shown = log?.get(citation.id)?.shown;
    return grade({
      citation,
      stage: 'unresolved',
      kind: 'disabled',
      cause: 'disabled',
      facts: {},
      ...(shown && { shown }),
    });
  });
  const totals = summary(findings);
  expect(totals.sources).toEqual({ cited: 3, unopened: 2 });
  expect(render({ documents: [], errors: [], summary: totals }, 'text', { version: '1' })).toContain(
    '2 of 3 sources never opened',
  );
});

describe('an address in a message of the agent', () => {
  /** The addresses that are reported, in a session whose agent opened one page. */
  const unseenIn = (says: string) =>
    scanText(
      jsonLines(
        message('user', 'Start it.'),
        ...toolCall('WebFetch', { url: 'https://seen.site.dev/a' }, 'The pages says so.'),
        message('assistant', says),
      ),
    ).problems.flatMap(({ code, facts }) => (code === 'unseen-source' ? [facts['label']] : []));

  test.each([
    'Retries are off by default (https://docs.site.dev/retries).',
    'According to https://docs.site.dev/retries, retries are off.',
    'See https://docs.site.dev/retries for details.',
    'The [guide](https://docs.site.dev/retries) explains how to open a connection.',
    'I used the [list of limits](https://docs.site.dev/retries), which gives 60 seconds.',
  ])('is reported if it is a source that no tool opened: %s', (says) => {
    expect(unseenIn(says)).toEqual(['https://docs.site.dev/retries']);
  });

  test.each([
    'It says so (https://seen.site.dev/a).',
    'Open http://localhost:3000 to see it.',
    'The server runs at http://127.0.0.1:8080/docs.',
    'It is reachable as http://myhost:99/x and https://wiki.corp.internal/y.',
    'Now set the base URL to https://api.site.dev/v1 in the settings.',
    'The preview is available at https://preview-7.site.dev/.',
    'Pull request: https://code.site.dev/team/app/pull/7',
    'Create it at https://code.site.dev/team/app/compare/main...fix.',
    'Requests go to https://api.site.dev/v1/projects/{id}/sessions.',
    'The app was deployed to https://app.site.dev/.',
  ])('is not reported if it is to be used or was created: %s', (says) => {
    expect(unseenIn(says)).toEqual([]);
  });
});

/** Which cited sources the log of an agent shows, and how that is summarised. */
import { describe, expect, test } from 'vitest';
import { grade } from '../../../src/core/findings/finding';
import { summary } from '../../../src/core/findings/tally';
import { render } from '../../../src/core/report';
import { scanText } from '../../../src/core/scan/scanText';

const call = (name: string, input: object, content: string, id: string) => [
  { role: 'assistant', content: [{ type: 'tool_use', id, name, input }] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] },
];
const talk = (said: string, ...calls: object[][]) =>
  JSON.stringify([
    { role: 'user', content: 'See https://given.example/brief.' },
    ...calls.flat(),
    { role: 'assistant', content: said },
  ]);
const fetched = call('WebFetch', { url: 'https://a.example/one' }, 'As 10.1234/lamp.7 shows, it burns.', 'f');
const searched = call('WebSearch', { query: 'lamps' }, 'Lamps: https://b.example/two', 's');

const shownIn = (text: string) => {
  const { citations, log } = scanText(text);
  return citations.map(({ id, raw }) => [raw, log?.get(id)?.shown]);
};

describe('a cited source is', () => {
  test.each([
    ['It burns (https://a.example/one).', 'opened'],
    ['It burns (https://a.example/one#wick).', 'opened'],
    ['It burns (https://given.example/brief).', 'opened'],
    ['It burns (doi:10.1234/lamp.7).', 'opened'],
    ['It burns (https://b.example/two).', 'found'],
    ['It burns (https://c.example/three).', 'never'],
    ['It burns (doi:10.1234/lamp.8).', 'never'],
  ])('%s %s', (said, shown) => {
    expect(shownIn(talk(said, fetched, searched)).map(([, how]) => how)).toEqual([shown]);
  });

  test('unknown where no tool of the log reads pages', () => {
    const bash = call('Bash', { command: 'ls' }, 'a.ts', 'b');
    expect(shownIn(talk('It burns (https://c.example/three).', bash)).map(([, how]) => how)).toEqual([
      undefined,
    ]);
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

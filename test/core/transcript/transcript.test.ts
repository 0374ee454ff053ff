/** What holds of any log, and of large and hostile ones; `cases/` has the formats. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scanConversation, scanTranscript } from '../../../src/core/agentLog/transcriptScan';
import { scan } from '../../../src/core/extract';
import { LATEX } from '../../../src/core/extract/latexReader';
import { createTextScanner } from '../../../src/core/scan/scanner';
import { scanText } from '../../../src/core/scan/scanText';
import { readTranscript, type Transcript } from '../../../src/core/transcript';
import { message, toolCall } from '../../support/agentLogs';

const read = (file: string): Transcript => {
  const found = readTranscript(file);
  if (!found) throw new Error('not read as a transcript');
  return found;
};
const log = (...messages: readonly object[]) => JSON.stringify(messages);
const said = ({ text, turns }: Transcript) => turns.map(({ start, end }) => text.slice(start, end));

describe('the place of readable text in the file', () => {
  const units = fc.string({
    unit: fc.constantFrom('a', '"', '\\', '\n', '\t', 'é', '😀', '\ud800', '\u2028', '\u0000', '/'),
  });

  test('is exact for each character', () => {
    fc.assert(
      fc.property(units, fc.boolean(), (words, escaped) => {
        fc.pre(words !== '');
        const json = JSON.stringify([{ role: 'assistant', content: words }]);
        const file = escaped
          ? json.replace(/[^\x20-\x7e]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
          : json;
        const talk = read(file);
        const [turn] = talk.turns;
        if (!turn) throw new Error('no turn');
        expect(talk.text.slice(turn.start, turn.end)).toBe(words);
        for (let i = turn.start; i < turn.end; i++) {
          const { start, end } = talk.place({ start: i, end: i + 1 });
          expect(JSON.parse(`"${file.slice(start, end)}"`)).toBe(talk.text[i]);
        }
        const whole = talk.place(turn);
        expect(JSON.parse(`"${file.slice(whole.start, whole.end)}"`)).toBe(words);
      }),
    );
  });

  test('treats a carriage return with its line feed as one line end', () => {
    const file = JSON.stringify([{ role: 'assistant', content: 'a\r\nb' }]);
    const { text, turns, place } = read(file);
    const [turn = { start: 0, end: 0 }] = turns;
    expect(text.slice(turn.start, turn.end)).toBe('a\nb');
    const { start, end } = place({ start: turn.start + 1, end: turn.start + 2 });
    expect(file.slice(start, end)).toBe('\\r\\n');
  });
});

describe('the readable text', () => {
  const calling = (command: string | undefined, ...outputs: readonly string[]) => [
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c', function: { name: 'sh', arguments: JSON.stringify({ command }) } }],
    },
    { role: 'tool', tool_call_id: 'c', content: outputs.map((text) => ({ type: 'text', text })) },
    { role: 'assistant', content: 'Done.' },
  ];
  const after = '\n\n## Assistant\n\nDone.';

  test('keeps any output within its code block', () => {
    const piece = fc.constantFrom('`', '```', '\n', '\r\n', '~~~', '## Assistant\n', 'é', '"', '\ud800');
    const output = fc.array(piece, { minLength: 1, maxLength: 40 }).map((all) => all.join(''));
    fc.assert(
      fc.property(output, fc.constantFrom(1, 200), fc.boolean(), (words, times, escaped) => {
        const json = JSON.stringify(calling('ls', words.repeat(times)));
        const file = escaped ? json.replaceAll('`', '\\u0060') : json;
        const { text, turns, place } = read(file);
        const [, fence = ''] = /^## Tool: sh\n\n(`{3,})\n/.exec(text) ?? [];
        const close = new RegExp(`\\n {0,3}${fence}`, 'g');
        close.lastIndex = turns[0]?.start ?? 0;
        expect(close.exec(text)?.index).toBe((turns[0]?.end ?? 0) - 1);
        expect(text.slice(close.lastIndex)).toBe(after);
        const said = place(turns[1] ?? { start: 0, end: 0 });
        expect(file.slice(said.start, said.end)).toBe('Done.');
      }),
    );
  });

  test('has a bounded fence for 100 KB of backticks', () => {
    const { text } = read(JSON.stringify(calling('ls', '`'.repeat(100_000))));
    expect(text.length).toBeLessThan(13_000);
    expect(text.endsWith(`\n${'`'.repeat(4_001)}${after}`)).toBe(true);
  });
});

describe('readTranscript', () => {
  test('never throws', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      ':',
      ',',
      '\\u12',
      '\\',
      '\n',
      '"role"',
      '"assistant"',
      '"content"',
      'x',
      '**User:** ',
      '**Assistant:** ',
      '```',
      '⏺ ',
      '⎿',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (parts) => void readTranscript(parts.join(''))),
    );
  });

  test('skips deep nesting', () => {
    const deep = '['.repeat(50_000) + ']'.repeat(50_000);
    const talk = read(`{"role":"assistant","content":"here","extra":${deep}}`);
    expect(said(talk)).toEqual(['here']);
    expect(readTranscript('['.repeat(200_000))).toBeUndefined();
    expect(readTranscript('{"a":'.repeat(200_000))).toBeUndefined();
  });
});

describe('a large log', () => {
  test('may have more sources in a message than a call takes arguments', () => {
    const citations = Array.from({ length: 100_001 }, (_, i) => ({ url: `https://a.example/${i}` }));
    const [, answer] = said(
      read(log(message('user', 'Why?'), message('assistant', [{ type: 'text', text: 'So.', citations }]))),
    );
    expect(answer).toMatch(/^So\. <https:\/\/a\.example\/0> <.*<https:\/\/a\.example\/100000>$/);
  });

  test.each([
    ['is shown in part, and seen whole', 5_000, /x{4000} … \(1000 more\)$/],
    ['is shown whole if it just fits', 3_995, /more$/],
  ])('with a long output %s', (_, length, end) => {
    const output = `${'x'.repeat(length)}\nmore`;
    const talk = read(
      log(...toolCall('Read', { path: 'a.ts' }, [{ text: 'x'.repeat(length) }, { text: 'more' }])),
    );
    expect(said(talk)[0]?.trimEnd()).toMatch(end);
    expect(talk.seen[0]?.text).toBe(output);
  });

  test('is not read above the limit of a document', () => {
    expect(readTranscript(`[${' '.repeat(20_000_001)}]`)).toBeUndefined();
  });
});

test('a blank answer has no seen source', () => {
  expect(read(log(message('user', 'Go.'), ...toolCall('Read', { file_path: 'a.ts' }, ' \n'))).seen).toEqual(
    [],
  );
});

describe('scanText', () => {
  const talk =
    '## User\n\nWhy?\n\n## Assistant\n\nSee src/a.ts:2 and [7].\n\n## References\n\n[1] https://a.example\n';

  test('detects a conversation', () => {
    expect(scanText('See src/a.ts:2.')).toEqual(scan('See src/a.ts:2.'));
    const value = log(message('user', 'src/u.ts:1'), message('assistant', 'See src/a.ts:2.'));
    expect(scanText(value).citations.map(({ identifier }) => identifier)).toEqual(['src/a.ts:2']);
    expect(scanText(value, { format: LATEX }).citations.length).not.toBe(1);
    expect(scanText('{"role":"user","content":"a"}\n{"role":')).toMatchObject({ broken: 1 });
  });

  test('reads changing texts of different kinds with one scanner', () => {
    const scanner = createTextScanner({}, scanConversation);
    expect(scanner.scan('See src/a.ts:2.')).toEqual(scan('See src/a.ts:2.'));
    expect(scanner.scan(talk)).toEqual(scanTranscript(read(talk)));
    expect(createTextScanner({ format: LATEX }, scanConversation).scan(talk)).toEqual(
      scan(talk, { format: LATEX }),
    );
  });

  test('groups the markers of a claim, separately for each message', () => {
    const messages = [1, 2].map(() => message('assistant', 'So it is (Lee, 2019; Poe, 2020).'));
    const { citations } = scanText(log(...messages));
    const groups = citations.map(({ group }) => group);
    expect(new Set(groups).size).toBe(2);
    expect(groups).not.toContain(undefined);
    for (const { group } of citations) expect(citations.map(({ id }) => id)).toContain(group);
  });
});

/** The less usual shapes in which tools keep conversations, and what their answers show. */
import { describe, expect, test } from 'vitest';
import { readTranscript } from '../../../src/core/transcript';
import { readMarkdown } from '../../../src/core/transcript/chatMarkdown';
import { createTextScanner } from '../../../src/core/scan/scanner';
import { scanConversation, scanTranscript } from '../../../src/core/agentLog/transcriptScan';
import { scanText } from '../../../src/core/scan/scanText';
import { scan } from '../../../src/core/extract';

const lines = (...values: readonly unknown[]) => values.map((v) => JSON.stringify(v)).join('\n');
const told = (value: unknown) => {
  const talk = readTranscript(typeof value === 'string' ? value : JSON.stringify(value));
  if (!talk) return undefined;
  const { format, turns, text, seen } = talk;
  return {
    format,
    turns: turns.map(({ role, start, end }) => `${role}: ${text.slice(start, end).trim()}`),
    times: turns.map(({ at }) => at),
    seen: seen.map(({ kind, name, text: shown }) => [kind, name, shown]),
  };
};
const user = (text: string) => ({ role: 'user', content: text });

describe('session events of Copilot', () => {
  const event = (type: string, data: object) => ({ type, data, timestamp: '2026-11-01T10:00:00.000Z' });
  const start = (toolCallId: string, toolName: string, args: object) =>
    event('tool.execution_start', { toolCallId, toolName, arguments: args });
  const done = (toolCallId: string, more: object) =>
    event('tool.execution_complete', { toolCallId, success: true, ...more });
  const session = [
    event('session.start', { context: { cwd: '/home/dev/app' } }),
    event('user.message', { content: 'Test it.' }),
    start('1', 'bash', { command: 'npm test' }),
    done('1', { result: { content: '1 failing\n<exited with exit code 2>' } }),
    start('2', 'bash', { command: 'npm run lint' }),
    done('2', {}),
    start('3', 'edit', { path: 'a.ts' }),
    done('3', {}),
    event('assistant.message', { content: 'Lower agent.', parentToolCallId: '9' }),
    event('assistant.message', { content: 'Done.' }),
  ];

  test('hold what was said and how commands ended, without the words of sub-agents', () => {
    expect(told(lines(...session))).toMatchObject({
      format: 'copilot',
      turns: expect.arrayContaining(['user: Test it.', 'assistant: Done.']) as unknown,
    });
    const read = readTranscript(lines(...session));
    expect(read?.cwd).toBe('/home/dev/app');
    expect(read?.text).not.toContain('Lower agent.');
    expect(read?.events.map(({ tool, ending, exit }) => [tool, ending, exit])).toEqual([
      ['bash', 'failed', 2],
      ['bash', 'none', undefined],
      ['edit', 'ok', undefined],
    ]);
  });

  test('begin anew where the host compacted the conversation', () => {
    const read = readTranscript(lines(...session, event('session.compaction_complete', { success: true })));
    expect(read?.gap?.at).toBe(read?.text.length);
  });
});

describe('messages', () => {
  test('of Gemini’s interface have parts, calls and answers under names of their own', () => {
    const value = {
      messages: [
        { role: 'user', parts: [{ text: 'Why?' }] },
        {
          role: 'model',
          parts: [
            { thought: true, text: 'perhaps' },
            { text: 'Because.' },
            { functionCall: { name: 'read_file', args: { path: 'a.ts' } } },
          ],
        },
        {
          role: 'user',
          parts: [{ functionResponse: { name: 'read_file', response: { output: 'const a = 1;' } } }],
        },
      ],
    };
    expect(told(value)).toMatchObject({
      format: 'messages',
      turns: ['user: Why?', 'assistant: Because.', 'tool: const a = 1;'],
      seen: [['file', 'a.ts', 'const a = 1;']],
    });
  });

  test('of one part may carry more sources than a call takes arguments', () => {
    const citations = Array.from({ length: 100_001 }, (_, i) => ({ url: `https://a.example/${i}` }));
    const [turn] =
      told([
        user('Why?'),
        { role: 'assistant', content: [{ type: 'text', text: 'So.', citations }] },
      ])?.turns.slice(1) ?? [];
    expect(turn).toContain('assistant: So. <https://a.example/0> <');
    expect(turn?.endsWith('<https://a.example/100000>')).toBe(true);
  });

  test('of several parts are paragraphs, but one sentence where parts carry sources', () => {
    const part = (text: string, ...urls: readonly string[]) => ({
      type: 'text',
      text,
      ...(urls.length > 0 && { citations: urls.map((url) => ({ url })) }),
    });
    const value = (...content: readonly unknown[]) => ({ messages: [{ role: 'assistant', content }] });
    expect(told(value(part('One.'), 'Two.'))?.turns).toEqual(['assistant: One.\n\nTwo.']);
    const [turn] =
      told(
        value(
          part('Tides '),
          part(
            'rise',
            'https://a.example/x',
            'https://a.example/x',
            'not an address',
            'https://a.example/ b',
          ),
          { type: 'text', text: ' and fall.', citations: [{ title: 'no address' }] },
        ),
      )?.turns ?? [];
    expect(turn).toBe('assistant: Tides rise <https://a.example/x> and fall.');
  });

  test('of a run have their instructions, their input and their output', () => {
    const value = {
      instructions: 'Be brief.',
      input: [
        user('Why?'),
        { type: 'function_call', call_id: 'c', name: 'shell', arguments: '{"cmd":"cat a.txt"}' },
      ],
      output: [
        { type: 'function_call_output', call_id: 'c', output: '{"output":"Tides rise.","metadata":{}}' },
        { type: 'reasoning', summary: [] },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'So.' }] },
      ],
    };
    expect(told(value)).toMatchObject({
      turns: ['system: Be brief.', 'user: Why?', expect.stringContaining('tool: '), 'assistant: So.'],
      seen: [['file', 'a.txt', 'Tides rise.']],
    });
  });

  test('of a chat completion are its choices', () => {
    expect(
      told({
        choices: [{ message: { role: 'assistant', content: 'So.' } }, { index: 1 }],
        created: 1_700_000_000,
      }),
    ).toMatchObject({
      turns: ['assistant: So.'],
      times: ['2023-11-14T22:13:20.000Z'],
    });
  });

  test('with calls beside the words are answered by the message of the tool', () => {
    const value = {
      messages: [
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c', function: { name: 'fetch', arguments: '{"url":"https://a.example/x"}' } }],
        },
        { role: 'tool', tool_call_id: 'c', content: 'Tides rise.' },
        { role: 'nobody', content: 'ignored' },
        { role: 'tool', name: 'other', content: '' },
      ],
    };
    expect(told(value)).toMatchObject({
      turns: ['tool: Tides rise.', 'tool: '],
      seen: [['url', 'https://a.example/x', 'Tides rise.']],
    });
  });

  test.each<[unknown]>([
    [[]],
    [{}],
    [[1, 'a', [2]]],
    [{ messages: [{ role: 'user', content: '' }] }],
    ['{"messages": ['],
  ])('are not %j', (value) => expect(told(value)).toBeUndefined());
});

describe('a session of Claude Code', () => {
  test('has notes of the program that are nobody’s words', () => {
    const value = lines(
      { type: 'user', isMeta: true, message: user('a note of the program') },
      { type: 'user', message: { content: 'no role', role: 'user' } },
      {
        type: 'assistant',
        message: { role: 'assistant', content: [{ type: 'tool_use', name: 'Read', input: {} }] },
      },
    );
    expect(told(value)?.turns).toEqual(['system: a note of the program', 'user: no role']);
  });

  test('shows a page that its own fetch has read, by the address in the answer', () => {
    const answer = {
      type: 'web_fetch_tool_result',
      tool_use_id: 's1',
      content: { url: 'https://a.example/x', content: { source: { data: 'Tides rise.' } } },
    };
    const value = {
      messages: [
        {
          role: 'assistant',
          content: [{ type: 'text', text: 'I look.' }, answer, { type: 'text', text: 'So.' }],
        },
      ],
    };
    expect(told(value)).toMatchObject({
      turns: ['assistant: I look.', 'tool: Tides rise.', 'assistant: So.'],
      seen: [['url', 'https://a.example/x', 'Tides rise.']],
    });
  });

  test('has seen nothing in an answer that is a failure', () => {
    const call = { type: 'tool_use', id: 't', name: 'Read', input: { file_path: 'a.ts' } };
    const result = { type: 'tool_result', tool_use_id: 't', is_error: true, content: 'no such file' };
    const value = lines(
      { type: 'assistant', message: { role: 'assistant', content: [call] } },
      { type: 'user', message: { role: 'user', content: [result] } },
    );
    expect(told(value)).toMatchObject({ turns: ['tool: no such file'], seen: [] });
  });
});

describe('a session of Codex', () => {
  test('is told by its events where it has no items', () => {
    const event = (type: string, message: string) => ({ type: 'event_msg', payload: { type, message } });
    const value = lines(
      { type: 'session_meta', payload: { cwd: '/p' } },
      event('user_message', 'Why?'),
      event('agent_reasoning', 'perhaps'),
      event('agent_message', 'So.'),
    );
    expect(told(value)).toMatchObject({ format: 'codex', turns: ['user: Why?', 'assistant: So.'] });
  });

  test('is told once where it has both', () => {
    const value = lines(
      { type: 'event_msg', payload: { type: 'agent_message', message: 'So.' } },
      {
        type: 'response_item',
        payload: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'So.' }] },
      },
    );
    expect(told(value)?.turns).toEqual(['assistant: So.']);
  });

  test('that ran without a terminal is told by what it has completed', () => {
    const done = (item: object) => ({ type: 'item.completed', item });
    const value = lines(
      { type: 'item.started', item: { type: 'agent_message', text: 'not yet' } },
      done({
        type: 'command_execution',
        command: "bash -lc 'sed -n 3,4p src/a.ts'",
        aggregated_output: 'three\nfour\n',
      }),
      done({ item_type: 'assistant_message', text: 'It is in src/a.ts:3.' }),
      done({ type: 'agent_message', text: 'So.' }),
      done({ type: 'file_change' }),
    );
    expect(told(value)).toMatchObject({
      format: 'codex',
      turns: [
        "tool: $ bash -lc 'sed -n 3,4p src/a.ts'\nthree\nfour",
        'assistant: It is in src/a.ts:3.',
        'assistant: So.',
      ],
      seen: [['file', 'src/a.ts', 'three\nfour\n']],
    });
  });
});

describe('an export of Copilot Chat', () => {
  const requests = [
    {
      message: 'Why?',
      timestamp: 1_700_000_000_000,
      response: [
        { kind: 'markdownContent', content: 'See ' },
        {
          kind: 'inlineReference',
          inlineReference: { location: { uri: { path: '/p/a.ts' }, range: { startLineNumber: 4 } } },
        },
        { content: { value: ' and ' } },
        { kind: 'inlineReference', inlineReference: { path: '/p/b.ts' } },
        { kind: 'inlineReference' },
        { kind: 'progress', content: { value: 'working' } },
        { content: { value: 7 } },
      ],
      result: {
        metadata: {
          toolCallRounds: [
            {
              toolCalls: [
                { id: 'c', name: 'read_file', arguments: '{"filePath":"a.ts","startLine":4}' },
                { name: 'lost' },
              ],
            },
          ],
          toolCallResults: { c: { content: [{ value: 'const a = 1;' }] } },
        },
      },
    },
    { message: { text: 'And?' }, response: [] },
  ];

  test.each([[{ requests }], [{ kind: 0, v: { requests } }]])(
    'has questions, what was read, and answers with their places',
    (value) => {
      expect(told(value)).toMatchObject({
        format: 'copilot-chat',
        turns: ['user: Why?', 'tool: const a = 1;', 'assistant: See /p/a.ts:4 and /p/b.ts', 'user: And?'],
        times: [
          '2023-11-14T22:13:20.000Z',
          '2023-11-14T22:13:20.000Z',
          '2023-11-14T22:13:20.000Z',
          undefined,
        ],
        seen: [['file', 'a.ts', 'const a = 1;']],
      });
    },
  );
});

describe('a chat of Gemini CLI', () => {
  test('is a line a message', () => {
    const value = lines(
      { type: 'user', id: '1', timestamp: '2026-02-20', content: 'Why?' },
      {
        type: 'gemini',
        id: '2',
        timestamp: '2026-02-20 22:46:24Z',
        content: 'So.',
        toolCalls: [
          {
            name: 'read_file',
            args: { absolute_path: '/p/a.ts' },
            status: 'success',
            resultDisplay: 'const a = 1;',
          },
          { args: {}, status: 'error', result: [{ functionResponse: { response: { output: 'no' } } }] },
        ],
      },
    );
    expect(told(value)).toMatchObject({
      format: 'gemini-cli',
      turns: ['user: Why?', 'tool: const a = 1;', 'tool: no', 'assistant: So.'],
      times: [
        '2026-02-20T23:59:59.999Z',
        '2026-02-20T22:46:24.000Z',
        '2026-02-20T22:46:24.000Z',
        '2026-02-20T22:46:24.000Z',
      ],
      seen: [['file', '/p/a.ts', 'const a = 1;']],
    });
  });

  test('is a history of roles, some of which nobody has', () => {
    const value = { history: [{ role: 'user', parts: [{ text: 'Why?' }] }, { parts: [{ text: 'lost' }] }] };
    expect(told(value)).toMatchObject({ format: 'gemini-cli', turns: ['user: Why?'] });
  });
});

describe('what an answer shows', () => {
  const shown = (name: string, input: object, content = 'Tides rise.') =>
    told({
      messages: [
        { role: 'assistant', content: [{ type: 'tool_use', id: 't', name, input }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content }] },
      ],
    })?.seen.map(([kind, what]) => `${kind} ${what}`);

  test.each<[string, object, readonly string[]]>([
    ['WebFetch', { url: 'https://a.example/x' }, ['url https://a.example/x']],
    ['fetch', { urls: ['https://a.example/x', 'https://a.example/y'] }, []],
    ['fetch', { url: 'mailto:a@b.example' }, []],
    ['web_fetch', { prompt: 'Read <https://a.example/x> for me' }, ['url https://a.example/x']],
    ['web_fetch', { prompt: 'Read https://a.example/x and https://a.example/y' }, []],
    ['web_fetch', {}, []],
    ['Read', { file_path: 'a.ts' }, ['file a.ts']],
    ['Read', { pages: 3 }, []],
    ['list_files', { path: 'src' }, []],
    ['write_file', { path: 'a.ts' }, []],
    ['str_replace_editor', { command: 'view', path: 'a.ts' }, ['file a.ts']],
    ['Bash', { command: 'cat a.txt' }, ['file a.txt']],
    ['Bash', { command: 'cat a.txt b.txt' }, []],
    ['Bash', { command: 'nl -ba a.txt' }, ['file a.txt']],
    ['Bash', { command: 'nl -ba a.txt | sed -n 1,5p' }, ['file a.txt']],
    ['Bash', { command: 'cd /p && head -n 5 a.txt' }, ['file a.txt']],
    ['Bash', { command: 'sed -n 1,5p a.txt' }, ['file a.txt']],
    ['Bash', { command: 'sed -n 1,5p a.txt b.txt' }, []],
    ['Bash', { command: 'sed -i s/a/b/ a.txt' }, []],
    ['Bash', { command: 'curl -s https://a.example/x' }, ['url https://a.example/x']],
    ['Bash', { command: 'wget https://a.example/x https://a.example/y' }, []],
    ['Bash', { command: 'cat a.txt | wc' }, []],
    ['Bash', { command: 'ls -l' }, []],
    ['Bash', { command: 'ls' }, []],
    ['shell', { command: ['bash', '-lc', 'cat a.txt'] }, ['file a.txt']],
  ])('of %s with %j is %j', (name, input, expected) => expect(shown(name, input)).toEqual(expected));

  test('is nothing when it is blank', () => expect(shown('Read', { file_path: 'a.ts' }, ' \n')).toEqual([]));

  test('begins at the line that was asked for, counted from one', () => {
    const at = (input: object) =>
      readTranscript(
        JSON.stringify({
          messages: [
            { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'Read', input }] },
            { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'a\nb' }] },
          ],
        }),
      )?.seen.map((seen) => (seen.kind === 'file' ? seen.line : undefined));
    expect(at({ path: 'a.ts', offset: 7.5 })).toEqual([7]);
    expect(at({ path: 'a.ts', offset: 0, startLine: 3 })).toEqual([3]);
    expect(at({ path: 'a.ts', offset: -2 })).toEqual([1]);
  });

  test('of which there is much is shown in part, and seen whole', () => {
    const long = 'x'.repeat(5_000);
    const value = {
      messages: [
        {
          role: 'assistant',
          content: [{ type: 'tool_use', id: 't', name: 'Read', input: { path: 'a.ts' } }],
        },
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 't', content: [{ text: long }, { text: 'more' }] }],
        },
      ],
    };
    const [turn] = told(value)?.turns ?? [];
    expect(turn).toMatch(/x{4000} … \(1000 more\)$/);
    expect(told(value)?.seen[0]?.[2]).toBe(`${long}\nmore`);
  });
});

describe('moments', () => {
  test.each([
    ['2026-02-20T22:46:24.000Z', '2026-02-20T22:46:24.000Z'],
    ['2026-02-20T22:46+01:00', '2026-02-20T21:46:00.000Z'],
    ['2026-02-20', '2026-02-20T23:59:59.999Z'],
    [1_700_000_000, '2023-11-14T22:13:20.000Z'],
    [1_700_000_000_000, '2023-11-14T22:13:20.000Z'],
    ['yesterday', undefined],
    ['2026-99-99', undefined],
    [-1, undefined],
    [1e300, undefined],
    [true, undefined],
    [null, undefined],
  ])('%j is %s', (timestamp, expected) => {
    expect(told({ messages: [{ ...user('a'), timestamp }] })?.times).toEqual([expected]);
  });
});

describe('a file that is broken', () => {
  test('is read line by line, and says how many lines could not be read', () => {
    const value = `${JSON.stringify(user('One.'))}\n{"role": "user", "content": \n\n${JSON.stringify(user('Two.'))}\r\n`;
    expect(readTranscript(value)).toMatchObject({ broken: 1 });
    expect(told(value)?.turns).toEqual(['user: One.', 'user: Two.']);
    expect(scanText(value)).toMatchObject({ broken: 1 });
  });

  test.each([
    '[{"role":"user" "content":"a"}]',
    '{"role":"user","content":"a" x}',
    '[1,',
    '["\\u12',
    '{"a',
    '{"a":',
  ])('is no conversation: %j', (value) => expect(readTranscript(value)).toBeUndefined());

  test('may have escapes of every kind', () => {
    const value = '{"messages":[{"role":"user","content":"a\\u00e4\\n\\"b\\" \\uZZZZ"}]}';
    expect(told(value)?.turns[0]).toMatch(/^user: aä\n"b" /);
  });

  test('larger than a document may be is not read', () => {
    expect(readTranscript(`[${' '.repeat(20_000_001)}]`)).toBeUndefined();
  });
});

describe('a text', () => {
  const talk =
    '## User\n\nWhy?\n\n## Assistant\n\nSee src/a.ts:2 and [7].\n\n## References\n\n[1] https://a.example\n';

  test('of which nothing is known is read as a conversation where it is one', () => {
    expect(scanText('See src/a.ts:2.')).toEqual(scan('See src/a.ts:2.'));
    const value = JSON.stringify([user('src/u.ts:1'), { role: 'assistant', content: 'See src/a.ts:2.' }]);
    expect(scanText(value).citations.map(({ identifier }) => identifier)).toEqual(['src/a.ts:2']);
    expect(scanText(value, { format: 'latex' }).citations.length).not.toBe(1);
  });

  test('is read again and again by one scanner, as what it is then', () => {
    const scanner = createTextScanner({}, scanConversation);
    expect(scanner.scan('See src/a.ts:2.')).toEqual(scan('See src/a.ts:2.'));
    const read = readTranscript(talk);
    if (!read) throw new Error('not read as a transcript');
    expect(scanner.scan(talk)).toEqual(scanTranscript(read));
    expect(createTextScanner({ format: 'latex' }, scanConversation).scan(talk)).toEqual(
      scan(talk, { format: 'latex' }),
    );
  });

  test('of several markers about one claim keeps them together over all messages', () => {
    const messages = [1, 2].map(() => ({ role: 'assistant', content: 'So it is (Lee, 2019; Poe, 2020).' }));
    const { citations } = scanText(JSON.stringify(messages));
    const groups = citations.map(({ group }) => group);
    expect(new Set(groups).size).toBe(2);
    expect(groups).not.toContain(undefined);
    for (const { group } of citations) expect(citations.map(({ id }) => id)).toContain(group);
  });
});

test('a call that an exporter writes into the agent’s turn is no claim, and an event without an answer', () => {
  const text = [
    '## 👤 User',
    '',
    'Fix the cart.',
    '',
    '---',
    '',
    '## 🤖 Claude',
    '',
    '🔧 Using tool: Write',
    'Input: {',
    '  "file_path": "src/cart.py",',
    '  "content": "See [1] for the sum.\\n\\n[2] Keller, 2019."',
    '}',
    '',
    '---',
    '',
    '## 🤖 Claude',
    '',
    'The sum is in src/cart.py:12.',
  ].join('\n');
  const read = readMarkdown(text);
  expect(read?.turns.map(({ role }) => role)).toEqual(['user', 'tool', 'assistant']);
  expect(read?.events.map(({ tool, input, ending }) => [tool, input.get('file_path'), ending])).toEqual([
    ['Write', 'src/cart.py', 'none'],
  ]);
});

test('a call that SpecStory writes without tags is an event, up to a rule outside of code and details', () => {
  const text = [
    '_**User**_',
    '',
    'Test the cart.',
    '',
    '---',
    '',
    '_**Agent (claude)**_',
    '',
    'Tool use: **Bash** Run the tests',
    '',
    '`npm test`',
    '',
    'Result:',
    '',
    '```',
    '12 passing',
    '```',
    '',
    '_**Agent (claude)**_',
    '',
    'Tool use: **apply_patch**',
    '',
    '```',
    'Success. Updated the following files:',
    'M src/cart.ts',
    '```',
    '',
    '_**Agent (claude)**_',
    '',
    'Tool use: **read_lints**',
    '<details>',
    'No problems.',
    '',
    '---',
    '',
    '</details>',
    '',
    '---',
    '',
    'The cart works.',
  ].join('\n');
  const read = readMarkdown(text);
  expect(read?.turns.map(({ role }) => role)).toEqual(['user', 'tool', 'tool', 'tool', 'assistant']);
  expect(read?.events.map(({ tool, input }) => [tool, input.get('command') ?? input.get('path')])).toEqual([
    ['Bash', 'npm test'],
    ['apply_patch', 'src/cart.ts'],
    ['read_lints', undefined],
  ]);
  expect(read?.events[0]?.text()).toBe('12 passing');
});

test.each([
  [
    'code that opens behind a word',
    ['_**Agent**_', '', 'I```thinking', 'Hm.', '```', '', 'Sure.'],
    ['assistant', 'user', 'assistant'],
  ],
  [
    'a call that shows the end of another call',
    [
      '_**Agent**_',
      '',
      '<tool-use><details>',
      '```',
      '  1→</details></tool-use>',
      '```',
      '</details></tool-use>',
    ],
    ['tool', 'user', 'assistant'],
  ],
])('%s ends where it ends, so that no speaker is lost', (_, lines, roles) => {
  const rest = ['', '_**User**_', '', 'Go on.', '', '_**Agent**_', '', 'Done.'];
  const read = readMarkdown([...lines, ...rest].join('\n'));
  expect(read?.turns.map(({ role }) => role)).toEqual(roles);
});

describe('logs of research agents', () => {
  const events = (value: unknown) =>
    readTranscript(typeof value === 'string' ? value : JSON.stringify(value))?.events.map(
      ({ tool, input, ending, exit, text }) => [
        tool,
        input.get('command') ?? input.get('path'),
        ending,
        exit,
        text(),
      ],
    );

  test('a trajectory of SWE-agent has its task, its thoughts, and an event for each action', () => {
    const step = { action: 'pytest -q\n', observation: '3 passed in 0.1s', thought: 'I run the tests.' };
    const history = [user('Fix the wick.'), { role: 'assistant', content: 'I run the tests.' }];
    const value = { trajectory: [step], history, info: {} };
    expect(told(value)).toMatchObject({
      format: 'swe-agent',
      turns: ['user: Fix the wick.', 'assistant: I run the tests.', expect.stringContaining('$ pytest -q')],
    });
    expect(events(value)).toEqual([['shell', 'pytest -q', 'ok', undefined, '3 passed in 0.1s']]);
  });

  test('the events of OpenHands have exit codes, in both forms', () => {
    const first = lines(
      { source: 'user', action: 'message', args: { content: 'Test it.' } },
      { source: 'agent', action: 'run', args: { command: 'npm test', thought: 'I run the tests.' } },
      {
        source: 'agent',
        observation: 'run',
        content: '1 failing',
        extras: { command: 'npm test', exit_code: 1 },
      },
      { source: 'agent', observation: 'read', content: 'wick', extras: { path: 'a.ts' } },
      { source: 'agent', action: 'finish', args: { final_thought: 'One test fails.' } },
    );
    const agent = { source: 'agent', tool_call_id: 'c1', tool_name: 'terminal' };
    const second = lines(
      {
        kind: 'MessageEvent',
        source: 'user',
        llm_message: { role: 'user', content: [{ type: 'text', text: 'Test it.' }] },
      },
      {
        kind: 'ActionEvent',
        ...agent,
        thought: [{ type: 'text', text: 'I run the tests.' }],
        action: { command: 'npm test', kind: 'TerminalAction' },
      },
      {
        kind: 'ObservationEvent',
        ...agent,
        source: 'environment',
        observation: { content: [{ type: 'text', text: '1 failing' }], exit_code: 1 },
      },
      { kind: 'ActionEvent', source: 'agent', action: { kind: 'FinishAction', message: 'One test fails.' } },
    );
    const words = ['user: Test it.', 'assistant: I run the tests.', 'assistant: One test fails.'];
    for (const log of [first, second]) {
      expect(told(log)).toMatchObject({
        format: 'openhands',
        turns: expect.arrayContaining(words) as string[],
      });
      expect(events(log)?.[0]?.slice(1)).toEqual(['npm test', 'failed', 1, '1 failing']);
    }
    expect(told(first)?.seen).toEqual([['file', 'a.ts', 'wick']]);
  });

  test('the first session files of Codex are one value with items', () => {
    const call = {
      id: 'c',
      type: 'function',
      function: { name: 'shell', arguments: '{"command":["make"]}' },
    };
    const items = [
      user('Build.'),
      { role: 'assistant', content: '', tool_calls: [call] },
      { role: 'tool', tool_call_ids: ['c'], content: 'ok' },
    ];
    expect(events({ session: { id: 'a' }, items })).toEqual([['shell', ['make'], 'ok', undefined, 'ok']]);
  });
});

test('an export of Cline or Roo Code has tool calls as tags and results in the user’s name', () => {
  const text = [
    '**User:**\n\n<task>\nTest it.\n</task>\n<environment_details>\n# Tabs: [1]\n</environment_details>\n\n---\n',
    '**Assistant:**\n\nI run the tests.\n\n<execute_command>\n<command>npm test</command>\n</execute_command>\n\n---\n',
    "**User:**\n\n[execute_command for 'npm test'] Result:\nCommand executed in terminal within '/app'. Exit code: 1\nOutput:\n1 failing\n\n---\n",
    '**Assistant:**\n\n<attempt_completion>\n<result>\nOne test fails.\n</result>\n</attempt_completion>\n',
  ].join('\n');
  const read = readMarkdown(text);
  expect(read?.turns.map(({ role }) => role)).toEqual([
    'user',
    'tool',
    'assistant',
    'tool',
    'tool',
    'assistant',
  ]);
  expect(read?.events.map(({ input, ending, exit }) => [input.get('command'), ending, exit])).toEqual([
    ['npm test', 'failed', 1],
  ]);
});

test('an export of opencode has calls with their results', () => {
  const tool = (command: string, state: object) => ({
    type: 'tool',
    callID: 'c',
    tool: 'bash',
    state: { input: { command }, ...state },
  });
  const message = (role: string, ...parts: object[]) => ({
    info: { role, time: { created: 1.7e12 } },
    parts,
  });
  const log = {
    info: { directory: '/home/a' },
    messages: [
      message('user', { type: 'text', text: 'Go.' }, { type: 'text', synthetic: true, text: 'Hint.' }),
      message(
        'assistant',
        tool('npm test', { status: 'completed', output: 'x', metadata: { exit: 1 } }),
        tool('npm run a', { status: 'error', error: 'aborted' }),
        tool('npm run b', { status: 'running' }),
        { type: 'text', text: 'Done.' },
      ),
    ],
  };
  expect(told(log)).toMatchObject({
    format: 'opencode',
    turns: ['user: Go.', 'system: Hint.', expect.anything(), expect.anything(), 'assistant: Done.'],
  });
  const read = readTranscript(JSON.stringify(log));
  expect(read?.cwd).toBe('/home/a');
  expect(read?.events.map(({ input, ending, exit }) => [input.get('command'), ending, exit])).toEqual([
    ['npm test', 'failed', 1],
    ['npm run a', 'failed', undefined],
    ['npm run b', 'none', undefined],
  ]);
});

test('messages that Cline shows are read for what was said', () => {
  const say = (kind: string, text: string) => ({ ts: 1_767_644_899_093, type: 'say', say: kind, text });
  const shown = [
    say('text', 'Go.'),
    say('reasoning', 'Hm.'),
    say('command', 'npm test'),
    say('command_output', 'All tests pass.'),
    say('completion_result', 'Done.'),
    say('user_feedback', 'More.'),
  ];
  const turns = ['user: Go.', 'assistant: Done.', 'user: More.'];
  expect(told(shown)).toMatchObject({ format: 'cline', turns });
});

test('a session of pi has calls, results and summaries', () => {
  const entry = (message: object) => ({ type: 'message', id: 'a', parentId: 'b', message });
  const call = { type: 'toolCall', id: 't', name: 'bash', arguments: { command: 'npm test' } };
  const log = lines(
    { type: 'session', version: 3, id: 'a', cwd: '/home/a' },
    entry({ role: 'user', content: [{ type: 'text', text: 'Go.' }] }),
    { type: 'compaction', id: 'c', parentId: 'a', summary: 'Before.' },
    entry({ role: 'assistant', content: [{ type: 'thinking', thinking: 'Hm.' }, call] }),
    entry({ role: 'toolResult', toolCallId: 't', content: [{ type: 'text', text: 'x' }], isError: true }),
    entry({ role: 'assistant', content: [{ type: 'text', text: 'Done.' }] }),
  );
  expect(told(log)?.turns).toEqual(['user: Go.', expect.stringContaining('x'), 'assistant: Done.']);
  const read = readTranscript(log);
  expect(read?.gap?.at).toBeGreaterThan(0);
  expect(read?.events.map(({ input, ending }) => [input.get('command'), ending])).toEqual([
    ['npm test', 'failed'],
  ]);
});

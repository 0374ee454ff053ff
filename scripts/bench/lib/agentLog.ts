/** Logs of coding agents for measurements, the same in every run. */
import { random } from './draft';

type Part = Readonly<Record<string, unknown>>;

const FILES = ['src/parser.ts', 'src/server/routes.ts', 'lib/cache.py', 'test/parser.test.ts', 'README.md'];
const SENTENCES = [
  'The parser drops the last token, see src/parser.ts:41.',
  'All tests pass now.',
  'I fixed the off-by-one in `src/parser.ts` and added a regression test.',
  'The limit is documented at https://docs.example.org/limits and in [the guide](https://docs.example.org/guide).',
  'Next I will run the linter.',
  'The build is clean, and the type check reports no errors.',
  'This keeps the cache keyed by path, which is what the routes expect.',
  'I committed the change as `fix(parser): keep the last token`.',
];
const COMMANDS = ['npm test', 'npx tsc --noEmit && npx eslint src', 'git diff --stat', 'pytest -q | tail -5'];

/** A Claude Code session of about `size` characters: nine tenths are tool results, as in real ones. */
export function agentLog(size: number, seed = 3): string {
  const next = random(seed);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(next() * all.length)] as T;
  const many = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));
  const lines: string[] = [];
  let written = 0;
  let n = 0;
  const put = (role: 'user' | 'assistant', content: readonly Part[] | string) => {
    const timestamp = new Date(1_767_000_000_000 + n++ * 1_000).toISOString();
    const line = JSON.stringify({ type: role, cwd: '/home/dev/app', timestamp, message: { role, content } });
    lines.push(line);
    written += line.length + 1;
  };
  const call = (name: string, input: Part, content: string) => {
    const id = `call${n}`;
    put('assistant', [{ type: 'tool_use', id, name, input }]);
    put('user', [{ type: 'tool_result', tool_use_id: id, content }]);
  };
  const code = () =>
    `${' '.repeat(2)}const ${pick(['row', 'key', 'path'])} = read(${Math.floor(next() * 1e6)});`;
  while (written < size) {
    put('user', 'The last token is lost. Can you fix it?');
    for (const file of many(3, () => pick(FILES)))
      call(
        'Read',
        { file_path: `/home/dev/app/${file}` },
        many(120, (i) => `${i + 1}\t${code()}`).join('\n'),
      );
    call(
      'Edit',
      { file_path: `/home/dev/app/${pick(FILES)}`, old_string: code(), new_string: code() },
      'Updated.',
    );
    const count = 20 + Math.floor(next() * 200);
    call(
      'Bash',
      { command: pick(COMMANDS) },
      [
        ...many(count, (i) => `test/case${i}.test.ts ${code()}`),
        `Tests: ${count} passed, ${count} total`,
      ].join('\n'),
    );
    put('assistant', [{ type: 'text', text: many(6, () => pick(SENTENCES)).join(' ') }]);
  }
  return lines.join('\n');
}

/**
 * Measures how the time of the pure readers grows on hostile inputs: `npm run bench -- hostile`. Each reader gets each input at one size
 * and at four times that size, in turns; the steepest exponent of a reader is bounded. Inputs that take only a few milliseconds at the
 * large size are skipped.
 */
import { scan } from '../../src/core/extract';
import { readAnswer } from '../../src/core/judge/answer';
import { parseXml } from '../../src/core/resolve/xml';
import { matchTitles } from '../../src/core/resolve/titleAgreement';
import { ignoresIn } from '../../src/core/text/ignores';
import { locate } from '../../src/core/text/quotation/quote';
import { parseReference } from '../../src/core/text/works/reference';
import { readTranscript } from '../../src/core/transcript';
import { scanTranscript } from '../../src/core/agentLog/transcriptScan';
import { diffLines } from '../../src/node/git/diff';
import { matcher } from '../../src/core/text/glob';
import { figure } from '../figures';
import { LINKED } from './lib/linked';
import { pumps } from './lib/pumps';

/** Makes an input of about `size` characters, and the function to time. */
type Reader = {
  readonly name: string;
  readonly size: number;
  readonly inputs: readonly ((size: number) => () => unknown)[];
};

const pumped =
  (read: (text: string) => unknown) =>
  (unit: string) =>
  (size: number): (() => unknown) => {
    const text = unit.repeat(Math.ceil(size / unit.length));
    return () => read(text);
  };

const talk = (messages: readonly object[]): (() => unknown) => {
  const transcript = readTranscript(JSON.stringify(messages));
  return () => transcript && scanTranscript(transcript);
};

/** Two messages: a call of a tool, and its result. */
const called = (id: string, name: string, input: object, content: string): readonly object[] => [
  { role: 'assistant', content: [{ type: 'tool_use', id, name, input }] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] },
];

/** A log in which the agent first writes a file, then makes `size` calls and says that the tests pass. */
const agent = (size: number, content: string, call: (i: number) => readonly object[]): (() => unknown) =>
  talk([
    ...called('file', 'Write', { file_path: '/home/dev/app/a.sh', content }, 'ok'),
    ...Array.from({ length: size }, (_, i) => call(i)).flat(),
    { role: 'assistant', content: 'All tests pass.' },
  ]);

const scanned = (make: (size: number) => string) => (size: number) => {
  const text = make(size);
  return () => scan(text);
};

const READERS: readonly Reader[] = [
  { name: 'markers and what they lead to', size: 150_000, inputs: LINKED.map(scanned) },
  { name: 'texts of pieces in any order', size: 12_000, inputs: pumps(7, 400).map(scanned) },
  {
    name: 'references',
    size: 30_000,
    inputs: ['A', 'Aa ', 'Aa-', 'A. ', 'Aa, A., ', "d'A", 'Aa A. A. ', 'In: ', '“a ', 'van der '].map(
      pumped(parseReference),
    ),
  },
  {
    name: 'comments that suppress findings',
    size: 300_000,
    inputs: ['<!-- citewright-ignore-line -->\n', '<!--'].map(pumped(ignoresIn)),
  },
  {
    name: 'titles',
    size: 60_000,
    inputs: ['a: ', '<', '&amp;', '{$\\a'].map(pumped((long) => matchTitles(long, `${long}b`))),
  },
  {
    name: 'XML of a registry',
    size: 200_000,
    inputs: ['<', '<a', '<a>', '</a>', '<a b="', '<!--', '<![CDATA[', '&', '&#x', '<a b=c ', 'a="a='].map(
      pumped(parseXml),
    ),
  },
  {
    name: 'answers of a model',
    size: 15_000,
    inputs: ['{', '{"a":', '{"a":[', '"{', '[{},', '{"support":"', '\\"', '```{'].map(
      pumped((text) => readAnswer(text, 1, '')),
    ),
  },
  {
    name: 'quotations',
    size: 300_000,
    inputs: ['a b a b a b a c ', 'a ', 'a-\n'].map(
      pumped((text) => locate(text, 'a b a b a b a b a b a b d')),
    ),
  },
  {
    name: 'logs of an agent',
    size: 400,
    inputs: [
      (size) =>
        talk([
          {
            role: 'assistant',
            content: `${'The bridge was built in that year https://site.example/x, it is said here [1]. '.repeat(size * 4)}\n\n## Sources\n\n[1] https://site.example/one`,
          },
          ...Array.from({ length: size }, () => ({
            role: 'assistant',
            content: 'This is so [9], and that [1].',
          })),
        ]),
      (size) => {
        const file = JSON.stringify(
          Array.from({ length: size * 10 }, () => ({ role: 'assistant', content: 'a "b" \n'.repeat(20) })),
        );
        return () => readTranscript(file);
      },
      (size) =>
        agent(size, 'pytest; '.repeat(size * 5), (i) =>
          called(`c${i}`, 'Bash', { command: 'source a.sh; ./a.sh' }, '1 passed in 0.1s'),
        ),
      (size) =>
        agent(size * 4, '1 passed in 0.1s\n'.repeat(size * 4), (i) => [
          ...called(`w${i}`, 'Write', { file_path: `/home/dev/app/f${i}.ts`, content: '' }, 'ok'),
          ...called(`c${i}`, 'Bash', { command: `cd /tmp/d${i} && make test` }, `${i} passed in 0.2s`),
        ]),
      (size) => talk([{ role: 'assistant', content: `All tests pass${'!'.repeat(size * 50)}x` }]),
      (size) => talk([{ role: 'assistant', content: `Sentence with “a b c ${'“d e" '.repeat(size * 200)}` }]),
    ],
  },
  {
    name: 'differences of two files',
    size: 5_000,
    inputs: [
      (size) => {
        const [a = [], b = []] = ['a', 'b'].map((c) => Array.from({ length: size }, (_, i) => c + String(i)));
        return () => diffLines(a, b);
      },
    ],
  },
  {
    name: 'patterns of paths',
    size: 4_000,
    inputs: [
      (size) => () => matcher([`${'*a'.repeat(200)}b`])('a'.repeat(size)),
      (size) => () => matcher([`${'**/'.repeat(200)}b`])('a/'.repeat(size)),
    ],
  },
];

const TURNS = 6;
/** A steep result is measured again with more turns: in a few turns, garbage collection or compilation looks like growth. */
const STEEP = 1.3;
const MORE_TURNS = 18;
/** Shorter runs don't show growth. */
const SHORT_MS = 8;

/** Milliseconds of processor time, which excludes other processes. */
function elapsed(run: () => unknown): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

/** Growth exponent from one size to four times that size, by the fastest turns; 0 if too short to measure. */
function growth(small: () => unknown, large: () => unknown): number {
  let [brief, long] = [Infinity, Infinity];
  let exponent = 0;
  for (let i = 0; i < TURNS || (exponent > STEEP && i < TURNS + MORE_TURNS); i++) {
    brief = Math.min(brief, elapsed(small));
    long = Math.min(long, elapsed(large));
    exponent = long < SHORT_MS ? 0 : Math.log2(long / brief) / 2;
  }
  return exponent;
}

for (const { name, size, inputs } of READERS) {
  const exponents = inputs.map((make) => growth(make(size), make(size * 4)));
  figure({
    set: 'hostile',
    name: `${name}: the steepest growth of ${inputs.length} ${inputs.length === 1 ? 'input' : 'inputs'}`,
    value: Math.max(...exponents),
    most: 1.4,
  });
}

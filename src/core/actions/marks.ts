/** A language's lexicon as regular expressions, and the marks they find in a text. */
import type { Span } from '../model';
import { FILL } from './prose';
import type { Lexicon, Subject } from './languages/claimWords';

type Meaning = { readonly is: string; readonly about?: Subject };
export type Mark = Span & Meaning;

/** A compiled lexicon. */
export type Reader = ReturnType<typeof compile>;

/** The mark of a match: the first alternative that fits. */
const ORDER =
  'reported scope counted zero whole_build whole_lint whole_types whole_tests unreal verified deployed fixed committed pushed made read named types lint build tests negative completes positive joins'.split(
    ' ',
  );

export const SUBJECTS: readonly Subject[] = ['types', 'lint', 'build', 'tests'];
export const isSubject = (name: string): name is Subject => (SUBJECTS as readonly string[]).includes(name);

/** Compiles a lexicon. `marks` finds marks, `names` names the one found, `known` caches names. */
export function compile(lexicon: Lexicon) {
  const { subjects, whole, isSpaced } = lexicon;
  const sources: Readonly<Record<string, unknown>> = {
    ...lexicon,
    ...subjects,
    whole_build: whole.build,
    whole_lint: whole.lint,
    whole_types: whole.types,
    whole_tests: whole.tests,
  };
  const bounded = (source: string) =>
    isSpaced ? `(?<![\\p{L}\\p{N}_])(?:${source})(?![\\p{L}\\p{N}_])` : `(?:${source})`;
  const named = ORDER.flatMap((name) => {
    const source = sources[name];
    return typeof source === 'string' && source !== '' ? [[name, source] as const] : [];
  });
  const blank = isSpaced ? '[^\\p{L}\\p{N}]+' : '[^\\p{L}\\p{N}]*';
  const words = (source: string, flags = 'iu') => new RegExp(source, flags);
  const never = /(?!)/;
  const or = (source: string | undefined, made: (source: string) => RegExp) =>
    source ? made(source) : never;
  return {
    lexicon,
    resets: new Set(lexicon.resets.split('|')),
    gate: words(lexicon.gate, 'i'),
    marks: words(quick(named.map(([, source]) => source).join('|'), lexicon), 'gi'),
    // One expression each: the engine compiles them at first use, and most are rare.
    names: named.map(
      ([name, source]) => [name, words(`^(?:${source})${isSpaced ? `(?![${WORD}])` : ''}`, 'i')] as const,
    ),
    known: new Map<string, Meaning>(),
    subjects: words(bounded(SUBJECTS.map((name) => `(?<${name}>${subjects[name]})`).join('|')), 'iu'),
    all: or(lexicon.all, (s) => words(s)),
    part: or(lexicon.part, (s) => words(s)),
    voids: or(lexicon.voids, (s) => words(bounded(s))),
    imperative: or(lexicon.imperative, (s) =>
      words(
        `^[^\\p{L}${FILL}]*(?:\\p{L}{2,12} \\d{1,3}\\s?[—–:.)-]\\s)?(?:${s})${isSpaced ? "(?!\\s*[:'’])(?!\\p{L})" : ''}`,
      ),
    ),
    retracts: or(lexicon.retracts, (s) => words(`^[^\\p{L}]{0,6}(?:${s})`)),
    weak: or(lexicon.weak, (s) => words(`^(?:${s})$`)),
    fillers: words(`^[^\\p{L}\\p{N}]*(?:${bounded(lexicon.fillers)}${blank}){0,6}$`),
    leads: words(`^[^\\p{L}\\p{N}]*(?:${bounded(lexicon.leads)}${blank}){0,5}$`),
    opens: or(lexicon.opens, (s) => words(s)),
    passives: or(lexicon.passives, (s) =>
      words(`(?:(?:^|[^\\p{L}])(?:${s})|['’](?:s|ve|re))[^\\p{L}\\p{N}]*$`),
    ),
    describes: or(lexicon.describes, (s) => words(`(?:^|[^\\p{L}])(?:${s})[\\s]+$`)),
    objects: or(lexicon.objects, (s) => words(`^\\s+(?:${s})(?![\\p{L}\\p{N}_])`)),
    others: Object.fromEntries(
      Object.entries(lexicon.others ?? {}).map(([name, s]) => [name, words(`^(?:${s})(?![\\p{L}])`)]),
    ),
    hygiene: or(lexicon.hygiene, (s) => words(bounded(s))),
  };
}

/** The kind that a word before `errors` indicates, such as `type` in `no type errors`. */
const MODIFIERS: readonly (readonly [RegExp, Subject])[] = [
  [/^(?:t[yi]p|类型|型)/i, 'types'],
  [/^(?:lint|リント)/i, 'lint'],
  [/^(?:test|failing|prueba|测试|テスト)/i, 'tests'],
];

/** Letters of languages that separate words by spaces; a class without Unicode properties is several times faster. */
const WORD = 'A-Za-z0-9_\\u00c0-\\u024f';

/** All marks in one expression without groups, because groups take most of the time. */
function quick(source: string, { isSpaced, attached = '' }: Lexicon): string {
  const plain = `(?:${source.replace(/\(\?<(?![=!])\w+>/g, '(?:')})`;
  if (!isSpaced) return plain;
  const tail = attached === '' ? '' : `|(?<=[${WORD}])(?:${attached})(?![${WORD}])`;
  return `(?<![${WORD}])${plain}(?![${WORD}])${tail}`;
}

/** What `match` in `text` at `index` means; an incomplete count is a bad result. */
function meaningOf({ names, known }: Reader, match: string, text: string, index: number): Meaning {
  const key = match.toLowerCase();
  const old = known.get(key);
  if (old) return old;
  const rest = text.slice(index, index + match.length + 40);
  const [name, pattern] = names.find(([, one]) => one.test(rest)) ?? ['attached'];
  const modifier = pattern?.exec(rest)?.groups?.['modifier'];
  const [, done, total] = name === 'counted' ? (FRACTION.exec(key) ?? []) : [];
  const mark = name.startsWith('whole_')
    ? { is: 'whole', about: name.slice(6) as Subject }
    : name === 'counted'
      ? { is: done === total ? 'counted' : 'negative' }
      : name === 'zero' && modifier !== undefined
        ? { is: 'whole', about: MODIFIERS.find(([words]) => words.test(modifier))?.[1] ?? 'build' }
        : { is: name };
  if (known.size < MOST_KNOWN) known.set(key, mark);
  return mark;
}
/** `13 out of 14` in the languages of the lexicons. */
const FRACTION = /(\d[\d,]*) ?(?:\/|(?:out )?of|von|sur|de|[个件]中的?) ?(\d[\d,]*)/;
const MOST_KNOWN = 5_000;

/** Marks of a text that starts at `from`, in order. */
export function marksIn(reader: Reader, text: string, from: number): Mark[] {
  const found: Mark[] = [];
  for (const { 0: match, index } of text.matchAll(reader.marks)) {
    const start = from + index;
    found.push({ ...meaningOf(reader, match, text, index), start, end: start + match.length });
  }
  return found;
}

/** The subject that inline code names, such as `npx tsc --noEmit`. */
export function subjectIn({ subjects }: Reader, code: string): Subject | undefined {
  const groups = subjects.exec(code)?.groups ?? {};
  return SUBJECTS.find((name) => groups[name] !== undefined);
}

/** The words with which a language reports finished work. Each is the source of a regular expression: alternatives of literals. */
export type Subject = 'tests' | 'build' | 'types' | 'lint';

export type Lexicon = {
  /** Whether words are separated by spaces. */
  readonly isSpaced: boolean;
  /** A sentence without any of these has no claim; a quick test, empty for none. */
  readonly gate: string;
  /** Subjects of results. */
  readonly subjects: Readonly<Record<Subject, string>>;
  /** A test, by its name or file. */
  readonly named: string;
  /** A good result of any subject. */
  readonly positive: string;
  /** A good result of a build only. */
  readonly completes: string;
  /** No errors; the group `modifier` may name the subject. */
  readonly zero: string;
  /** A number of passed tests. */
  readonly counted: string;
  /** Subject and good result in one. */
  readonly whole: Readonly<Partial<Record<Subject, string>>>;
  readonly fixed: string;
  readonly deployed: string;
  readonly verified: string;
  /** Words for a check that count only if the speaker made it. */
  readonly weak?: string;
  readonly committed: string;
  readonly pushed: string;
  readonly made: string;
  readonly read: string;
  /** Nothing else was changed. */
  readonly scope: string;
  readonly negative: string;
  /** A negation within a word, such as `n't`. */
  readonly attached?: string;
  /** Plans, wishes, conditions, guesses: the rest of the sentence isn't reported as fact. */
  readonly unreal: string;
  /** First words of a request. */
  readonly imperative: string;
  /** Words that introduce another speaker. */
  readonly reported: string;
  /** Words anywhere in a sentence that cancel its claims, such as `if` or `please`. */
  readonly voids: string;
  /** First words of a sentence that withdraws the previous one. */
  readonly retracts: string;
  /** Words for everything, so that a part isn't enough: `the whole suite`. */
  readonly all: string;
  /** Words after which even such a claim names a part. */
  readonly part: string;
  /** Words that separate clauses. */
  readonly joins: string;
  /** Conjunctions that end the scope of a plan or a condition. */
  readonly resets: string;
  /** Words that may precede a result whose subject is in an earlier clause. */
  readonly fillers: string;
  /** Words that may precede an action at the start of a clause: `I also`. */
  readonly leads: string;
  /** Beginnings of a clause whose action comes at its end: `ich habe den Fehler` … `behoben`. */
  readonly opens: string;
  /** A file may precede its action: `a.ts` erstellt. */
  readonly isObjectFirst?: boolean;
  /** Words right before an action in the passive voice. */
  readonly passives?: string;
  /** Words right before a participle or result that only describes something: `the fixed version`, `a clean helper`. */
  readonly describes?: string;
  /** What follows a result verb that has an object and so states no result: `passes the flag`. */
  readonly objects?: string;
  /** What follows an action about something else: `fixed width`, `released the lock`. */
  readonly others?: Readonly<
    Partial<Record<'fixed' | 'deployed' | 'committed' | 'pushed' | 'verified', string>>
  >;
  /** What a compiler or linter reports; its repair is proven by that tool's result in the same sentence. */
  readonly hygiene?: string;
};

/** What Chinese and Japanese share: no spaces between words, and objects that may come before their verbs. */
export const UNSPACED = { isSpaced: false, opens: '(?:)', isObjectFirst: true, gate: '' } as const;

/** Latin words, which may touch letters of another script. */
export const latin = (words: string): string => `(?<![A-Za-z])(?:${words})(?![A-Za-z])`;

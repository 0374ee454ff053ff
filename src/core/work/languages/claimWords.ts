/** The words with which a language says that work was done. Each is the source of a regular expression: alternatives of literals. */
export type Subject = 'tests' | 'build' | 'types' | 'lint';

export type Lexicon = {
  /** Words are parted by blanks. */
  readonly isSpaced: boolean;
  /** A sentence without any of these holds no claim; a quick test, empty for none. */
  readonly gate: string;
  /** What a result is about. */
  readonly subjects: Readonly<Record<Subject, string>>;
  /** A test by its name or its file. */
  readonly named: string;
  /** A good result of any subject. */
  readonly positive: string;
  /** A good result of a build only. */
  readonly completes: string;
  /** Nothing was wrong; the group `modifier` may name the subject. */
  readonly zero: string;
  /** So many tests passed. */
  readonly counted: string;
  /** Subject and good result in one. */
  readonly whole: Readonly<Partial<Record<Subject, string>>>;
  readonly fixed: string;
  readonly deployed: string;
  readonly verified: string;
  /** Words for a check that count only where the sentence says that the speaker made it. */
  readonly weak: string;
  readonly committed: string;
  readonly pushed: string;
  readonly made: string;
  readonly read: string;
  /** Nothing else was changed. */
  readonly scope: string;
  readonly negative: string;
  /** A negation that is a part of a word, `n't`. */
  readonly attached: string;
  /** Plans, wishes, conditions, guesses: what follows them in a sentence is not said to be so. */
  readonly unreal: string;
  /** A sentence that begins with one of these asks for something. */
  readonly imperative: string;
  /** Somebody else's words follow. */
  readonly reported: string;
  /** Words anywhere in a sentence after which its claims are none. */
  readonly voids: string;
  /** A sentence that begins so takes back the one before. */
  readonly retracts: string;
  /** A sentence that begins so goes on about what the one before was about. */
  readonly continues: string;
  /** The claim is about everything, so that a part is not enough. */
  readonly all: string;
  /** What follows in such a claim names a part all the same. */
  readonly part: string;
  /** Words that part clauses. */
  readonly joins: string;
  /** Joins after which a plan or a condition no longer holds. */
  readonly resets: string;
  /** Words that may stand before a result whose subject was named in a clause before. */
  readonly fillers: string;
  /** Words that may stand before a deed at the beginning of a clause. */
  readonly leads: string;
  /** How a clause may begin whose deed comes at its end: `ich habe den Fehler` … `behoben`. */
  readonly opens: string;
  /** A file may be named before the deed: `a.ts` erstellt. */
  readonly isObjectFirst?: boolean;
  /** Words right before a deed in the passive voice. */
  readonly passives: string;
  /** Words right before a participle or a result that only describes a thing: `the fixed version`, `a clean helper`. */
  readonly describes: string;
  /** What follows a result that has an object, and is none: `passes the flag`. */
  readonly objects: string;
  /** What follows a deed that is about something else: `fixed width`, `released the lock`. */
  readonly others: Readonly<Partial<Record<'fixed' | 'deployed' | 'pushed' | 'verified', string>>>;
  /** What a compiler or linter reports: its repair is shown by that tool's result in the same sentence. */
  readonly hygiene: string;
};

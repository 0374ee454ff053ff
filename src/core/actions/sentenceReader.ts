/** Finds the claims of one sentence: a subject with a good result, or an action reported as done. */
import type { Action, Span } from '../model';
import type { Clause } from './clauses';
import type { Subject } from './languages/claimWords';
import { isSubject, subjectIn, type Mark, type Reader } from './marks';
import { FILL, type Prose } from './prose';
import { lineStart } from '../text/lines';

/** A claim as found; some of a sentence are dropped later. */
export type Hit = {
  readonly action: Action;
  readonly span: Span;
  readonly word: string;
  readonly clause: Clause;
  readonly object?: string;
};

/** Words that end the scope of a plan or a condition. */
const STRONG = new Set([';', '—', '–', '|', '；', '-', ')', '·']);
const DEEDS = {
  verified: 'run',
  fixed: 'fix',
  deployed: 'deploy',
  committed: 'commit',
  pushed: 'push',
} as const;
const isDeed = (name: string): name is keyof typeof DEEDS => Object.hasOwn(DEEDS, name);
/** Most words between a subject and its result. */
const APART = 8;
/** What is pushed to a server, and not onto a stack. */
const PUSHED =
  /(?:commits?|changes?|branch(?:es)?|code|everything|work|tags?|modifications|branche|Änderungen|cambios|rama)(?!\p{L})/iu;
const REMOTE =
  /^ (?:to|sur|nach|auf|a|al) (?:the |le |la |el )?(?:origin|upstream|remote|main|master|git(?:hub|lab)|repo|dépôt)/i;
/** `Added a.toml to .gitignore`, `removed the a.go reference`: another file was changed. */
const PUT = /^(?:added|removed)$/i;
const INTO = /^\W*(?:to|from|into|as|references?|imports?|entry)\b/i;
const FILE = /^[\w@.~/\\-]{1,200}\.[a-z]\w{0,6}$/;
/** Between subjects of one result. */
const AND = /^(?:[,、，&/]|and|und|et|y|e|和|与|と)$/;
/** What follows a check that somebody made, and not an attribute. */
const TAKES =
  /^ (?:the|that|this|these|it|both|all|each|every|no|with|via|by|on|in|using|end|locally|manually|live)\b|^ ?\u0001/;
const PARTICIPLE =
  /^(?:(?:\S*-)?(?:verified|confirmed|validated|checked|tested)|(?:verific|confirm|valid|comprob|prob)ad[oa]s?)$/i;
const EMOJI = /^\P{L}+$/u;

const count = (text: string) => text.split(/\s+/).filter((w) => /[\p{L}\p{N}]/u.test(w)).length;
const trimEnd = (plain: string, { start, end }: Span): number =>
  start + plain.slice(start, end).replace(/(?<![\s.!?])[\s.!?]+$/, '').length;

/** `the bug is gone` contains its subject, `está en línea` its verb. */
const isSentence = (name: string, word: string): boolean =>
  /\s/.test(word) && (name === 'fixed' || /^(?:is|are|ist|sind|est)/.test(word));

export class SentenceReader {
  readonly hits: Hit[] = [];
  #topic: Subject | undefined;
  #isUnreal = false;
  /** Subjects without a result so far: `both tests and lint` pass. */
  #listed: readonly Mark[] = [];
  /** Subjects that the one after them joins: `lint 和类型检查`. */
  #joined: readonly Mark[] = [];
  /** An earlier clause named the actor: `ich habe A committet und B gepusht`. */
  #isOpened = false;

  constructor(
    private readonly reader: Reader,
    private readonly words: string,
    private readonly prose: Prose,
  ) {}

  read(clauses: readonly Clause[]): void {
    for (const clause of clauses) {
      if (STRONG.has(clause.before) || this.reader.resets.has(clause.before)) this.#isUnreal = false;
      this.#clause(clause);
    }
  }

  #clause(clause: Clause): void {
    const marks = this.#withCode(clause);
    const isList =
      marks.length === 1 && marks.every(({ is }) => isSubject(is)) && this.#isBare(clause, marks);
    this.#read(clause, marks);
    this.#listed = isList ? [...(AND.test(clause.before) ? this.#listed : []), ...marks] : [];
  }

  /** Whether a clause has only these marks and words that may precede a result. */
  #isBare(clause: Clause, marks: readonly Mark[]): boolean {
    const rest = marks.reduce(
      (text, { start, end }) => text.replace(this.prose.plain.slice(start, end), ' '),
      this.prose.plain.slice(clause.start, clause.end),
    );
    return this.reader.fillers.test(`${rest.replaceAll(FILL, ' ').trim()} `);
  }

  #read(clause: Clause, marks: readonly Mark[]): void {
    let own: Mark | undefined;
    let isNegative = false;
    this.#joined = [];
    for (const mark of marks) {
      if (mark.is === 'unreal') this.#isUnreal = true;
      else if (mark.is === 'negative' || mark.is === 'attached') isNegative = true;
      else if (isSubject(mark.is) || mark.is === 'named') {
        const isJoined = own && AND.test(this.prose.plain.slice(own.end, mark.start).trim());
        this.#joined = own && isJoined ? [...this.#joined, own] : [];
        own = mark;
        this.#topic = isSubject(mark.is) ? mark.is : 'tests';
      } else if (!this.#isUnreal && !isNegative) this.#good(mark, clause, marks, own);
    }
  }

  #good(mark: Mark, clause: Clause, marks: readonly Mark[], own: Mark | undefined): void {
    const { plain } = this.prose;
    const [before, after] = [plain.charAt(mark.start - 1), plain.charAt(mark.end)];
    // `pass/fail` names both results.
    if (before === '/' || after === '/') return;
    if (EMOJI.test(plain.slice(mark.start, mark.end)) || (before === '[' && after === ']'))
      this.#ticked(mark, clause, marks);
    else if (mark.is === 'scope') this.#add('scope', mark, clause);
    else if (mark.is === 'whole' && mark.about) this.#add(mark.about, mark, clause);
    else if (mark.is === 'counted') this.#add('tests', mark, clause);
    else if (mark.is === 'positive' || mark.is === 'zero' || mark.is === 'completes') {
      const about = this.#about(mark, clause, marks, own);
      if (about === undefined || (mark.is === 'completes' && about !== 'build')) return;
      for (const other of [...(AND.test(clause.before) ? this.#listed : []), ...this.#joined])
        this.#add(other.is as Subject, { ...other, end: mark.end }, clause, other);
      this.#add(about, mark, clause);
    } else if (isDeed(mark.is)) this.#deed(mark, mark.is, clause);
    else if (mark.is === 'made' || mark.is === 'read') this.#file(mark, clause);
  }

  /** The subject of a result: one close before it, right after it, or that of the previous clause. */
  #about(mark: Mark, clause: Clause, marks: readonly Mark[], own: Mark | undefined): Subject | undefined {
    const { plain } = this.prose;
    const before = plain.slice(clause.start, mark.start);
    const after = plain.slice(mark.end, clause.end);
    const next = marks.find((m) => m.start >= mark.end && isSubject(m.is));
    const gap = next && count(plain.slice(mark.end, next.start));
    if (this.#isNoResult(mark, clause, before, after, gap)) return undefined;
    if (own && count(plain.slice(own.end, mark.start)) > APART) return undefined;
    if (own) return isSubject(own.is) ? own.is : 'tests';
    // `successfully automated test 4`
    if (gap === 1 && /ly$/i.test(plain.slice(mark.start, mark.end))) return undefined;
    if (next && isSubject(next.is) && gap !== undefined && gap <= 1 && count(before) <= 4) {
      // `clean output formatting`
      const isActivity = gap === 1 && /ing$/i.test(plain.slice(next.start, next.end));
      if (!isActivity) return next.is;
    }
    const isLong = mark.is !== 'zero' && /^(?:\s+\p{L}+){4}\s+\p{L}/u.test(after);
    return this.reader.fillers.test(before) && !isLong ? this.#topic : undefined;
  }

  /** Whether a word of a result tells of none: it has another object, describes a thing, or is a task. */
  #isNoResult(mark: Mark, clause: Clause, before: string, after: string, gap: number | undefined): boolean {
    const { plain } = this.prose;
    const isVerb = /^pass/i.test(plain.slice(mark.start, mark.end));
    const hasObject = this.reader.objects.test(after) && !/^\s+(?:on|in|for|with)\b/i.test(after);
    if (isVerb && (gap ?? 9) > 1 && hasObject) return true;
    if (mark.is === 'completes') return this.reader.describes.test(before);
    if (mark.is !== 'positive' || isVerb) return false;
    // `Green the build.` is a task.
    const isTask = before.trim() === '' && /^ (?:the|your|our) /i.test(after);
    // `a clean, simple seam`
    const goesOn = plain.charAt(clause.end) === ',';
    return isTask || this.#describesThing(before, after, gap, goesOn);
  }

  /** `a clean helper`, `a clean, small one`, `clean select loop`: the word describes something that isn't a subject. */
  #describesThing(before: string, after: string, gap: number | undefined, goesOn: boolean): boolean {
    if (this.reader.describes.test(before) && gap !== 0)
      return /^\s+\p{L}/u.test(after) || (after === '' && goesOn);
    return (
      before.trim() === '' &&
      gap === undefined &&
      /^\s+(?!(?:now|again|too|also|across|as|without|on|for|run|pass|with|in|after|at|everywhere|both)\b)\p{Ll}/u.test(
        after,
      ) &&
      this.reader.lexicon.isSpaced
    );
  }

  /** A tick counts only next to a bare subject, or in the cell after one: in a review it marks good points. */
  #ticked(mark: Mark, clause: Clause, marks: readonly Mark[]): void {
    const own = marks.filter(({ is }) => isSubject(is));
    const [about] = own.length === 0 && /^[|:]$/.test(clause.before) ? this.#listed : own;
    const { plain } = this.prose;
    // `✅ Integration test suite` names a thing that exists.
    if (about && mark.start < about.start && /suite|case|file/i.test(plain.slice(about.start, about.end)))
      return;
    if (about && isSubject(about.is) && this.#isBare(clause, marks))
      this.#add(about.is, mark, clause, about.start < clause.start ? about : clause);
  }

  /** An action without a subject of its own: it opens its clause, has its own verb, or is a passive. */
  #deed(mark: Mark, name: keyof typeof DEEDS, clause: Clause): void {
    const { plain } = this.prose;
    const { reader } = this;
    const before = plain.slice(clause.start, mark.start);
    const after = plain.slice(mark.end, clause.end);
    const word = plain.slice(mark.start, mark.end);
    if (this.#isOfThing(mark, name, before, after)) return;
    if ((!isSentence(name, word) && reader.describes.test(before)) || reader.others[name]?.test(after))
      return;
    const isOpened = reader.opens.test(before);
    const isFirst = reader.leads.test(before) || isOpened || this.#isOpened;
    this.#isOpened ||= isOpened && reader.lexicon.isSpaced;
    const isAside = name === 'verified' && reader.weak.test(word) && this.#isAside(clause, before + after);
    if (isAside || (PARTICIPLE.test(word) && this.#isAttribute(clause, before, after))) return;
    if (isFirst || this.#reports(name, word, before, after)) this.#add(DEEDS[name], mark, clause);
  }

  /** Whether an action that doesn't open its clause is reported: `pushed to main`, `it works as expected`, `the fix was verified`. */
  #reports(name: string, word: string, before: string, after: string): boolean {
    const isPhrase = /\s/.test(word) && (name === 'deployed' || name === 'pushed');
    if (isPhrase) return true;
    if (name === 'pushed' && !PUSHED.test(before) && !REMOTE.test(after)) return false;
    if (name === 'verified' && this.reader.weak.test(word)) return false;
    // `verified badges`, `all inputs validated` describe a thing.
    const isFinite = name === 'verified' && !PARTICIPLE.test(word);
    return isFinite || isSentence(name, word) || this.reader.passives.test(before);
  }

  /** Whether an action only describes or names a thing, or is a remark on one. */
  #isOfThing(mark: Mark, name: string, before: string, after: string): boolean {
    const { plain } = this.prose;
    // `git-verified`, `fixed/variable costs`
    if (/[-/]$/.test(before) || after.startsWith('/')) return true;
    // `## Confirmed Specifications`
    const isInHeading = this.words.startsWith('#', lineStart(this.words, mark.start));
    if (name === 'verified' && isInHeading && /^ [A-Z]/.test(after)) return true;
    // `It works, but it’s fragile`
    const isWorks = /works$/i.test(plain.slice(mark.start, mark.end));
    return isWorks && /^(?: \w+){0,2},? (?:but|though)\b/.test(plain.slice(mark.end, mark.end + 60));
  }

  /** `badges: Verified, Pending`, `based on current, verified data`: a participle that begins a later clause and has no object. */
  #isAttribute(clause: Clause, before: string, after: string): boolean {
    const isLater = /^[,;:(|]$/.test(clause.before) && this.hits.length === 0;
    return isLater && before.trim() === '' && !TAKES.test(after);
  }

  /** `a good default (tested)`, `the fallback is intentional and tested`: whether `rest` has no other words. */
  #isAside({ before }: Clause, rest: string): boolean {
    const isJoined = before === '(' || (AND.test(before) && this.hits.length === 0);
    return isJoined && !/\p{L}/u.test(rest);
  }

  /** A file is claimed only if the words name one. */
  #file(mark: Mark, clause: Clause): void {
    const { plain } = this.prose;
    const named = this.#namedBy(mark, clause);
    if (!named) return;
    const isObject = named.end <= mark.start;
    const before = plain.slice(isObject ? named.end : clause.start, mark.start).replaceAll(FILL, ' ');
    const { leads, opens, passives, lexicon } = this.reader;
    const isLed = leads.test(before) || opens.test(before);
    if (!(isObject && !lexicon.isObjectFirst ? passives.test(before) : isLed)) return;
    const object = this.words.slice(named.start, named.end);
    const isPart =
      PUT.test(plain.slice(mark.start, mark.end)) && INTO.test(plain.slice(named.end, clause.end));
    if (!FILE.test(object) || isPart) return;
    this.hits.push({
      action: mark.is === 'made' ? 'file' : 'read',
      span: { start: Math.min(mark.start, named.start), end: Math.max(named.end, trimEnd(plain, clause)) },
      word: '',
      clause,
      object,
    });
  }

  /** The inline code shortly after an action, or before it in languages that put the object first. */
  #namedBy(mark: Mark, clause: Clause): Span | undefined {
    const { plain, code } = this.prose;
    const after = code.find(({ start }) => start >= mark.end && start - mark.end < 30 && start <= clause.end);
    if (after && count(plain.slice(mark.end, after.start).replaceAll(FILL, ' ')) <= 4) return after;
    return code.findLast(
      ({ start, end }) => end <= mark.start && mark.start - end < 30 && start >= clause.start,
    );
  }

  #add(action: Action, mark: Mark, clause: Clause, from: Span = clause): void {
    const { plain } = this.prose;
    const lead = /^\s*/.exec(plain.slice(from.start, mark.start))?.[0].length ?? 0;
    const span = { start: from.start + lead, end: Math.max(mark.end, trimEnd(plain, clause)) };
    this.hits.push({ action, span, word: plain.slice(mark.start, mark.end).toLowerCase(), clause });
  }

  /** Marks of a clause, including subjects that its inline code names. */
  #withCode(clause: Clause): readonly Mark[] {
    const named: Mark[] = [];
    for (const { start, end } of this.prose.code) {
      if (start < clause.start) continue;
      if (end > clause.end) break;
      const code = this.words.slice(start, Math.min(end, start + 120));
      const about = subjectIn(this.reader, code);
      // `build.rs` is a file, not a build.
      const isFile = about !== 'tests' && FILE.test(code) && !code.endsWith('.sh');
      // `feature/tests` is a branch, `spec.md:9` a document.
      const isNoRun = /^[\w-]+\/[\w/]*-[\w/-]*$|\.md(?::\d[\d-]*)?$/.test(code);
      if (about !== undefined && !isFile && !isNoRun) named.push({ is: about, start, end });
    }
    return named.length === 0 ? clause.marks : [...clause.marks, ...named].sort((a, b) => a.start - b.start);
  }
}

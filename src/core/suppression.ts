/**
 * Whether a finding or a problem is suppressed, by what, and how severe it is. Decided here and nowhere else: each host asks once, for
 * what it is about to show. Suppressed findings stay in the output and are counted apart.
 */
import { plainFacts } from './causes';
import type { Code } from './codes';
import { grade, type Severities } from './finding';
import type { Log } from './log';
import type { Finding, Problem, Span, Suppressed } from './model';
import { fingerprint } from './text/hash';
import { ignoresIn, type Ignores } from './text/ignores';

/** What accepts a finding. Its file format stands apart (`accepted.ts`), with the library that reads it, so that a scan loads neither. */
export type Mark = {
  readonly citation: string;
  readonly code: string;
  /** Fingerprint of the source's text; absent where no source was read. */
  readonly source?: string | undefined;
  /** For people: what was accepted, and why. */
  readonly claim: string;
  readonly note?: string | undefined;
};

/** A fingerprint of the source's text as it was read. */
export const sourceOf = (finding: Finding): string | undefined =>
  finding.stage === 'unresolved' ? undefined : fingerprint(finding.source.text);

/** A rule of `citewright.json`. What it does not name it does not restrict. */
export type Rule = {
  readonly code?: Code | undefined;
  /** The identifier (URL, DOI, key, path) or the id of a citation. */
  readonly citation?: string | undefined;
  /** A pattern of paths. */
  readonly path?: string | undefined;
  readonly note?: string | undefined;
};

/** What suppresses findings in one document, the first that applies; and the user's severities. */
export type Suppressions = {
  /** Of the document's author. */
  readonly comments?: Ignores | undefined;
  /** Accepted findings, see `acceptedIn`. */
  readonly accepted?: ReadonlyMap<string, Mark>;
  /** The rules whose path fits the document. */
  readonly rules?: readonly Rule[];
  /** What an earlier report of the document has, see `baselineKey`. */
  readonly baseline?: ReadonlySet<string> | undefined;
  readonly severities?: Severities;
};

/** The ignore comments of a document. In a transcript they have no effect: an agent would suppress its own findings. */
export const commentsOf = (document: { readonly text: string; readonly log?: Log }): Ignores | undefined =>
  document.log ? undefined : ignoresIn(document.text);

const keyOf = ({ citation, code }: Mark) => `${citation} ${code}`;

/** Marks by the finding that each accepts. */
export const acceptedIn = (marks: readonly Mark[]): ReadonlyMap<string, Mark> =>
  new Map(marks.map((mark) => [keyOf(mark), mark]));

/** A finding or problem by what it is about, without its position: it is the same after edits elsewhere in the document. */
export const baselineKey = (code: unknown, about: unknown): string => JSON.stringify([code, about]);

/** What a problem is about that stands for all of its code. */
export const ALL = '*';

const isFinding = (what: Finding | Problem): what is Finding => 'stage' in what;

/** The place that a finding or problem is about. */
export const spanOf = (what: Finding | Problem): Span => (isFinding(what) ? what.citation.part : what.span);

/** A label as it is shown and as a citation's identifier has it: `[9]` and `9`, `[^9]` and `^9`. */
const labels = (shown: string): readonly string[] => [shown, shown.replace(/^\[|\]$/g, '')];

const nameIn = ({ facts }: Problem, name: string): string => {
  const fact = facts[name];
  return typeof fact === 'string' ? fact : '';
};

const namesOf = (what: Finding | Problem): readonly string[] =>
  isFinding(what)
    ? [what.citation.id, what.citation.identifier]
    : [what.citation ?? '', ...labels(nameIn(what, 'label')), nameIn(what, 'path')];

/** The first rule that applies to a finding or problem. */
export const ruleFor = (what: Finding | Problem, { rules = [] }: Suppressions): Rule | undefined =>
  rules.find(
    ({ code, citation }) =>
      (code === undefined || code === what.code) &&
      (citation === undefined || namesOf(what).includes(citation)),
  );

const by = (name: string, note: string | undefined): Suppressed => ({
  by: name,
  ...(note !== undefined && { note }),
});

/** The mark that accepts a finding, unless the source's text has changed since. */
function markFor(finding: Finding, accepted: Suppressions['accepted']): Mark | undefined {
  const mark = accepted?.get(`${finding.citation.id} ${finding.code}`);
  return mark?.source === undefined || mark.source === sourceOf(finding) ? mark : undefined;
}

function suppressionOf(what: Finding | Problem, given: Suppressions): Suppressed | undefined {
  const comment = given.comments?.(spanOf(what), what.code);
  if (comment) return comment.suppressed;
  const mark = isFinding(what) ? markFor(what, given.accepted) : undefined;
  if (mark) return by('accepted', mark.note);
  const rule = ruleFor(what, given);
  if (rule) return by('ignore', rule.note);
  if (!given.baseline) return undefined;
  // A finding in order is never suppressed by a baseline: it counts in the score of every run.
  if (isFinding(what) && what.severity === 'none') return undefined;
  const about = isFinding(what) ? what.citation.id : (what.citation ?? plainFacts(what.facts));
  const isKnown =
    given.baseline.has(baselineKey(what.code, about)) ||
    (!isFinding(what) && given.baseline.has(baselineKey(what.code, ALL)));
  return isKnown ? { by: 'baseline' } : undefined;
}

/** A finding or problem with its severity, and by what it is suppressed. What was decided before is void. */
export function decide(what: Finding, given: Suppressions): Finding;
export function decide(what: Problem, given: Suppressions): Problem;
export function decide(what: Finding | Problem, given: Suppressions): Finding | Problem {
  const graded = isFinding(what)
    ? grade(what, given.severities)
    : { ...what, severity: given.severities?.[what.code] ?? what.severity };
  const { suppressed: _, ...rest } = graded;
  const suppressed = suppressionOf(graded, given);
  return suppressed ? { ...rest, suppressed } : rest;
}

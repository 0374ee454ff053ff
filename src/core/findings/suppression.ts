/**
 * The only place that decides whether a finding or problem is suppressed, by what, and how severe it is. Hosts call it when they show
 * findings; the core never does. Suppressed findings stay in the output and are counted separately.
 */
import { plainFacts } from '../reason';
import type { Code } from '../codes';
import { grade, type Severities } from './finding';
import type { Log } from '../transcript/circumstances';
import type { Finding, Problem, Span, Suppressed } from '../model';
import { fingerprint } from '../text/hash';
import { ignoreProblems, ignoresIn, type Ignores } from '../text/ignores';

/** Accepts a finding. The file format is in `accepted.ts` with its parser, so that a scan loads neither. */
export type Mark = {
  readonly citation: string;
  readonly code: string;
  /** Fingerprint of the source's text; missing if no source was read. */
  readonly source?: string | undefined;
  /** For people: what was accepted, and why. */
  readonly claim: string;
  readonly note?: string | undefined;
};

/** Fingerprint of the source's text as it was read. */
export const sourceOf = (finding: Finding): string | undefined =>
  finding.stage === 'unresolved' ? undefined : fingerprint(finding.source.text);

/** A rule of `citewright.json`. A missing field matches everything. */
export type Rule = {
  readonly code?: Code | undefined;
  /** The identifier (URL, DOI, key, path) or id of a citation. */
  readonly citation?: string | undefined;
  /** A path pattern. */
  readonly path?: string | undefined;
  readonly note?: string | undefined;
};

/** What suppresses findings in one document (the first match wins), and the user's severities. */
export type Suppressions = {
  /** Comments of the document's author. */
  readonly comments?: Ignores | undefined;
  /** Accepted findings, see `acceptedIn`. */
  readonly accepted?: ReadonlyMap<string, Mark>;
  /** The rules whose path matches the document. */
  readonly rules?: readonly Rule[];
  /** Findings in an earlier report of the document, see `baselineKey`. */
  readonly baseline?: ReadonlySet<string> | undefined;
  readonly severities?: Severities;
};

type Commented = { readonly text: string; readonly log?: Log };

/** The ignore comments of a document. They have no effect in a transcript, where the agent could suppress its own findings. */
export const commentsOf = ({ text, log }: Commented): Ignores | undefined =>
  log ? undefined : ignoresIn(text);

/** The mistyped words of these comments. */
export const commentProblems = ({ text, log }: Commented): readonly Problem[] =>
  log ? [] : ignoreProblems(text);

/** Marks by the finding they accept. */
export const acceptedIn = (marks: readonly Mark[]): ReadonlyMap<string, Mark> =>
  new Map(marks.map((mark) => [`${mark.citation} ${mark.code}`, mark]));

/** Identifies a finding or problem by its subject instead of its position, so that it survives edits elsewhere. */
export const baselineKey = (code: unknown, about: unknown): string => JSON.stringify([code, about]);

/** Subject of a problem that represents all problems of its code. */
export const ALL = '*';

const isFinding = (what: Finding | Problem): what is Finding => 'stage' in what;

export const spanOf = (what: Finding | Problem): Span => (isFinding(what) ? what.citation.part : what.span);

const nameIn = ({ facts }: Problem, name: string): string => {
  const fact = facts[name];
  return typeof fact === 'string' ? fact : '';
};

function namesOf(what: Finding | Problem): readonly string[] {
  if (isFinding(what)) return [what.citation.id, what.citation.identifier];
  const label = nameIn(what, 'label');
  // As shown and as a citation's identifier: `[9]` and `9`, `[^9]` and `^9`.
  return [what.citation ?? '', label, label.replace(/^\[|\]$/g, ''), nameIn(what, 'path')];
}

/** The first rule that applies to a finding or problem. */
export function ruleFor(what: Finding | Problem, { rules = [] }: Suppressions): Rule | undefined {
  const names = namesOf(what);
  return rules.find(
    ({ code, citation }) =>
      (code === undefined || code === what.code) && (citation === undefined || names.includes(citation)),
  );
}

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
  // A baseline never suppresses a finding without a problem, because it counts in every score.
  if (isFinding(what) && what.severity === 'none') return undefined;
  const about = isFinding(what) ? what.citation.id : (what.citation ?? plainFacts(what.facts));
  const isKnown =
    given.baseline.has(baselineKey(what.code, about)) ||
    (!isFinding(what) && given.baseline.has(baselineKey(what.code, ALL)));
  return isKnown ? { by: 'baseline' } : undefined;
}

/** Decides severity and suppression of a finding or problem, replacing an earlier decision. */
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

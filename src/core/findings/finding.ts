/** What a finding amounts to: its code and severity, its sentence, and its four layers. */
import { reason, reasonOf, type Facts, type Reason, type Translate } from '../reason';
import { hasAnswer } from '../failureKinds';
import { CODES, message, type Code, type Severity } from '../codes';
import {
  type Finding,
  type Layers,
  type Failure,
  type FailureKind,
  type NoticeKind,
  type Quotation,
  type Screen,
  type Source,
  type Verdict,
} from '../model';
import { pageAt } from '../text/lines';

type Bare<F> = F extends Finding ? Omit<F, 'code' | 'severity' | 'suppressed'> : never;
/** A finding before grading. */
export type UngradedFinding = Bare<Finding>;
/** User-defined severities, which override the table's. */
export type Severities = Readonly<Partial<Record<Code, Severity>>>;

const RANK: Readonly<Record<Severity, number>> = { none: 0, info: 1, warning: 2, error: 3 };
/** Whether `severity` is at or above `threshold`. */
export const reaches = (severity: Severity, threshold: Severity): boolean =>
  RANK[severity] >= RANK[threshold];

/** Failures whose code has another name or depends on the target. The others are codes themselves. */
function codeOfFailure(
  kind: FailureKind,
  { citation, archived, isElsewhere, cause }: Extract<UngradedFinding, { stage: 'unresolved' }>,
): Code {
  const { target, style } = citation;
  if (isElsewhere) return 'disabled';
  if (kind === 'bad-status') return hasAnswer({ kind, cause }, 'fault') ? 'network' : 'dead';
  if (kind === 'dangling') return style === 'cite-key' ? 'unknown-key' : 'dangling';
  if (kind === 'ambiguous') return target.kind === 'file' ? 'ambiguous-file' : 'ambiguous';
  if (kind !== 'not-found') return kind;
  if (target.kind === 'file') return 'file-not-found';
  if (cause === 'unlisted') return 'no-match';
  return archived === undefined ? 'not-found' : 'dead'; // an archived copy proves that it existed
}

const isOneOf = (...codes: readonly Code[]) => {
  const all = new Set(codes);
  return (code: Code): boolean => all.has(code);
};

/** True for codes that mean the source was shown to support the claim. */
export const isProven = isOneOf('backed', 'supported', 'quote-found');

/** True for codes of a source that answers or shares words with the claim, which proves nothing either way. */
export const isScreening = isOneOf('reached', 'related', 'no-related-passage');

/** True for codes about the run only, not about the text or its source. */
export const isInconclusive = isOneOf(
  'cancelled',
  'disabled',
  'unclear',
  'over-limit',
  'untrusted',
  'unjudged',
  'guess',
);

const GRAVE: Readonly<Partial<Record<NoticeKind, Code>>> = {
  retracted: 'retracted',
  withdrawn: 'retracted',
  'soft-404': 'dead',
  'doi-differs': 'doi-differs',
};

/** True for codes of a source that was read and is at fault itself, whatever the claim. */
export const isAboutSource = isOneOf(...Object.values(GRAVE));

const codesOfSource = (source: Source): Code[] => [
  ...source.notices.flatMap(({ kind }) => GRAVE[kind] ?? []),
  ...(source.via === 'wayback' ? (['dead'] as const) : []),
];

/**
 * The code of a finding: the most severe of all that apply and, among equals, the one about the claim. A source not judged for lack of a
 * model shows its screening; one not judged because of a failure, or judged without a decision, shows that, unless the screening is more severe.
 */
export function codeOf(finding: UngradedFinding, severities: Severities = {}): Code {
  if (finding.stage === 'unresolved') return codeOfFailure(finding.kind, finding);
  const own: readonly Code[] =
    finding.stage === 'judged'
      ? [finding.verdict.log?.code ?? finding.verdict.support, ...besideVerdict(finding)]
      : [...(finding.why === 'no-model' ? [] : (['unjudged'] as const)), finding.screen.result];
  const all = [...own, ...codesOfSource(finding.source)];
  return all.reduce((a, b) => (RANK[severityOf(b, severities)] > RANK[severityOf(a, severities)] ? b : a));
}

/** Codes of the screening in addition to a verdict: all with an undecided one, only differences with others. */
const besideVerdict = ({
  verdict,
  screen,
}: Extract<UngradedFinding, { stage: 'judged' }>): readonly Code[] =>
  verdict.support === 'unsure' || DIFFERENCES.has(screen.result) ? [screen.result] : [];
const DIFFERENCES: ReadonlySet<Screen['result']> = new Set(['figure-differs', 'quote-not-found']);

/** The severity of a code: the user's, else the table's. */
export const severityOf = (code: Code, severities: Severities = {}): Severity =>
  severities[code] ?? CODES[code].severity;

/** Adds code and severity to an outcome. */
export function grade(outcome: UngradedFinding, severities: Severities = {}): Finding {
  const code = codeOf(outcome, severities);
  return { ...outcome, code, severity: severityOf(code, severities) };
}

/** The label as written: `[7]`, `[^note]`, a key or a name. */
const labelOf = ({ style, label, raw }: Finding['citation']) =>
  label === undefined ? raw : style === 'numbered' || style === 'footnote' ? `[${label}]` : label;

/** The notice that determines a source's code. */
const noticeOf = ({ notices }: Source, code: Code): Reason | undefined =>
  notices.find(({ kind }) => GRAVE[kind] === code || (code === 'dead' && kind === 'archived'));

/** Why a rule refused a verdict. Leaves out the model's own reason, which argues for the refused verdict. */
export const refusal = (refused: NonNullable<Verdict['refused']>): Reason =>
  reason('not_accepted', { answer: reason(`answer_is_${refused.asked}`), why: reasonOf(refused) });

/** Details to show in addition to the code. */
export function detailOf(finding: Finding): Reason | undefined {
  const { code } = finding;
  if (finding.stage === 'unresolved') return reasonOf(finding);
  if (isAboutSource(code)) return noticeOf(finding.source, code);
  if (finding.stage === 'unjudged') return code === 'unjudged' ? reasonOf(finding) : finding.screen.why;
  const { verdict, screen } = finding;
  if (verdict.log) return reasonOf(verdict.log);
  const { support, rationale, refused } = verdict;
  const screened = code !== support && code === screen.result && screen.why;
  if (refused) return screened ? { ...screened, also: refusal(refused) } : refusal(refused);
  const answer = reason(`answer_is_${support}`);
  return screened
    ? { ...screened, also: reason('model_answered', { answer, said: rationale }) }
    : reason('model_says', { said: rationale });
}

/** How a quotation matches its source. */
export const matchOf = ({ match }: Quotation): Reason => reason(`match_${match}`);

/** The facts that fill the finding's message. */
export function factsOf(finding: Finding): Facts {
  const { citation } = finding;
  const place = citation.target.kind === 'file' ? citation.target : undefined;
  const detail = detailOf(finding);
  return {
    ...(finding.stage === 'unresolved' && finding.facts),
    label: labelOf(citation),
    path: place?.path ?? citation.identifier,
    line: place?.lines?.[1] ?? '',
    ...(detail && { detail }),
  };
}

/** The finding in one sentence. */
export const explain = (finding: Finding, translate?: Translate): string =>
  message(finding.code, factsOf(finding), translate);

/** The page of a paginated source with the quotation, else with the passage that screening found. */
export function pageOf(finding: Finding): number | undefined {
  if (finding.stage === 'unresolved') return undefined;
  const quote = finding.stage === 'judged' ? finding.verdict.quote?.span : undefined;
  const span = quote ?? finding.screen.passage;
  return span && pageAt(finding.source.pages, span.start);
}

/** Whether a failure says something about the source, not only about this attempt to reach it. */
const isDefinite = (failure: Failure): boolean =>
  hasAnswer(failure, 'gone', 'other', 'nowhere', 'workspace') &&
  !failure.isElsewhere &&
  failure.kind !== 'guess' &&
  failure.kind !== 'ambiguous';

const SCREENED: Readonly<Partial<Record<Screen['result'], 'pass'>>> = { 'quote-found': 'pass' };
const JUDGED: Readonly<Record<Verdict['support'], Pick<Layers, 'derivable' | 'scoped'>>> = {
  supported: { derivable: 'pass', scoped: 'pass' },
  partly: { derivable: 'pass', scoped: 'fail' },
  overstated: { derivable: 'pass', scoped: 'fail' },
  contradicted: { derivable: 'fail', scoped: 'unknown' },
  absent: { derivable: 'fail', scoped: 'unknown' },
  unsure: { derivable: 'unknown', scoped: 'unknown' },
};

/** The four layers of a well-cited claim; `unknown` if this run could not decide. */
export function layers(finding: Finding): Layers {
  if (finding.stage === 'unresolved')
    return {
      exists: hasAnswer(finding, 'nowhere') ? 'fail' : 'pass',
      resolves: isDefinite(finding) ? 'fail' : 'unknown',
      derivable: 'unknown',
      scoped: 'unknown',
    };
  const found = { exists: 'pass', resolves: 'pass' } as const;
  return finding.stage === 'judged'
    ? { ...found, ...JUDGED[finding.verdict.support] }
    : { ...found, derivable: SCREENED[finding.screen.result] ?? 'unknown', scoped: 'unknown' };
}

/** Whether this citation was not looked up because the network was down. */
export const isOffline = (finding: Finding): boolean =>
  finding.stage === 'unresolved' && finding.cause === 'offline';

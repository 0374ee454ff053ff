/** JSON output of `scan --json`, `verify --json` and `resolve --json`. Version 1 is stable: fields are added, never changed. */
import { plainFacts, reason, say, type Reason } from '../causes';
import { message } from '../codes';
import { suggestedFix } from '../edits/suggestedFix';
import type { Draft } from '../edits/textEdit';
import { layers } from '../findings/finding';
import {
  isFailure,
  type Citation,
  type Failure,
  type Finding,
  type LogVerdict,
  type Papers,
  type Problem,
  type RegistryError,
  type Source,
  type Target,
  type Verdict,
  type Resolution,
} from '../model';
import { pageAt, positions, type Position } from '../text/lines';
import { remembered } from '../text/maps';
import { jsonInside, jsonText } from './escape';
import { rankIn } from '../findings/rank';
import type { DocumentReport, Look, ReportWriter } from './shape';

type At = (offset: number) => Position;
const withPlace = (citation: Citation, at: At) => ({ ...citation, ...at(citation.marker.start) });

/** A problem with its message, flat span and position. */
export const problemJson = ({ span, code, severity, facts, related, ...rest }: Problem, at: At) => ({
  code,
  severity,
  message: message(code, facts),
  ...span,
  ...at(span.start),
  facts: plainFacts(facts),
  ...rest,
  ...(related && { related: related.map(({ start, end }) => ({ start, end, ...at(start) })) }),
});

/** Replaces a reason by its cause and sentence. */
export const reasonJson = <T extends Reason>({ facts, also, ...rest }: T) => ({
  ...rest,
  detail: say({ cause: rest.cause, facts, ...(also && { also }) }),
});

const unanswered = (errors: readonly RegistryError[] | undefined) =>
  errors && { errors: errors.map(registryErrorJson) };

/** A registry that did not answer. */
export const registryErrorJson = ({ registry, failure: { cause, ...rest } }: RegistryError) => ({
  registry,
  cause,
  detail: `${cause}: ${say({ cause, ...rest })}`,
});

/** A failure. Its kind is named `miss`; `detail` begins with the cause, for readers that ignore other fields. */
export function failureJson<T extends Failure>(failure: T) {
  const { kind, detail, errors, ...rest } = reasonJson(failure);
  return { miss: kind, ...rest, detail: `${rest.cause}: ${detail}`, ...unanswered(errors) };
}

const sourceJson = ({ text, sensitive, notices, errors, ...source }: Source, noText: boolean) => ({
  ...source,
  ...unanswered(errors),
  ...(!noText && { text }),
  ...(sensitive && { sensitive: say(reason(sensitive)) }),
  notices: notices.map(reasonJson),
});

/** `quote.page` is the page of a paginated source. */
const logJson = ({ event, ...log }: LogVerdict, at: At) => ({
  ...reasonJson(log),
  ...(event && { event: { ...event, span: undefined, ...event.span, ...at(event.span.start) } }),
});
const verdictJson = ({ refused, quote, log, ...verdict }: Verdict, at: At, pages?: readonly number[]) => ({
  ...verdict,
  ...(log && { log: logJson(log, at) }),
  ...(quote && { quote: { ...quote, ...(pages && { page: pageAt(pages, quote.span.start) }) } }),
  ...(refused && { refused: reasonJson(refused) }),
});

/** The result of a citation, by stage. */
function outcomeJson(finding: Finding, at: At, noText: boolean) {
  if (finding.stage === 'unresolved') return failureJson(finding);
  const source = sourceJson(finding.source, noText);
  const { why, ...screened } = finding.screen;
  const screen = { ...screened, detail: why ? say(why) : '' };
  if (finding.stage === 'unjudged') {
    const { detail, ...rest } = reasonJson(finding);
    return { ...rest, source, screen, detail: `${rest.cause}: ${detail}` };
  }
  const { verdict, groupVerdict } = finding;
  const group = groupVerdict && { groupVerdict: verdictJson(groupVerdict, at) };
  return { ...finding, source, screen, verdict: verdictJson(verdict, at, finding.source.pages), ...group };
}

/** The edit that fixes a finding: offsets as in the text; edits of one suggestion are applied together. */
export function suggestionJson(draft: Draft, finding: Finding, at: At) {
  const found = suggestedFix(draft, finding);
  const fix = found?.kind === 'narrow' && draft.citations.length === 0 ? undefined : found;
  const edits = fix?.changes.map(({ span, text }) => ({ ...span, ...at(span.start), text }));
  return fix && { suggestion: { kind: fix.kind, edits } };
}

const findingJson = (draft: Draft, finding: Finding, at: At, noText: boolean) => ({
  ...outcomeJson(finding, at, noText),
  citation: withPlace(finding.citation, at),
  layers: layers(finding),
  ...suggestionJson(draft, finding, at),
});

const byPlace = (a: Finding, b: Finding) => a.citation.part.start - b.citation.part.start;

/** A document as in `verify --json`, or as in `scan --json` if it was only scanned. */
function documentJson(document: DocumentReport, noText: boolean) {
  const { path, text, problems, findings, unchecked, scanMs } = document;
  const at = positions(text);
  const wrong = problems.map((p) => problemJson(p, at));
  if (unchecked) return { path, citations: unchecked.map((c) => withPlace(c, at)), problems: wrong, scanMs };
  const rank = rankIn(document.log !== undefined);
  const ranked = [...findings].sort((a, b) => rank(a) - rank(b) || byPlace(a, b));
  const draft: Draft = { text, citations: findings.map(({ citation }) => citation) };
  return { path, findings: ranked.map((f) => findingJson(draft, f, at, noText)), problems: wrong };
}

/** `verify --json` and `scan --json`. */
export function json({ noText = false }: Look): ReportWriter {
  let count = 0;
  const head = '{\n  "version": 1,\n  "documents": [';
  return {
    document: (d) => `${count++ === 0 ? head : ','}\n    ${jsonInside(documentJson(d, noText), 2)}`,
    end({ errors, summary }) {
      const rest = { ...(errors.length > 0 && { errors }), ...(summary && { summary }) };
      const tail = Object.keys(rest).length === 0 ? '\n}\n' : `,${jsonText(rest).slice(1)}\n`;
      return `${count === 0 ? `${head}]` : '\n  ]'}${tail}`;
    },
  };
}

/** One JSON value per line: each document's lines, then errors and the summary. */
export function jsonl({ noText = false }: Look): ReportWriter {
  const line = (value: unknown) => `${jsonText(value, 0)}\n`;
  const placesIn = remembered(({ text }: DocumentReport): At => positions(text));
  const finding = (d: DocumentReport, f: Finding) =>
    // For a single finding, it isn't known yet whether another marker is in its claim, which prevents narrowing.
    line({
      type: 'finding',
      path: d.path,
      ...findingJson({ text: d.text, citations: [] }, f, placesIn(d), noText),
    });
  return {
    finding,
    document(d) {
      const at = placesIn(d);
      const ranked = [...d.findings].sort(byPlace);
      return [
        ...ranked.map((f) => finding(d, f)),
        ...(d.unchecked ?? []).map((c) => line({ type: 'citation', path: d.path, ...withPlace(c, at) })),
        ...d.problems.map((p) => line({ type: 'problem', path: d.path, ...problemJson(p, at) })),
      ].join('');
    },
    end: ({ errors, summary }) =>
      [
        ...errors.map((error) => line({ type: 'error', ...error })),
        ...(summary ? [line({ type: 'summary', version: 1, ...summary })] : []),
      ].join(''),
  };
}

export type Resolved = {
  /** The target as given. */
  readonly asked: string;
  readonly target: Target;
  readonly outcome: Resolution;
};

/** One result of `resolve --json`. */
export const resolvedJson = ({ asked, target, outcome }: Resolved, noText: boolean) =>
  isFailure(outcome)
    ? { asked, target, ok: false, ...failureJson(outcome) }
    : { asked, target, ok: true, source: sourceJson(outcome, noText) };

/** Results of a registry search. */
export const papersJson = ({ papers, errors }: Papers) => ({
  papers: papers.map(({ notices, ...paper }) => ({ ...paper, notices: notices.map(reasonJson) })),
  errors: errors.map(registryErrorJson),
});

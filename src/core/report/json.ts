/** The machine's shapes: `scan --json`, `verify --json`, `resolve --json`. Version 1 is stable: fields are added, never changed. */
import { plainFacts, reason, say, type Reason } from '../causes';
import { message } from '../codes';
import { layers } from '../finding';
import {
  isFailure,
  type Citation,
  type Failure,
  type Finding,
  type Notice,
  type Papers,
  type Problem,
  type Source,
  type Target,
  type Verdict,
} from '../model';
import type { Log } from '../log';
import { positions, type Position } from '../text/lines';
import { rankIn, type DocumentReport, type Look, type Report, type ReportError } from './shape';

const print = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

type At = (offset: number) => Position;
const withPlace = (citation: Citation, at: At) => ({ ...citation, ...at(citation.marker.start) });

/** A problem as machines read it: its sentence filled, its span flat, its place. */
export function problemJson({ span, code, severity, facts, related, ...rest }: Problem, at: At) {
  return {
    code,
    severity,
    message: message(code, facts),
    ...span,
    ...at(span.start),
    facts: plainFacts(facts),
    ...rest,
    ...(related && { related: related.map(({ start, end }) => ({ start, end, ...at(start) })) }),
  };
}

/** What carries a reason, with the reason as its cause and its sentence. */
export function reasonJson<T extends Reason>({ facts, also, ...rest }: T) {
  return { ...rest, detail: say({ cause: rest.cause, facts, ...(also && { also }) }) };
}

/** A failure: its kind is called `miss`, and `detail` begins with the cause, for those who read nothing else. */
export function failureJson<T extends Failure>(failure: T) {
  const { kind, detail, ...rest } = reasonJson(failure);
  return { miss: kind, ...rest, detail: `${rest.cause}: ${detail}` };
}

export const noticeJson = (notice: Notice) => reasonJson(notice);

function sourceJson({ text, sensitive, notices, ...source }: Source, noText: boolean) {
  return {
    ...source,
    ...(!noText && { text }),
    ...(sensitive && { sensitive: say(reason(sensitive)) }),
    notices: notices.map(noticeJson),
  };
}

const verdictJson = ({ refused, ...verdict }: Verdict) => ({
  ...verdict,
  ...(refused && { refused: reasonJson(refused) }),
});

/** What came of a citation, by its stage. */
function outcomeJson(finding: Finding, noText: boolean) {
  if (finding.stage === 'unresolved') return failureJson(finding);
  const source = sourceJson(finding.source, noText);
  const { why, ...screened } = finding.screen;
  const screen = { ...screened, detail: why ? say(why) : '' };
  if (finding.stage === 'unjudged') {
    const { detail, ...rest } = reasonJson(finding);
    return { ...rest, source, screen, detail: `${rest.cause}: ${detail}` };
  }
  const { verdict, groupVerdict } = finding;
  const group = groupVerdict && { groupVerdict: verdictJson(groupVerdict) };
  return { ...finding, source, screen, verdict: verdictJson(verdict), ...group };
}

const findingJson = (finding: Finding, at: At, noText: boolean) => ({
  ...outcomeJson(finding, noText),
  citation: withPlace(finding.citation, at),
  layers: layers(finding),
});

const byPlace = (a: Finding, b: Finding) => a.citation.part.start - b.citation.part.start;

const documentJson = (document: DocumentReport, noText: boolean) => {
  const { path, text, problems, findings } = document;
  const at = positions(text);
  const rank = rankIn(document);
  return {
    path,
    findings: [...findings]
      .sort((a, b) => rank(a) - rank(b) || byPlace(a, b))
      .map((f) => findingJson(f, at, noText)),
    problems: problems.map((p) => problemJson(p, at)),
  };
};

const errorsJson = (errors: readonly ReportError[]) => (errors.length === 0 ? {} : { errors });

/** `verify --json`. */
export const json = ({ documents, errors, summary }: Report, { noText = false }: Look): string =>
  print({
    version: 1,
    documents: documents.map((d) => documentJson(d, noText)),
    ...errorsJson(errors),
    summary,
  });

export type Scanned = {
  readonly path: string;
  readonly text: string;
  readonly citations: readonly Citation[];
  readonly problems: readonly Problem[];
  readonly scanMs: number;
  /** Of a transcript. */
  readonly log?: Log;
};

/** `scan --json`. */
export const scanJson = (scanned: readonly Scanned[], errors: readonly ReportError[]): string =>
  print({
    version: 1,
    documents: scanned.map(({ path, text, citations, problems, scanMs }) => {
      const at = positions(text);
      return {
        path,
        citations: citations.map((c) => withPlace(c, at)),
        problems: problems.map((p) => problemJson(p, at)),
        scanMs,
      };
    }),
    ...errorsJson(errors),
  });

export type Resolved = { readonly target: Target; readonly outcome: Source | Failure };

/** `resolve --json`: results in the order of the arguments. */
export const resolveJson = (results: readonly Resolved[], noText = false): string =>
  print({
    version: 1,
    results: results.map(({ target, outcome }) =>
      isFailure(outcome)
        ? { target, ok: false, ...failureJson(outcome) }
        : { target, ok: true, source: sourceJson(outcome, noText) },
    ),
  });

/** What a search of the registries gave. */
export const papersJson = ({ papers, errors }: Papers) => ({
  papers: papers.map(({ notices, ...paper }) => ({ ...paper, notices: notices.map(noticeJson) })),
  errors: errors.map(({ registry, failure: { cause, ...rest } }) => ({
    registry,
    cause,
    detail: `${cause}: ${say({ cause, ...rest })}`,
  })),
});

/** The machine's shapes: `scan --json`, `verify --json`, `resolve --json`. Version 1 is stable: fields are added, never changed. */
import { message } from '../codes';
import { layers } from '../finding';
import {
  isFailure,
  type Citation,
  type Failure,
  type Finding,
  type Problem,
  type Source,
  type Target,
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
    facts,
    ...rest,
    ...(related && { related: related.map((place) => ({ ...place, ...at(place.start) })) }),
  };
}

const withoutText = ({ text: _, ...source }: Source) => source;

const findingJson = (finding: Finding, at: At, noText: boolean) => ({
  ...finding,
  citation: withPlace(finding.citation, at),
  ...(noText && finding.stage !== 'unresolved' && { source: withoutText(finding.source) }),
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
        ? { target, ok: false, ...outcome }
        : { target, ok: true, source: noText ? withoutText(outcome) : outcome },
    ),
  });

/**
 * The envelope for tools that emit cited claims: each claim with a source that a checker can open and a short verbatim excerpt. `claims`
 * holds supported claims, with a quotation that this program located; all others are in `unverified` with a reason, so that nothing is
 * dropped or overstated.
 */
import { message } from '../codes';
import { explain, pageOf } from '../findings/finding';
import type { Citation, Finding, Problem, Source, Target, Verdict } from '../model';
import { placeText } from '../text/lines';
import { workUrl } from '../text/works/workUrl';
import { jsonText } from './escape';
import { printable } from '../text/printable';
import type { DocumentReport, ReportError, ReportWriter } from './shape';

/** `file:path:line`, `git:sha`, `web:url`, `memory:id`, or `guess` if there is nothing to open. */
export function sourceWord(target: Target, source?: Source): string {
  switch (target.kind) {
    case 'url':
      return `web:${target.url}`;
    case 'file':
      // The path that was read; the one in the text may be relative to the text's folder.
      return `file:${source?.via === 'workspace' ? source.location : placeText(target.path, target.lines)}`;
    case 'commit':
      return `git:${target.sha}`;
    case 'memory':
      return `memory:${target.id}`;
    case 'work': {
      const url = workUrl(target) ?? (source?.location.startsWith('http') ? source.location : undefined);
      return url === undefined ? 'guess' : `web:${url}`;
    }
    case 'guess':
    case 'action':
    case 'dangling':
      return 'guess';
  }
}

type Supported = Extract<Finding, { stage: 'judged' }> & {
  verdict: { quote: NonNullable<Verdict['quote']> };
};
/** The scope of a source: a claim from it applies to that place and time, not everywhere and always. */
function scope(finding: Supported): string {
  const { target, fetchedAt } = finding.source;
  const day = fetchedAt.slice(0, 10);
  const page = pageOf(finding);
  if (target.kind === 'file') return `in this file, as of ${day}`;
  if (target.kind === 'commit') return 'as of this commit';
  return page === undefined ? `as of ${day}` : `on page ${page}, as of ${day}`;
}

export const confidenceWord = (confidence: number): 'high' | 'med' | 'low' =>
  confidence >= 0.8 ? 'high' : confidence >= 0.5 ? 'med' : 'low';

const isSupported = (f: Finding): f is Supported =>
  f.stage === 'judged' && f.verdict.support === 'supported' && f.verdict.quote !== undefined && !f.suppressed;

const claimOf = (finding: Supported) => {
  const { citation, source, verdict } = finding;
  return {
    claim: printable(citation.claim.text, Infinity),
    source: sourceWord(citation.target, source),
    evidence: verdict.quote.text,
    scope: scope(finding),
    confidence: confidenceWord(verdict.confidence),
  };
};

const unverifiedOf = (finding: Finding) => ({
  claim: printable(finding.citation.claim.text, Infinity),
  source: sourceWord(finding.citation.target, finding.stage === 'unresolved' ? undefined : finding.source),
  reason: `${finding.code}: ${printable(explain(finding))}`,
});

/** The first problem of each citation, by id. */
function firstOf(problems: readonly Problem[]): ReadonlyMap<string, Problem> {
  const first = new Map<string, Problem>();
  for (const problem of problems)
    if (problem.citation !== undefined && !first.has(problem.citation)) first.set(problem.citation, problem);
  return first;
}

/** A citation that was only scanned: its problem, else that it was not checked. */
const scannedOf = (citation: Citation, problem: Problem | undefined) => ({
  claim: printable(citation.claim.text, Infinity),
  source: sourceWord(citation.target),
  reason: problem
    ? `${problem.code}: ${printable(message(problem.code, problem.facts))}`
    : 'unjudged: the text was only scanned, its source was not opened',
});

/** An unreadable file may contain claims that were not checked. */
const unreadOf = ({ path, message: sentence }: ReportError) => ({
  claim: '',
  source: 'guess',
  reason: `unreadable: ${printable(path)}: ${printable(sentence)}`,
});

/** What a document adds to both lists. */
function parts({ findings, unchecked = [], problems }: DocumentReport) {
  const all = [...findings].sort((a, b) => a.citation.part.start - b.citation.part.start);
  const first = firstOf(problems);
  return {
    claims: all.filter(isSupported).map(claimOf),
    open: all.filter((f) => !isSupported(f)).map(unverifiedOf),
    scanned: unchecked.map((citation) => scannedOf(citation, first.get(citation.id))),
  };
}

export function envelope(): ReportWriter {
  const gathered: ReturnType<typeof parts>[] = [];
  return {
    document(d) {
      gathered.push(parts(d));
      return '';
    },
    end({ errors }) {
      const unverified = [
        ...gathered.flatMap(({ open }) => open),
        ...gathered.flatMap(({ scanned }) => scanned),
        ...errors.map(unreadOf),
      ];
      const claims = gathered.flatMap((one) => one.claims);
      return `${jsonText({ claims, unverified })}\n`;
    },
  };
}

/**
 * Checks another tool's envelope of cited claims on four layers: the source exists, it resolves, it contains the evidence word for word,
 * and the claim doesn't go beyond it. Typical mistakes of such tools have names of their own.
 */
import { reason, reasonOf, type Cause, type Facts, type Reason } from '../causes';
import type { Envelope, EnvelopeClaim } from './envelopeClaims';
import { layers } from '../findings/finding';
import { citationAt, isFailure } from '../model';
import type { Citation, Finding, Layers, Source, Span, Target, LineRange, Resolution } from '../model';
import type { Ports } from '../ports';
import { resolve } from '../resolve';
import { lineSpan } from '../resolve/local';
import { otherFigure } from '../resolve/screenPlace';
import { readTarget } from '../verify/targetArgument';
import { credentialsOf } from '../text/credentials';
import { fold } from '../text/fold';
import { fingerprint } from '../text/hash';
import { overlap, positions } from '../text/lines';
import { locate } from '../text/quotation/quote';
import type { VerifyOptions } from '../verify/run';
import { verifyAll } from '../verify/verify';

/** What is wrong with a claim of an envelope. */
export type ClaimFailure =
  | 'malformed-claim'
  | 'empty-source'
  | 'guess-as-claim'
  | 'invented-place'
  | 'unreachable'
  | 'no-evidence'
  | 'paraphrased-evidence'
  | 'figure-differs'
  | 'universal-claim'
  | 'overstated'
  | 'contradicted'
  | 'absent';

export type CheckedClaim = {
  readonly index: number;
  readonly claim: string;
  readonly source: string;
  readonly layers: Layers;
  readonly failures: readonly (Reason & { readonly name: ClaimFailure })[];
  /** Actual location of the evidence in the claim's source. */
  readonly evidenceAt?: { readonly span: Span; readonly line: number };
  readonly finding?: Finding;
};

export type EnvelopeCheck = {
  readonly version: 1;
  readonly claims: readonly CheckedClaim[];
  readonly unverified: number;
  /** Requested claims that are in neither list. */
  readonly dropped: readonly string[];
  /** False if a claim fails a layer or was dropped; null if there are no claims, or no source was reachable. */
  readonly passed: boolean | null;
};

/** Words that extend a claim beyond any single place and time. */
const UNIVERSAL =
  /\b(?:always|never|every|everywhere|all|any|none|nowhere|in general|throughout|whole codebase|entire(?:ly)?)\b/i;
/** Words of the claim itself that limit it to the place. */
const LIMITED =
  /\b(?:in|of|within) (?:this|that|the (?:cited|same|given)) (?:file|function|method|class|module|block|line|lines|list|test|commit|change)\b/i;
/** Code and quotations aren't the author's own words. */
const QUOTED = /`[^`]{1,400}`|"[^"]{1,400}"|“[^”]{1,400}”/g;
const LOCAL: ReadonlySet<Target['kind']> = new Set<Target['kind']>(['file', 'commit', 'memory']);

type Asked = { readonly claim: EnvelopeClaim; readonly target: Target | undefined };

/** The target of a claim; undefined if its source doesn't identify one. */
function targetOf({ source }: EnvelopeClaim): Target | undefined {
  if (source.trim() === '') return undefined;
  const target = readTarget(source);
  return isFailure(target) ? undefined : target;
}

/** An envelope's claim as a citation for the pipeline. */
const citationOf = ({ claim, source }: EnvelopeClaim, target: Target, index: number): Citation =>
  citationAt(
    { start: index, end: index },
    {
      id: `${fingerprint(`${claim}\n${source}`)}#${index}`,
      style: 'identifier',
      ...{ raw: source, identifier: source, claim, target },
    },
  );

type Failures = CheckedClaim['failures'];
/** The evidence as words of a source; `at` is set if it is the claim's own source. */
type Shown = {
  readonly failures: Failures;
  readonly state: Layers['derivable'];
  readonly words?: string;
  readonly at?: CheckedClaim['evidenceAt'];
};

const failure = (name: ClaimFailure, cause: Cause, facts: Facts = {}) => ({ name, ...reason(cause, facts) });
const failed = (name: ClaimFailure, cause: Cause, facts: Facts = {}) => ({
  failures: [failure(name, cause, facts)],
  state: 'fail' as const,
});

/** The span of 1-based lines; undefined if the text has no such lines. */
function spanOfLines(text: string, lines: LineRange): Span | undefined {
  const [from, to] = lines;
  const span = lineSpan(text, lines);
  return from <= to && to <= text.split('\n').length && span.start < text.length ? span : undefined;
}

/** Evidence at a place in the claim's own source, which has to be the place that the claim names. */
function placed({ text, focus }: Source, span: Span): Shown {
  const words = text.slice(span.start, span.end);
  if (words.trim() === '') return failed('no-evidence', 'envelope_no_excerpt');
  const at = { span, line: positions(text)(span.start).line };
  return focus && !overlap(span, focus)
    ? { ...failed('invented-place', 'envelope_other_line', { line: at.line }), at }
    : { failures: [], state: 'pass', words, at };
}

const noPlace = (place: string): Shown => failed('invented-place', 'envelope_pointer', { place });

/** Reads what evidence points at; `pointed` is the source of a pointer. */
function evidenceFrom({ evidence }: EnvelopeClaim, source: Source, pointed?: Resolution): Shown {
  const { text, focus } = source;
  const withheld = credentialsOf(source) ?? (pointed && !isFailure(pointed) && credentialsOf(pointed));
  // Saying whether words are in it would reveal them, one guess at a time.
  if (withheld) return { failures: [{ name: 'unreachable', ...reason(withheld) }], state: 'unknown' };
  switch (evidence.kind) {
    case 'words': {
      if (evidence.text.trim() === '') return failed('no-evidence', 'envelope_no_excerpt');
      const span =
        locate(text, evidence.text, focus ? [focus] : undefined)?.span ?? exactly(text, evidence.text.trim());
      return span ? placed(source, span) : failed('paraphrased-evidence', 'envelope_paraphrase');
    }
    case 'span': {
      const { start, end } = evidence.span;
      return start < end && end <= text.length ? placed(source, evidence.span) : noPlace(`${start}–${end}`);
    }
    case 'lines': {
      const span = spanOfLines(text, evidence.lines);
      return span ? placed(source, span) : noPlace(evidence.lines.join('–'));
    }
    case 'pointer':
      return pointed ? fromPointer(evidence.place, source, pointed) : { failures: [], state: 'unknown' };
  }
}

/** Evidence at a place of the claim's own source, or of another one that the pointer names. */
function fromPointer(place: string, source: Source, pointed: Resolution): Shown {
  if (isFailure(pointed))
    return pointed.kind === 'not-found' || pointed.kind === 'line-out-of-range'
      ? noPlace(place)
      : { failures: [{ name: 'unreachable', ...reasonOf(pointed) }], state: 'unknown' };
  const isOwn = pointed.target.kind === source.target.kind && pointed.text === source.text;
  if (isOwn && pointed.focus) return placed(source, pointed.focus);
  const words = pointed.focus && pointed.text.slice(pointed.focus.start, pointed.focus.end);
  // A whole page or file shows nothing in particular.
  return { failures: [], state: words?.trim() ? 'pass' : 'unknown', ...(words && { words }) };
}

/** Exact match for code and numbers too short for a quotation. */
function exactly(text: string, evidence: string): Span | undefined {
  const start = text.indexOf(evidence);
  return start < 0 ? undefined : { start, end: start + evidence.length };
}

/** A figure of the claim that differs in its evidence, or that screening found to differ in the source of the evidence. */
function figureFailures({ claim }: EnvelopeClaim, finding: Finding, { words = '', at }: Shown): Failures {
  const differs = otherFigure(claim, words, { start: 0, end: words.length });
  if (differs) return [failure('figure-differs', 'says_otherwise', differs)];
  const screened = at && finding.stage === 'unjudged' && finding.screen.result === 'figure-differs';
  return screened && finding.screen.why ? [{ name: 'figure-differs', ...reasonOf(finding.screen.why) }] : [];
}

/** Whether the claim stays within its source. Without a model, only universal claims from a single place fail. */
function checkScope(
  { claim }: EnvelopeClaim,
  finding: Finding,
  words = '',
): { failures: Failures; state: Layers['scoped'] } {
  if (finding.stage === 'judged') {
    const { support, rationale } = finding.verdict;
    if (support === 'supported') return { failures: [], state: 'pass' };
    const name = support === 'partly' ? 'overstated' : support;
    if (name !== 'unsure') return failed(name, 'model_says', { said: rationale });
  }
  const word = LIMITED.test(claim) ? undefined : UNIVERSAL.exec(claim.replace(QUOTED, ' '))?.[0];
  const isShown = word !== undefined && words.toLowerCase().includes(word.toLowerCase());
  return word !== undefined && !isShown && LOCAL.has(finding.citation.target.kind)
    ? failed('universal-claim', 'envelope_universal', { word })
    : { failures: [], state: 'unknown' };
}

const UNKNOWN: Layers = { exists: 'unknown', resolves: 'unknown', derivable: 'unknown', scoped: 'unknown' };

const flawsOf = ({ flaws }: EnvelopeClaim): Failures =>
  flaws.map((flaw) => ({ name: 'malformed-claim', ...flaw }));

/** The result for a claim whose source doesn't identify a target. */
function unfounded({ claim, target }: Asked, index: number): CheckedClaim {
  const { claim: text, source } = claim;
  const isGuess = target?.kind === 'guess';
  const name = isGuess ? 'guess-as-claim' : source.trim() === '' ? 'empty-source' : 'invented-place';
  const failures = [...flawsOf(claim), failure(name, isGuess ? 'envelope_guess' : 'envelope_source')];
  return { index, claim: text, source, layers: { ...UNKNOWN, exists: 'fail' }, failures };
}

function checked({ claim }: Asked, index: number, finding: Finding, pointed?: Resolution): CheckedClaim {
  const common = { index, claim: claim.claim, source: claim.source, finding };
  const own = layers(finding);
  if (finding.stage === 'unresolved') {
    const name = own.resolves === 'fail' ? 'invented-place' : 'unreachable';
    return { ...common, layers: own, failures: [...flawsOf(claim), { name, ...reasonOf(finding) }] };
  }
  const evidence = evidenceFrom(claim, finding.source, pointed);
  const figures = figureFailures(claim, finding, evidence);
  const scope = checkScope(claim, finding, evidence.words);
  const derivable = figures.length > 0 ? 'fail' : evidence.state;
  return {
    ...common,
    layers: { ...own, derivable, scoped: scope.state },
    failures: [...flawsOf(claim), ...evidence.failures, ...figures, ...scope.failures],
    ...(evidence.at && { evidenceAt: evidence.at }),
  };
}

const sameWords = (text: string) =>
  fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

export type EnvelopeOptions = VerifyOptions & {
  /** The claims requested from the tool, to report those it dropped. */
  readonly asked?: readonly string[];
  /** Called after each claim that has a source. */
  readonly onChecked?: (done: number, total: number, claim: string) => Promise<void>;
};

/** What the pointers in the evidence lead to, by the index of the claim, for claims whose source was read. */
async function follow(
  asked: readonly Asked[],
  findings: ReadonlyMap<number, Finding>,
  ports: Ports,
  options: EnvelopeOptions,
  signal: AbortSignal,
) {
  const found = new Map<number, Resolution>();
  for (const [i, { claim }] of asked.entries())
    if (claim.evidence.kind === 'pointer' && (findings.get(i)?.stage ?? 'unresolved') !== 'unresolved')
      found.set(i, await resolve(claim.evidence.target, ports, options.resolve ?? {}, signal));
  return found;
}

/** True, false or null as `EnvelopeCheck.passed` says. */
function passes(claims: readonly CheckedClaim[], dropped: readonly string[]): boolean | null {
  const isReached = ({ failures }: CheckedClaim) => failures.every(({ name }) => name !== 'unreachable');
  const isSound = ({ failures }: CheckedClaim) => failures.every(({ name }) => name === 'unreachable');
  if (dropped.length > 0 || !claims.every(isSound)) return false;
  return claims.some(isReached) ? true : null;
}

/** Checks every claim by itself. Returns one result per claim, in order; sources that can't be reached are `unreachable`. */
export async function checkEnvelope(
  envelope: Envelope,
  ports: Ports,
  options: EnvelopeOptions,
  signal: AbortSignal,
): Promise<EnvelopeCheck> {
  const asked = envelope.claims.map((claim): Asked => ({ claim, target: targetOf(claim) }));
  const citations = asked.flatMap(({ claim, target }, i) =>
    target && target.kind !== 'guess' ? [citationOf(claim, target, i)] : [],
  );
  const findings = new Map<number, Finding>();
  const document = { path: 'envelope', text: '', citations };
  for await (const { finding } of verifyAll([document], ports, options, signal)) {
    findings.set(finding.citation.marker.start, finding);
    await options.onChecked?.(findings.size, citations.length, finding.citation.claim.text);
  }
  const pointed = await follow(asked, findings, ports, options, signal);
  const claims = asked.map((one, i) => {
    const finding = findings.get(i);
    return finding ? checked(one, i, finding, pointed.get(i)) : unfounded(one, i);
  });
  const told = new Set([...envelope.claims.map(({ claim }) => claim), ...envelope.unverified].map(sameWords));
  const dropped = (options.asked ?? []).filter((text) => !told.has(sameWords(text)));
  return {
    version: 1,
    claims,
    unverified: envelope.unverified.length,
    dropped,
    passed: passes(claims, dropped),
  };
}

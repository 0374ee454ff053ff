/**
 * Checks another tool's envelope of cited claims on four layers: the source exists, it resolves, it contains the evidence word for word,
 * and the claim doesn't go beyond it. Typical mistakes of such tools have names of their own.
 */
import * as z from 'zod';
import { reason, reasonOf, type Cause, type Facts, type Reason } from './causes';
import { readTarget } from './targetArgument';
import { layers } from './finding';
import {
  isFailure,
  type Citation,
  type Finding,
  type Layers,
  type Source,
  type Span,
  type Target,
} from './model';
import type { Ports } from './ports';
import { fold } from './text/fold';
import { fingerprint } from './text/hash';
import { positions } from './text/lines';
import { locate } from './text/quote';
import { verify, type VerifyOptions } from './verify';

const Claim = z.object({
  claim: z.string(),
  source: z.string(),
  evidence: z.string().optional(),
  scope: z.string().optional(),
  confidence: z.enum(['high', 'med', 'low']).optional(),
});
const Unverified = z.union([z.string(), z.object({ claim: z.string() }).loose()]);
/** Unknown keys are allowed: other tools add their own. */
const Envelope = z.object({ claims: z.array(Claim), unverified: z.array(Unverified) });

export type Envelope = z.infer<typeof Envelope>;
type EnvelopeClaim = z.infer<typeof Claim>;

/** What is wrong with a claim of an envelope. */
export type ClaimFailure =
  | 'empty-source'
  | 'guess-as-claim'
  | 'invented-place'
  | 'unreachable'
  | 'no-evidence'
  | 'paraphrased-evidence'
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
  /** Actual location of the evidence. */
  readonly evidenceAt?: { readonly span: Span; readonly line: number };
  readonly finding?: Finding;
};

export type EnvelopeCheck = {
  readonly version: 1;
  readonly claims: readonly CheckedClaim[];
  readonly unverified: number;
  /** Requested claims that are in neither list. */
  readonly dropped: readonly string[];
  /** True if no claim fails a layer and none was dropped. */
  readonly passed: boolean;
};

/** Parses an envelope; returns it, or why it is invalid. */
export function readEnvelope(text: string): Envelope | { readonly error: string } {
  try {
    const read = Envelope.safeParse(JSON.parse(text));
    if (read.success) return read.data;
    const [first] = read.error.issues;
    return { error: `not an envelope: ${first?.path.join('.') ?? ''} ${first?.message ?? ''}`.trim() };
  } catch (error) {
    return { error: `not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** Words that extend a claim beyond any single place and time. */
const UNIVERSAL =
  /\b(?:always|never|every|everywhere|all|any|none|nowhere|in general|throughout|whole codebase|entire(?:ly)?)\b/i;
const LOCAL: ReadonlySet<Target['kind']> = new Set<Target['kind']>(['file', 'commit', 'memory']);

type Asked = { readonly claim: EnvelopeClaim; readonly target: Target | undefined };

/** The target of a claim; undefined if its source doesn't identify one. */
function targetOf({ source }: EnvelopeClaim): Target | undefined {
  if (source.trim() === '') return undefined;
  const target = readTarget(source);
  return isFailure(target) ? undefined : target;
}

/** An envelope's claim as a citation for the pipeline. */
function citationOf({ claim, source }: EnvelopeClaim, target: Target, index: number): Citation {
  const marker = { start: index, end: index };
  return {
    id: `${fingerprint(`${claim}\n${source}`)}#${index}`,
    style: 'identifier',
    raw: source,
    marker,
    part: marker,
    identifier: source,
    claim: { text: claim, span: marker },
    context: '',
    target,
  };
}

type Failures = CheckedClaim['failures'];
type Evidence = {
  readonly failures: Failures;
  readonly at?: CheckedClaim['evidenceAt'];
  readonly state: Layers['derivable'];
};

const failed = (name: ClaimFailure, cause: Cause, facts: Facts = {}) => ({
  failures: [{ name, ...reason(cause, facts) }],
  state: 'fail' as const,
});

const isWithin = (span: Span, focus: Span) => span.start < focus.end && span.end > focus.start;

/** Checks that the source contains the evidence word for word, at the stated location. */
function checkEvidence({ evidence = '' }: EnvelopeClaim, { text, focus }: Source): Evidence {
  if (evidence.trim() === '') return failed('no-evidence', 'envelope_no_excerpt');
  const found = locate(text, evidence, focus ? [focus] : undefined);
  const span = found?.span ?? exactly(text, evidence.trim());
  if (!span) return failed('paraphrased-evidence', 'envelope_paraphrase');
  const at = { span, line: positions(text)(span.start).line };
  if (focus && !isWithin(span, focus))
    return { ...failed('invented-place', 'envelope_other_line', { line: at.line }), at };
  return { failures: [], at, state: 'pass' };
}

/** Exact match for code and numbers too short for a quotation. */
function exactly(text: string, evidence: string): Span | undefined {
  const start = text.indexOf(evidence);
  return start < 0 ? undefined : { start, end: start + evidence.length };
}

/** Checks that the claim stays within its source. Needs a model; without one, only universal claims from a single place fail. */
function checkScope(
  { claim, scope = '' }: EnvelopeClaim,
  finding: Finding,
): { failures: Failures; state: Layers['scoped'] } {
  if (finding.stage === 'judged') {
    const { support, rationale } = finding.verdict;
    if (support === 'supported') return { failures: [], state: 'pass' };
    const name = support === 'partly' ? 'overstated' : support;
    if (name !== 'unsure') return failed(name, 'model_says', { said: rationale });
  }
  const word = UNIVERSAL.exec(claim)?.[0];
  if (
    word !== undefined &&
    LOCAL.has(finding.citation.target.kind) &&
    (scope.trim() === '' || UNIVERSAL.test(scope))
  )
    return failed('universal-claim', 'envelope_universal', { word });
  return { failures: [], state: 'unknown' };
}

const UNKNOWN: Layers = { exists: 'unknown', resolves: 'unknown', derivable: 'unknown', scoped: 'unknown' };

/** The result for a claim whose source doesn't identify a target. */
function unfounded({ claim, target }: Asked, index: number): CheckedClaim {
  const { claim: text, source } = claim;
  const isGuess = target?.kind === 'guess';
  const name = isGuess ? 'guess-as-claim' : source.trim() === '' ? 'empty-source' : 'invented-place';
  const { failures } = failed(name, isGuess ? 'envelope_guess' : 'envelope_source');
  return { index, claim: text, source, layers: { ...UNKNOWN, exists: 'fail' }, failures };
}

function checked({ claim }: Asked, index: number, finding: Finding): CheckedClaim {
  const common = { index, claim: claim.claim, source: claim.source, finding };
  const own = layers(finding);
  if (finding.stage === 'unresolved') {
    const name = own.resolves === 'fail' ? 'invented-place' : 'unreachable';
    return { ...common, layers: own, failures: [{ name, ...reasonOf(finding) }] };
  }
  const evidence = checkEvidence(claim, finding.source);
  const scope = checkScope(claim, finding);
  return {
    ...common,
    layers: { ...own, derivable: evidence.state, scoped: scope.state },
    failures: [...evidence.failures, ...scope.failures],
    ...(evidence.at && { evidenceAt: evidence.at }),
  };
}

const sameWords = (text: string) =>
  fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * Checks every claim of an envelope. `asked` lists the claims requested from the tool, to report those it dropped. Returns one result per
 * claim, in order. Sources that can't be reached are `unreachable`, never invented.
 */
export async function checkEnvelope(
  envelope: Envelope,
  ports: Ports,
  options: VerifyOptions & { readonly asked?: readonly string[] },
  signal: AbortSignal,
): Promise<EnvelopeCheck> {
  const asked = envelope.claims.map((claim): Asked => ({ claim, target: targetOf(claim) }));
  const citations = asked.flatMap(({ claim, target }, i) =>
    target && target.kind !== 'guess' ? [citationOf(claim, target, i)] : [],
  );
  const findings = new Map<number, Finding>();
  const document = { path: 'envelope', text: '', citations };
  for await (const finding of verify(document, ports, options, signal))
    findings.set(finding.citation.marker.start, finding);
  const claims = asked.map((one, i) => {
    const finding = findings.get(i);
    return finding ? checked(one, i, finding) : unfounded(one, i);
  });
  const told = new Set(
    [...envelope.claims, ...envelope.unverified].map((x) => sameWords(typeof x === 'string' ? x : x.claim)),
  );
  const dropped = (options.asked ?? []).filter((text) => !told.has(sameWords(text)));
  const isSound = ({ failures }: CheckedClaim) => failures.every(({ name }) => name === 'unreachable');
  return {
    version: 1,
    claims,
    unverified: envelope.unverified.length,
    dropped,
    passed: dropped.length === 0 && claims.every(isSound),
  };
}

/**
 * Checks another tool's envelope of cited claims, claim by claim, on the four layers: the source exists, it resolves, the
 * evidence stands in it word for word, and the claim does not reach further. What such tools get wrong has names of its own.
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
/** Unknown keys are let pass: other tools add their own. */
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
  /** Where the evidence really stands. */
  readonly evidenceAt?: { readonly span: Span; readonly line: number };
  readonly finding?: Finding;
};

export type EnvelopeCheck = {
  readonly version: 1;
  readonly claims: readonly CheckedClaim[];
  readonly unverified: number;
  /** Claims that were asked for and stand in neither list. */
  readonly dropped: readonly string[];
  /** No claim fails a layer and none was dropped. */
  readonly passed: boolean;
};

/** An envelope read from text, or why it is none. */
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

/** Words with which a claim reaches beyond any one place and time. */
const UNIVERSAL =
  /\b(?:always|never|every|everywhere|all|any|none|nowhere|in general|throughout|whole codebase|entire(?:ly)?)\b/i;
const LOCAL: ReadonlySet<Target['kind']> = new Set<Target['kind']>(['file', 'commit', 'memory']);

type Asked = { readonly claim: EnvelopeClaim; readonly target: Target | undefined };

/** The target of a claim; nothing for a source that points at nothing. */
function targetOf({ source }: EnvelopeClaim): Target | undefined {
  if (source.trim() === '') return undefined;
  const target = readTarget(source);
  return isFailure(target) ? undefined : target;
}

/** An envelope's claim as a citation, so that the pipeline can follow it. */
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

/** Does the evidence stand in the source word for word, and where the claim says? */
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

/** Code and numbers are shorter than a quotation has to be. */
function exactly(text: string, evidence: string): Span | undefined {
  const start = text.indexOf(evidence);
  return start < 0 ? undefined : { start, end: start + evidence.length };
}

/** Does the claim stay within its source? A judge knows; without one only a universal claim from one place is told. */
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

/** A claim that points at nothing. */
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
 * Checks every claim of an envelope. `asked`: what the tool was asked to show, so that a claim that it dropped is told. Gives one
 * result a claim, in their order. What could not be reached is `unreachable`, never invented.
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

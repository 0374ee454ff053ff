/**
 * `verify_citations`: takes and returns what the tool `verify_citations` of earlier servers does (arguments, defaults, caps, results, error
 * kinds). Limits and guard are ours, and no argument widens what the server was started with.
 */
import { fail, say } from '../core/causes';
import { randomUUID } from 'node:crypto';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import * as z from 'zod';
import { suggestedFix } from '../core/edits/suggestedFix';
import type { Draft } from '../core/edits/textEdit';
import { grade, pageOf } from '../core/findings/finding';
import { scoreOf, summary } from '../core/findings/tally';
import type { RunLedger } from '../core/judge/ledger';
import type { Citation, Finding, FailureKind, Source, Verdict } from '../core/model';
import { printable } from '../core/report';
import { placeOf, sourceId } from '../core/verify/runPlan';
import { commentsOf, decide } from '../core/findings/suppression';
import { collect, type VerifyDocument } from '../core/verify/verify';
import { scanWithBibliographies } from '../node/bibliographies';
import { ledgerFor } from '../node/models/judges';
import { CITATIONS, capsFor, modelFor, mostCitations, withCallPorts, type McpConfig } from './config';
import { answer, progressOf, READS_WEB, refuse, type Extra } from './result';

const KINDS = ['numbered', 'author_year', 'url', 'doi'] as const;
const ERROR_KINDS = [
  'bad_scheme',
  'ssrf',
  'not_allowed_domain',
  'timeout',
  'too_large',
  'bad_status',
  'redirect_loop',
  'not_text',
  'fetch_disabled',
  'malformed_judge_response',
  'cost_cap_reached',
  'unresolvable_kind',
] as const;
type ErrorKind = (typeof ERROR_KINDS)[number];

const INPUT = {
  output: z.string().min(1).describe('Text whose citations to check'),
  model: z.string().min(1).describe('Model that judges'),
  provider: z.enum(['anthropic', 'openai']).optional().describe('Inferred from the model name if omitted'),
  allow_fetch: z
    .boolean()
    .optional()
    .describe('Whether to fetch the sources (default false). Requires a server started with --allow-network'),
  domain_allowlist: z
    .array(z.string())
    .optional()
    .describe('Fetch only from these domains and their subdomains'),
  max_cost_usd_total: z
    .number()
    .positive()
    .optional()
    .describe('Maximum total cost of judging in USD (default 1.00)'),
  max_citations: z
    .number()
    .int()
    .positive()
    .max(CITATIONS.most)
    .optional()
    .describe('Maximum number of citations to check (default 20); the rest are skipped'),
  sources: z
    .array(z.string())
    .optional()
    .describe(
      'Ids of a plan for this text: only these sources are fetched, read and judged; all when left out',
    ),
  per_source_timeout_ms: z
    .number()
    .int()
    .positive()
    .optional()
    .describe('Timeout per source in milliseconds (default 10000)'),
  per_source_max_bytes: z
    .number()
    .int()
    .positive()
    .optional()
    .describe('Maximum bytes to read per source (default 5242880)'),
  trace_id: z.string().optional().describe('Returned with the result'),
};
type Input = z.infer<z.ZodObject<typeof INPUT>>;

const ROW = z.object({
  citation: z.object({
    raw: z.string(),
    kind: z.enum(KINDS),
    identifier: z.string(),
    offset_start: z.number(),
    offset_end: z.number(),
  }),
  resolve_status: z.enum(['ok', 'skipped', 'error']),
  resolve_error: z
    .object({ kind: z.enum(ERROR_KINDS), cause: z.string().optional(), message: z.string() })
    .optional(),
  source: z
    .object({
      url: z.string(),
      status: z.number(),
      content_type: z.string(),
      bytes_fetched: z.number(),
      truncated: z.boolean(),
    })
    .optional(),
  judge: z
    .object({
      supported: z.boolean(),
      confidence: z.number(),
      rationale: z.string(),
      cost_usd: z.number().nullable(),
      latency_ms: z.number(),
      input_tokens: z.number(),
      output_tokens: z.number(),
      verdict: z.string(),
      quote: z.string().nullable(),
      quote_match: z.string().nullable(),
    })
    .optional(),
  page: z.number().optional().describe('Page of the source with the quotation or the closest passage'),
  suggestion: z
    .array(z.object({ start: z.number(), end: z.number(), text: z.string() }))
    .optional()
    .describe('Edits of the text that correct this, such as a narrower claim or the DOI of the record'),
});
const OUTPUT = {
  id: z.string(),
  overall_score: z.number().nullable(),
  passed: z.boolean().nullable().describe('Null if nothing was judged'),
  total_citations_found: z.number(),
  total_resolved: z.number(),
  total_judged: z.number(),
  total_supported: z.number(),
  total_cost_usd: z.number().nullable(),
  trace_id: z.string().optional(),
  citations: z.array(ROW),
};
type Row = z.infer<typeof ROW>;

function kindOf({ style }: Citation): (typeof KINDS)[number] {
  switch (style) {
    case 'numbered':
    case 'footnote':
      return 'numbered';
    case 'author-year':
    case 'cite-key':
      return 'author_year';
    case 'doi':
      return 'doi';
    default:
      return 'url';
  }
}

/** A failure in the older tool's terms, the nearest one if it has no equivalent; the message says what happened. */
const ERRORS: Readonly<Record<FailureKind, ErrorKind>> = {
  disabled: 'fetch_disabled',
  dangling: 'unresolvable_kind',
  guess: 'unresolvable_kind',
  ambiguous: 'unresolvable_kind',
  untrusted: 'unresolvable_kind',
  'outside-workspace': 'unresolvable_kind',
  'line-out-of-range': 'unresolvable_kind',
  drifted: 'unresolvable_kind',
  'over-limit': 'unresolvable_kind',
  'wrong-work': 'unresolvable_kind',
  'bad-scheme': 'bad_scheme',
  ssrf: 'ssrf',
  'not-allowed-domain': 'not_allowed_domain',
  timeout: 'timeout',
  cancelled: 'timeout',
  network: 'bad_status',
  'too-large': 'too_large',
  'bad-status': 'bad_status',
  'not-found': 'bad_status',
  blocked: 'bad_status',
  paywalled: 'bad_status',
  'redirect-loop': 'redirect_loop',
  'not-text': 'not_text',
};
/** Not tried: there is nothing to fetch, or it wasn't requested. */
const SKIPPED: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'dangling',
  'guess',
  'over-limit',
  'cancelled',
]);

const sourceRow = ({
  location,
  bytes,
  truncated,
  contentType = 'text/plain',
}: Source): NonNullable<Row['source']> => ({
  url: location,
  status: 200,
  content_type: contentType,
  bytes_fetched: bytes,
  truncated,
});

const cents = (usd: number) => Math.round(usd * 1_000_000) / 1_000_000;

function judgeRow({
  support,
  confidence,
  rationale,
  costUsd,
  latencyMs,
  usage,
  quote,
}: Verdict): NonNullable<Row['judge']> {
  return {
    supported: support === 'supported',
    confidence,
    rationale,
    cost_usd: costUsd === undefined ? null : cents(costUsd),
    latency_ms: Math.round(latencyMs),
    input_tokens: usage.input,
    output_tokens: usage.output,
    verdict: support,
    quote: quote?.text ?? null,
    quote_match: quote?.match ?? null,
  };
}

function outcomeOf(finding: Finding): Omit<Row, 'citation'> {
  if (finding.stage === 'unresolved') {
    const { kind, cause } = finding;
    if (kind === 'over-limit') return { resolve_status: 'skipped' };
    const resolve_error = { kind: ERRORS[kind], cause, message: printable(`${kind}: ${say(finding)}`) };
    const isSkipped = SKIPPED.has(kind) || cause === 'not_approved';
    return { resolve_status: isSkipped ? 'skipped' : 'error', resolve_error };
  }
  const source = sourceRow(finding.source);
  if (finding.stage === 'judged' && finding.verdict.support !== 'unsure')
    return { resolve_status: 'ok', source, judge: judgeRow(finding.verdict) };
  const why = finding.stage === 'judged' ? 'unsure' : finding.why;
  const told = finding.stage === 'judged' ? finding.verdict.refused : finding;
  const rationale = finding.stage === 'judged' ? finding.verdict.rationale : '';
  const message = [told && say(told), rationale].filter(Boolean).join('; ');
  const kind = why === 'budget' ? 'cost_cap_reached' : 'malformed_judge_response';
  return {
    resolve_status: 'ok',
    source,
    resolve_error: { kind, ...(told && { cause: told.cause }), message: printable(`${why}: ${message}`) },
  };
}

const rowOf = (draft: Draft, finding: Finding): Row => {
  const { citation } = finding;
  const fix = suggestedFix(draft, finding);
  const page = pageOf(finding);
  const suggestion = fix?.changes.map(({ span, text }) => ({ ...span, text }));
  const { raw, marker, identifier } = citation;
  const place = { offset_start: marker.start, offset_end: marker.end };
  return {
    citation: { raw, kind: kindOf(citation), identifier, ...place },
    ...outcomeOf(finding),
    ...(page !== undefined && { page }),
    ...(suggestion && { suggestion }),
  };
};

/** The result of a call. The score ignores rows without `judge`, where the judge was undecided. */
function answerOf(
  text: string,
  findings: readonly Finding[],
  ledger: RunLedger,
  traceId: string | undefined,
) {
  const draft: Draft = { text, citations: findings.map(({ citation }) => citation) };
  const rows = findings.map((finding) => rowOf(draft, finding));
  const { found, resolved, supported, costUsd } = summary(findings, ledger.spent());
  const judged = findings.filter((f, i) => rows[i]?.judge && !f.suppressed).length;
  const { score, passed } = scoreOf(supported, judged);
  return {
    id: randomUUID(),
    overall_score: score,
    passed,
    total_citations_found: found,
    total_resolved: resolved,
    total_judged: judged,
    total_supported: supported,
    total_cost_usd: costUsd === null ? null : cents(costUsd),
    ...(traceId !== undefined && { trace_id: traceId }),
    citations: rows,
  };
}

/** The citations of a text by whether their sources are approved. What has no source needs no approval. */
function approvedOf(citations: readonly Citation[], sources: readonly string[] | undefined) {
  const ids = sources && new Set(sources);
  const known = new Set<string>();
  const [approved, others]: [Citation[], Citation[]] = [[], []];
  for (const citation of citations) {
    const id = placeOf(citation.target) === undefined ? undefined : sourceId(citation.target);
    if (id !== undefined) known.add(id);
    (ids === undefined || id === undefined || ids.has(id) ? approved : others).push(citation);
  }
  return { approved, others, unknown: sources?.find((id) => !known.has(id)) };
}

async function run(config: McpConfig, input: Input, extra: Extra) {
  const caps = capsFor(config, input.max_cost_usd_total);
  const model = await modelFor(config, caps, input.model, input.provider);
  if (!model || 'reason' in model)
    return refuse(
      model
        ? model.reason === 'unknown-provider'
          ? `Unknown model: ${model.message}`
          : model.message
        : 'Name a model.',
    );
  const context = { year: new Date().getFullYear() };
  const { citations, problems, log } = await scanWithBibliographies(
    input.output,
    context,
    undefined,
    config.ports.roots,
  );
  const { approved, others, unknown } = approvedOf(citations, input.sources);
  if (unknown !== undefined)
    return refuse(
      `This text has no source with the id ${printable(unknown, 80)}: ask for a plan of the same text.`,
    );
  const document: VerifyDocument = {
    path: '-',
    text: input.output,
    citations: approved,
    problems,
    ...(log && { log }),
  };
  const ledger = ledgerFor(model, caps);
  const most = mostCitations(config, input.max_citations);
  const narrowing = {
    fetch: input.allow_fetch ?? config.fetchByDefault,
    domains: input.domain_allowlist,
    timeoutMs: input.per_source_timeout_ms,
    maxBytes: input.per_source_max_bytes,
  };
  const progress = progressOf(extra);
  const comments = commentsOf(document);
  const refused = others.map((citation) =>
    decide(grade({ citation, stage: 'unresolved', ...fail('not_approved') }), { comments }),
  );
  let done = refused.length;
  const [found = []] = await withCallPorts(config, narrowing, model, (ports) =>
    collect([document], ports, { ledger, maxCitations: most }, extra.signal, async (finding) => {
      await progress(++done, citations.length, `${finding.citation.identifier}: ${finding.code}`);
      return decide(finding, { comments });
    }),
  );
  const findings = [...refused, ...found].sort((a, b) => a.citation.part.start - b.citation.part.start);
  return answer(answerOf(input.output, findings, ledger, input.trace_id));
}

export function registerVerifyCitations(server: McpServer, config: McpConfig): void {
  server.registerTool(
    'verify_citations',
    {
      title: 'Verify citations',
      description:
        'Finds every citation of a text, fetches its source, and lets a model judge whether the source supports the claim. A verdict for or against a claim has a quotation that was found in the source. Nothing is fetched unless allow_fetch is true and the server was started with --allow-network. A failure is never a negative verdict.',
      inputSchema: INPUT,
      outputSchema: OUTPUT,
      annotations: { ...READS_WEB, readOnlyHint: false, idempotentHint: false },
    },
    (input, extra) => run(config, input, extra),
  );
}

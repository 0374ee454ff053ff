/**
 * `verify_citations`: takes and returns what the tool `verify_citations` of earlier servers does (arguments, defaults, caps, results, error
 * kinds). Limits and guard are ours, and no argument widens what the server was started with.
 */
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { fail } from '../core/causes';
import type { Draft } from '../core/edits/textEdit';
import { grade } from '../core/findings/finding';
import { scoreOf, summary } from '../core/findings/tally';
import type { RunLedger } from '../core/judge/ledger';
import type { Citation, Finding } from '../core/model';
import { printable } from '../core/report';
import { searchedPlace, sourceId } from '../core/verify/runPlan';
import { commentsOf, decide } from '../core/findings/suppression';
import type { VerifyDocument } from '../core/verify/run';
import { collect } from '../core/verify/verify';
import { scanWithBibliographies } from '../node/bibliographies';
import { ledgerFor } from '../node/models/judges';
import { cents, ROW, rowOf } from './citationRow';
import { CITATIONS, capsFor, modelFor, mostCitations, withCallPorts, type McpConfig } from './config';
import {
  answer,
  COUNT,
  MOST_ROWS,
  progressOf,
  READS_WEB,
  refuse,
  refuseRows,
  TEXTS,
  type Extra,
  type Tool,
} from './result';

const INPUT = z.strictObject({
  output: z.string().min(1).describe('Text whose citations to check'),
  model: z.string().min(1).describe('Model that judges'),
  provider: z.enum(['anthropic', 'openai']).optional().describe('Inferred from the model name if omitted'),
  allow_fetch: z
    .boolean()
    .optional()
    .describe(
      'Whether to fetch the sources, if the server may (default: true with CITEWRIGHT_ALLOW_NETWORK, false with --allow-network)',
    ),
  domain_allowlist: TEXTS.optional().describe('Fetch only from these domains and their subdomains'),
  max_cost_usd_total: z
    .number()
    .positive()
    .optional()
    .describe('Maximum total cost of judging in USD (default 1.00)'),
  max_citations: COUNT.max(CITATIONS.most)
    .optional()
    .describe('Maximum number of citations to check (default 20); the rest are skipped'),
  sources: TEXTS.max(MOST_ROWS)
    .optional()
    .describe(
      'Ids of a plan for this text: only these sources are fetched, read and judged; all when left out',
    ),
  per_source_timeout_ms: COUNT.optional().describe('Timeout per source in milliseconds (default 10000)'),
  per_source_max_bytes: COUNT.optional().describe('Maximum bytes to read per source (default 5242880)'),
  trace_id: z.string().max(1_000).optional().describe('Returned with the result'),
});
type Input = z.infer<typeof INPUT>;

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
  actions: z
    .record(z.string(), z.number())
    .optional()
    .describe('Claims of work in an agent’s log, by what the log says of them; in no other number'),
  sources: z
    .object({ cited: z.number(), unopened: z.number() })
    .optional()
    .describe('Sources that an agent cites, and those that no tool of its log opened'),
  citations: z.array(ROW),
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
  const { found, resolved, supported, costUsd, actions, sources } = summary(findings, ledger.spent());
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
    ...(actions && { actions }),
    ...(sources && { sources }),
    citations: rows,
  };
}

/** The citations of a text by whether their sources are approved. What has no source needs no approval. */
function approvedOf(citations: readonly Citation[], sources: readonly string[] | undefined) {
  const ids = sources && new Set(sources);
  const known = new Set<string>();
  const [approved, others]: [Citation[], Citation[]] = [[], []];
  for (const citation of citations) {
    const id = searchedPlace(citation.target) === undefined ? undefined : sourceId(citation.target);
    if (id !== undefined) known.add(id);
    (ids === undefined || id === undefined || ids.has(id) ? approved : others).push(citation);
  }
  return { approved, others, unknown: sources?.find((id) => !known.has(id)) };
}

async function run(config: McpConfig, input: Input, extra: Extra) {
  const caps = capsFor(config, input.max_cost_usd_total);
  const model = await modelFor(config, caps, input.model, input.provider);
  if (!model) return refuse('This tool needs a model that judges.');
  if ('reason' in model)
    return refuse(`${model.reason === 'unknown-provider' ? 'Unknown model: ' : ''}${model.message}`);
  const context = { year: new Date().getFullYear() };
  const { roots } = config.ports;
  const { citations, problems, log } = await scanWithBibliographies(input.output, context, undefined, roots);
  const tooMany = refuseRows(citations.length, 'citations');
  if (tooMany) return tooMany;
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

export const verifyCitationsTool: Tool<typeof INPUT> = {
  names: ['verify_citations'],
  title: 'Verify citations',
  description:
    'Finds every citation of a text, fetches its source, and lets a model judge whether the source supports the claim. A verdict for or against a claim has a quotation that was found in the source. Nothing is fetched unless both allow_fetch and the server allow it. A failure is never a negative verdict.',
  inputSchema: INPUT,
  outputSchema: OUTPUT,
  annotations: { ...READS_WEB, readOnlyHint: false, idempotentHint: false },
  call: run,
};

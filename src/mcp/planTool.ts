/** `plan`: what `verify_citations` would fetch, send and pay for a text, without doing any of it. Its ids approve sources one by one. */
import * as z from 'zod';
import { DEFAULTS } from '../core/defaults';
import { estimateRun, type PlannedSource } from '../core/verify/runPlan';
import { scanWithBibliographies } from '../node/bibliographies';
import { describeJudge, tokenCap } from '../node/models/judges';
import { reachesWith } from '../node/ports';
import { choiceFor, mostCitations, type McpConfig } from './config';
import { answer, COUNT, READS_WEB, refuse, type Tool } from './result';

const INPUT = z.strictObject({
  output: z.string().min(1).describe('Text whose citations would be checked'),
  model: z.string().min(1).optional().describe('Model that would judge (default: the server’s)'),
  max_citations: COUNT.optional().describe('As in verify_citations'),
});
type Input = z.infer<typeof INPUT>;

const COST = {
  judge_calls: z.number(),
  input_tokens: z.number(),
  output_tokens: z.number(),
  cost_usd: z.number().nullable().describe('Null if the price is unknown'),
};
const LEFT = z.object({ citations: z.number(), ...COST });
const OUTPUT = {
  sources: z.array(
    z.object({
      id: z.string().describe('For `sources` of verify_citations'),
      identifier: z.string(),
      place: z.string().describe('A host, registries or workspace'),
      reached: z.boolean().describe('Whether this server may fetch or read it'),
      citations: z.number(),
      claims: z.number(),
      ...COST,
    }),
  ),
  total_citations: z.number(),
  citations_over_limit: z.number(),
  ...COST,
  left_out: z
    .object({ over_limit: LEFT, not_fetched: LEFT, over_cap: LEFT })
    .describe('Not in the totals: what the limits leave out, and what judging it would take'),
  network: z.boolean().describe('Whether this server may fetch'),
  max_cost_usd: z.number(),
  max_tokens: z.number().nullable(),
};

const costs = ({ calls, tokens, costUsd }: Pick<PlannedSource, 'calls' | 'tokens' | 'costUsd'>) => ({
  judge_calls: calls,
  input_tokens: tokens.input,
  output_tokens: tokens.output,
  cost_usd: costUsd ?? null,
});

async function plan(config: McpConfig, { output, model: id, max_citations }: Input) {
  const choice = choiceFor(config, id);
  const model = 'reason' in choice ? choice : describeJudge(choice);
  if (model && 'reason' in model) return refuse(model.message);
  const context = { year: new Date().getFullYear() };
  const found = await scanWithBibliographies(output, context, undefined, config.ports.roots);
  const maxCostUsd = config.caps.maxCostUsd ?? DEFAULTS.maxCostUsd;
  const maxTokens = model && tokenCap(model, config.caps.maxTokens);
  const { sources, total, leftOut } = estimateRun([found], {
    ...{ model, maxCostUsd, maxTokens, reaches: reachesWith(config.ports) },
    maxCitations: mostCitations(config, max_citations),
  });
  const left = (one: (typeof leftOut)['overCap']) => ({ citations: one.citations, ...costs(one) });
  return answer({
    sources: sources.map((source) => ({
      id: source.id,
      identifier: source.identifier,
      place: source.place,
      reached: source.isReached,
      citations: source.citations,
      claims: source.claims,
      ...costs(source),
    })),
    total_citations: total.citations,
    citations_over_limit: total.left,
    ...costs(total),
    left_out: {
      over_limit: left(leftOut.overLimit),
      not_fetched: left(leftOut.unreached),
      over_cap: left(leftOut.overCap),
    },
    network: config.ports.allowNetwork(),
    max_cost_usd: maxCostUsd,
    max_tokens: maxTokens ?? null,
  });
}

export const planTool: Tool<typeof INPUT> = {
  names: ['plan'],
  title: 'Plan a verification',
  description:
    'Shows what verify_citations would fetch, send to a model and cost for a text, per source and in total. Nothing is fetched, sent or paid. To check only some sources, pass their ids to verify_citations.',
  inputSchema: INPUT,
  outputSchema: OUTPUT,
  annotations: { ...READS_WEB, openWorldHint: false },
  call: plan,
};

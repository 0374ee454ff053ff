/** `verify --estimate`: what a run would fetch, send and pay, without doing any of it. */
import { workUrl } from '../core/text/works/workUrl';
import { plural, printable, renderList, type List, type ListFormat } from '../core/report';
import { planRun, type PlannedSource, type RunPlan } from '../core/verify/runPlan';
import { tokenCap, type Caps, type Described } from '../node/models/judges';

export type Estimated = {
  readonly documents: Parameters<typeof planRun>[0];
  readonly model: Described | undefined;
  readonly maxCitations: number;
  readonly caps: Caps & { readonly maxCostUsd: number };
  readonly isNetworkOn: boolean;
};

const dollars = (usd: number | undefined) => (usd === undefined ? 'price unknown' : `$${usd.toFixed(4)}`);

/** The first step for a source. */
const actionOf = ({ place }: PlannedSource, isNetworkOn: boolean): string =>
  place === 'workspace' ? 'read' : !isNetworkOn ? 'skip' : place === 'registries' ? 'look up' : 'fetch';

const HEAD = ['source', 'action', 'place', 'citations', 'claims', 'calls', 'tokens', 'costUsd'];

/** The source as people know it: a marker such as `[1]` names none. */
const nameOf = ({ target, identifier }: PlannedSource): string =>
  target.kind === 'work' ? (workUrl(target) ?? target.title ?? target.raw ?? identifier) : identifier;

function line(source: PlannedSource, action: string, isJudged: boolean): string {
  const { place, citations, claims, calls, tokens, costUsd } = source;
  const asked = `${plural(claims, 'claim')}, ${plural(calls, 'call')}, ${tokens.input + tokens.output} tokens, ${dollars(costUsd)}`;
  const judged = isJudged && action !== 'skip' ? `; judge ${asked}` : '';
  const verb = action === 'skip' ? '' : `${action} `;
  return `  ${verb}${printable(nameOf(source), 100)}  (${place}, ${plural(citations, 'citation')})${judged}\n`;
}

/** A line for each source: what would be done, then what the network would be needed for. */
function linesOf(parts: readonly (PlannedSource & { readonly action: string })[], isJudged: boolean): string {
  const [skipped, others] = [true, false].map((isSkipped) =>
    parts
      .filter(({ action }) => (action === 'skip') === isSkipped)
      .map((source) => line(source, source.action, isJudged))
      .join(''),
  );
  return skipped ? `${others}Not looked up, because the network is off:\n${skipped}` : `${others}`;
}

function totals({ sources, total }: RunPlan, { model, caps, isNetworkOn }: Estimated): string {
  const { citations, left, calls, tokens, costUsd } = total;
  const over = left > 0 ? `, ${left} of them over the limit` : '';
  const head = `${plural(sources.length, 'source')} for ${plural(citations, 'citation')}${over}.`;
  const network = isNetworkOn ? '' : ' The network is off: --allow-network allows it.';
  if (!model) return `${head}${network} No judge: nothing would be paid.\n`;
  const cap = tokenCap(model, caps.maxTokens);
  const limits = [model.price && `$${caps.maxCostUsd}`, cap !== undefined && `${cap} tokens`].filter(Boolean);
  const most = limits.length === 0 ? 'no cap' : `cap ${limits.join(' and ')}`;
  return `${head}${network} ${printable(model.id)}: ${plural(calls, 'call')}, about ${tokens.input} tokens in and ${tokens.output} out, ${dollars(costUsd)} (${most}).\n`;
}

/** The estimate in the given format. Costs are an upper bound, because cached sources and verdicts count in full. */
export function estimate(asked: Estimated, format: ListFormat): string {
  const { model, isNetworkOn, caps } = asked;
  const reached = isNetworkOn ? asked.documents : asked.documents.map(local);
  const plan = planRun(asked.documents, asked);
  const { total } = planRun(reached, asked); // what would be judged; without the network only local sources
  const parts = plan.sources.map((source) => ({ ...source, action: actionOf(source, isNetworkOn) }));
  const costs = { calls: total.calls, tokens: total.tokens, costUsd: total.costUsd ?? null };
  const summary = {
    ...plan.total,
    ...costs,
    model: model?.id ?? null,
    maxCostUsd: caps.maxCostUsd,
    maxTokens: (model && tokenCap(model, caps.maxTokens)) ?? null,
    network: isNetworkOn,
  };
  const list: List = {
    head: HEAD,
    rows: parts.map((source) => {
      const { action, place, citations, claims, calls, tokens, costUsd } = source;
      const cells = [nameOf(source), action, place, citations, claims, calls, tokens.input + tokens.output];
      return [...cells, costUsd].map((cell) => (cell === undefined ? undefined : String(cell)));
    }),
    text:
      linesOf(parts, model !== undefined) +
      totals({ ...plan, total: { ...total, citations: plan.total.citations, left: plan.total.left } }, asked),
    json: { version: 1, sources: parts, summary },
    parts: [...parts.map((part) => ({ type: 'source', ...part })), { type: 'summary', ...summary }],
  };
  return renderList(list, format);
}

/** The document without the citations that need the network. */
const local = ({ citations }: Estimated['documents'][number]) => ({
  citations: citations.filter(({ target }) => ['file', 'commit', 'memory'].includes(target.kind)),
});

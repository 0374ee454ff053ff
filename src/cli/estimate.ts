/** `verify --estimate`: what a run would fetch, send and pay, without doing any of it. */
import { workUrl } from '../core/text/works/workUrl';
import { plural, printable, renderList, type List, type ListFormat } from '../core/report';
import { estimateRun, type Limits, type PlannedSource, type RunEstimate } from '../core/verify/runPlan';
import { tokenCap, type Caps, type Described } from '../node/models/judges';

export type Estimated = {
  readonly documents: Parameters<typeof estimateRun>[0];
  readonly model: Described | undefined;
  readonly maxCitations: number;
  readonly caps: Caps & { readonly maxCostUsd: number };
  readonly isNetworkOn: boolean;
  /** Whether the run may fetch this source. */
  readonly reaches: Limits['reaches'];
};

type Sources = RunEstimate['sources'];
type Costs = Pick<PlannedSource, 'calls' | 'tokens' | 'costUsd'>;

const dollars = (usd: number | undefined) => (usd === undefined ? 'price unknown' : `$${usd.toFixed(4)}`);

/** The first step for a source. */
const actionOf = ({ place, isReached }: Sources[number]): string =>
  !isReached ? 'skip' : place === 'workspace' ? 'read' : place === 'registries' ? 'look up' : 'fetch';

const HEAD = ['source', 'action', 'place', 'citations', 'claims', 'calls', 'tokens', 'costUsd'];

/** The source in words: a marker such as `[1]` doesn't name it. */
const nameOf = ({ target, identifier }: PlannedSource): string => {
  if (target.kind === 'url') return target.url;
  if (target.kind === 'file') return target.path;
  return target.kind === 'work' ? (workUrl(target) ?? target.title ?? target.raw ?? identifier) : identifier;
};

const costs = ({ calls, tokens, costUsd }: Costs) =>
  `${plural(calls, 'call')}, ${tokens.input + tokens.output} tokens, ${dollars(costUsd)}`;

function line(source: Sources[number], isJudged: boolean): string {
  const { place, citations, claims, isReached } = source;
  const judged = isJudged ? `; judge ${plural(claims, 'claim')}, ${costs(source)}` : '';
  const verb = isReached ? `${actionOf(source)} ` : '';
  return `  ${verb}${printable(nameOf(source), 100)}  (${place}, ${plural(citations, 'citation')})${judged}\n`;
}

/** A line for each source: what would be done, then what the run may not fetch. */
function linesOf(sources: Sources, { model, isNetworkOn }: Estimated): string {
  const lines = (wanted: boolean) =>
    sources
      .filter(({ isReached }) => isReached === wanted)
      .map((source) => line(source, model !== undefined))
      .join('');
  const others = lines(false);
  const why = isNetworkOn ? 'the address isn’t public or isn’t allowed' : 'the network is off';
  return lines(true) + (others && `Not looked up, because ${why}:\n${others}`);
}

/** What the limits leave out, and what it would cost. */
function leftOutLines({ leftOut: { overLimit, unreached, overCap } }: RunEstimate, isJudged: boolean) {
  const line = (left: typeof overLimit, why: string) => {
    const cost = isJudged ? `; judging would take ${costs(left)}` : '';
    return left.citations === 0 ? '' : `Left out: ${plural(left.citations, 'citation')} ${why}${cost}.\n`;
  };
  return (
    line(overLimit, 'over the citation limit') +
    line(unreached, 'not looked up') +
    line(overCap, 'over the budget')
  );
}

function totals(run: RunEstimate, { model, caps, isNetworkOn }: Estimated): string {
  const { citations, calls, tokens, costUsd } = run.total;
  const cited = run.sources.reduce((n, one) => n + one.citations, 0);
  const of = cited === citations ? '' : `${cited} of `;
  const head = `${plural(run.sources.length, 'source')} for ${of}${plural(citations, 'citation')}.`;
  const isOff = !isNetworkOn && run.sources.some(({ isReached }) => !isReached);
  const network = isOff ? ' Add --allow-network to fetch those not looked up.' : '';
  const left = leftOutLines(run, model !== undefined);
  if (!model) return `${left}${head}${network} Without --judge, the run is free.\n`;
  const cap = tokenCap(model, caps.maxTokens);
  const limits = [model.price && `$${caps.maxCostUsd}`, cap !== undefined && `${cap} tokens`].filter(Boolean);
  const most = limits.length === 0 ? 'no limit' : `at most ${limits.join(' and ')}`;
  return `${left}${head}${network} ${printable(model.id)}: ${plural(calls, 'call')}, about ${tokens.input} tokens in and ${tokens.output} out, ${dollars(costUsd)} (${most}).\n`;
}

/** The estimate in the given format. Costs are an upper bound, because cached sources and verdicts count in full. */
export function estimate(asked: Estimated, format: ListFormat): string {
  const { documents, model, caps, isNetworkOn } = asked;
  const maxTokens = model && tokenCap(model, caps.maxTokens);
  const run = estimateRun(documents, { ...asked, maxCostUsd: caps.maxCostUsd, maxTokens });
  const parts = run.sources.map((source) => ({ ...source, action: actionOf(source) }));
  const summary = {
    ...run.total,
    costUsd: run.total.costUsd ?? null,
    leftOut: run.leftOut,
    model: model?.id ?? null,
    maxCostUsd: caps.maxCostUsd,
    maxTokens: maxTokens ?? null,
    network: isNetworkOn,
  };
  const list: List = {
    head: HEAD,
    rows: parts.map((source) => {
      const { action, place, citations, claims, calls, tokens, costUsd } = source;
      const cells = [nameOf(source), action, place, citations, claims, calls, tokens.input + tokens.output];
      return [...cells, costUsd].map((cell) => (cell === undefined ? undefined : String(cell)));
    }),
    text: linesOf(run.sources, asked) + totals(run, asked),
    json: { version: 1, sources: parts, summary },
    parts: [...parts.map((part) => ({ type: 'source', ...part })), { type: 'summary', ...summary }],
  };
  return renderList(list, format);
}

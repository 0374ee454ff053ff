/** Evidence recall: how often the gold evidence is in what a judge would be shown. `npm run eval -- evidence` */
import { tokensOf as promptTokens } from '../../src/core/judge/ask';
import { select } from '../../src/core/judge/passages';
import { createPrompt } from '../../src/core/judge/prompt';
import { createQuestion, searchable } from '../../src/core/judge/request';
import { NONCE_LENGTH, questionFor, startRun } from '../../src/core/judge/judgeRun';
import { DEFAULTS } from '../../src/core/defaults';
import { read } from '../../src/core/text/relevance/retrieval';
import { sentences } from '../../src/core/text/sentences';
import type { Span } from '../../src/core/model';
import { measuredSet, readJsonl } from '../data';
import { FakeClock } from '../../test/fakes';
import { figure, share } from '../figures';
import { silent } from './lib/recorded';
import { sourceOf } from './lib/source';

type Wice = {
  id: string;
  label: string;
  claim: string;
  context: string;
  title: string;
  section: string;
  gold: number[][];
  sentences: string[];
};
type Cited = {
  id: string;
  ref: string;
  context: string;
  claim_spans: [number, number][];
  evidence: { span: [number, number] | null }[];
};

const covers = (shown: readonly Span[], s: Span) => shown.some((p) => p.start <= s.start && p.end >= s.end);

/** Joins sentences to a page and returns their spans. */
function join(parts: readonly string[], glue: string): { text: string; spans: Span[] } {
  const spans: Span[] = [];
  let text = '';
  for (const part of parts) {
    if (text) text += glue;
    spans.push({ start: text.length, end: text.length + part.trimEnd().length });
    text += part;
  }
  return { text, spans };
}

/** Lowers the token budget until the evidence fits the budget in characters, which the data uses. */
function shownWithin(
  reading: ReturnType<typeof read>,
  claim: string,
  context: string,
  chars: number,
): Span[] {
  const { passages } = select(reading, [{ text: claim, context }], chars / 4);
  const total = passages.reduce((n, p) => n + p.text.length, 0);
  if (total > chars * 1.02) throw new Error(`budget passed: ${total} of ${chars}`);
  return passages.map((p) => p.span);
}

function wice(folder: string, glue: string): void {
  const all = readJsonl<Wice>(folder, 'dev.jsonl').filter((r) => r.gold.some((g) => g.length > 0));
  const long = all.filter((r) => join(r.sentences, ' ').text.length > 12_000);
  for (const chars of [12_000, 4_000, 2_800]) {
    const missed: string[] = [];
    let head = 0;
    for (const r of long) {
      const { text, spans } = join(r.sentences, glue);
      const shown = shownWithin(read({ text }), r.claim, contextOf(r), chars);
      const isFull = (spansShown: readonly Span[]) =>
        r.gold.some(
          (set) => set.length > 0 && set.every((i) => covers(spansShown, spans[i] ?? { start: 0, end: 1e9 })),
        );
      if (!isFull(shown)) missed.push(r.id);
      if (isFull([{ start: 0, end: chars }])) head++;
    }
    const n = long.length;
    const joined = glue === ' ' ? 'sentences in one line' : 'a sentence a line';
    share('wice', `whole gold evidence within ${chars} characters, ${joined}`, n - missed.length, n, {
      ...(LEAST[chars] !== undefined && { least: LEAST[chars] }),
      worst: missed,
    });
    share('wice', `the same in the first ${chars} characters of the page`, head, n);
  }
}

/** Least share of sources whose gold evidence must be shown completely, by budget. */
const LEAST: Readonly<Record<number, number>> = { 12_000: 0.99, 4_000: 0.97 };

/** Heading and previous sentence, as `extract` provides them with a claim. */
const contextOf = ({ title, section, context }: Wice) => {
  const last = sentences(context).at(-1);
  return [title, section, last ? context.slice(last.start, last.end) : ''].filter(Boolean).join('. ');
};

/**
 * Tokens sent with the defaults when claims on one source share a call, and those that the first 12,000 characters would take in the same
 * frame, one claim per call.
 */
function sentFor(text: string, asked: readonly { readonly text: string; readonly context: string }[]) {
  const source = sourceOf('', text);
  const claims = asked.map((c, i) => ({ id: `${i}`, ...c }));
  const run = startRun([source], { model: silent('none'), clock: new FakeClock() }, {}, NEVER);
  const question = questionFor(run, claims);
  const first = { text: source.text.slice(0, 12_000), span: { start: 0, end: 12_000 } };
  const whole = claims.map((c) =>
    createQuestion([c], [searchable(source)], [{ passages: [first], tokens: 0 }]),
  );
  const tokensOf = (q: ReturnType<typeof createQuestion>) =>
    promptTokens(createPrompt(q.claims, q.shown, 'x'.repeat(NONCE_LENGTH), 1));
  return {
    claims: claims.length,
    sent: tokensOf(question),
    head: whole.reduce((n, q) => n + tokensOf(q), 0),
    evidence: question.evidence[0]?.tokens ?? 0,
    spans: question.evidence[0]?.passages.map((p) => p.span) ?? [],
  };
}
const NEVER = new AbortController().signal;

/** Tokens per verdict with the defaults, next to the recall of the same prompts. */
function tokens(folder: string): void {
  const long = readJsonl<Wice>(folder, 'dev.jsonl').filter(
    (r) => join(r.sentences, ' ').text.length > 12_000,
  );
  const alone = long.map((r) => ({
    r,
    ...sentFor(join(r.sentences, ' ').text, [{ text: r.claim, context: contextOf(r) }]),
  }));
  const judged = alone.filter(({ r }) => r.gold.some((g) => g.length > 0));
  const full = judged.filter(({ r, spans }) => {
    const at = join(r.sentences, ' ').spans;
    return r.gold.some((g) => g.length > 0 && g.every((i) => covers(spans, at[i] ?? NOWHERE)));
  });
  share(
    'wice',
    'whole gold evidence in the prompt of one claim, with the defaults',
    full.length,
    judged.length,
    { least: 0.93, worst: judged.filter((x) => !full.includes(x)).map(({ r }) => r.id) },
  );
  tokenFigures('wice', 'one claim a call', alone, 1 / 3);
}

type Sent = ReturnType<typeof sentFor>;

/** Input tokens per verdict as sent, next to the first 12,000 characters in the same frame. */
function tokenFigures(set: string, name: string, calls: readonly Sent[], most?: number): void {
  const total = (of: (x: Sent) => number) => calls.reduce((n, x) => n + of(x), 0);
  const claims = total((x) => x.claims);
  const [sent, head] = [total((x) => x.sent), total((x) => x.head)];
  figure({ set, name: `${name}: input tokens a verdict`, value: Math.round(sent / claims) });
  figure({
    set,
    name: `${name}: of these of the source`,
    value: Math.round(total((x) => x.evidence) / claims),
  });
  figure({ set, name: `${name}: with the first 12 000 characters`, value: Math.round(head / claims) });
  figure({ set, name: `${name}: ratio`, value: sent / head, ...(most !== undefined && { most }) });
}
const NOWHERE = { start: 0, end: Number.MAX_SAFE_INTEGER };

/** Claims that cite one article, as many per call as in a run. */
function shared(folder: string): void {
  const texts = new Map(
    readJsonl<{ id: string; text: string }>(folder, 'articles.jsonl').map((a) => [a.id, a.text]),
  );
  const cases = readJsonl<Cited>(folder, 'dev.jsonl').filter((r) => r.evidence.some((e) => e.span));
  for (const size of [1, 2, DEFAULTS.claimsPerCall]) {
    const calls = Array.from({ length: Math.ceil(cases.length / size) }, (_, i) => {
      const some = cases.slice(i * size, (i + 1) * size);
      return {
        some,
        ...sentFor(
          texts.get(some[0]?.ref ?? '') ?? '',
          some.map((r) => ({ text: claimOf(r), context: before(r) })),
        ),
      };
    });
    const found = calls.flatMap(({ some, spans }) =>
      some.filter((r) =>
        r.evidence.some(({ span }) => span && covers(spans, { start: span[0], end: span[1] })),
      ),
    );
    const name = `${size} ${size === 1 ? 'claim' : 'claims'} a call`;
    share(
      'citation_integrity',
      `${name}: any gold evidence in the prompt, with the defaults`,
      found.length,
      cases.length,
      { least: 0.8 },
    );
    tokenFigures('citation_integrity', name, calls, size === 1 ? undefined : 1 / 3);
  }
}
/** A claim without its citation markers, as `extract` provides it. */
const claimOf = ({ claim_spans, context }: Cited) =>
  claim_spans
    .map(([s, e]) => context.slice(s, e))
    .join(' ')
    .replace(/\([^()]*\b(?:19|20)\d\d[a-z]?\b[^()]*\)|\[[\d,\s–-]+\]/g, ' ');
/** The sentence before a claim, as `extract` provides it. */
function before({ claim_spans, context }: Cited): string {
  const start = claim_spans[0]?.[0] ?? 0;
  const last = sentences(context.slice(0, start)).at(-1);
  return last ? context.slice(last.start, last.end) : '';
}

function integrity(folder: string): void {
  const articles = new Map(
    readJsonl<{ id: string; text: string }>(folder, 'articles.jsonl').map((a) => [a.id, read(a)]),
  );
  const cases = readJsonl<Cited>(folder, 'dev.jsonl').filter((r) => r.evidence.some((e) => e.span));
  for (const chars of [12_000, 4_000]) {
    const missed = cases.filter((r) => {
      const reading = articles.get(r.ref);
      if (!reading) throw new Error(`no article ${r.ref}`);
      const shown = shownWithin(reading, claimOf(r), before(r), chars);
      return !r.evidence.some(({ span }) => span && covers(shown, { start: span[0], end: span[1] }));
    });
    const n = cases.length;
    share('citation_integrity', `any gold evidence within ${chars} characters`, n - missed.length, n, {
      ...(chars === 12_000 && { least: 0.86 }),
      worst: missed.map((r) => r.id),
    });
  }
}

const folder = measuredSet('wice');
const cited = measuredSet('citation_integrity');
if (folder) {
  for (const glue of [' ', '\n']) wice(folder, glue);
  tokens(folder);
}
if (cited) {
  integrity(cited);
  shared(cited);
}

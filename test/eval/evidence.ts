/** Evidence recall: how often the gold evidence stands in what a judge would be shown. `npm run eval -- evidence` */
import { DEFAULTS } from '../../src/core/defaults';
import { estimatePrompt } from '../../src/core/judge/ask';
import { select } from '../../src/core/judge/passages';
import { createQuestion, promptFor, witness } from '../../src/core/judge/question';
import { read } from '../../src/core/text/retrieval';
import { countTokens } from '../../src/core/text/tokens';
import type { Evidence, Span } from '../../src/core/model';
import { dataSet, readJsonl } from '../data';
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

/** The sentences joined to a page, and where each stands. */
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

/** Trims the budget in tokens until what is shown fits the budget in characters, as the data's figures count. */
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
      const context = `${r.title} ${r.section} ${r.context.slice(-300)}`;
      const shown = shownWithin(read({ text }), r.claim, context, chars);
      const isFull = (spansShown: readonly Span[]) =>
        r.gold.some(
          (set) => set.length > 0 && set.every((i) => covers(spansShown, spans[i] ?? { start: 0, end: 1e9 })),
        );
      if (!isFull(shown)) missed.push(r.id);
      if (isFull([{ start: 0, end: chars }])) head++;
    }
    const n = long.length;
    console.log(
      `wice dev long, glue ${JSON.stringify(glue)}, ${chars} characters: full gold ${((n - missed.length) / n).toFixed(3)} of ${n} ` +
        `(head ${(head / n).toFixed(2)}); missed ${missed.join(' ')}`,
    );
  }
}

/** Tokens really sent for a claim, with the defaults, against sending the first 12 000 characters in the same frame. */
function tokens(folder: string): void {
  let sent = 0;
  let whole = 0;
  let shown = 0;
  let head = 0;
  const long = readJsonl<Wice>(folder, 'dev.jsonl').filter(
    (r) => join(r.sentences, ' ').text.length > 12_000,
  );
  for (const r of long) {
    const source = sourceOf(r.title, join(r.sentences, ' ').text);
    const claims = [{ id: r.id, text: r.claim, context: r.context.slice(-300) }];
    const ask = (evidence: Evidence) =>
      estimatePrompt(promptFor(createQuestion(claims, [witness(source)], [evidence]), 'x'.repeat(12), 1))
        .input;
    const evidence = select(read(source), claims, DEFAULTS.evidenceTokens);
    const first = { text: source.text.slice(0, 12_000), span: { start: 0, end: 12_000 } };
    sent += ask(evidence);
    whole += ask({ passages: [first], tokens: 0 });
    shown += evidence.tokens;
    head += countTokens(first.text);
  }
  console.log(
    `tokens for a claim on a long source: ${Math.round(sent / long.length)} sent, ${Math.round(whole / long.length)} with the first 12 000 characters ` +
      `(${(sent / whole).toFixed(2)}); of the source alone ${Math.round(shown / long.length)} against ${Math.round(head / long.length)} (${(shown / head).toFixed(2)})`,
  );
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
      const claim = r.claim_spans.map(([s, e]) => r.context.slice(s, e)).join(' ');
      const shown = shownWithin(reading, claim, r.context, chars);
      return !r.evidence.some(({ span }) => span && covers(shown, { start: span[0], end: span[1] }));
    });
    const n = cases.length;
    console.log(
      `citation_integrity, ${chars} characters: any gold ${((n - missed.length) / n).toFixed(3)} of ${n}; missed ${missed.map((r) => r.id).join(' ')}`,
    );
  }
}

const folder = dataSet('wice');
const cited = dataSet('citation_integrity');
if (folder) {
  for (const glue of [' ', '\n']) wice(folder, glue);
  tokens(folder);
} else console.log('wice: skipped, not on this machine');
if (cited) integrity(cited);
else console.log('citation_integrity: skipped, not on this machine');

/**
 * `supported` verdicts with quotations, right and wrong: from real judges, from a judge that quotes the marked evidence, and the same for
 * claims made false by one change. Measures the effect of the rules on them.
 */
import type { ParsedAnswer } from '../../../src/core/judge/verdictRules';
import type { Span } from '../../../src/core/model';
import { contentKeys } from '../../../src/core/text/relevance/words';
import { dataSet, readJsonl } from '../../data';
import { PERTURBATIONS, namesOf } from './perturb';
import { randomOf } from './shuffle';

/** A judge's `supported` verdict about a claim and one text. */
export type Heard = {
  readonly id: string;
  /** Name of the group of cases in the report. */
  readonly kind: string;
  readonly right: boolean;
  readonly claim: string;
  readonly text: string;
  readonly said: ParsedAnswer;
};

const said = (quote: string, places: ParsedAnswer['places'] = []): ParsedAnswer => ({
  support: 'supported',
  confidence: 0.9,
  rationale: '',
  quote,
  places,
});

/** Verdicts with a quotation from models, recorded by another project; right where people agree. */
export function recordedTestimonies(): Heard[] {
  const folder = dataSet('wikicite');
  if (!folder) return [];
  type Row = { id: string; claim: string; source_text: string; label: string };
  type Run = { id: string; verdict: string; source_quote?: string };
  const rows = new Map(readJsonl<Row>(folder, 'dev.jsonl').map((r) => [r.id, r]));
  return readJsonl<Run>(folder, 'judge_runs.jsonl').flatMap(
    ({ id, verdict, source_quote: quote }): Heard[] => {
      const row = rows.get(id);
      if (!row || !quote || verdict !== 'Supported') return [];
      const right = row.label === 'supported';
      const { claim, source_text: text } = row;
      return [{ id, kind: 'recorded', right, claim, text, said: said(quote) }];
    },
  );
}

type Wice = { id: string; label: string; claim: string; gold: number[][]; sentences: string[] };
const QUOTED_WORDS = 40;

/** A judge that quotes the marked sentence nearest to the claim, and names the other sentences of the set. */
function fromGold({ id, label, claim, gold, sentences }: Wice): Heard[] {
  const set = gold.find((g) => g.length > 0);
  if (!set) return [];
  const spans: Span[] = [];
  let text = '';
  for (const sentence of sentences) {
    if (text !== '') text += ' ';
    spans.push({ start: text.length, end: text.length + sentence.trimEnd().length });
    text += sentence;
  }
  const wanted = contentKeys(claim);
  const shared = (i: number) => [...contentKeys(sentences[i] ?? '')].filter((k) => wanted.has(k)).length;
  const [best = 0, ...others] = [...set].sort((a, b) => shared(b) - shared(a));
  const quote = (sentences[best] ?? '').split(/\s+/).slice(0, QUOTED_WORDS).join(' ');
  const places = others.map((i) => ({ at: 0, span: spans[i] ?? { start: 0, end: 0 } }));
  const right = label === 'supported';
  return [{ id, kind: right ? 'marked' : label, right, claim, text, said: said(quote, places) }];
}

/** The marked evidence of `wice` as a judge's quotation: right for supported claims, wrong for others and for altered ones. */
export function markedTestimonies(): Heard[] {
  const folder = dataSet('wice');
  if (!folder) return [];
  const marked = readJsonl<Wice>(folder, 'dev.jsonl').flatMap(fromGold);
  const right = marked.filter((m) => m.right);
  const names = right.flatMap(({ claim }) => namesOf(claim).map((n) => n.text));
  const altered = Object.entries(PERTURBATIONS).flatMap(([kind, change]) => {
    const random = randomOf(kind);
    return right.flatMap((heard): Heard[] => {
      const claim = change(heard.claim, random, names);
      return claim === undefined ? [] : [{ ...heard, kind: `altered: ${kind}`, right: false, claim }];
    });
  });
  return [...marked, ...altered];
}

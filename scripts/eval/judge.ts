/**
 * Measures the judge. Without options: raw answers of `judge_parse` and `judge_outputs`, the effect of the rules on right and wrong
 * verdicts, and recorded verdicts of other systems on `wikicite` under our scoring; no model is asked. With a model:
 * npm run eval -- judge --model ID [--provider P] [--base-url URL] [--max-cost USD] [--sample N] [--sets wikicite,wice,expertqa]
 * [--concurrency N]
 * Answers are stored in `.cache/judge/ID.jsonl` (`--record FILE`), so an interrupted run can continue; `--replay` uses stored answers only.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readAnswer } from '../../src/core/judge/answer';
import { createLedger } from '../../src/core/judge/ledger';
import { searchable } from '../../src/core/judge/request';
import { decideVerdict } from '../../src/core/judge/verdictRules';
import type { Model } from '../../src/core/ports';
import { chooseModel } from '../../src/node/models/judges';
import { PROVIDERS, type HttpProvider } from '../../src/node/models/catalogue';
import { measuredSet, readJsonl } from '../data';
import { figure, share, skipped } from '../figures';
import { casesOf, type Case, type Label } from './lib/cases';
import { shuffled } from './lib/shuffle';
import { measure } from './lib/measure';
import { createRecorded, silent } from './lib/recorded';
import { sourceOf } from './lib/source';
import { markedTestimonies, recordedTestimonies } from './lib/recordedAnswers';
import { costsOf, line, scoresOf, type Scored, type Spread } from './lib/scores';

type Run = { id: string; split: string; run: string; model: string; verdict: string };
const WORDS: Readonly<Record<string, Label>> = {
  Supported: 'supported',
  'Partially supported': 'partly',
  'Not supported': 'not',
  // Some systems use this for every text that isn't about the claim; people labelled such texts as not supporting.
  'Source unavailable': 'not',
};

/** Recorded verdicts of other systems on `cases` of wikicite, under our scoring. */
function others(cases: readonly Case[]): void {
  const folder = measuredSet('wikicite');
  if (!folder) return;
  const labels = new Map(cases.map((c) => [c.id, c.label]));
  const runs = new Map<string, Scored[]>();
  for (const { id, run, model, verdict } of readJsonl<Run>(folder, 'judge_runs.jsonl')) {
    const label = labels.get(id);
    const name = `${run} ${model}`;
    if (label) runs.set(name, [...(runs.get(name) ?? []), { id, label, said: WORDS[verdict] }]);
  }
  console.log(`recorded verdicts of other systems on the same ${cases.length} cases:`);
  for (const [name, scored] of runs) console.log(`  ${line(name, scored)}`);
}

/** Maps answers in another form to ours: `supported: true` becomes our word, everything else is kept. */
const mapped = (raw: string): string =>
  raw
    .replace(/"supported":\s*true/g, '"support": "supported"')
    .replace(/"supported":\s*false/g, '"support": "absent"')
    .replace(/\bsupported("?):/g, 'support$1:');

function rawAnswers(): void {
  const folder = measuredSet('judge_parse');
  if (!folder) return;
  type Raw = { id: string; raw: string; want: string };
  const rows = readJsonl<Raw>(folder, 'dev.jsonl');
  const wrong = rows.filter(({ raw, want }) => {
    const read = readAnswer(mapped(raw), 1, '');
    const support = read.ok ? read.verdicts.get(0)?.support : undefined;
    const got = !read.ok ? 'malformed' : support === 'supported' ? 'supported' : 'unsupported';
    return !want.split('-or-').includes(got);
  });
  share('judge_parse', 'raw answers read rightly', rows.length - wrong.length, rows.length, {
    least: 1,
    worst: wrong.map((w) => w.id),
  });
}

/** Real answers in unexpected forms: each is refused, none crashes or becomes a verdict. */
function foreignAnswers(): void {
  const folder = measuredSet('judge_outputs');
  if (!folder) return;
  const texts = [
    ...readJsonl<{ response: string }>(folder, 'wice_gpt.jsonl').map((r) => r.response),
    ...readJsonl<{ text: string }>(folder, 'refchecker_llm.jsonl').map((r) => r.text),
  ];
  const taken = texts.filter((t) => readAnswer(t, 1, '').ok).length;
  // The same answers in our form, complete and truncated at every tenth.
  let misread = 0;
  for (const [i, text] of texts.entries()) {
    const whole = JSON.stringify({
      rationale: text,
      sentences: [],
      quote: null,
      support: 'absent',
      confidence: 0.5,
      suggestion: null,
    });
    if (!readAnswer(whole, 1, '').ok) misread++;
    if (readAnswer(whole.slice(0, Math.floor((whole.length * (i % 10)) / 10)), 1, '').ok) misread++;
  }
  const all = texts.length;
  figure({
    set: 'judge_outputs',
    name: `of ${all} answers in other forms, taken for a verdict`,
    value: taken,
    most: 0,
  });
  figure({
    set: 'judge_outputs',
    name: 'the same as our rationales, whole and cut off, misread',
    value: misread,
    most: 0,
  });
}

/** Lower bounds: right verdicts kept and wrong ones stopped by the rules of October 2026. */
const BEFORE: Readonly<Record<string, readonly [kept: number, stopped: number]>> = {
  recorded: [18, 2],
  marked: [71, 0],
  partially_supported: [0, 136],
  not_supported: [0, 13],
  'altered: year': [0, 58],
  'altered: number': [0, 19],
  'altered: month': [0, 12],
  'altered: words': [0, 3],
  'altered: scale': [0, 2],
  'altered: negation': [0, 21],
  'altered: direction': [0, 6],
  'altered: name': [0, 47],
  'altered: order': [0, 20],
};

/** Effect of the rules on right and wrong `supported` verdicts, next to the previous rules. */
function refusals(): void {
  const heard = [...recordedTestimonies(), ...markedTestimonies()];
  if (heard.length === 0) {
    skipped('wikicite and wice');
    return;
  }
  const of = new Map<string, { right: string[]; lost: string[]; wrong: number; stopped: number }>();
  for (const { id, kind, right, claim, text, said } of heard) {
    const row = of.get(kind) ?? { right: [], lost: [], wrong: 0, stopped: 0 };
    of.set(kind, row);
    const { support, refused } = decideVerdict(said, claim, [searchable(sourceOf('', text))]);
    const isKept = support === 'supported';
    if (right) row.right.push(id);
    else row.wrong++;
    if (right && !isKept) row.lost.push(`${id} ${refused?.cause ?? support}`);
    if (!right && !isKept) row.stopped++;
  }
  let [stopped, before, wrong] = [0, 0, 0];
  for (const [kind, row] of of) {
    const [kept, was] = BEFORE[kind] ?? [0, 0];
    const all = row.right.length;
    if (all > 0) {
      share('verdicts', `right “supported” kept, ${kind}`, all - row.lost.length, all, {
        least: 0.88,
        worst: row.lost,
      });
      share('verdicts', `the same with the rules before, ${kind}`, kept, all);
    }
    if (row.wrong === 0) continue;
    share('verdicts', `wrong “supported” stopped, ${kind}`, row.stopped, row.wrong);
    share('verdicts', `the same with the rules before, ${kind}`, was, row.wrong);
    stopped += row.stopped;
    before += was;
    wrong += row.wrong;
  }
  share('verdicts', 'wrong “supported” stopped, all kinds', stopped, wrong, { least: before / wrong });
  share('verdicts', 'the same with the rules before, all kinds', before, wrong);
}

const { values } = parseArgs({
  options: {
    model: { type: 'string' },
    provider: { type: 'string' },
    'base-url': { type: 'string' },
    'max-cost': { type: 'string', default: '1' },
    sample: { type: 'string', default: '94' },
    sets: { type: 'string', default: 'wikicite,wice,expertqa' },
    concurrency: { type: 'string', default: '4' },
    record: { type: 'string' },
    replay: { type: 'boolean', default: false },
  },
});

async function modelOf(id: string): Promise<Model> {
  if (values.replay) return silent(id);
  const provider = Object.keys(PROVIDERS).find((p): p is HttpProvider => p === values.provider);
  const chosen = await chooseModel({ judge: id, provider, baseUrl: values['base-url'] }, process.env);
  if (chosen && 'ask' in chosen) return chosen;
  console.error(chosen?.message ?? 'no model was named');
  process.exit(2);
}

/** The cap covers the whole recording, including stored answers; replayed ones cost nothing. */
const ledgerFor = ({ price }: Model) =>
  createLedger({
    price,
    maxCostUsd: values.replay ? Number.MAX_VALUE : Number(values['max-cost']),
    maxTokens: values.replay ? Number.MAX_SAFE_INTEGER : 5_000_000,
  });

/** Prints and reports the figures of one judge on one set. */
function report(set: string, scored: readonly Scored[]): void {
  const { threeWay, balanced, falseAlarms, caught, unsure, without } = scoresOf(scored);
  const verdicts = scored.flatMap((s) => s.verdict ?? []);
  const { quotes, lowered, input, cached, output, costUsd } = costsOf(verdicts);
  const mean = (name: string, { value, low, high }: Spread, unit?: string) =>
    figure({ set, name, value, spread: [low, high], ...(unit !== undefined && { unit }) });
  share(set, 'three-way accuracy', ...threeWay);
  mean('balanced accuracy, supported or partly against not', balanced);
  share(set, 'false alarms, of what is supported', ...falseAlarms);
  share(set, 'caught, of what is not supported', ...caught);
  share(set, 'quotations found, of verdicts that need one', ...quotes);
  figure({ set, name: 'verdicts lowered by our rules', value: lowered });
  figure({ set, name: 'unsure', value: unsure });
  figure({ set, name: 'without a verdict', value: without });
  mean('input tokens a verdict', input);
  mean('of these from the provider’s cache', cached);
  mean('output tokens a verdict', output);
  if (costUsd) mean('cost a verdict', costUsd, 'USD');
  else console.log(`     ${set}, cost a verdict: price unknown`);
}

async function measureModel(id: string): Promise<void> {
  const file = values.record ?? path.join('.cache/judge', `${id.replace(/[^\w.-]+/g, '_')}.jsonl`);
  const model = createRecorded(file, await modelOf(id));
  const ledger = ledgerFor(model);
  for (const set of values.sets.split(',')) {
    const cases = shuffled(casesOf(set), 7).slice(0, Number(values.sample));
    if (cases.length === 0) {
      skipped(set);
      continue;
    }
    const { scored, stopped } = await measure(cases, model, {
      ledger,
      concurrency: Number(values.concurrency),
    });
    console.log(`${set} dev, ${id}: ${scored.length} of ${cases.length} cases`);
    if (scored.length > 0) report(`${set} ${id}`, scored);
    const ids = new Set(scored.map((s) => s.id));
    if (set === 'wikicite') others(cases.filter((c) => ids.has(c.id)));
    if (stopped === undefined) continue;
    console.log(`stopped: ${stopped}. The same command goes on from here.`);
    process.exitCode = 3;
    break;
  }
  console.log(`asked ${model.live()} questions, the rest from ${file}`);
}

if (values.model === undefined) {
  rawAnswers();
  foreignAnswers();
  refusals();
  others(casesOf('wikicite'));
} else await measureModel(values.model);

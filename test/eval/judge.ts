/**
 * The judge, measured. Without options: raw answers of `judge_parse` and `judge_outputs`, and the recorded verdicts of other systems on
 * `wikicite` under our scoring, no model asked. With a model:
 *   npm run eval -- judge --model ID [--provider P] [--base-url URL] [--max-cost USD] [--sample N] [--sets wikicite,wice,expertqa]
 * Answers are kept in `.cache/judge/ID.jsonl` (`--record FILE`): a stopped run goes on where it stopped, and `--replay` asks nobody.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { judge, type Claim } from '../../src/core/judge';
import { readAnswer } from '../../src/core/judge/answer';
import { costOf, createLedger } from '../../src/core/judge/ledger';
import type { Support, Verdict } from '../../src/core/model';
import type { Model } from '../../src/core/ports';
import { chooseModel } from '../../src/node/judges';
import { PROVIDERS, type HttpProvider } from '../../src/node/models/catalogue';
import { dataSet, readJsonl } from '../data';
import { FakeClock } from '../fakes';
import { share, shuffled } from './lib/figures';
import { createRecorded, silent } from './lib/recorded';
import { sourceOf } from './lib/source';

type Label = 'supported' | 'partly' | 'not';
type Said = Label | 'unsure';
type Case = {
  readonly set: string;
  readonly id: string;
  readonly claim: string;
  readonly context: string;
  readonly title: string;
  readonly text: string;
  readonly label: Label;
};

const LABELS: Readonly<Record<string, Label>> = {
  supported: 'supported',
  partially_supported: 'partly',
  not_supported: 'not',
  Complete: 'supported',
  Partial: 'partly',
  Incomplete: 'not',
};

type Wice = { id: string; claim: string; context: string; title: string; sentences: string[]; label: string };
type Cited = { id: string; claim: string; container: string; source_text: string; label: string };
type Expert = {
  id: string;
  question: string;
  claims: { claim: string; support: string | null; evidence: { n: number; passage: string | null }[] }[];
};

/** The cases of a set, those with a label that a judge can be held to. */
function casesOf(set: string): Case[] {
  const folder = dataSet(set);
  if (!folder) return [];
  if (set === 'wice')
    return readJsonl<Wice>(folder, 'dev.jsonl').map((r) => ({
      set,
      id: r.id,
      claim: r.claim,
      context: r.context.slice(-300),
      title: r.title,
      text: r.sentences.join(' '),
      label: LABELS[r.label]!,
    }));
  if (set === 'wikicite')
    return readJsonl<Cited>(folder, 'dev.jsonl').map((r) => ({
      set,
      id: r.id,
      claim: r.claim,
      context: '',
      title: '',
      text: r.source_text,
      label: LABELS[r.label]!,
    }));
  return readJsonl<Expert>(folder, 'dev.jsonl').flatMap((r) =>
    r.claims.flatMap(({ claim, support, evidence }, i): Case[] => {
      const [only, other] = evidence;
      const label = LABELS[support ?? ''];
      if (!label || !only?.passage || other) return [];
      return [
        {
          set,
          id: `${r.id}#${i}`,
          claim: claim.replace(/\[\d+\]/g, ''),
          context: r.question,
          title: '',
          text: only.passage,
          label,
        },
      ];
    }),
  );
}

/** What a verdict says in three words; `unsure` is none of them: it backs nothing and alarms nobody. */
const THREE: Readonly<Record<Support, Said>> = {
  supported: 'supported',
  partly: 'partly',
  overstated: 'partly',
  contradicted: 'not',
  absent: 'not',
  unsure: 'unsure',
};

type Scored = { readonly id: string; readonly label: Label; readonly said: Said | undefined };

/** The figures of one judge on one set. An error is no verdict and counts as wrong. */
function table(name: string, scored: readonly Scored[]): string {
  const backed = (l: Said | undefined) => l === 'supported' || l === 'partly';
  const of = (test: (s: Scored) => boolean) => scored.filter(test);
  const good = of((s) => s.label !== 'not');
  const bad = of((s) => s.label === 'not');
  const ratio = (k: number, n: number) => (n === 0 ? 0.5 : k / n);
  const kept = ratio(good.filter((s) => backed(s.said)).length, good.length);
  const caught = ratio(bad.filter((s) => s.said !== undefined && !backed(s.said)).length, bad.length);
  const supported = of((s) => s.label === 'supported');
  const failed = of((s) => s.said === undefined).length;
  return [
    name,
    `three-way ${share(of((s) => s.said === s.label).length, scored.length)}`,
    `balanced ${((kept + caught) / 2).toFixed(2)}`,
    `false alarms ${share(supported.filter((s) => s.said === 'not').length, supported.length)}`,
    `bad ones caught ${share(bad.filter((s) => s.said === 'not').length, bad.length)}`,
    `unsure ${of((s) => s.said === 'unsure').length}`,
    `without a verdict ${failed}`,
  ].join(' | ');
}

/** The recorded verdicts of other systems on the same rows. */
function others(): void {
  const folder = dataSet('wikicite');
  if (!folder) {
    console.log('wikicite: skipped, not on this machine');
    return;
  }
  type Run = { id: string; split: string; run: string; model: string; verdict: string };
  const WORDS: Readonly<Record<string, Label>> = {
    Supported: 'supported',
    'Partially supported': 'partly',
    'Not supported': 'not',
    'Source unavailable': 'not',
  };
  const labels = new Map(casesOf('wikicite').map((c) => [c.id, c.label]));
  const runs = new Map<string, Run[]>();
  for (const r of readJsonl<Run>(folder, 'judge_runs.jsonl')) {
    const name = `${r.run} ${r.model}`;
    if (r.split === 'dev') runs.set(name, [...(runs.get(name) ?? []), r]);
  }
  for (const [name, rows] of runs)
    console.log(
      table(
        `wikicite dev, recorded ${name}`,
        rows.flatMap((r) =>
          labels.has(r.id) ? [{ id: r.id, label: labels.get(r.id)!, said: WORDS[r.verdict] }] : [],
        ),
      ),
    );
}

/** Answers in another form, put into ours: `supported: true` becomes our word, everything else stays as it is. */
const mapped = (raw: string): string =>
  raw
    .replace(/"supported":\s*true/g, '"support": "supported"')
    .replace(/"supported":\s*false/g, '"support": "absent"')
    .replace(/\bsupported("?):/g, 'support$1:');

function rawAnswers(): void {
  const folder = dataSet('judge_parse');
  if (!folder) {
    console.log('judge_parse: skipped, not on this machine');
    return;
  }
  type Raw = { id: string; raw: string; want: string };
  const rows = readJsonl<Raw>(folder, 'dev.jsonl');
  const wrong = rows.filter(({ raw, want }) => {
    const read = readAnswer(mapped(raw), 1, '');
    const support = read.ok ? read.said.get(0)?.support : undefined;
    const got = !read.ok ? 'malformed' : support === 'supported' ? 'supported' : 'unsupported';
    return !want.split('-or-').includes(got);
  });
  console.log(
    `judge_parse: ${rows.length - wrong.length} of ${rows.length} read rightly  ${wrong.map((w) => w.id).join(' ')}`,
  );
  if (wrong.length > 0) process.exitCode = 1;
}

/** Real answers in forms that were never asked for: each is refused, none crashes, none becomes a verdict. */
function foreignAnswers(): void {
  const folder = dataSet('judge_outputs');
  if (!folder) {
    console.log('judge_outputs: skipped, not on this machine');
    return;
  }
  const texts = [
    ...readJsonl<{ response: string }>(folder, 'wice_gpt.jsonl').map((r) => r.response),
    ...readJsonl<{ text: string }>(folder, 'refchecker_llm.jsonl').map((r) => r.text),
  ];
  const taken = texts.filter((t) => readAnswer(t, 1, '').ok).length;
  // The same answers as ours would say them, whole and cut off at every tenth.
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
  console.log(
    `judge_outputs: ${texts.length} answers in other forms, ${taken} taken for a verdict; as rationales of ours, whole and cut off, ${misread} misread`,
  );
  if (taken + misread > 0) process.exitCode = 1;
}

const { values } = parseArgs({
  options: {
    model: { type: 'string' },
    provider: { type: 'string' },
    'base-url': { type: 'string' },
    'max-cost': { type: 'string', default: '1' },
    sample: { type: 'string', default: '94' },
    sets: { type: 'string', default: 'wikicite,wice,expertqa' },
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

type Ran = { readonly scored: Scored[]; readonly verdicts: Verdict[]; readonly stopped?: string };

/** Runs the cases one after another; a fatal failure or the cap ends it, and what is done is printed. */
async function run(
  cases: readonly Case[],
  model: Model,
  ledger: ReturnType<typeof createLedger>,
): Promise<Ran> {
  const scored: Scored[] = [];
  const verdicts: Verdict[] = [];
  const signal = new AbortController().signal;
  for (const c of cases) {
    const claims: Claim[] = [{ id: c.id, text: c.claim, context: c.context }];
    const clock = Object.assign(new FakeClock(), {
      nonce: () => NONCE,
      now: () => Math.round(performance.now()),
    });
    const [judgement] = await judge(
      { source: sourceOf(c.title, c.text), claims },
      { model, clock },
      { ledger },
      signal,
    );
    if (!judgement || !('verdict' in judgement)) {
      if (judgement && (judgement.fatal || judgement.why === 'budget'))
        return { scored, verdicts, stopped: judgement.detail };
      scored.push({ id: c.id, label: c.label, said: undefined });
      continue;
    }
    verdicts.push(judgement.verdict);
    scored.push({ id: c.id, label: c.label, said: THREE[judgement.verdict.support] });
  }
  return { scored, verdicts };
}
const NONCE = 'measurement0';

async function measure(id: string): Promise<void> {
  const file = values.record ?? path.join('.cache/judge', `${id.replace(/[^\w.-]+/g, '_')}.jsonl`);
  const model = createRecorded(file, () => NONCE, await modelOf(id));
  const ledger = createLedger({
    price: model.price,
    maxCostUsd: Number(values['max-cost']),
    maxTokens: 5_000_000,
  });
  for (const set of values.sets.split(',')) {
    const all = casesOf(set);
    if (all.length === 0) {
      console.log(`${set}: skipped, not on this machine`);
      continue;
    }
    const { scored, verdicts, stopped } = await run(
      shuffled(all, 7).slice(0, Number(values.sample)),
      model,
      ledger,
    );
    console.log(table(`${set} dev, ${id}`, scored));
    const needing = verdicts.filter((v) => v.support !== 'absent');
    const quoted = needing.filter((v) => v.quote).length;
    const usage = verdicts.reduce(
      (n, v) => ({
        input: n.input + v.usage.input,
        output: n.output + v.usage.output,
        cached: n.cached + v.usage.cached,
      }),
      { input: 0, output: 0, cached: 0 },
    );
    const per = (n: number) => Math.round(n / Math.max(1, verdicts.length));
    const cost = model.price
      ? `$${(costOf(model.price, usage) / Math.max(1, verdicts.length)).toFixed(5)} a verdict`
      : 'price unknown';
    console.log(
      `  quotations found ${share(quoted, needing.length)}; lowered by our rules ${verdicts.filter((v) => v.lowered).length}; tokens a verdict ${per(usage.input)} in, ${per(usage.output)} out; ${cost}`,
    );
    if (stopped !== undefined) {
      console.log(`  stopped: ${stopped}. The same command goes on from here.`);
      return;
    }
  }
  console.log(`asked ${model.live()} questions, the rest from ${file}`);
}

if (values.model === undefined) {
  rawAnswers();
  foreignAnswers();
  others();
} else await measure(values.model);

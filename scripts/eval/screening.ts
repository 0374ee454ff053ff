/**
 * Screening without a model, measured and fitted. `npm run eval -- screening` prints cross-validated figures and those of the shipped weights;
 * `npm run eval -- screening --write=rarity`, then `--write=weights`, count and fit again and write `src/core/text/rarityTable.ts` and
 * `src/core/resolve/screenWeights.ts`.
 */
import { say } from '../../src/core/causes';
import { writeFileSync } from 'node:fs';
import path from 'node:path';

import { resemblance, terms, type Resemblance } from '../../src/core/resolve/similarity';
import { createScreener } from '../../src/core/resolve/screen';
import { UNRELATED_BELOW } from '../../src/core/resolve/screenWeights';
import { read, type Reading } from '../../src/core/text/retrieval';
import { dataSet, readJsonl } from '../data';
import { figure, share, skipped } from '../figures';
import { sourceOf } from './lib/source';

type Pair = { set: 'wice' | 'wikicite'; id: string; claim: string; text: string; label: string };
const SETS = ['wice', 'wikicite'] as const;
const GOAL = { wice: { auc: 0.88, swapped: 0.93 }, wikicite: { auc: 0.85, swapped: 0.9 } } as const;
const isBacked = (label: string) => label === 'supported' || label === 'partially_supported';

function load(): Pair[] {
  const wice = dataSet('wice');
  const wikicite = dataSet('wikicite');
  if (!wice || !wikicite) return [];
  type Wice = { id: string; claim: string; sentences: string[]; label: string };
  type Cited = { id: string; claim: string; source_text: string; label: string };
  return [
    ...readJsonl<Wice>(wice, 'dev.jsonl').map((r): Pair => ({
      ...r,
      set: 'wice',
      text: r.sentences.join(' '),
    })),
    ...readJsonl<Cited>(wikicite, 'dev.jsonl').map((r): Pair => ({
      ...r,
      set: 'wikicite',
      text: r.source_text,
    })),
  ];
}

/** Numbers by chance that are the same in every run. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}

/** Ranks shared: the chance that a backed claim scores above one that is not. */
function auc(scores: readonly number[], good: readonly boolean[]): number {
  const [yes, no] = [true, false].map((g) => scores.filter((_, i) => good[i] === g));
  let wins = 0;
  for (const a of yes!) for (const b of no!) wins += a > b ? 1 : a === b ? 0.5 : 0;
  return wins / (yes!.length * no!.length);
}

const FEATURES = ['page', 'three', 'names', 'missing'] as const;
const backed = (r: Resemblance) => FEATURES.map((f) => r[f]);
const related = (r: Resemblance) => [r.sentence, Math.log(1 + r.held)];
type Sample = { readonly x: readonly number[]; readonly good: boolean; readonly weight: number };
/** Weights of the features, then the bias. */
type Fitted = readonly number[];

/** Logistic regression with a ridge on standardised features, by gradient descent: small, and the same on every machine. */
function fit(samples: readonly Sample[]): Fitted {
  const total = samples.reduce((n, s) => n + s.weight, 0);
  const size = samples[0]?.x.length ?? 0;
  const scale = Array.from({ length: size }, (_, k) => {
    const mean = samples.reduce((n, s) => n + s.weight * s.x[k]!, 0) / total;
    const spread =
      Math.sqrt(samples.reduce((n, s) => n + s.weight * (s.x[k]! - mean) ** 2, 0) / total) + 1e-9;
    return { mean, spread };
  });
  const rows = samples.map(({ x }) => x.map((v, k) => (v - scale[k]!.mean) / scale[k]!.spread));
  const beta = Array.from({ length: size + 1 }, () => 0);
  for (let turn = 0; turn < 1_500; turn++) {
    const gradient = beta.map((b, k) => (k < size ? -(5 * b) / total : 0));
    rows.forEach((row, i) => {
      const { good, weight } = samples[i]!;
      const z = row.reduce((n, v, k) => n + v * beta[k]!, beta[size]!);
      const miss = (weight / total) * ((good ? 1 : 0) - 1 / (1 + Math.exp(-z)));
      row.forEach((v, k) => (gradient[k]! += miss * v));
      gradient[size]! += miss;
    });
    gradient.forEach((g, k) => (beta[k]! += 1.5 * g));
  }
  const bias = scale.reduce((n, { mean, spread }, k) => n - (beta[k]! * mean) / spread, beta[size]!);
  return [...scale.map(({ spread }, k) => beta[k]! / spread), bias];
}

const apply = (w: Fitted, x: readonly number[]) => x.reduce((n, v, k) => n + w[k]! * v, w.at(-1)!);

type Case = { readonly pair: Pair; readonly own: Resemblance; readonly swapped: readonly Resemblance[] };

/** Backed or not: each set and each label weighs the same; swapped sources count a little as claims that nothing backs. */
function backedSamples(cases: readonly Case[]): Sample[] {
  return cases.flatMap(({ pair, own, swapped }) => {
    const good = isBacked(pair.label);
    const peers = cases.filter((p) => p.pair.set === pair.set && isBacked(p.pair.label) === good).length;
    return [
      { x: backed(own), good, weight: 100 / peers },
      ...swapped.map((r) => ({ x: backed(r), good: false, weight: 0.3 / swapped.length })),
    ];
  });
}

/** Supported claims with their own source and all claims with another's. */
function relatedSamples(cases: readonly Case[]): Sample[] {
  return cases.flatMap(({ pair, own, swapped }) => {
    const peers = cases.filter((p) => p.pair.set === pair.set);
    const supported = peers.filter((p) => p.pair.label === 'supported').length;
    return [
      ...(pair.label === 'supported' ? [{ x: related(own), good: true, weight: 100 / supported }] : []),
      ...swapped.map((r) => ({ x: related(r), good: false, weight: 100 / peers.length / swapped.length })),
    ];
  });
}

function crossValidate(all: readonly Case[]): void {
  const rounds: Record<string, number[]> = { wice: [], wikicite: [] };
  for (let seed = 1; seed <= 3; seed++) {
    const roll = dice(seed);
    const fold = all.map(() => Math.floor(roll() * 10));
    const scores = all.map(() => 0);
    for (let f = 0; f < 10; f++) {
      const weights = fit(backedSamples(all.filter((_, i) => fold[i] !== f)));
      all.forEach(({ own }, i) => fold[i] === f && (scores[i] = apply(weights, backed(own))));
    }
    for (const set of SETS) {
      const mine = all.flatMap((a, i) => (a.pair.set === set ? [i] : []));
      rounds[set]!.push(
        auc(
          mine.map((i) => scores[i]!),
          mine.map((i) => isBacked(all[i]!.pair.label)),
        ),
      );
    }
  }
  for (const set of SETS)
    figure({
      set,
      name: 'supported or partly against not, AUC, 10-fold cross-validation, 3 rounds',
      value: mean(rounds[set]!),
      spread: [Math.min(...rounds[set]!), Math.max(...rounds[set]!)],
      least: GOAL[set].auc,
    });
}
const mean = (list: readonly number[]) => list.reduce((n, x) => n + x, 0) / list.length;

/** For each pair the index of a pair of the same set with another source. */
function swaps(pairs: readonly Pair[], seed: number): number[] {
  const roll = dice(seed);
  return pairs.map((pair) => {
    const others = pairs.flatMap((o, i) => (o.set === pair.set && o.text !== pair.text ? [i] : []));
    return others[Math.floor(roll() * others.length)]!;
  });
}

function measureShipped(pairs: readonly Pair[]): void {
  const screeners = pairs.map((p) => createScreener(sourceOf('', p.text)));
  for (const set of SETS) {
    const mine = pairs.flatMap((p, i) => (p.set === set ? [i] : []));
    const own = mine.map((i) => screeners[i]!(pairs[i]!.claim));
    const supported = mine.flatMap((i, k) =>
      pairs[i]!.label === 'supported' ? [{ id: pairs[i]!.id, s: own[k]! }] : [],
    );
    const alarms = supported.filter(({ s }) => s.result === 'no-related-passage').map((x) => x.id);
    let caught = 0;
    let n = 0;
    for (let seed = 1; seed <= 5; seed++) {
      const other = swaps(pairs, seed);
      for (const i of mine) {
        n++;
        if (screeners[other[i]!]!(pairs[i]!.claim).result === 'no-related-passage') caught++;
      }
    }
    const alarmRate = alarms.length / supported.length;
    figure({
      set,
      name: '“no related passage” on a swapped source, balanced accuracy',
      value: (caught / n + 1 - alarmRate) / 2,
      least: GOAL[set].swapped,
    });
    share(set, '“no related passage” on a supported claim', alarms.length, supported.length, {
      most: 0.03,
      worst: alarms,
    });
    const figures = (label: string) => {
      const hit = mine.flatMap((i, k) =>
        pairs[i]!.label === label ? [{ id: pairs[i]!.id, s: own[k]! }] : [],
      );
      const wrong = hit.filter(({ s }) => s.result === 'figure-differs');
      return `${label} ${wrong.length} of ${hit.length} (${wrong.map((w) => `${w.id}: ${w.s.why ? say(w.s.why) : ''}`).join('; ')})`;
    };
    console.log(
      `${set}: figure-differs on ${['supported', 'partially_supported', 'not_supported'].map(figures).join('\n   ')}`,
    );
    measureDenials(
      set,
      mine.map((i) => [pairs[i]!, screeners[i]!]),
    );
    measureMutations(
      set,
      mine.map((i) => [pairs[i]!, screeners[i]!]),
    );
  }
}

/** Supported claims with one figure changed, that the source does not hold either. */
function measureMutations(
  set: string,
  cases: readonly (readonly [Pair, ReturnType<typeof createScreener>])[],
): void {
  let n = 0;
  let caught = 0;
  for (const [{ claim, text, label }, screener] of cases) {
    const digits = /\d{2,}/.exec(claim);
    if (label !== 'supported' || !digits || !text.includes(digits[0])) continue;
    const changed = String(Number(digits[0]) + (Number(digits[0]) % 7) + 3);
    if (text.includes(changed)) continue;
    n++;
    const altered = claim.slice(0, digits.index) + changed + claim.slice(digits.index + digits[0].length);
    if (screener(altered).result === 'figure-differs') caught++;
  }
  share(set, 'a changed figure in a supported claim is told', caught, n);
}

/** Supported claims with a `not` put behind their first auxiliary. */
function measureDenials(
  set: string,
  cases: readonly (readonly [Pair, ReturnType<typeof createScreener>])[],
): void {
  const told = cases.flatMap(([{ claim, label }, screener]) => {
    const altered = claim.replace(/\b(was|is|were|are|has|had|will|can)\b/, '$1 not');
    return label === 'supported' && altered !== claim ? [screener(altered).result === 'figure-differs'] : [];
  });
  share(set, 'a denied supported claim is told', told.filter(Boolean).length, told.length);
}

const MIN_TEXTS = 10;
const STEP = 0.25;
const TOP = 5;
const GENERATED = (...what: string[]) =>
  ['/**', ...what, 'Written by `npm run eval -- screening`; do not edit.', '/']
    .map((l) => (l === '/**' ? l : l === '/' ? ' */' : ` * ${l}`))
    .join('\n') + '\n';

/** How many texts hold a word, as levels of rarity. */
function writeRarity(readings: readonly Reading[]): void {
  const texts = new Map(readings.map((r) => [r.source.text.slice(0, 200), r]));
  const count = new Map<string, number>();
  for (const r of texts.values())
    for (const key of r.places.keys()) count.set(key, (count.get(key) ?? 0) + 1);
  const levels = Array.from({ length: TOP / STEP + 1 }, (): string[] => []);
  for (const [key, n] of [...count].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (n < MIN_TEXTS || !/^[a-z']+$|^\d{1,4}$/.test(key)) continue;
    const level = Math.round(Math.min(TOP, Math.log((texts.size + 1) / (n + 1))) / STEP);
    levels[level]!.push(key);
  }
  const rows = levels.map((l) => `  ${JSON.stringify(l.join(' '))},`).join('\n');
  const head = GENERATED(
    `Stems by rarity: those of level i stand in about one of e^(i × ${STEP}) texts. Counted over ${texts.size} texts of the development`,
    `parts of WiCE (ryokamoi/wice), the citation-checker-script benchmark (alex-o-748) and ExpertQA (chaitanyamalaviya); stems of`,
    `fewer than ${MIN_TEXTS} texts are left out and count as level ${TOP / STEP}.`,
  );
  writeFileSync(
    path.resolve('src/core/text/rarityTable.ts'),
    `${head}export const RARITY_STEP = ${STEP};\nexport const RARITY_TOP = ${TOP};\n// prettier-ignore\nexport const RARITY_LEVELS: readonly string[] = [\n${rows}\n];\n`,
  );
}

function writeWeights(screen: Fitted, relatedTo: Fitted, n: number): void {
  const row = (names: readonly string[], w: Fitted) =>
    `{ ${[...names, 'bias'].map((name, k) => `${name}: ${w[k]!.toFixed(3)}`).join(', ')} }`;
  const head = GENERATED(
    `Weights of two logistic regressions over the ${n} claims and sources of the development parts of WiCE (ryokamoi/wice) and the`,
    `citation-checker-script benchmark (alex-o-748): supported or partly against not; and supported against a swapped source.`,
  );
  writeFileSync(
    path.resolve('src/core/resolve/screenWeights.ts'),
    `${head}export const SCREEN_WEIGHTS = ${row(FEATURES, screen)};\nexport const RELATED_WEIGHTS = ${row(['sentence', 'words'], relatedTo)};\n` +
      `/** Nothing is related below this: chosen so that at most one supported claim in forty lies there. */\nexport const UNRELATED_BELOW = ${UNRELATED_BELOW};\n`,
  );
}

/** Passages of a third set, for the rarity table only. */
function expertTexts(): string[] {
  const folder = dataSet('expertqa');
  type Row = { claims: { evidence: { passage: string | null }[] }[] };
  const rows = folder ? readJsonl<Row>(folder, 'dev.jsonl') : [];
  return rows.flatMap((r) => r.claims.flatMap((c) => c.evidence.flatMap((e) => e.passage ?? [])));
}

const pairs = load();
if (pairs.length === 0) skipped('wice and wikicite');
else {
  const readings = pairs.map((p) => read(sourceOf('', p.text)));
  if (process.argv.includes('--write=rarity'))
    writeRarity([...readings, ...expertTexts().map((t) => read(sourceOf('', t)))]);
  else {
    const others = [99, 98].map((seed) => swaps(pairs, seed));
    const all = pairs.map((pair, i): Case => {
      const alike = (r: Reading) => resemblance(terms(pair.claim), r);
      return { pair, own: alike(readings[i]!), swapped: others.map((other) => alike(readings[other[i]!]!)) };
    });
    if (process.argv.includes('--write=weights'))
      writeWeights(fit(backedSamples(all)), fit(relatedSamples(all)), all.length);
    crossValidate(all);
    measureShipped(pairs);
  }
}

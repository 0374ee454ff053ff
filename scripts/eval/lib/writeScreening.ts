/** Writes the fitted files of screening: `src/core/text/relevance/rarityTable.ts` and `src/core/resolve/screenWeights.ts`. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';

import { UNRELATED_BELOW } from '../../../src/core/resolve/screenWeights';
import type { Reading } from '../../../src/core/text/relevance/retrieval';
import type { Fitted } from './fit';

/** Features of the first regression. */
export const FEATURES = ['page', 'sentence', 'names', 'missing'] as const;

const MIN_TEXTS = 10;
const STEP = 0.25;
const TOP = 5;
const GENERATED = (...what: string[]) =>
  ['/**', ...what, 'Written by `npm run eval -- screening`; do not edit.', '/']
    .map((l) => (l === '/**' ? l : l === '/' ? ' */' : ` * ${l}`))
    .join('\n') + '\n';

/** Writes how many texts contain each word, as levels of rarity. */
export function writeRarity(readings: readonly Reading[]): void {
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
    `Stems by rarity: those of level i occur in about one of e^(i × ${STEP}) texts. Counted over ${texts.size} texts of the development`,
    `parts of WiCE (ryokamoi/wice), the citation-checker-script benchmark (alex-o-748) and ExpertQA (chaitanyamalaviya); stems of`,
    `fewer than ${MIN_TEXTS} texts are left out and count as level ${TOP / STEP}.`,
  );
  writeFileSync(
    path.resolve('src/core/text/relevance/rarityTable.ts'),
    `${head}export const RARITY_STEP = ${STEP};\nexport const RARITY_TOP = ${TOP};\n// prettier-ignore\nexport const RARITY_LEVELS: readonly string[] = [\n${rows}\n];\n`,
  );
}

export function writeWeights(screen: Fitted, half: number, relatedTo: Fitted, all: number): void {
  const row = (names: readonly string[], w: Fitted) =>
    `{ ${[...names, 'bias'].map((name, k) => `${name}: ${w[k]!.toFixed(3)}`).join(', ')} }`;
  const head = GENERATED(
    `Weights of two logistic regressions over claims and sources of the development parts of WiCE (ryokamoi/wice) and the`,
    `citation-checker-script benchmark (alex-o-748): supported or partly against not, over one half (${half}), so that the other can`,
    `measure it; and supported against a swapped source, over all ${all}.`,
  );
  writeFileSync(
    path.resolve('src/core/resolve/screenWeights.ts'),
    `${head}export const SCREEN_WEIGHTS = ${row(FEATURES, screen)};\nexport const RELATED_WEIGHTS = ${row(['sentence', 'words'], relatedTo)};\n` +
      `/** Nothing is related below this: chosen so that at most one supported claim in fifty lies there, in ExpertQA too. */\nexport const UNRELATED_BELOW = ${UNRELATED_BELOW};\n`,
  );
}

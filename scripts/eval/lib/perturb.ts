/** Makes supported claims false by one change, by kind, which a checker should detect. Seeded. */
import { quantities } from '../../../src/core/text/differences/quantities';

/** Changes one thing in a claim; undefined if it has no such thing. `names`: names of other claims. */
type Change = (claim: string, random: () => number, names: readonly string[]) => string | undefined;

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const MONTH = new RegExp(`\\b(?:${MONTHS.join('|')})\\b(?!,? [a-z])`, 'g');
const CARDINALS = 'two three four five six seven eight nine ten eleven twelve'.split(' ');
const SCALES = ['hundred', 'thousand', 'million', 'billion', 'trillion'];
const DIRECTIONS: readonly (readonly [string, string])[] = [
  ['more', 'fewer'], ['more', 'less'], ['higher', 'lower'], ['highest', 'lowest'], ['rose', 'fell'], ['increase', 'decrease'],
  ['increased', 'decreased'], ['increases', 'decreases'], ['increasing', 'decreasing'], ['increased', 'reduced'], ['reduce', 'increase'],
  ['reduces', 'increases'], ['largest', 'smallest'], ['larger', 'smaller'], ['greater', 'smaller'], ['before', 'after'], ['above', 'below'],
  ['won', 'lost'], ['north', 'south'], ['east', 'west'], ['northern', 'southern'], ['eastern', 'western'], ['gained', 'lost'],
  ['grew', 'shrank'], ['majority', 'minority'], ['maximum', 'minimum'], ['positive', 'negative'], ['longer', 'shorter'],
  ['older', 'younger'], ['best', 'worst'], ['faster', 'slower'], ['improved', 'worsened'], ['growth', 'decline'],
]; // prettier-ignore

const pick = <T>(all: readonly T[], random: () => number): T | undefined =>
  all[Math.floor(random() * all.length)];
const put = (text: string, at: number, old: string, now: string): string =>
  text.slice(0, at) + now + text.slice(at + old.length);
/** Copies a word's capitalization. */
const likeCase = (word: string, model: string): string =>
  /^\p{Lu}/u.test(model) ? word.charAt(0).toUpperCase() + word.slice(1) : word;

/** Replaces one random match of `pattern`. */
function replaceOne(
  claim: string,
  pattern: RegExp,
  random: () => number,
  to: (word: string) => string | undefined,
): string | undefined {
  const hit = pick([...claim.matchAll(pattern)], random);
  const now = hit && to(hit[0]);
  return hit && now !== undefined && now !== hit[0] ? put(claim, hit.index, hit[0], now) : undefined;
}

const another = (all: readonly string[], word: string, random: () => number): string | undefined =>
  pick(
    all.filter((w) => w.toLowerCase() !== word.toLowerCase()),
    random,
  );

/** Not the numbers of list items, which state nothing. */
const DIGITS =
  /(?<![\p{L}\p{N}.,/–-])(?<!\n *(?=\d{1,2}\.(?:\s|$)))\d+(?:,\d{3})*(?:\.\d+)?(?![\p{L}\p{N}/–-]|[.,]\d)/gu;

/** Runs of capitalized words inside a sentence that aren't months: mostly names. */
export function namesOf(claim: string): { readonly text: string; readonly at: number }[] {
  const run = /(?<=[\p{Ll}\p{N},;:] )\p{Lu}\p{Ll}{2,}(?: \p{Lu}\p{Ll}{2,})*(?=[ ,.;:)’'])/gu;
  return [...claim.matchAll(run)]
    .map((m) => ({ text: m[0], at: m.index }))
    .filter(({ text }) => !text.split(' ').some((w) => MONTHS.includes(w)));
}

/** All kinds of changes, by name. */
export const PERTURBATIONS: Readonly<Record<string, Change>> = {
  year(claim, random) {
    const years = quantities(claim).filter((q) => q.year);
    const hit = pick(years, random);
    if (!hit) return undefined;
    const by = (1 + Math.floor(random() * 9)) * (random() < 0.5 ? -1 : 1);
    const old = claim.slice(hit.start, hit.end);
    return put(claim, hit.start, old, String(Number(old) + by));
  },
  number: (claim, random) =>
    replaceOne(claim, DIGITS, random, (word) => {
      const value = Number(word.replaceAll(',', ''));
      if (/^(?:1[0-9]|20)\d\d$/.test(word) || !Number.isFinite(value)) return undefined;
      const factor = 0.3 + random() * 1.4;
      const decimals = word.split('.')[1]?.length ?? 0;
      const changed =
        decimals > 0 ? (value * factor).toFixed(decimals) : String(Math.max(1, Math.round(value * factor)));
      const other = Number(changed) === value ? String(value + 2) : changed;
      return word.includes(',') ? Number(other).toLocaleString('en') : other;
    }),
  month: (claim, random) => replaceOne(claim, MONTH, random, (word) => another(MONTHS, word, random)),
  words: (claim, random) =>
    replaceOne(claim, new RegExp(`\\b(?:${CARDINALS.join('|')})\\b`, 'gi'), random, (word) => {
      const other = another(CARDINALS, word, random);
      return other === undefined ? undefined : likeCase(other, word);
    }),
  scale: (claim, random) =>
    replaceOne(claim, new RegExp(`\\b(?:${SCALES.join('|')})\\b`, 'g'), random, (word) =>
      another(SCALES, word, random),
    ),
  negation(claim) {
    const changed = claim.replace(/\b(was|is|were|are|has|had|will|can|would|could|may)\b(?! not)/, '$1 not');
    return changed === claim ? undefined : changed;
  },
  direction(claim, random) {
    const all = new Set(DIRECTIONS.flat());
    return replaceOne(claim, new RegExp(`\\b(?:${[...all].join('|')})\\b`, 'gi'), random, (word) => {
      const low = word.toLowerCase();
      const pair = pick(
        DIRECTIONS.filter((p) => p.includes(low)),
        random,
      );
      return pair && likeCase(pair[0] === low ? pair[1] : pair[0], word);
    });
  },
  name(claim, random, names) {
    const hit = pick(namesOf(claim), random);
    const alike = names.filter(
      (n) => !claim.includes(n) && n.split(' ').length === hit?.text.split(' ').length,
    );
    const other = pick(alike, random);
    return hit && other !== undefined ? put(claim, hit.at, hit.text, other) : undefined;
  },
  order(claim) {
    const [a, b] = namesOf(claim);
    if (!a || !b || a.text === b.text) return undefined;
    return put(put(claim, b.at, b.text, a.text), a.at, a.text, b.text);
  },
};

/** Finds what a claim leaves out or turns around in a contrast: `all but two` for `all`, another vote, `A rather than B` for `B rather than A`. */
import type { Span } from '../../model';
import { words } from '../relevance/words';
import { MOST } from './directions';
import { isContent, pair, spanOf, type Difference, type Side, type Whole } from './sides';

const span = (start: number, length: number): Span => ({ start, end: start + length });
const keysOf = (text: string): string[] =>
  words(text)
    .filter(isContent)
    .map((w) => w.key);

const EXCEPT =
  /(?<!\p{L})(?:except|excluding|but (?:one|two|three|for)|other than|apart from|with the exceptions? of|außer|bis auf|mit ausnahme|sauf|excepté|hormis|à l['’]exception|excepto|salvo|exceto|tranne|eccetto|ad eccezione|behalve|op \p{L}{2,5} na|oprócz|poza|z wyjątkiem)(?: [^\s.,;:!?]{1,30}){1,2}/iu;
const ALL =
  /(?<!\p{L})(?:all|every|each|alle[nrs]?|jede[mnrs]?|tou(?:s|tes)|tod[ao]s|tutt[ei]|wszystkie|wszyscy|wszystkich)(?: (?:of )?(?:the|its|their|der|die|den|les|des|l[ao]s|[ao]s|gli|le|i|de))? (\p{L}{3,30})/giu;
const REACH = 60;

/** `All regions` where the passage has `all regions except one`. */
export function exceptions(claim: Side, passage: Side): Difference[] {
  if (EXCEPT.test(claim.text)) return [];
  return [...claim.text.matchAll(ALL)].slice(0, MOST).flatMap(({ 0: own, 1: noun = '', index }) => {
    const held = [...passage.text.matchAll(ALL)]
      .slice(0, MOST)
      .filter(([, other = '']) => keysOf(other)[0] === keysOf(noun)[0]);
    const limited = held.map((h) => {
      const after = passage.text.slice(h.index + h[0].length, h.index + h[0].length + REACH);
      const except = EXCEPT.exec(after.replace(/[.;!?\n][^]*$/, ''));
      return except && span(h.index, h[0].length + except.index + except[0].length);
    });
    const [first] = limited;
    return first && limited.every((l) => l) ? [pair('direction', span(index, own.length), first)] : [];
  });
}

/** A vote or score, the larger number first. */
const RESULT =
  /(?<![\d.,:–-])(\d{1,3})(?: ?[-–:] ?| (?:to|zu|gegen|contre|contra|contro|tegen|do|a) )(\d{1,3})(?![\d%–-]|[.,:]\d)/gu;
const VOTED =
  /vot(?:e|ed|es|ing)\b|\brul(?:ed|ing)|\bdecision|\bopinion|\bmajority|\bpanel|justices|\bStimmen|abgestimmt|\bvoix|\bvot[oi]s?\b|stemmen|głos|\b(?:won|beat|defeated|victory)\b/iu;
const UNANIMOUS =
  /(?<!\p{L}|not )(?:unanimous\p{L}*|einstimmig\p{L}*|(?:à l['’]|all['’]|por )unanim\p{L}+|unaniem|jednogłośnie)/iu;

/** Another result of a vote or game than the only one in the passage, or a unanimous vote that was divided. */
export function results(claim: Side, passage: Side, whole: Whole): Difference[] {
  const resultsIn = (text: string) =>
    [...text.matchAll(RESULT)].flatMap(({ 0: hit, 1: a, 2: b, index }) => {
      const near = text.slice(Math.max(0, index - REACH), index + hit.length + REACH);
      return Number(a) > Number(b) && VOTED.test(near)
        ? [{ ...span(index, hit.length), result: `${a ?? ''} ${b ?? ''}` }]
        : [];
    });
  const held = resultsIn(passage.text);
  const [rival] = held;
  if (!rival || held.some((h) => h.result !== rival.result)) return [];
  const unanimous = rival.result.endsWith(' 0') ? null : UNANIMOUS.exec(claim.text);
  const all = new Set(
    [...whole.text.matchAll(RESULT)].flatMap(([, a = '', b = '']) => [`${a} ${b}`, `${b} ${a}`]),
  );
  const own = resultsIn(claim.text).find(({ result }) => !all.has(result));
  const stated =
    own ??
    (unanimous && !UNANIMOUS.test(whole.text) ? span(unanimous.index, unanimous[0].length) : undefined);
  return stated ? [pair('number', stated, rival)] : [];
}

const RATHER =
  / rather than | instead of | as opposed to |, not |,? and not | statt | anstelle (?:von )?| plutôt qu(?:e |['’])| au lieu d(?:e |['’])| et non | en (?:lugar|vez) de | anziché | invece (?:di|che) | in plaats van /giu;

/** The words around a contrast, to be shown. */
function around(text: string, { start, end }: Span): Span {
  const before = /(?:\S{1,40} ){0,1}\S{1,40}$/.exec(text.slice(Math.max(0, start - REACH), start));
  const after = /^(?:[^\s.,;:!?]{1,40} ){0,2}[^\s.,;:!?]{1,40}/.exec(text.slice(end, end + REACH));
  return { start: start - (before?.[0].length ?? 0), end: end + (after?.[0].length ?? 0) };
}

/** `A rather than B` where the source has `B, not A`. */
export function contrasts(claim: Side, whole: Whole): Difference[] {
  const sidesIn = (text: string) =>
    [...text.matchAll(RATHER)].flatMap(({ 0: hit, index }) => {
      const end = index + hit.length;
      const before = keysOf(text.slice(Math.max(0, index - REACH), index)).at(-1);
      const after = keysOf(text.slice(end, end + REACH).replace(/[.,;:!?\n][^]*$/, '')).slice(0, 2);
      return before === undefined ? [] : [{ ...span(index, hit.length), before, after }];
    });
  const stated = sidesIn(claim.text).slice(0, MOST);
  if (stated.length === 0) return [];
  const held = sidesIn(whole.text);
  return stated.flatMap((s) => {
    if (s.after.includes(s.before) || held.some((h) => h.before === s.before)) return [];
    const turned = held.find((h) => s.after.includes(h.before) && h.after.includes(s.before));
    return turned
      ? [{ ...pair('direction', around(claim.text, s)), source: spanOf(around(whole.text, turned)) }]
      : [];
  });
}

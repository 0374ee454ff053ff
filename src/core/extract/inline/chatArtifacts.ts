/** Reads leftovers of chat tools (`citeturn0search0`, `【1†source】`, `:contentReference[…]`) and superscript numbers. */
import { isCjk, isDigit, isEmphasis, isLetter, oneOf, superscript } from '../../text/chars';
import type { Part } from '../model/markers';
import type { Cursor } from './cursor';
import { onlyNumbers, PAGE } from './numberParts';
import { raisedBracket } from './numbers';
import { wordSet } from '../../text/wordSet';
import { looksLikeFile, spellFile, type FileTarget } from '../../text/filePaths';

/** `【1†source】`, `【12:3†notes.pdf】`, `【1-3】`: numbers that a list may have. */
export function chatBracket(s: Cursor, i: number): number {
  const [all = '', label = '', rest = ''] = CHAT_BRACKET.exec(s.ahead(i, 200)) ?? [];
  const end = i + all.length;
  if (label === '') return placeInBrackets(s, i);
  const dagger = /[†|]/.test(rest);
  const several = !dagger && rest !== '';
  const parts = several ? onlyNumbers(s, i + 1, end - 1) : [{ start: i, end, label }];
  if (parts.length === 0) return i + 1;
  // In headings it is a count: `【1-3】`.
  s.addNumbers(parts, i, end, several ? { doubt: 'value' } : dagger ? { form: 'chat' } : {});
  if (dagger) s.faults.push({ start: i, end, code: 'chat-residue', facts: { label: all } });
  return end;
}
const CHAT_BRACKET = /^【(\d{1,5})([^\n【】]*)】/;

/** `【F:src/a.ts†L70-L95】`, as Codex cites lines: the offset after it, or after the bracket that opens. */
function placeInBrackets(s: Cursor, i: number): number {
  const [all = '', path = '', from, to = from] = PLACE.exec(s.ahead(i, 300)) ?? [];
  if (all === '' || !looksLikeFile(path)) return i + 1;
  const target: FileTarget = { kind: 'file', path, lines: [Number(from), Number(to)] };
  return s.take('file', spellFile(target), target, i, i + all.length);
}
const PLACE = /^【F:([^\s†【】]{1,200})†L(\d{1,6})(?:-L?(\d{1,6}))?】/;

/** Private-use marks around `cite…turn0search0…`, which is one marker, or around a name. */
export function privateMarker(s: Cursor, i: number): number {
  const all = PRIVATE.exec(s.ahead(i, 300))?.[0] ?? '';
  const end = i + Math.max(1, all.length);
  const label = all.endsWith('\ue201') ? turn(all) : undefined;
  if (label !== undefined) addResidue(s, i, end, label);
  const [shown = '', opening = ''] = ENTITY.exec(all) ?? [];
  if (shown !== '') s.opaque.push({ start: i, end: i + opening.length }, { start: i + shown.length, end });
  return end;
}
/** `entity["company","Acme","tool maker"]` between private-use marks: the name alone is shown. */
const ENTITY = /^(\ue200entity\ue202\["\w{1,30}",")[^"]{1,100}(?=")/;
const PRIVATE = /^\ue200[^\n\ue200\ue201]*\ue201?/;

const turn = (text: string): string | undefined => /turn\d{1,4}[a-z]{1,12}\d{1,4}/.exec(text)?.[0];

/** Adds a leftover marker, unless quotation marks enclose it: then the text is about it. */
export function addResidue(s: Cursor, start: number, end: number, label: string): void {
  if (/^(?:""|''|“”|‘’|„“|«»)$/.test(s.text(start - 1, start) + s.text(end, end + 1))) return;
  s.add({ leaf: s.leafIndex, kind: 'residue', label, start, end });
  s.faults.push({ start, end, code: 'chat-residue', facts: { label } });
}

const TURN =
  /^(?:cite|filecite|navlist|image|video|product|forecast)?(?:turn\d{1,4}(?:search|view|news|fetch|file|image|academia|finance|forecast|sports|time|product|msearch|reddit|maps|business)\d{1,4})+$/;

/** Reads a word that is a chat tool's marker. */
export function turnWord(s: Cursor, start: number, end: number): boolean {
  if (end - start > 200 || end - start < 9 || !isDigit(s.at(end - 1))) return false;
  const word = s.text(start, end);
  if (!word.includes('turn') || !TURN.test(word)) return false;
  // `【turn0search3】` of GLM, with its brackets.
  const around = s.at(start - 1) === 0x3010 && s.at(end) === 0x3011 ? 1 : 0;
  addResidue(s, start - around, end + around, turn(word) ?? word);
  return true;
}

const CONTENT = /^:contentReference\[oaicite:\d{1,4}\](?:\{index=\d{1,4}\})?/;

/** `:contentReference[oaicite:0]{index=0}` at its colon: the offset after it, or `i`. */
export function contentReference(s: Cursor, i: number): number {
  if (s.at(i + 1) !== 99 || s.at(i + 8) !== 82) return i;
  const [all = ''] = CONTENT.exec(s.ahead(i, 60)) ?? [];
  if (all !== '') addResidue(s, i, i + all.length, all);
  return i + all.length;
}

const BRACKET =
  /^(?:oaicite:\d{1,4}|cite_start|cite: ?\d{1,3}(?:, ?\d{1,3}){0,20}|(?:attached_file|web|page|post):\d{1,4})$/;
const opensResidue = oneOf('coawp');

/** `[cite: 1, 2]`, `[cite_start]`, `[oaicite:0]`, `[attached_file:1]`, `[web:3]`, `[page:2]`: true when the bracket is one. */
export function residueBracket(s: Cursor, open: number, close: number): boolean {
  if (!opensResidue(s.at(open + 1)) || close - open > 60) return false;
  const text = s.text(open + 1, close);
  if (!BRACKET.test(text)) return false;
  addResidue(s, open, close + 1, text);
  return true;
}

const opensNote = oneOf('{seg');
const NOTE =
  /^(?:\{"(attribution)":\{[^{}]{0,120}\}\}|((?:start|end)_span)|(grok_render_citation_card)_json=\{[^{}()]{0,120}\})\)/;

/**
 * `[text]({"attribution":{…}})`, `[span_1](start_span)`, `[](grok_render_citation_card_json={…})`: not a link but a note of a tool. Returns
 * the offset after it, or 0.
 */
export function residueLink(s: Cursor, open: number, close: number): number {
  if (!opensNote(s.at(close + 2))) return 0;
  const match = NOTE.exec(s.ahead(close + 2, 200));
  if (!match || (match[2] && !s.text(open, close).startsWith('[span_'))) return 0;
  const end = close + 2 + match[0].length;
  const start = s.at(open - 1) === 94 ? open - 1 : open;
  const label = match[1] ?? match[2] ?? match[3] ?? '';
  s.faults.push({ start, end, code: 'chat-residue', facts: { label } });
  s.opaque.push({ start: match[1] ? close : start, end });
  return end;
}

const CARD =
  /^<(grok(?::render|-card)) (?:card_|data-)id="(\w{1,40})"[^<>]{0,200}citation_card[^<>]{0,200}>(?:\s{0,3}<argument name="citation_id">\d{1,4}<\/argument>)?(?:\s{0,3}<\/grok(?::render|-card)>)?/;

/** `<grok-card data-id="a1" data-type="citation_card"></grok-card>`: the offset after it, or `i`. */
export function citationCard(s: Cursor, i: number): number {
  if (s.at(i + 1) !== 103 || s.at(i + 2) !== 114) return i;
  const [all = '', name = '', id = ''] = CARD.exec(s.ahead(i, 600)) ?? [];
  if (all !== '') addResidue(s, i, i + all.length, `${name} ${id}`);
  return i + all.length;
}

/** Raised or not, between the numbers of a range, or between single ones. */
const isDash = oneOf('⁻-–');
const isComma = oneOf(',˒·');

/** `¹²`, `¹,²`, `¹⁻³` after a word or a mark: numbers, if a list has them. */
export function superscripts(s: Cursor, i: number): number {
  const parts: Part[] = [];
  let j = i;
  let isRange = false;
  for (;;) {
    const start = j;
    let value = 0;
    while (j < s.end && superscript(s.at(j)) >= 0 && j - start < 4)
      value = value * 10 + superscript(s.at(j++));
    if (j === start) break;
    const last = Number(parts.at(-1)?.label ?? 0);
    if (isRange && value > last && value - last < 150)
      for (let n = last + 1; n < value; n++) parts.push({ start, end: j, label: String(n) });
    parts.push({ start, end: j, label: String(value) });
    const c = s.at(j);
    isRange = isDash(c);
    if (!(isRange || isComma(c)) || superscript(s.at(j + 1)) < 0) break;
    j++;
  }
  const end = parts.at(-1)?.end ?? j;
  const isAttached = s.at(i - 1) > 32 || isLineStart(s, i) || s.hits.at(-1)?.end === i - 1;
  if (isAttached && parts.length > 0 && parts.length < 200 && !isPower(s, i, end))
    s.addNumbers(parts, i, end, { doubt: 'value', superscript: true });
  return Math.max(j, i + 1);
}

/** Words of several letters that take a power: units and functions. */
const RAISED = wordSet(
  'km hm dam cm mm dm nm pm μm sm gm kpc mpc ft yd mi in kg ms sec min px hz ev kev mev gev tev rad sin cos tan log ln км см мм дм кг',
);
/** A year or the number of a name, `COVID-19`, which takes no power. */
const NAMING = /(?:^|[^\d.,])(?:1[5-9]|20)\d\d$|\p{L}-\d+$/u;

/**
 * Whether a superscript from `start` to `end` belongs to the text before it. It is a power after a unit, a digit or a single letter (`m²`,
 * `10³`, `10⁻⁶`, `χ²`), a charge before a sign (`Ca²⁺`), and part of a name if letters follow (`I²C`, `¹³C`).
 */
function isPower(s: Cursor, start: number, end: number): boolean {
  // `¹ Smith`, `¹Smith` opens a reference, `¹³C` a sentence.
  if (isLineStart(s, start)) return isLetter(s.at(end)) && !(s.at(end + 1) >= 97 && s.at(end + 1) <= 122);
  const i = s.runBack(start, isEmphasis);
  const [before, after] = [s.at(i - 1), s.at(end)];
  // `rise.²They` has no space.
  const goesOn = isLetter(after) && !isCjk(after) && !'.,;:!?'.includes(String.fromCharCode(before));
  if (goesOn || isSign(after) || isSign(before)) return true;
  if (isDigit(before)) return !NAMING.test(s.behind(i, 12));
  if (!isLetter(before) || isCjk(before)) return false;
  const from = s.runBack(i, isLetter, 5);
  const word = s.text(from, i).toLowerCase();
  // `Alzheimer’s²`
  if (word.length === 1) return s.at(from - 1) !== 39 && s.at(from - 1) !== 0x2019;
  return RAISED.has(word);
}

const isLineStart = (s: Cursor, i: number): boolean => s.at(i - 1) === 0 || s.at(i - 1) === 10;

/** A raised `+`, `−`, `=` or `n`. */
const isSign = (c: number): boolean => (c >= 0x207a && c <= 0x207c) || c === 0x207f;

const RAISED_NUMBER = `\\d{1,3}(?:${PAGE.source.slice(1)})?`;
const NUMBERS = new RegExp(`^( *\\[?\\(?)(${RAISED_NUMBER}(?:[,–-] *${RAISED_NUMBER}){0,20}) *\\)?\\]?$`);

/** `<sup>1,2</sup>`, `<sup><a href="#r1">1</a></sup>`; `end` is after the opening tag. */
export function supTag(s: Cursor, start: number, end: number): number {
  const [all = '', anchor = '', text = ''] = RAISED_TAG.exec(s.ahead(end, 400)) ?? [];
  const from = end + anchor.length;
  const after = end + all.length;
  if (all === '' || anchor.includes('://')) return end;
  if (anchor === '' && isDigit(s.at(end)) && isPower(s, start, after)) return end;
  return raised(s, start, from, from + text.length, after) ? after : end;
}
const RAISED_TAG = /^(<a [^<>]{1,80}>)?([^<]{0,299})(?:<\/a>)?<\/sup>/;

/** `^1,2^`, pandoc's superscript, at its first `^`. A bracket ends it: `[^1][^name]` are two footnotes. */
export function tail(s: Cursor, i: number): number {
  if (s.at(i + 1) === 91) return raisedBracket(s, i);
  const j = s.run(i + 1, (c) => c > 32 && c !== 91 && c !== 93 && c !== 94 && c !== 127, 39);
  // `[^1^]` is a note, not a power in brackets.
  if (s.at(j) !== 94 || (s.at(i - 1) === 91 && s.at(j + 1) === 93)) return i + 1;
  return (isDigit(s.at(i + 1)) && isPower(s, i, j + 1)) || raised(s, i, i + 1, j, j + 1) ? j + 1 : i + 1;
}

const FORMULA = /^\$(?:\{\})?\^\{?(\d{1,3}(?:[,–-] ?\d{1,3}){0,20})\}?\$/;

/** `$^{3}$`, `$^{1,2}$` at its first `$`: the offset after it, or `i`. */
export function raisedFormula(s: Cursor, i: number): number {
  if (s.options.latex || (s.at(i + 1) !== 94 && s.at(i + 1) !== 123)) return i;
  const [all = '', numbers = ''] = FORMULA.exec(s.ahead(i, 120)) ?? [];
  const end = i + all.length;
  if (end === i || isPower(s, i, end)) return i;
  const from = i + all.indexOf(numbers);
  return raised(s, i, from, from + numbers.length, end) ? end : i;
}

function raised(s: Cursor, start: number, from: number, to: number, end: number): boolean {
  const [, open = '', list = ''] = NUMBERS.exec(s.text(from, to)) ?? [];
  const first = from + open.length;
  const parts = onlyNumbers(s, first, first + list.length);
  if (parts.length === 0) return false;
  s.addNumbers(parts, start, end, { superscript: true, ...(!open.startsWith('[') && { doubt: 'value' }) });
  return true;
}

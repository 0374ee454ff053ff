/**
 * Screening of a claim about cited lines of code. Code says with names and signs what a claim says in words, so words are not compared: only
 * code that the claim shows, and its figures.
 */
import { reason, type Cause } from '../causes';
import type { Screen, Source, Span } from '../model';
import { blockOf, isCodePath } from '../text/block';
import { lineEnd, overlap, positions } from '../text/lines';
import { agrees, quantities, type Quantity } from '../text/differences/quantities';

/** A path with its lines, several of them or lines alone: what points at a place says nothing about it. */
const POINTER =
  /[\w@.-]{0,80}[/\\][\w@./\\-]{1,200}(?::\d+(?:[-–]\d+)?)?(?:, ?\d+(?:[-–]\d+)?)*|\b[\w-]{1,80}\.[A-Za-z]\w{0,5}(?:[:(#]L?\d+(?:[-–]L?\d+)?\)?)?(?:, ?\d+(?:[-–]\d+)?)*|\blines? \d+(?:(?:[-–]| (?:to|and) |, ?)\d+)*|#L\d+(?:-L\d+)?|\(\d+(?:[-–]\d+)?\)|\b\d{2,}[-–]\d{2,}\b/gi;
const PLACE = /\.[A-Za-z]\w{0,5}[:(#]L?\d|\(\d+(?:[-–]\d+)?\)|\blines? \d/gi;
/** A statement in backticks, not a name alone. */
const SHOWN = /`([^`\n]{8,200})`/g;
const MOST_RIVALS = 4;

/** Undefined unless the source is code with cited lines. */
export function screenPlace(claim: string, { target, focus, text }: Source): Screen | undefined {
  if (!focus || target.kind !== 'file' || !isCodePath(target.path)) return undefined;
  const passage = blockOf(text, focus);
  const isOnlyPlace = [...claim.matchAll(PLACE)].length < 2;
  const away = (cause: Cause, { shown, span, line }: Elsewhere): Screen => {
    const why = reason(cause, { quoted: shown, line });
    return { result: 'figure-differs', score: 0.5, passage: span, why };
  };
  const moved = isOnlyPlace ? elsewhere(claim, text, passage) : undefined;
  if (moved) return away('stands_elsewhere', moved);
  const named = isOnlyPlace ? definedElsewhere(claim, text, passage) : undefined;
  if (named) return away('defined_elsewhere', named);
  const differs = otherFigure(claim, text, passage);
  if (!differs) return { result: 'related', score: 0.5, passage };
  return { result: 'figure-differs', score: 0.5, passage, why: reason('says_otherwise', differs) };
}

type Elsewhere = { readonly shown: string; readonly span: Span; readonly line: number };

/** Code of the claim that occurs in the file once, and not in the cited lines. */
function elsewhere(claim: string, text: string, { start, end }: Span): Elsewhere | undefined {
  for (const shown of codeOf(claim, text)) {
    const at = text.indexOf(shown);
    if (at < 0 || text.indexOf(shown, at + 1) >= 0 || (at < end && at + shown.length > start)) continue;
    return { shown, span: { start: at, end: at + shown.length }, line: positions(text)(at).line };
  }
  return undefined;
}

/** Statements in a claim: in backticks, or, because a claim's text has none, as a whole line of the file. */
function* codeOf(claim: string, text: string): Generator<string> {
  const isStatement = (code: string) => /[=({;]/.test(code) && /\S\s+\S/.test(code);
  for (const { 1: shown = '' } of claim.matchAll(SHOWN)) if (isStatement(shown)) yield shown;
  for (const line of text.split('\n')) {
    const code = line.trim();
    if (code.length >= LEAST_LINE && isStatement(code) && claim.includes(code)) yield code;
  }
}
const LEAST_LINE = 12;

/** The beginning of a definition in most languages, with its name. */
const DEFINITION =
  /^[ \t]*(?:(?:export|default|public|private|protected|static|async|abstract|pub)[ \t]+)*(?:func(?:[ \t]+\([^()\n]{1,80}\))?|function|fn|def|class|struct|interface|type|enum|const|let|var)[ \t]+([A-Za-z_$][\w$]*)/gm;
/** Names that no prose has: `retryLimit`, `RETRY_LIMIT`, `retry()`. */
const NAME = /\b[A-Za-z_$][\w$]*(?=\()|\b[A-Za-z$]+(?:_[A-Za-z0-9$]+)+\b|\b[A-Za-z]+[a-z0-9][A-Z][\w$]*\b/g;
const WORD = /[A-Za-z_$][\w$]*/g;
const MOST_NAMES = 20;
const MOST_CLAIM = 2_000;

/** The only definition of this file that the claim names, if neither it nor another name of the claim is in the cited lines, nor these in it. */
function definedElsewhere(claim: string, text: string, { start, end }: Span): Elsewhere | undefined {
  const said = claim.slice(0, MOST_CLAIM);
  const names = new Set((said.match(NAME) ?? []).slice(0, MOST_NAMES));
  if (names.size === 0) return undefined;
  const cited = new Set(text.slice(start, end).match(WORD));
  const isCited = (word: string) => cited.has(word) && (names.has(word) || /^[A-Z][A-Z\d_]{2}/.test(word));
  if (said.match(WORD)?.some(isCited)) return undefined;
  const found = [...text.matchAll(DEFINITION)].filter(([, name = '']) => names.has(name));
  const [only] = found;
  if (!only || found.length > 1) return undefined;
  const line = { start: only.index, end: lineEnd(text, only.index + only[0].length) };
  const block = blockOf(text, line);
  if (overlap(block, { start, end })) return undefined;
  return { shown: only[1] ?? '', span: line, line: positions(text)(only.index + only[0].search(/\S/)).line };
}

const isPlain = ({ text }: { text: string }, { start, end, form, year }: Quantity): boolean =>
  !year &&
  form !== 'ordinal' &&
  form !== 'fraction' &&
  !/[\p{L}_$.#-]$/u.test(text.slice(Math.max(0, start - 1), start)) &&
  !/^(?:[\p{L}_$%]|\.\d)/u.test(text.slice(end, end + 2));

/** Factors between units of time, of size and of share. */
const FACTORS: ReadonlySet<number> = new Set([
  60, 3_600, 86_400, 60_000, 3_600_000, 24, 7, 12, 100, 1_000, 1_000_000, 1_024, 1_048_576,
]);
/** Code writes 10 minutes as 600 or 600000. */
const isConverted = (own: Quantity, rival: Quantity): boolean => {
  const [x, y] = [Number(own.value), Number(rival.value)];
  return own.unit !== '' && rival.unit === '' && FACTORS.has(Math.max(x, y) / Math.min(x, y));
};

/**
 * A figure of the claim that is nowhere in the text, with the one that the passage at the span has instead; undefined if the passage has
 * none or many. Places that the claim names are not figures.
 */
export function otherFigure(statement: string, text: string, { start, end }: Span) {
  const claim = statement.replace(POINTER, ' ');
  const own = quantities(claim).filter((q) => isPlain({ text: claim }, q) && Number(q.value) > 1);
  const block = text.slice(start, end);
  const rivals = quantities(block).filter((h) => isPlain({ text: block }, h) && Number(h.value) > 1);
  const [rival] = rivals.filter((h) => !own.some((q) => agrees(q, h)));
  if (own.length === 0 || !rival || rivals.length > MOST_RIVALS) return undefined;
  const all = quantities(text);
  const missing = own.find(
    (q) => !all.some((h) => h.value === q.value) && !rivals.some((h) => isConverted(q, h)),
  );
  return (
    missing && { claim: claim.slice(missing.start, missing.end), source: block.slice(rival.start, rival.end) }
  );
}

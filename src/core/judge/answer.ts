/**
 * Parses a model's answer strictly: an answer that breaks the schema is rejected, not repaired, and JSON that the answer only quotes is
 * ignored. Linear in the answer, never throws.
 */
import * as z from 'zod';
import { reason, type Cause, type Facts, type Reason } from '../causes';
import { SUPPORTS, type Support } from '../model';
import { isInvisible } from '../text/fold';
import { parseJsonAt } from '../text/jsonReader';

/** A judge's statement about one claim, well-formed but not yet checked. */
export type RawAnswer = {
  readonly support: Support;
  readonly confidence: number;
  readonly rationale: string;
  readonly quote?: string;
  /** Numbers of the shown sentences, as the judge gave them. */
  readonly sentences: readonly number[];
  readonly suggestion?: string;
};

/** Statements by claim index, or why the answer could not be read. */
export type Reading =
  | { readonly ok: true; readonly verdicts: ReadonlyMap<number, RawAnswer> }
  | { readonly ok: false; readonly reason: Reason };

const MAX_ANSWER = 60_000;
const MAX_RATIONALE = 600;
const MAX_SUGGESTION = 600;
const MAX_QUOTE = 2_000;
const MAX_SENTENCES = 40;

const bad = (cause: Cause, facts?: Facts): Reading => ({ ok: false, reason: reason(cause, facts) });

/**
 * Reads the answer to a prompt about `claims` claims. `shown` is the text that the judge was shown: a JSON object that is in it verbatim was
 * copied from the page and is not the verdict.
 */
export function readAnswer(raw: string, claims: number, shown: string): Reading {
  if (raw.length > MAX_ANSWER) return bad('answer_too_long');
  const text = withoutThinking(raw);
  if (text === undefined) return bad('answer_cut');
  if (text.trim() === '') return bad('answer_empty');
  const found = objects(text).filter(({ value }) => 'support' in value || 'verdicts' in value);
  const [only] = found;
  if (!only) return bad('answer_none');
  if (found.length > 1) return bad('answer_several');
  const written = text.slice(only.start, only.end);
  if (shown.includes(written)) return bad('answer_quoted');
  const doubt = disowned(
    text.slice(0, only.start),
    text.slice(only.end),
    'support' in only.value ? only.value.support : undefined,
  );
  if (doubt !== undefined) return bad(doubt);
  return claims === 1 ? readSingle(only.value) : readSeveral(only.value, claims);
}

/** The answer after its visible reasoning (`<think>…</think>`); undefined if the reasoning never ends. */
function withoutThinking(raw: string): string | undefined {
  const close = raw.lastIndexOf('</think>');
  if (close >= 0) return raw.slice(close + '</think>'.length);
  return raw.trimStart().startsWith('<think>') ? undefined : raw;
}

type Piece = { readonly value: object; readonly start: number; readonly end: number };

/** The outermost JSON objects of a text, also those in arrays. */
function objects(text: string): Piece[] {
  const found: Piece[] = [];
  for (let at = text.indexOf('{'); at >= 0;) {
    const parsed = parseJsonAt(text, at);
    if (parsed && typeof parsed.value === 'object' && parsed.value !== null)
      found.push({ value: parsed.value, start: at, end: parsed.end });
    at = text.indexOf('{', parsed ? parsed.end : skipFailed(text, at));
  }
  return found;
}

/** The offset after a broken object. Nothing inside it is searched, so that no part of it is taken for the whole. */
function skipFailed(text: string, at: number): number {
  let depth = 0;
  let inString = false;
  for (let i = at; i < text.length; i++) {
    const c = text.charAt(i);
    if (inString) {
      if (c === '\\') i++;
      else if (c === '"') inString = false;
    } else if (c === '"') inString = true;
    else if (c === '{') depth++;
    else if (c === '}' && --depth === 0) return i + 1;
  }
  return text.length;
}

const NAMED_VERDICT =
  /\b(?:not (?:fully )?supported|unsupported|supported|partly|partially|overstated|contradict(?:ed|s)|absent|unsure)\b/gi;
const TAKEN_BACK = /\b(?:ignore|instruction|injected|the (?:page|source|text) (?:says|contains|told))\b/i;

/**
 * Why the prose around the object contradicts it, if so. An object in the middle of a line is a quotation; prose after it that names another
 * verdict leaves open which of the two counts.
 */
function disowned(before: string, after: string, support: unknown): Cause | undefined {
  const lineBefore = before.slice(before.lastIndexOf('\n') + 1).trim();
  const lineAfter = (after.split('\n', 1)[0] ?? '').trim();
  if (isProse(lineBefore) && isProse(lineAfter)) return 'answer_quoted';
  for (const [word] of after.matchAll(NAMED_VERDICT))
    if (word.toLowerCase() !== support) return 'answer_contradicts';
  if (support === 'supported' && /\b(?:not supported|unsupported)\b/i.test(before))
    return 'answer_contradicts';
  return TAKEN_BACK.test(lineBefore) ? 'answer_quoted' : undefined;
}
const isProse = (line: string) => /\p{L}{2}/u.test(line.replace(/^`+\w*/, ''));

function readSingle(value: object): Reading {
  const verdict = readVerdict(value);
  return typeof verdict === 'string'
    ? bad('answer_field', { field: verdict })
    : { ok: true, verdicts: new Map([[0, verdict]]) };
}

/** Each claim's verdict by its number. Missing or broken ones are left out; a duplicate invalidates the answer. */
function readSeveral(value: object, claims: number): Reading {
  const list = 'verdicts' in value ? value.verdicts : undefined;
  if (!Array.isArray(list)) return bad('answer_none');
  const verdicts = new Map<number, RawAnswer>();
  const seen = new Set<number>();
  for (const entry of list as readonly unknown[]) {
    if (typeof entry !== 'object' || entry === null || !('claim' in entry)) return bad('answer_claims');
    const { claim } = entry;
    if (typeof claim !== 'number' || !Number.isInteger(claim) || claim < 1 || claim > claims)
      return bad('answer_claims');
    if (seen.has(claim)) return bad('answer_claims');
    seen.add(claim);
    const verdict = readVerdict(entry);
    if (typeof verdict !== 'string') verdicts.set(claim - 1, verdict);
  }
  return { ok: true, verdicts };
}

const text = z.string().nullish();
const Statement = z.object({
  support: z.enum(SUPPORTS),
  confidence: z.number().min(0).max(1),
  rationale: z.string(),
  quote: text,
  suggestion: text,
  sentences: z.array(z.number()).nullish(),
});

/** A verdict, or the name of the missing or invalid field. Unknown keys are ignored. */
function readVerdict(value: object): RawAnswer | string {
  const { data, error } = Statement.safeParse(value);
  if (!data) return String(error.issues[0]?.path[0]);
  const { quote, suggestion, rationale, sentences } = data;
  return {
    support: data.support,
    confidence: data.confidence,
    rationale: harmless(rationale, MAX_RATIONALE),
    sentences: sentences?.slice(0, MAX_SENTENCES) ?? [],
    ...(quote?.trim() && { quote: quote.slice(0, MAX_QUOTE) }),
    ...(suggestion?.trim() && { suggestion: harmless(suggestion, MAX_SUGGESTION) }),
  };
}

/**
 * A model's words as plain text, without control or direction characters and without markup that a view could act on (tags, Markdown links
 * and images, command links). Views still escape it.
 */
export function harmless(text: string, limit: number): string {
  let out = '';
  for (const ch of text) {
    const c = ch.codePointAt(0) ?? 0;
    if (isInvisible(c) || (c >= 0x7f && c <= 0x9f) || (c >= 0xd800 && c <= 0xdfff)) continue;
    out += c < 32 || c === 0x2028 || c === 0x2029 ? ' ' : ch;
    if (out.length > limit) break;
  }
  const plain = out
    .replace(/\[\d*m/g, '')
    .replace(/<(?=[A-Za-z/!?])/g, '‹')
    .replace(/\]\(/g, '] (')
    .replace(/\b(command|javascript|vscode|data):(?=\S)/gi, '$1\u2024')
    .replace(/\s+/g, ' ')
    .trim();
  return plain.length > limit ? `${plain.slice(0, limit - 1)}…` : plain;
}

/**
 * Screening of a claim about cited lines of code. Code says with names and signs what a claim says in words, so words are not compared: only
 * code that the claim shows, and its figures.
 */
import { reason } from '../causes';
import type { Screen, Source, Span } from '../model';
import { blockOf, isCodePath } from '../text/block';
import { looksLikeFile } from '../text/filePaths';
import { lineEnd, overlap, positions } from '../text/lines';
import { agrees, quantities, type Quantity } from '../text/differences/quantities';
import { contentKeys } from '../text/relevance/words';

/** A path with or without lines, or lines alone: numbers in what points at a place aren't figures of the claim. */
const POINTER =
  /[\w@.-]{0,80}[/\\][\w@./\\-]{1,200}(?::\d+(?:[-–]\d+)?)?(?:, ?\d+(?:[-–]\d+)?)*|\b[\w-]{1,80}\.[A-Za-z]\w{0,5}(?:[:(#]L?\d+(?:[-–]L?\d+)?\)?)?(?:, ?\d+(?:[-–]\d+)?)*|\blines? \d+(?:(?:[-–]| (?:to|and) |, ?)\d+)*|#L\d+(?:-L\d+)?|\(\d+(?:[-–]\d+)?\)|(?<![\w/]):\d{1,9}(?:[-–]\d{1,9})?(?![\d.,]{0,20}\d|[ -]?\p{L})|\b\d{2,}[-–]\d{2,}\b|\b\d+[ -]lines?\b/giu;
/** What separates paths from words. */
const BETWEEN = /[\s`'"“”‘’()[\]{}<>,;|*]+/;
const LONGEST_PATH = 400;
/** Products that look like files, and endings or members: `.tsx`, `.clear()`. */
const NO_FILE = /^(?:(?:D3|Express|Next|Node|Nuxt|React|Three|Vue)\.js|\.\w+)$/;
/** Lines without their path. */
const LINES = /\blines? \d|(?<![\w.:/]):\d|(?<![\w.-])\d{2,}[-–]\d{2,}(?![\w.-])/gi;
/** Code in backticks. */
const SHOWN = /`([^`\n]{8,200})`/g;
const MOST_RIVALS = 4;

/** Undefined unless the source is code with cited lines. */
export function screenPlace(claim: string, { target, focus, text }: Source): Screen | undefined {
  if (!focus || target.kind !== 'file' || !isCodePath(target.path)) return undefined;
  const passage = blockOf(text, focus);
  const [moved, named] = namesOnePlace(claim)
    ? [elsewhere(claim, text, passage), definedElsewhere(claim, text, passage, target.path)]
    : [];
  const away = moved ?? named;
  if (away) {
    const why = reason(moved ? 'stands_elsewhere' : 'defined_elsewhere', {
      quoted: away.shown,
      line: away.line,
    });
    return { result: 'figure-differs', score: 0.5, passage: away.span, why };
  }
  const differs = otherFigure(claim, text, passage, true);
  if (!differs) return { result: 'related', score: 0.5, passage };
  return { result: 'figure-differs', score: 0.5, passage, why: reason('says_otherwise', differs) };
}

/** Whether a claim names one place at most. Its text has the paths of its markers, but not their lines. */
function namesOnePlace(claim: string): boolean {
  const isPath = (word: string) =>
    word.length < LONGEST_PATH && looksLikeFile(word.replace(/[:#].*|[.!?]+$/, '')) && !NO_FILE.test(word);
  return claim.split(BETWEEN).filter(isPath).length + (claim.match(LINES)?.length ?? 0) < 2;
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
/** A shorter line of code may be in a claim by chance. */
const LEAST_LINE = 12;

/** The beginning of a definition in most languages, with its name. */
const DEFINITION =
  /^[ \t]*(?:(?:export|default|public|private|protected|static|async|abstract|pub)[ \t]+)*(?:func(?:[ \t]+\([^()\n]{1,80}\))?|function|fn|def|class|struct|interface|type|enum|const|let|var)[ \t]+([A-Za-z_$][\w$]*)/gm;
/** Names that no prose has: `retryLimit`, `RETRY_LIMIT`, `retry()`; not after words such as `from`, as the lines may only use those. */
const NAME =
  /(?<!\b(?:from|via|through|into|without|unlike|than|not) |\{)(?:\b[A-Za-z_$][\w$]*(?=\()|\b_*[A-Za-z$]+(?:_[A-Za-z0-9$]+)+\b|\b_*[A-Za-z]+[a-z0-9][A-Z][\w$]*\b)/g;
/** A variable within a function. */
const LOCAL = /^[ \t]+(?:const|let|var)[ \t]+.*[a-z]/;
const WORD = /[A-Za-z_$][\w$]*/g;
const [MOST_CLAIM, NEAR] = [2_000, 200];

/** The only definition of this file that the claim names, if no name of the claim is in or near the cited lines. */
function definedElsewhere(claim: string, text: string, cited: Span, path: string): Elsewhere | undefined {
  const said = claim.slice(0, MOST_CLAIM);
  const names = new Set(said.match(NAME));
  names.delete(/[^/\\]*(?=\.\w+$)/.exec(path)?.[0] ?? '');
  if (names.size === 0) return undefined;
  const around = text.slice(Math.max(0, cited.start - NEAR), cited.end + NEAR);
  const near = new Set(around.match(WORD));
  const isNear = (word: string) => near.has(word) && (names.has(word) || /^[A-Z][A-Z\d_]{2}/.test(word));
  if (said.match(WORD)?.some(isNear)) return undefined;
  const isMeant = ([all, name = '']: RegExpExecArray) => names.has(name) && !LOCAL.test(all);
  const found = [...text.matchAll(DEFINITION)].filter(isMeant);
  const [only] = found;
  if (!only || found.length > 1) return undefined;
  const line = { start: only.index, end: lineEnd(text, only.index + only[0].length) };
  if (overlap(blockOf(text, line), cited)) return undefined;
  return { shown: only[1] ?? '', span: line, line: positions(text)(only.index + only[0].search(/\S/)).line };
}

/** `Finding 3`, `step 2`: the number is a name. */
const LABEL =
  /(?:^|\P{L})(?:bug|case|chapter|finding|fix|issue|item|layer|level|milestone|option|part|phase|problem|round|rule|section|sprint|stage|step|task|version) $/iu;
const isPlain = ({ text }: { text: string }, { start, end, form, year }: Quantity): boolean =>
  !year &&
  form !== 'ordinal' &&
  form !== 'fraction' &&
  !/[\p{L}_$.#×-]$/u.test(text.slice(Math.max(0, start - 1), start)) &&
  !LABEL.test(text.slice(Math.max(0, start - 12), start)) &&
  !/^(?:[\p{L}_$%×]|\.\d)/u.test(text.slice(end, end + 2));

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
 * A figure of the claim that is nowhere in the text, with the one that the passage at the span has instead, with `isNamed` beside the same
 * word; undefined if the passage has none or many. Places that the claim names are not figures.
 */
export function otherFigure(statement: string, text: string, { start, end }: Span, isNamed = false) {
  const claim = statement.replace(POINTER, ' ');
  const own = quantities(claim).filter((q) => isPlain({ text: claim }, q) && Number(q.value) > 1);
  const block = text.slice(start, end);
  const rivals = quantities(block).filter((h) => isPlain({ text: block }, h) && Number(h.value) > 1);
  if (own.length === 0 || rivals.length > MOST_RIVALS) return undefined;
  const all = quantities(text);
  const missing = own.find(
    (q) => !all.some((h) => h.value === q.value) && !rivals.some((h) => isConverted(q, h)),
  );
  if (!missing) return undefined;
  const beside = keysBeside(claim, missing);
  const isRival = (h: Quantity) =>
    !own.some((q) => agrees(q, h)) &&
    (!isNamed || keysBeside(block, h).some((key) => beside.some((own) => isAlike(own, key))));
  const rival = rivals.find(isRival);
  return (
    rival && { claim: claim.slice(missing.start, missing.end), source: block.slice(rival.start, rival.end) }
  );
}
/** Whether two keys are of the same word, or one is short for the other: `chars`, `configuration`. */
const isAlike = (a: string, b: string): boolean =>
  a === b || (a.length > 3 && b.length > 3 && (a.startsWith(b) || b.startsWith(a)));
/** Content words that begin or end within 20 units of a figure; a name in code has several. */
const keysBeside = (text: string, { start, end }: Span): string[] => {
  const [before] = /(?<!\w)\w{0,40}.{0,20}$/s.exec(text.slice(Math.max(0, start - 61), start)) ?? [''];
  const [after] = /^.{0,20}\w{0,40}/s.exec(text.slice(end, end + 60)) ?? [''];
  const around = `${before} ${after}`.replace(/_|(?<=[a-z\d])(?=[A-Z])/g, ' ');
  return [...contentKeys(around)].filter((key) => /^\D{3}/.test(key));
};

/** An agent's own words without code, quotations and quoted lines, split into sentences. Offsets don't change. */
import type { Span } from '../model';
import { lineEnd, linesIn } from '../text/lines';

export type Prose = {
  /** As long as the message; removed text is replaced by spaces, inline code by `FILL`. */
  readonly plain: string;
  /** Inline code, by its offsets. */
  readonly code: readonly Span[];
  readonly sentences: readonly Span[];
};

export const FILL = '\u0001';

const blank = (line: string) => ' '.repeat(line.length);
const QUOTES: Readonly<Record<string, string>> = Object.fromEntries(
  '"" “” «» „“ 「」 『』'.split(' ').map(([open = '', close = '']) => [open, close]),
);
const LONGEST_QUOTE = 400;
const LONGEST_LEAD = 300;

/** Quoted lines, boxes without a tick, output of tools (numbered lines, tabs, diffs) and declarations in CSS. */
const NOT_PROSE =
  /^ {0,3}>|^\s{0,20}(?:[-*+]|\d{1,3}[.)]) \[ \] |^ {0,6}\d+(?:→|\t)|^\S.{0,200}\t|^(?:diff --git|@@ |\+\+\+ |--- [ab]\/)|^\s{0,20}[\w-]{1,40}: [^;]{1,100};\s{0,3}$/;
/** The line below the heads of a table. */
const BELOW_HEADS = /^\s{0,6}\|?[\s:|]{0,9}-{1,99}[\s:|-]{0,999}\|[\s:|-]{0,99}$/;

/** A heading or the words before a list of what is to come. */
const AHEAD =
  /^(?=#|\*\*|.*[:：][\s*_]*$).{0,80}(?:\bplan|next steps?|\bto-?dos?|criteria|expected (?:results?|outcomes?|output)|n[äa]chste schritte|prochaines [ée]tapes|pr[óo]ximos pasos|计划|下一步|待办|計画|次のステップ)[\s*_:：]*$/i;
const LEADS = /[:：][\s*_]{0,9}$/;
const ITEM = /^(?:\s*(?:[-*+•✅✔✓☑]|\d{1,3}[.)])\s|\s*\||\s+\S)/u;
const DONE = /\[[xX]\]|[✅✔✓☑]/u;

/** The address of a Markdown link. */
const DESTINATION = /(?<=\]\()[^()\s]{1,1000}(?=\))/g;

/** Removes fenced code, quoted lines, lists of what is to come, heads of tables and addresses of links. */
function withoutBlocks(words: string, isToCome: (lead: string) => boolean): string {
  let fence: string | undefined;
  /** Items without a tick are of a plan; what should be seen may have one. */
  let ahead: 'plan' | 'view' | undefined;
  const lines = words.split('\n').map((line, i, all) => {
    const mark = /^ {0,12}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) === true) fence = undefined;
      return blank(line);
    }
    if (mark !== undefined) {
      fence = mark;
      return blank(line);
    }
    const lead = line.slice(0, LONGEST_LEAD);
    const isItem = ITEM.test(line);
    if (AHEAD.test(lead)) ahead = 'plan';
    else if (line.trim() !== '' && !isItem)
      ahead = LEADS.test(lead) && isToCome(lead.split(/[.!?。！？]/).at(-1) ?? '') ? 'view' : undefined;
    return (ahead === 'plan' && !DONE.test(line)) ||
      (ahead === 'view' && isItem) ||
      NOT_PROSE.test(line) ||
      (line.includes('|') && BELOW_HEADS.test(all[i + 1] ?? ''))
      ? blank(line)
      : line.replace(DESTINATION, blank);
  });
  return lines.join('\n');
}

/** Removes quotations, fills inline code, and replaces emphasis marks with spaces. */
function withoutQuotes(words: string): { plain: string; code: Span[] } {
  const code: Span[] = [];
  const parts: string[] = [];
  let at = 0;
  const put = (end: number, text: string) => {
    parts.push(text);
    at = end;
  };
  let stop = lineEnd(words, 0);
  while (at < words.length) {
    const c = words.charAt(at);
    // Once per line: a line may be as long as the text.
    if (at > stop) stop = lineEnd(words, at);
    if (c === '`') {
      let run = 1;
      while (words.charAt(at + run) === '`') run++;
      const end = words.indexOf('`'.repeat(run), at + run);
      if (end < 0 || end > stop) put(at + run, ' '.repeat(run));
      else {
        code.push({ start: at + run, end });
        put(end + run, FILL.repeat(end + run - at));
      }
    } else if (Object.hasOwn(QUOTES, c)) {
      const length = words.slice(at + 1, Math.min(stop, at + LONGEST_QUOTE)).indexOf(QUOTES[c] ?? '');
      const end = length < 0 ? at + 1 : at + length + 2;
      put(end, ' '.repeat(end - at));
    } else if (c === '*' || c === '~') put(at + 1, ' ');
    else {
      const next = words.slice(at, stop).search(/[`"“«„「『*~]/);
      const end = next < 0 ? Math.min(words.length, stop + 1) : at + next;
      put(end, words.slice(at, end));
    }
  }
  return { plain: parts.join(''), code };
}

const STOP = /(?<![.!?])[.!?]+(?=[\s)\]]|$)|[。！？]/g;
const LEAD = /^[\s\-+#•]*(?:\d{1,3}[.)]\s)?(?:\[[ xX]\]\s)?\s*/;
/** Ends of sentences in one line; not the dots of `./...` or of a list number. */
function stopsIn(line: string): number[] {
  const stops: number[] = [];
  for (const { 0: mark, index } of line.matchAll(STOP)) {
    const before = line.charAt(index - 1);
    if (
      mark < '\u0080' &&
      (before === '' || /[\s/.!?]/.test(before) || /^\s*\d{1,3}$/.test(line.slice(0, Math.min(index, 8))))
    )
      continue;
    stops.push(index + mark.length);
  }
  return stops;
}

/** Sentences end with their punctuation before a space, and with a line that the next one doesn't continue. */
function sentencesOf(plain: string): Span[] {
  const found: Span[] = [];
  let start = 0;
  const close = (end: number) => {
    const lead = LEAD.exec(plain.slice(start, Math.min(end, start + 60)))?.[0].length ?? 0;
    if (start + lead < end && plain.slice(start + lead, end).trim() !== '')
      found.push({ start: start + lead, end });
    start = end;
  };
  for (const { start: at, end } of linesIn(plain)) {
    const line = plain.slice(at, end);
    const isEmpty = line.trim() === '';
    if (isEmpty || !/^\s{0,8}\p{Ll}/u.test(line.slice(0, 10))) close(at);
    if (isEmpty) start = end;
    else for (const stop of stopsIn(line)) close(at + stop);
  }
  close(plain.length);
  return found;
}

/** Parses the words of one message. */
export function readProse(words: string, isToCome: (lead: string) => boolean): Prose {
  const { plain, code } = withoutQuotes(withoutBlocks(words, isToCome));
  return { plain, code, sentences: sentencesOf(plain) };
}

/** Removes a suppression from an ignore comment: its code, or the whole comment if it names no other. */
import type { Code } from '../codes';
import type { Span } from '../model';
import { ignoresIn } from '../text/ignores';
import { eolOf, type Change, type Changes } from './textEdit';
import { lineEnd, lineStart } from '../text/lines';

/** Changes after which no comment suppresses `code` at `span`; undefined if none does. Other codes, notes and texts are kept. */
export function unignore(text: string, span: Span, code: Code): Changes | undefined {
  const comment = ignoresIn(text)?.(span, code);
  if (!comment) return undefined;
  const found = { ...comment.said, at: comment.at };
  const words = wordsIn(text, found);
  const kept = words.filter((word) => text.slice(word.start, word.end) !== code);
  return [kept.length > 0 ? without(text, words, kept) : removal(text, commentAt(text, found))];
}

/** The words before the note. */
function wordsIn(text: string, { start, end }: Span): readonly Span[] {
  const [codes = ''] = text.slice(start, end).split(':', 1);
  return Array.from(codes.matchAll(/[^\s,]+/g), ({ 0: word, index }) => ({
    start: start + index,
    end: start + index + word.length,
  }));
}

/** Rewrites the list of words with those `kept`, each with the separator before it. */
function without(text: string, words: readonly Span[], kept: readonly Span[]): Change {
  const from = words[0]?.start ?? 0;
  const to = words.at(-1)?.end ?? 0;
  const rest = kept.map((word, i) => {
    const before = words[words.indexOf(word) - 1];
    return text.slice(i === 0 || !before ? word.start : before.end, word.end);
  });
  return { span: { start: from, end: to }, text: rest.join('') };
}

/** The comment around a word, from its opening to its closing delimiter; of a multi-line comment, only our part. */
function commentAt(text: string, { at, end }: { readonly at: number; readonly end: number }): Span {
  const before = text.slice(0, at).trimEnd();
  const stop = lineEnd(text, end);
  const line = text.charAt(stop - 1) === '\r' ? stop - 1 : stop;
  if (before.endsWith('%')) return { start: before.length - 1, end: line };
  const close = text.slice(end, line).indexOf('-->');
  return close < 0
    ? { start: at, end: line }
    : { start: before.length - '<!--'.length, end: end + close + '-->'.length };
}

const isBlank = (text: string) => text.trim() === '';

/** Removes a comment, with the spaces or the line that held only it. */
function removal(text: string, { start, end }: Span): Change {
  const line = { start: lineStart(text, start), end: lineEnd(text, end) };
  const before = text.slice(line.start, start);
  const after = text.slice(end, line.end);
  if (isBlank(before) && isBlank(after)) return lineRemoval(text, { start, end }, line);
  const head = line.start + before.trimEnd().length;
  if (isBlank(before)) return gone(start, end + after.length - after.trimStart().length);
  return gone(/^\s|^$/.test(after) ? head : start, end);
}

const gone = (start: number, end: number): Change => ({ span: { start, end }, text: '' });

/** Removes a comment and its line. */
function lineRemoval(text: string, { start, end }: Span, line: Span): Change {
  if (isBlank(text.slice(end))) {
    const { length } = text.slice(0, start).trimEnd();
    return { span: { start: length, end: text.length }, text: length === 0 ? '' : eolOf(text) };
  }
  const next = lineEnd(text, line.end + 1);
  const nextBlank = next < text.length && isBlank(text.slice(line.end + 1, next));
  const previous = line.start === 0 ? 0 : lineStart(text, line.start - 1);
  const previousBlank = isBlank(text.slice(previous, line.start));
  if (previousBlank) return gone(line.start, (nextBlank ? next : line.end) + 1);
  // Between two lines of Markdown, a comment separates paragraphs; an empty line keeps them apart.
  return nextBlank || text.charAt(start) === '%' ? gone(line.start, line.end + 1) : gone(start, end);
}

/** Finds the block that cited lines of a file open, which is what a citation of `path:line` means. */
import type { Span } from '../model';
import { lineEnd, lineStart } from './lines';

/** Longest block that its first line can open. */
const MAX_LINES = 400;

const PROSE = /\.(?:md|mdx|markdown|txt|text|rst|adoc|org|tex|qmd|rmd|html?)$/i;

/** True for the path of a file of code or data, which has names and signs where a claim has words. */
export const isCodePath = (path: string): boolean => /\.\w+$/.test(path) && !PROSE.test(path);

const indentOf = (line: string): number => line.length - line.trimStart().length;
const isCloser = (line: string): boolean =>
  /^[\])}>;,\s]*(?:end\b|else\b|except\b|finally\b|catch\b)?/.exec(line.trim())?.[0] !== '';

/** A line of a comment or a decorator, which belongs to the definition below it. */
const ABOVE = /^\s*(?:\/\/|\/\*|\*|#(?!include|define|if|endif)|--|@[A-Za-z]|#\[)/;

/** Where the comment begins that ends right above the line at `start`; `start` without one. */
function commentAbove(text: string, start: number): number {
  let from = start;
  for (let n = 0; n < MAX_LINES && from > 0; n++) {
    const above = lineStart(text, from - 1);
    if (!ABOVE.test(text.slice(above, from - 1))) break;
    from = above;
  }
  return from;
}

/**
 * Extends the cited lines by the comment right above them and by the following lines indented more than the first, including the closing
 * bracket; a Markdown heading by its section. Spans are UTF-16 offsets into `text`.
 */
export function blockOf(text: string, cited: Span): Span {
  const first =
    text
      .slice(cited.start, cited.end)
      .split('\n')
      .find((line) => line.trim() !== '') ?? '';
  const level = /^#{1,6}(?= )/.exec(first)?.[0].length;
  const indent = indentOf(first);
  let end = cited.end;
  for (let n = 0, at = cited.end; n < MAX_LINES && at < text.length; n++) {
    const from = text.charAt(at) === '\n' ? at + 1 : at;
    const to = lineEnd(text, from);
    const line = text.slice(from, to);
    at = to;
    if (line.trim() === '') continue;
    if (level !== undefined) {
      if ((/^#{1,6}(?= )/.exec(line)?.[0].length ?? 7) <= level) break;
    } else if (indentOf(line) <= indent) {
      if (indentOf(line) < indent || !isCloser(line)) break;
      end = to;
      if (/^[\])}]/.test(line.trim()) && !/[{([:]$/.test(line.trim())) break;
      continue;
    }
    end = to;
  }
  return { start: level === undefined ? commentAbove(text, cited.start) : cited.start, end };
}

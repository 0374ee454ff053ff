/** The headings of a text, for grouping rows. Read separately, in linear time, because the scan keeps no headings. */
import { linesIn } from '../../core/text/lines';
import { countBefore } from '../../core/text/search';

type Heading = { readonly start: number; readonly title: string };

const ATX = /^ {0,3}#{1,6}(?:[ \t]|$)/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** Longer lines are paragraphs. */
const LONGEST = 300;

/** The `#` headings of a text in order, those in code fences left out. `start` is the line's, in UTF-16 units. */
export function headingsOf(text: string): readonly Heading[] {
  const found: Heading[] = [];
  let fence = '';
  for (const { start, end } of linesIn(text)) {
    const line = end - start > LONGEST ? '' : text.slice(start, end);
    const [, ticks] = FENCE.exec(line) ?? [];
    if (ticks !== undefined && (fence === '' || ticks.startsWith(fence))) fence = fence === '' ? ticks : '';
    if (fence === '' && ATX.test(line))
      found.push({ start, title: line.trim().replace(/^#+/, '').replace(/ #+$/, '').trim() });
  }
  return found;
}

/** The heading above `offset`; empty before the first. */
export const sectionAt = (headings: readonly Heading[], offset: number): string =>
  headings[countBefore(headings.length, (i) => (headings[i]?.start ?? 0) <= offset) - 1]?.title ?? '';

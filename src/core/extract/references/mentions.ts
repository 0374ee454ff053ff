/** Distinguishes markers that are used from those that a text only mentions or quotes. */
import type { Chunk } from '../model/chunk';
import type { Marker } from '../model/markers';

/** UTF-16 units searched on each side for the quotation marks around a marker. */
const MOST_QUOTED = 600;

/** Words of a text about citing, which mentions markers: `Write [5] after the sentence`. */
const OF_MARKERS =
  /\b(?:citations?|cite|citing|placeholders?)\b|\b(?:bracketed|reference|footnote) (?:markers?|numbers?)\b|\bmarkers? (?:like|such as)\b|in (?:square )?brackets|引用|角标|标注/i;

/** Whether a marker is mentioned rather than used. */
export function isMentioned({ leaves, text }: Chunk, { leaf, start, end }: Marker): boolean {
  const block = leaves[leaf];
  if (!block) return false;
  const before = text.slice(Math.max(block.start, start - 80), start);
  return OF_MARKERS.test(before) || OF_MARKERS.test(text.slice(end, Math.min(block.end, end + 40)));
}

/** Whether a marker is inside quotation marks: it then belongs to the quoted text, whose list is elsewhere. */
export function isQuoted({ leaves, text }: Chunk, { leaf, start, end }: Marker): boolean {
  const block = leaves[leaf];
  if (!block) return false;
  const before = text.slice(Math.max(block.start, start - MOST_QUOTED), start);
  const after = text.slice(end, Math.min(block.end, end + MOST_QUOTED));
  const opened = Math.max(before.lastIndexOf('“'), before.lastIndexOf('„'));
  if (opened > before.lastIndexOf('”') && /^[^“„]*”/.test(after)) return true;
  return (
    before.split('"').length % 2 === 0 &&
    /^[^"]*[^"\s]"/.test(after) &&
    /(?:^|[\s(\u2e80-\uffef])"\S[^"]*$/.test(before)
  );
}

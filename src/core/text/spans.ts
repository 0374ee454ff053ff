/** How spans lie to each other. */
import type { Span } from '../model';

/** Whether two spans share a character. */
export const overlap = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end;

/** Whether a span lies within another. */
export const isWithin = (inner: Span, outer: Span): boolean =>
  outer.start <= inner.start && inner.end <= outer.end;

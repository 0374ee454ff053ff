/** Binary search: how many of `length` ordered items come before a place, for which `isBefore` is true. */
export function countBefore(length: number, isBefore: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const mid = (low + high) >> 1;
    if (isBefore(mid)) low = mid + 1;
    else high = mid;
  }
  return low;
}

/** What the first way that finds any finds. */
export function firstFound<T>(ways: readonly (() => readonly T[])[]): readonly T[] {
  for (const find of ways) {
    const found = find();
    if (found.length > 0) return found;
  }
  return [];
}

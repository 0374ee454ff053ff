/** How many of `length` items in order lie before a place: `isBefore` is true of the first ones and false of the rest. */
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

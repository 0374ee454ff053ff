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

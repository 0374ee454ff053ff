/**
 * The highest of numbers of which none is negative; 0 for none. It counts instead of spreading: `Math.max(...list)` throws a RangeError
 * from about 120 000 numbers, and texts, pages and models decide how long a list gets.
 */
export function highest(numbers: Iterable<number>): number {
  let top = 0;
  for (const number of numbers) if (number > top) top = number;
  return top;
}

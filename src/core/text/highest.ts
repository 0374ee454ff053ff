/**
 * The highest of non-negative numbers; 0 if empty. Avoids `Math.max(...list)`, which throws a RangeError from about 120,000 items, because
 * texts, pages and models determine the length of lists.
 */
export function highest(numbers: Iterable<number>): number {
  let top = 0;
  for (const number of numbers) if (number > top) top = number;
  return top;
}

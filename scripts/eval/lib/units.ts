/** Makes a function from code points, used by labelled data, to UTF-16 units, used by a scan. */
export function toUnits(text: string): (n: number) => number {
  const at: number[] = [];
  let offset = 0;
  for (const point of text) {
    at.push(offset);
    offset += point.length;
  }
  return (n) => at[n] ?? offset;
}

/** Offsets of labelled data count code points; a scan's count UTF-16 units: gives the unit offset of each. */
export function toUnits(text: string): (n: number) => number {
  const at: number[] = [];
  let offset = 0;
  for (const point of text) {
    at.push(offset);
    offset += point.length;
  }
  at.push(offset);
  return (n) => at[n] ?? offset;
}

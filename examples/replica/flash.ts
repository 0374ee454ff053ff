/** The signal of Aldermouth Light, for the replica in the museum: two flashes, then darkness, over and over. */

/** One turn of the signal, in seconds. */
export const PERIOD = 15;

/** When each flash of a turn begins, and for how long it is seen. */
export const FLASHES = [
  { at: 0, seconds: 0.4 },
  { at: 3, seconds: 0.4 },
];

/** Is the lamp bright at this moment? Takes seconds since the lamp was switched on. */
export function isBright(seconds: number): boolean {
  const turn = seconds % PERIOD;
  return FLASHES.some(({ at, seconds: length }) => turn >= at && turn < at + length);
}

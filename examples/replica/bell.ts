import { isFoggy, type Weather } from './weather';

/** Seconds between two strokes, as the standing orders have it. */
export const STROKE_EVERY = 20;

/** The clockwork runs down after two hours and wants winding. */
export const RUNS_FOR = 2 * 60 * 60;

/** Does the bell sound at this second of the watch? */
export function strikes(second: number, weather: Weather): boolean {
  if (!isFoggy(weather)) return false;
  return second % STROKE_EVERY === 0;
}

/** Is it time to wind the clockwork? A keeper does it well before it stops. */
export function needsWinding(secondsSinceWound: number): boolean {
  return secondsSinceWound > RUNS_FOR * 0.9;
}

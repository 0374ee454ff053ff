/** What a person, an agent or an envelope asks for in one argument. */
import { scan } from './extract';
import type { Failure, Target } from './model';
import { parseTarget } from './resolve';

/** A place is no longer than a path may be in prose, and its lines. */
const LONGEST_PLACE = 500;

/** The place in a file that the whole text is in the scanner's eyes: `src/a.ts(42,5)`, `lines 10–20 of a.ts`. */
function placeOf(text: string): Target | undefined {
  if (text.length > LONGEST_PLACE) return undefined;
  const [place, another] = scan(text).citations;
  const whole = place?.raw === text && another === undefined;
  return whole && place.style === 'file' && place.target.kind === 'file' ? place.target : undefined;
}

/**
 * Reads a target as `parseTarget` does, but a place in a file in every form that a scan finds in prose, so that what a text cites can
 * be asked for as it is written, and no such form is sent to a registry as a reference in words. An address (`file://`) stays an
 * address. A failure for what can be no target.
 */
export function readTarget(text: string): Target | Failure {
  const place = /^\s*file:\/\//i.test(text) ? undefined : placeOf(text.trimStart());
  return place ?? parseTarget(text);
}

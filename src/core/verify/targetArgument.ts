/** Parses the target argument of a person, agent or envelope. */
import { scan } from '../extract';
import type { Failure, Target } from '../model';
import { parseTarget } from '../resolve';

/** Longest place accepted, in UTF-16 units: a long path in prose with its lines. */
const LONGEST_PLACE = 500;

/** The target if the scanner reads the whole text as a place in a file: `src/a.ts(42,5)`, `lines 10–20 of a.ts`. */
function placeOf(text: string): Target | undefined {
  if (text.length > LONGEST_PLACE) return undefined;
  const [place, another] = scan(text).citations;
  const whole = place?.raw === text && another === undefined;
  return whole && place.style === 'file' && place.target.kind === 'file' ? place.target : undefined;
}

/**
 * Parses a target like `parseTarget`, but also accepts every form of file place that a scan finds in prose, so that text from a document
 * can be used as it is and is not sent to a registry as a reference. A `file://` URL stays a URL. Fails if the text can't be a target.
 */
export const readTarget = (text: string): Target | Failure =>
  (/^\s*file:\/\//i.test(text) ? undefined : placeOf(text.trimStart())) ?? parseTarget(text);

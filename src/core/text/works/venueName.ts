/** The name of the journal, book or publisher that follows a title. */
import { MONTH } from '../months';
import { wordSet } from '../wordSet';

const PLACES = wordSet(
  'Paris London New York Berlin München Munich Leipzig Hamburg Frankfurt Stuttgart Tübingen Göttingen Heidelberg Wien Vienna Zürich Zurich Basel Bern Genève Geneva Lausanne Bruxelles Brussels Leuven Leiden Amsterdam Oxford Cambridge Edinburgh Dublin Boston Chicago Philadelphia Princeton Berkeley Toronto Montréal Montreal Milano Milan Roma Rome Torino Bologna Firenze Florence Madrid Barcelona Lisboa Lyon Toulouse Strasbourg Tokyo Washington Singapore Moscow Москва Prague Budapest Warszawa Warsaw Kraków Copenhagen Stockholm Oslo México',
);
/** Whether the words name a place where publishers are. */
export const isPlace = (chunk = ''): boolean =>
  chunk.length < 40 && chunk.split(/[ /]/).every((w) => PLACES.has(w));

/** `Proc. Natl. Acad. Sci. U.S.A. 12`: capitalized words, some abbreviated, up to a number; at most ten words. */
const ABBREVIATED =
  /^(?:[Ii]n:? )?(?:The )?((?:\p{Lu}(?:[\p{L}\p{M}’'&-]{0,20}\.?|\.(?:\p{Lu}\.){1,5})(?: (?:of|and|the|for|in|on|de|der|des|für|et|&))? ){1,9}(?!Vol\b|No\b)\p{Lu}(?:[\p{L}\p{M}’'&-]{0,20}\.?|\.(?:\p{Lu}\.){1,5})),? ?\(?(?:[Vv]ol\.? ?|[Nn]o\.? ?|n°|pp?\.? ?)?\d/u;

/** An abbreviated journal name, whose full stops don't end it; undefined where a place or publisher is possible. */
function shortName(text: string): string | undefined {
  const name = ABBREVIATED.exec(text)?.[1];
  if (name === undefined || !/\p{L}\. \p{L}/u.test(name)) return undefined;
  const pieces = name.split('. ');
  return isPlace(pieces[0]) || isPlace(pieces.at(-1)) ? undefined : name;
}

/** `The New York Times (July 2, 1969)`: the month of an issue. */
const ENDING_MONTH = new RegExp(`[\\s,(]+(?:${MONTH})$`, 'i');

/** The containing journal, book or publisher, up to its numbers. */
export function venueIn(tail: string): string {
  const after = tail.replace(/^(?:\[[A-Z/]{1,5}\])?[\s.,:;?!"”»’)\]/„]+/u, '');
  const short = shortName(after);
  if (short !== undefined) return short;
  const name =
    /^(?:(?:In|in|En|Dans)\b:? ?)?«?(?:the )?([\p{L}][\p{L}\p{M}\s&.:’'()/-]{1,160}?)(?=[,.;(:]? ?\(?\d|(?:[,.;(:]? |[,.;(:])\(?(?:vol\.? ?|no\.? ?|n°|pp?\.? ?)\d|, |[;”»]|$|\.(?: |$))/iu.exec(
      after,
    )?.[1];
  const venue = (name ?? '').replace(/[\s.,(:]+$/u, '').replace(ENDING_MONTH, '');
  // `Sebastopol, CA, USA: O’Reilly`
  const isCity = /^, [A-Z]{2}[,:]/.test(after.slice(name?.length));
  return isCity || isPlace(venue) ? '' : venue;
}

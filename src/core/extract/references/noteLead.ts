/** The words of a note before its work: `See also`, `Quoted in`, `For dissent see, inter alia,`, `Sur cette notion, v.` */
import { CITED_IN, SIGNAL } from '../../text/works/signals';

/** What the work is about or how it joins the one before. */
const TOPIC =
  '(?:(?:For|On|As|Regarding|Sur|Pour|À|Zu[mr]?|Für|Sobre|Para|Su|Per|О|Об)\\b[^.;:()"“«*_\\d]{2,80}?,? |(?:[Bb]ut|[Aa]nd|[Ss]o|und|et|y|e),? (?:[\\p{Ll} ]{3,40}, )?)?';
const LEADING = `(?:${SIGNAL}|${CITED_IN}|[Vv]\\.|[Pp]or\\.|[Ee]\\.g\\.|[Cc]ontra|[Pp]ace)`;
const BEHIND =
  '(?:,? (?:also|auch|aussi|également|también|anche|też|также|esp\\.|especially|for example|for instance|e\\.g\\.|inter alia|among others|u\\. ?a\\.|etwa|statt (?:vieler|aller)|nur|insb\\.|hierzu|dazu|z\\. ?B\\.|par exemple|notamment|ad es\\.|np\\.|напр\\.))?,? ?:? ';
const LEAD = new RegExp(
  `^(?:[*_]{0,2}${TOPIC}${LEADING}[*_]{0,2}${BEHIND})+(?=[\\p{Lu}"“„«‘*_]|https?:|v[ao]n |d[eiu] )|^(?:[Aa]nd|[Aa]lso|auch|und|aussi|et|y|e),? (?:[\\p{Ll} ]{3,40}, )?(?=\\p{Lu}[\\p{L}.’'-]*,? \\p{Lu})`,
  'u',
);
/** Longer leads are sentences. */
const LONGEST = 160;

/** The length of the words that lead to the work of a note, in UTF-16 units; 0 without such words. */
export const leadOf = (words: string): number => LEAD.exec(words.slice(0, LONGEST))?.[0].length ?? 0;

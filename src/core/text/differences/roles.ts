/** Finds who did what to whom, where a claim turns it around: `A acquired B` for `B acquired A`. */
import type { Span } from '../../model';
import { words } from '../relevance/words';
import { MOST } from './directions';
import { pair, spanOf, type Difference, type Side, type Whole } from './sides';

/** Verbs of one meaning whose two sides can't change places; in the languages of `opposites.ts`. */
const VERBS: readonly RegExp[] = [
  /(?<!\p{L})(?:acquir\p{L}+|buy(?:s|ing)?|bought|purchas(?:ed|ing)|t(?:ake|akes|aken|ook|aking) over|übern(?:ahm|ahmen|immt|ehmen|ommen)|kauf(?:t|te|en)|gekauft|erw(?:arb|irbt|orben)|rach[eè]t\p{L}+|acquiert|acquis|compr(?:ó|a|ou|ado|ada)|adquiri\p{L}+|acquist(?:a|ato|ata)|acquisi\p{L}+|koopt|kocht|gekocht|overgenomen|neemt|kupi\p{L}+|przej(?:ął|ęła|ęty|ęta|muje))(?!\p{L})/iu,
  /(?<!\p{L})(?:beat|beats|beaten|defeat(?:s|ed|ing)|outbid\p{L}*|outperform\p{L}*|outscor\p{L}*|schlug|schlägt|geschlagen|besieg\p{L}+|battu\p{L}*|venci\p{L}+|venceu|derrot\p{L}+|batte|battuto|sconfi\p{L}+|vers(?:loeg|laat|lagen)|pokona\p{L}+)(?!\p{L})/iu,
  /(?<!\p{L})(?:succeed(?:s|ed)|replac(?:es|ed|ing)|ersetzt\p{L}*|löst\p{L}*|abgelöst|succèd\p{L}+|succédé|remplac\p{L}+|suced\p{L}+|reemplaz\p{L}+|substitu\p{L}+|sustitu\p{L}+|sostitui\p{L}+|vervang\p{L}+|opgevolgd|zastąpi\p{L}*)(?!\p{L})/iu,
  /(?<!\p{L})(?:su(?:es|ed|ing)|accus(?:es|ed|ing)|blam(?:es|ed|ing)|criticis\p{L}+|criticiz\p{L}+|verklagt\p{L}*|beschuldigt\p{L}*|accusé\p{L}*|acus(?:ó|a|ou)|accusa\p{L}*|oskarży\p{L}*)(?!\p{L})/iu,
  /(?<!\p{L})(?:invad(?:es|ed|ing)|conquer\p{L}*|attacked|occupied|killed|arrested|fired|hired|appointed|influenced|inspired|founded|funded|advised|taught|teaches)(?!\p{L})/iu,
];
const BE =
  /(?<!\p{L})(?:was|were|been|be|being|is|are|wurden?|wird|werden|été|est|fut|fue|sido|foi|fu|stat[oa]|werd|wordt|został[ay]?)(?!\p{L})/iu;
const BY = /\b(?:by|von|vom|par|por|pel[oa]|da|dal(?:la)?|door|przez) [^,;]*$/iu;
/** The object of a German sentence may come first. */
const OBJECT_FIRST = /\b(?:den|dem|des) (?:\S+ ){0,2}$/iu;
const NAME =
  /\p{Lu}[\p{L}\p{N}&.'’-]*(?: (?:(?:of|the|de|del|du|von|van|der|&) ){0,2}\p{Lu}[\p{L}\p{N}&'’-]*){0,5}/gu;
const LEAD =
  /^(?:The|An?|In|On|At|By|After|When|While|As|Its?|His|Her|Their|Der|Die|Das|Den|Dem|Ein|Eine|Nach|Les?|Las?|Une?|El|Los|Un|Una|Il|Lo|De|Het|Een|O|Os|As)(?: |$)/u;
/** Between two names of a relation, and after the second for the verb of a German sentence, in UTF-16 units. */
const [APART, BEHIND] = [70, 40];

type Name = Span & { readonly keys: readonly string[] };
type Relation = Span & { readonly verb: number; readonly agent: Name; readonly patient: Name };

function relations(text: string): Relation[] {
  const names = [...text.matchAll(NAME)].flatMap(({ 0: hit, index }): Name[] => {
    const lead = LEAD.exec(hit)?.[0].length ?? 0;
    const keys = words(hit.slice(lead)).map((w) => w.key);
    return keys.length > 0 ? [{ start: index + lead, end: index + hit.replace(/\.$/, '').length, keys }] : [];
  });
  return names.flatMap((first, i): Relation[] => {
    const second = names[i + 1];
    const link = text.slice(first.end, second?.start);
    if (
      !second ||
      link.length > APART ||
      /[.;:!?\n()]/.test(link) ||
      /\b(?:and|und|et|y|e|en|i|or) $/.test(link)
    )
      return [];
    // `A had been annexed to B`, `A’s defeat at B`
    const isPassive = BE.test(link);
    if (isPassive !== BY.test(link) || /['’]s?$/.test(text.slice(first.start, first.end))) return [];
    const isGerman = /\b(?:wurden?|wird|werden|hat|haben|hatte|werd|wordt|heeft)\b/.test(link);
    const tail = isGerman ? text.slice(second.end, second.end + BEHIND).replace(/[.,;:!?][^]*$/, '') : '';
    const verb = VERBS.findIndex((v) => v.test(link + tail));
    if (verb < 0 || OBJECT_FIRST.test(text.slice(Math.max(0, first.start - BEHIND), first.start))) return [];
    if (/\b(?:not|nicht|pas|no|non|niet|nie)\b|n['’]t\b/i.test(link)) return [];
    const [agent, patient] = isPassive ? [second, first] : [first, second];
    return [{ start: first.start, end: second.end, verb, agent, patient }];
  });
}

/** How much of a name another has; its last word counts twice. */
const likeness = (a: Name, b: Name): number =>
  a.keys.filter((key) => b.keys.includes(key)).length + (a.keys.at(-1) === b.keys.at(-1) ? 1 : 0);
const isNearer = (x: Name, to: Name, than: Name): boolean => likeness(x, to) > likeness(x, than);

/** Who did what, where the source has it the other way around, and never as the claim has it. */
export function roles(claim: Side, whole: Whole): Difference[] {
  const stated = relations(claim.text).slice(0, MOST);
  if (stated.length === 0) return [];
  const held = relations(whole.text);
  return stated.flatMap((s) => {
    const isTurned = ({ verb, agent, patient }: Relation) =>
      verb === s.verb && isNearer(agent, s.patient, s.agent) && isNearer(patient, s.agent, s.patient);
    const isSame = ({ verb, agent, patient }: Relation) =>
      verb === s.verb && isNearer(agent, s.agent, s.patient) && isNearer(patient, s.patient, s.agent);
    const turned = held.find(isTurned);
    return turned && !held.some(isSame) ? [{ ...pair('name', s), source: spanOf(turned) }] : [];
  });
}

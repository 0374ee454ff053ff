/** Particles and suffixes of personal names, shared by citation markers, references and the comparison of authors. */

import { wordSet } from '../wordSet';

/** Particles of family names, in lower case: `van der Berg`, `’t Hooft`, `St. John`. */
export const PARTICLES = wordSet(
  "van von der den de del della degli dalla di da dos das du la le ten ter te zu zur zum vom af av al el bin ibn ben abu st. st san santa mac mc d’ l’ ’t 't t",
);

/** Suffixes of names, in lower case. */
export const SUFFIXES = wordSet('jr sr ii iii iv');

/** What replaces further names, as the source of an expression: `et al.`, `u. a.`, `等`. */
export const ET_AL =
  '\\[?(?:\\bet\\.?\\s?al\\b\\.?|\\band (?:others|colleagues)\\b|\\bu\\.\\s?a\\.|\\by otros\\b|\\be (?:altri|outros)\\b|\\bi in\\.|и др\\.?|та ін\\.?|\\b(?:e colab|v\\. ?dğr|vd|dkk|m\\. ?fl|e\\. ?a|a kol|i (?:sur|dr)|y cols?|et coll)\\.|и соавт\\.|等|ほか)\\]?';
/** Whether a list of names goes on without them. */
export const GOES_ON = new RegExp(`${ET_AL}|…|\\.\\.\\.`, 'i');

/** The name of an organisation or a group, which one registry lists beside the people and another doesn't. */
export const COLLECTIVE =
  /^(?:for |on behalf |the )|\b(?:initiative|consortium|collaborat\w+|investigators|committee|(?:study|working|trial|research|task|expert) (?:group|force|team)s?|group|network|team|contributors|developers|society|association|institute|foundation|university|department|ministry|agency|organi[sz]ation|cent(?:er|re)s?|council|commission|federation|panel|administration|office|bureau|board|authority|laborator(?:y|ies)|corporation|bank|fund|nations|parliament|college|hospital|museum|academy|union|alliance|blog|newsroom|company|inc|project)\b/i;

/** The role of editors, as part of an expression: `eds`, `Hrsg`, `dir`. */
export const EDITORS = '(?:eds?|hrsg|hgg?|dirs?|éds?|coords?|orgs?|comps?|a cura di)';

/** Removes the particles before a lowercase family name: `van der berg` → `berg`. */
export function withoutParticles(family: string): string {
  const words = family.split(' ');
  while (words.length > 1 && PARTICLES.has(words[0] ?? '')) words.shift();
  return words.join(' ');
}

/** Reduces spelled-out umlauts to one letter, in lower case: `mueller` → `muller`. */
export const withoutUmlauts = (name: string): string => name.replace(/([aou])e/g, '$1');

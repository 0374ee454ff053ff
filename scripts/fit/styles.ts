/** Styles of references, and the words that are put into them: the tables of made.ts. */

/** How names are written: the order of the first and of the others, what initials look like, what joins two names and the last one. */
export type NameStyle = {
  readonly first: 'family' | 'given';
  readonly others: 'family' | 'given';
  readonly given: 'full' | 'J. M.' | 'J.M.' | 'JM' | 'J M' | 'J.-M.';
  readonly comma: string;
  readonly between: string;
  readonly last: string;
};
export const NAME_STYLES: readonly NameStyle[] = [
  { first: 'family', others: 'family', given: 'J. M.', comma: ', ', between: ', ', last: ', & ' },
  { first: 'family', others: 'family', given: 'J. M.', comma: ', ', between: ', ', last: ' & ' },
  { first: 'family', others: 'family', given: 'J.M.', comma: ', ', between: ', ', last: ' and ' },
  { first: 'family', others: 'family', given: 'J.M.', comma: ' ', between: ', ', last: ', ' },
  { first: 'family', others: 'family', given: 'JM', comma: ' ', between: ', ', last: ', ' },
  { first: 'family', others: 'family', given: 'JM', comma: ' ', between: ', ', last: ', ' },
  { first: 'family', others: 'family', given: 'JM', comma: ' ', between: ', ', last: ', ' },
  { first: 'family', others: 'family', given: 'J M', comma: ', ', between: ', ', last: ' and ' },
  { first: 'family', others: 'family', given: 'J. M.', comma: ', ', between: '; ', last: '; ' },
  { first: 'family', others: 'family', given: 'full', comma: ', ', between: '; ', last: '; ' },
  { first: 'family', others: 'family', given: 'full', comma: ', ', between: '; ', last: ' and ' },
  { first: 'family', others: 'family', given: 'full', comma: ', ', between: ' and ', last: ' and ' },
  { first: 'family', others: 'family', given: 'full', comma: ', ', between: '/', last: '/' },
  { first: 'family', others: 'family', given: 'J.-M.', comma: ', ', between: ', ', last: ' und ' },
  { first: 'family', others: 'given', given: 'full', comma: ', ', between: ', ', last: ', and ' },
  { first: 'family', others: 'given', given: 'full', comma: ', ', between: ', ', last: ' and ' },
  { first: 'family', others: 'given', given: 'J. M.', comma: ', ', between: ', ', last: ', and ' },
  { first: 'given', others: 'given', given: 'full', comma: '', between: ', ', last: ', and ' },
  { first: 'given', others: 'given', given: 'full', comma: '', between: ', ', last: ' and ' },
  { first: 'given', others: 'given', given: 'full', comma: '', between: ', ', last: ', ' },
  { first: 'given', others: 'given', given: 'full', comma: '', between: ' und ', last: ' und ' },
  { first: 'given', others: 'given', given: 'full', comma: '', between: ' et ', last: ' et ' },
  { first: 'given', others: 'given', given: 'J. M.', comma: '', between: ', ', last: ', and ' },
  { first: 'given', others: 'given', given: 'J. M.', comma: '', between: ', ', last: ' and ' },
  { first: 'given', others: 'given', given: 'J.M.', comma: '', between: ', ', last: ', ' },
  { first: 'given', others: 'given', given: 'J.M.', comma: '', between: ', ', last: ' & ' },
];

/**
 * Bodies of common styles behind the names, or around them where they have `{A}`. `{T}` is the title and `{J}` the venue, with the emphasis of the style; `{Y}` the year,
 * `{V}` a volume, `{N}` a number, `{P}` pages, `{B}` a place and publisher, `{E}` editors, `{D}` an identifier, `{S}` a site, `{K}` the
 * kind of work, `{R}` a date of access. All other words are of no part.
 */
export const COMMON_BODIES: readonly string[] = [
  '{A} ({Y}). {T}. {J}, {V}({N}), {P}. {D}',
  '{A} ({Y}). {T}. {J}, {V}, {P}.',
  '{A} ({Y}). {T}. {J}, {V}.',
  '{A}. {T}. {J}. {Y};{V}({N}):{P}. {D}',
  '{A}. {T}. {J}. {Y};{V}:{P}.',
  '{A}. {T}. {J}. {Y};{V}.',
  '{A}, “{T},” {J}, vol. {V}, no. {N}, pp. {P}, {Y}. {D}',
  '{A}, “{T},” {J}, vol. {V}, pp. {P}, {Y}.',
  '{A}, “{T},” {J}, vol. {V}, {Y}.',
  '{A}. “{T}.” {J} {V}, no. {N} ({Y}): {P}.',
  '{A}, {J} {V} ({Y}) {P}.',
  '{A}, {J} {V} ({Y}) {N}.',
];

/** The same of rarer styles. */
export const BODIES: readonly string[] = [
  '{A} ({Y}). {T}. {J}, {V}({N}), {P}. {D}',
  '{A} ({Y}). {T}. {J}, {V}, {P}.',
  '{A} ({Y}) {T}. {J} {V}:{P}. {D}',
  '{A} ({Y}) {T}. {J} {V}({N}): {P}',
  '{A} {Y}. {T}. {J} {V}: {P}.',
  '{A}. {Y}. {T}. {J} {V}({N}):{P}.',
  '{A}. {Y}. “{T}.” {J} {V} ({N}): {P}. {D}',
  '{A}. “{T}.” {J} {V}, no. {N} ({Y}): {P}.',
  '{A}. "{T}." {J}, vol. {V}, no. {N}, {Y}, pp. {P}.',
  '{A}, “{T},” {J}, vol. {V}, no. {N}, pp. {P}, {Y}. {D}',
  '{A}, "{T}" {J}, vol. {V}, {Y}, pp. {P}.',
  '{A}, “{T}” {J} {V} ({Y}): {P}',
  '{A}, {T}, {J} {V} ({Y}) {P}. {D}',
  '{A}, {T}, {J}, {V}, {N}, ({Y}), {P}.',
  '{A}. {T}. {J}. {Y};{V}({N}):{P}. {D}',
  '{A}. {T}. {J} {V}, {P} ({Y}).',
  '{A}: {T}. {J} {Y}, {V}:{P}.',
  '{A}: {T}. In: {J}, {V} ({Y}), S. {P}.',
  '{A} ({Y}): {T}. In: {J} {V} ({N}), S. {P}.',
  '{A} ({Y}): {T}. In: {E} (Hrsg.): {J}. {B}, S. {P}.',
  '{A}, {Y}: {T}, in: {J} {V}, {P}.',
  '{A}, « {T} », {J}, n° {N}, {Y}, p. {P}.',
  '{A} ({Y}), « {T} », {J}, vol. {V}, n° {N}, p. {P}.',
  '{A} ({Y}). {T}. In {E} (Eds.), {J} (pp. {P}). {B}.',
  '{A}. {Y}. “{T}.” In {J}, edited by {E}, {P}. {B}.',
  '{A}. {T}. In: {E}, editors. {J}. {B}; {Y}. p. {P}.',
  '{A}, ‘{T}’, in {E} (ed.), {J} ({B}, {Y}), pp. {P}',
  '{A}. {T}. ({E}, Trans.). {B}. {Y}',
  '{A} ({Y}). {T}. ({E}, Trans.). {B}. (Original work published 19{N})',
  '{A}. {T}. Edited by {E}. {B}, {Y}.',
  '{A}. {T}, ed. {E}. {V} vols. {B}, {Y}.',
  '{A}. {T}. In {J}. Edited by {E}. {B}, {Y}.',
  '{A}. {T}. {J}, {M} {Y}, n°{V}. p. {P}.',
  '{A}. {T}. {J}, {M} {Y}, Vol. {V}, pp. {P}.',
  '{A}. “{T}”. {J} {Y}, {V}, {P}.',
  '{A} “{T}”, {J} {V} ({Y}), {P}.',
  '{A}. „{T}“. {J} {V}.{N} ({Y}): {P}.',
  '{A}, {T}, in: {J}, {V} ({Y}), H. {N}, S. {P}.',
  '{A}: {T}, in: {E} (Hg.), {J}, {B} {Y}, S. {P}.',
  '{A}, {T}, {B} {Y}.',
  '{A}: {T}. {B} {Y}.',
  '{A}. {T}. In {J}, {Y}.',
  '{A}. {T}. In: Proceedings of {J}, pp. {P} ({Y})',
  '{A}. {T}. {J}, {V}({N}):{P}, {Y}.',
  '{A}. {T}. {J}, {V}:{P}, {M} {Y}.',
  '{A}. {T}. {J}, {Y}.',
  '{A}, {T}. {Y}: {B}.',
  '{A}, {T}. {J}, {Y}. {V}({N}): p. {P}.',
  '{A} {T}. {J}. {Y} {M};{V}({N}):{P}. {D}',
  '{A}. ({Y}). {T} (Report No. {V}). {B}.',
  '{A}, {V} {J} {P} ({Y}).',
  '{A}, {V} {J} {P} ({Y}).',
  '{A} {Y} {J} {V} {P}',
  '{A} ({Y}) {J} {V}:{P}',
  '{A}. {J} {Y}, {V}, {P}.',
  '{A}; {J} {Y}, {V} ({N}), {P}.',
  '{A}, {Y}, {J}, {V}, {P}',
  '{A}, {J}, {V}, {P}, {Y}.',
  '{A}, {J}, vol. {V}, pp. {P}, {Y}.',
  '{A}, in: {J}, {B}, {Y}, pp. {P}.',
  '{A}, in {J}, edited by {E} ({B}, {Y}), p. {P}.',
  '{A}, {J} {V} ({Y}) {P}.',
  '{A}, {J} {V} ({Y}) {P}.',
  '{A}, {J} {V} ({Y}) {N}.',
  '{A}, {J} {V} ({N}) ({Y}) {P}.',
  '{A}, {J} ({Y}) {N}.',
  '{A}, {J} {V}, {N} ({Y}).',
  '{A} {J} {V}, {P} ({Y}). {D}',
  '{A} {J} {V}:{P}, {Y}.',
  '{J} {V} ({Y}) {N}.',
  '{J} {V}, {P} ({Y}).',
  '{A}, ({Y}).',
  '{A}, {J} {V}, {P} ({Y}).',
  '{A}, {J}. {V} ({Y}) {P}. {D}',
  '{A} {J}, {Y}, {V}, {P}.',
  '{A} ({Y}). {J}, {V}, {P}.',
  '{A}. {T}. {B}, {Y}.',
  '{A} ({Y}). {T}. {B}.',
  '{A} ({Y}) {T}, {B}.',
  '{A}, {T} ({B}, {Y}), {P}.',
  '{A}, {T}, {B}, {Y}, {P} p.',
  '{A}. {T}. {B}; {Y}.',
  '{A}. {T}, translated by {E}. {B}, {Y}.',
  '{A}. {T}. Trans. {E}. {B}, {Y}.',
  '{A} ({Y}): {T}. {B}.',
  '{A} ({Y}). {T} [{K}]. {B}. {D}',
  '{A}. {T}. {K}, {B}, {Y}.',
  '{A}. {T}. arXiv preprint {D}, {Y}.',
  '{A}. {T}. {D}, {Y}.',
  '{A} ({Y}). {T}. {D}',
  '{A} ({Y}). {T}. {S}. {D}',
  '{A}. ({Y}). {T}. Retrieved {R}, from {D}',
  '{A}. ({Y}, {M} {N}). {T}. {J}. {D}',
  '{A}. “{T}.” {J}, {N} {M} {Y}, {D}.',
  '{A}. {T} [Internet]. {B}; {Y} [cited {R}]. Available from: {D}',
  '{A}, “{T},” {J}, {M} {N}, {Y}. [Online]. Available: {D}',
  '{A}. {T}. {J}. {M} {N}, {Y}. Accessed {R}. {D}',
  '{A}, {T}. {J} ({M} {Y}) {D}',
  '{A} – {T} ({Y}). {D}',
  '{A} – “{T}” – {J}, {Y}. {D}',
  '{A}, {Y}. {T}. [online] {S}. Available at: {D} [Accessed {R}].',
  '{A} ({Y}). Review of {T}, by {E}. {J} {V}, {P}.',
  '{T}. {A}. {J}. {Y}. {D}',
  '{T}. {A}. {J}, {Y}; {V}: {P}.',
  '{T} - {A} ({Y}) - {J}',
  '{T} ({A}, {Y}). {D}',
  '{T}, {A}, {J} {Y}. {D}',
  '“{T}” by {A}, {J} ({Y}): {D}',
  '{T}. {S}. {D}',
  '{T} - {S}. {D}',
  '“{T}.” {S}, {N} {M} {Y}, {D}.',
  '“{T}.” {J} {V}, no. {N} ({Y}): {P}.',
  '{T}. ({Y}, {M} {N}). {S}. {D}',
  '{T}. {J}. {Y}; {V}: {P}.',
  '{T}. ({Y}). {J}, {V}({N}), {P}.',
];

export const MONTHS =
  'January,February,March,April,May,June,July,August,September,October,November,December'.split(',');
export const PLACES =
  'London,New York,Cambridge,Oxford,Berlin,Paris,Wiesbaden,Cambridge, MA,Chicago,Amsterdam,Wien,Princeton, NJ,Frankfurt am Main,Milano,Madrid'.split(
    /,(?! (?:MA|NJ))/,
  );
export const PUBLISHERS =
  'Oxford University Press,Cambridge University Press,Springer,Routledge,Wiley,Sage,MIT Press,Elsevier,Suhrkamp,Campus,Gallimard,Palgrave Macmillan,VS Verlag,Penguin,Academic Press,Polity,University of Chicago Press,De Gruyter,Beltz,O’Reilly Media'.split(
    ',',
  );
export const SITES =
  'Wikipedia,TechCrunch,Medium,GitHub,The Verge,BBC News,YouTube,Reuters,Forbes,Stack Overflow,Healthline,Mayo Clinic,Harvard Business Review,arXiv.org,Nature,ScienceDirect,ResearchGate,PubMed,MDPI,LinkedIn'.split(
    ',',
  );
export const KINDS =
  'PhD thesis,Doctoral dissertation,Master’s thesis,Technical report,White paper,Working paper,Data set,Computer software,Dissertation,Conference presentation'.split(
    ',',
  );
export const ARTICLES = ['de', 'van der', 'von', 'de la', 'Van', 'di', 'El', 'Mc', 'O’', 'dos'];
/** Names of agencies: where they are, what they are, and what they are about. */
export const REGIONS =
  'World,National,European,American,Royal,International,Federal,United Nations,German,Australian,Canadian,U.S.'.split(
    ',',
  );
export const AGENCIES =
  'Institute of,Institute for,Agency for,Centers for,Center for,Association of,Society of,Bureau of,Ministry of,Council on,Commission on,Department of,Office of,Organization for,Academy of,Foundation for,Committee on'.split(
    ',',
  );
export const TOPICS =
  'Health,Education,Statistics,the Environment,Labor,Standards and Technology,Economic Co-operation and Development,Disease Control and Prevention,Energy,Sciences,Medicine,Food and Agriculture,Justice,Transport,Allergy and Infectious Diseases,Water Resources,Public Policy,Aging,Human Rights,Climate Change'.split(
    ',',
  );
export const COMPANIES =
  'OpenAI,Google,Microsoft,Meta AI,NVIDIA,Anthropic,IBM Research,McKinsey & Company,Deloitte,Gartner,Apple,Amazon Web Services,UNESCO,OECD,WHO,NASA,NIST,Pew Research Center,World Bank,Eurostat'.split(
    ',',
  );

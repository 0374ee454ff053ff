/** Words that only send the reader to a source ("See also …", "p. 12") and claim nothing about it. */

/** A page: `p. 12`, `pp. 3–5`, `S. 12 ff.`, `page xii`, `2020, p12`; not the protein p53. Groups: first, last, whether more follow. */
export const PAGES =
  /(?:(?<![\p{L}\d.-])(?:p\.|(?:pp|pgs?)\.?|[Ss]\.) ?|(?<=(?:19|20)\d\d[a-z]?[,:] ?)p ?|(?<![\p{L}\d])(?:[Pp]ages? |Seiten? )|#page=)(\d{1,4}|[ivxlc]{1,7})(?: ?(?:[-–]{1,2}|to|bis|and|und|&|,) ?(\d{1,4}|[ivxlc]{1,7}))?(?! ?%)(?:( ?(?:ff|sqq?|et seq|(?:and|et) passim)(?!\p{L}))| ?f)?(?!\.?[\p{L}\d])/u;
const ALL_PAGES = new RegExp(PAGES.source, 'gu');

/** `2024-05-01 10:32:`, `[2024-05-01] The …`: when an entry of a log was written. */
const ENTERED =
  /^[\s#*_[(>-]{0,8}(?:19|20)\d\d-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?)?(?=[\])*_ ]{0,6}(?:[:|–—-]|[\])*_ ]\p{Lu}))/u;
/** `(accessed 2024-05-01`, `, retrieved on May 1, 2024`: when a page was read. */
const READ =
  /(?<=[([,;.] ?|last )(?:accessed|retrieved|abgerufen|consulté|consultado)(?: on| am| le| el)?:? (?:(?:19|20)\d\d-\d\d-\d\d|\d{1,2}\.? (?:de )?\p{L}{3,10}\.?,? (?:de )?(?:19|20)\d\d|\p{L}{3,9}\.? \d{1,2},? (?:19|20)\d\d)/giu;
const blank = (hit: string): string => ' '.repeat(hit.length);

/** A claim with spaces in place of cited pages and of dates of entries and visits, which aren't its figures. Offsets are preserved. */
export const withoutAsides = (claim: string): string =>
  claim.replace(ALL_PAGES, blank).replace(ENTERED, blank).replace(READ, blank);

/** `For details, see`, `See also`, `Read more in`, `Siehe auch`, `Mehr dazu`: how such a sentence begins. */
const OPENING =
  /^(?:(?:please|also|bitte)\s+)?(?:(?:for|für)\s+(?:\p{L}+\s+){0,4}\p{L}+,?\s+)?(?:see|cf\.?|compare|consult|refer to|read more|learn more|more (?:at|in|on|here)|further reading|siehe|vgl\.?|vergleiche|mehr dazu|mehr (?:bei|in|unter)|weiterlesen)(?=[\s:,.]|$)/iu;
/** Words that begin or carry a statement of their own. A colon does too, unless it ends the opening. */
const STATEMENT =
  /(?<![\p{L}\d])(?:that|which|who|whose|where|when|why|how|because|since|is|are|was|were|has|have|had|can|does|shows?|found|finds?|argues?|reports?|dass|wie|warum|weil|ist|sind|war|waren|hat|haben|zeigt|zeigen)(?![\p{L}\d])|,\s*(?:die|der|das|den|dem)\s|\p{L}\s*[:;]\s*\p{L}|\d\s?%/iu;
/** `Sources: [1], [2]`, `Quelle: …`, `Website`: a label followed only by markers, which a claim omits. */
const LABEL =
  /^\W{0,8}(?:(?:primary |main |official |full |original |data |image |photo )?(?:sources?|references?|refs?|citations?|links?|urls?|websites?|homepage|docs|documentation|repo(?:sitory)?|source code|paper|pdf|doi|article|via|(?:available|retrieved|accessed) (?:at|from|online(?: at)?)|quellen?|belege?|nachweise?|verfügbar unter|fuentes?|font[ei]|disponible en|lien|liens|来源|參考|参考|出典|资料来源)\s{0,4}[:：]?)\W{0,8}$/iu;
/** `Source:`, `(Quelle:`, `(Source: IPMA, `: words before a marker that name it as the source of the sentence before them. */
export const isSourceLabel = (words: string): boolean =>
  /^\W{0,6}(?:sources?|ur[li]|doi|links?|dispon(?:ível em|ible en)|quellen?|belege?|fuentes?|font[ei]s?|bron|källa|kilde|nguồn|источники?|źródł[oa]|来源|來源|[资資]料[来來]源|数据来源|數據來源|출처|出典|链接|リンク)\W{0,4}[:：]\W{0,4}$/iu.test(
    words.replace(NAMED, ''),
  );
/** Names after the colon, which are further sources without a link. */
const NAMED = /(?<=[:：] ?)(?:\p{Lu}[\p{L}\d&.’'-]{0,30}[ ,;]{1,3}){1,6}$/u;
/** `Journal of Lamps, 62(6), 1848–1871.`, `2011;94(4):1113-26.`, `Paris: Harbour Press, 2022.`: the end of a bibliography’s entry. */
const RECORD =
  /^\p{Lu}[\p{L}&’'-]*(?: (?:\p{Lu}[\p{L}&’'-]*|of|and|the|in|for|on|&)){0,12}, \d{1,4}(?: ?\(\d{1,4}(?:[-–]\d{1,4})?\))?, (?:pp?\. ?)?[A-Za-z]?\d{1,6}(?: ?[-–] ?[A-Za-z]?\d{1,6})?\.?$|^(?:19|20)\d\d[^;:,]{0,8};\d{1,4}(?:\(\d{1,4}\))?: ?[A-Za-z]?\d{1,6}(?:[-–]\d{1,6})?\.?$|^\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?: \p{Lu}[\p{L}&.’' -]{1,40}, (?:19|20)\d\d\.?$/u;
/** The label of a place in code: `File: src/a.ts`, `**Where:** src/a.ts, src/b.ts`. */
export const PLACE =
  /^(?:affected )?(?:files?|locations?|paths?|lines?|code|where|evidence|datei|fundstelle|文件|位置)$/i;
/** Whether words have nothing but paths, code in backticks, what is in brackets, and what joins these. */
export const namesPlaces = (words: string): boolean =>
  words.length <= 400 &&
  words
    .replace(/`[^`]*`/g, '')
    .replace(/\([^()]*\)|\[[^[\]]*\]/g, '')
    .split(/\s+/)
    .every((word) => /[./\\:_]\w|^(?:and|vs|lines?|\P{L}*\p{L}?\P{L}*)$/iu.test(word));

/** Longer sentences say more than where to look. */
const MOST_WORDS = 20;

/** Words of an item in a list of sources, beside the label of its link, quoted titles and dates. */
const MOST_LISTED = 8;
const SOURCES =
  /^\W{0,8}(?:(?:primary |main |key |original |data )?sources?|references|citations|bibliography|(?:external |related )?links|further reading|see also|resources|(?:wichtige )?quellen|literatur|weblinks|weiterführende links|siehe auch|fuentes|referencias|sources et liens|liens|来源|参考资料|参考文献|參考資料)\W{0,8}$/iu;
const QUOTED = /"[^"]{1,300}"|“[^”]{1,300}”|„[^“]{1,300}“|«[^»]{1,300}»|\([^()]{1,60}\)/gu;
/** `3 May 2024`, `May 3, 2024`, `2024-05-03`, `2024`. */
const DATE =
  /(?<![\p{L}\d])(?:\d{1,2}\.? \p{L}{3,9}\.?,? |\p{L}{3,9}\.? (?:\d{1,2}, )?)?(?:19|20)\d\d(?:-\d\d){0,2}(?!\d)/gu;

/** Whether an item only names a source, in a list whose introduction or heading says that it lists sources. */
function isListed(text: string, { context = '', label = '' }: Surroundings): boolean {
  if (!context.split('\n').some((line) => SOURCES.test(line))) return false;
  const title = /\p{L}/u.test(label) ? label : '';
  const rest = text.replace(title, ' ').replace(QUOTED, ' ').replace(DATE, ' date ');
  const words = rest.match(/[\p{L}\p{N}]+/gu) ?? [];
  // A figure, `Acme employs 500 people`, is worth a look at the source.
  return words.length <= MOST_LISTED && !/\d/.test(rest) && !STATEMENT.test(rest);
}

/** `Sources: Mayo Clinic, AHA and NHS.`: a label and names. */
function namesSources(text: string): boolean {
  const end = text.search(/[:：]/) + 1;
  const names = text.slice(end).split(/[\s,;，、]+/);
  return end > 0 && isSourceLabel(text.slice(0, end)) && names.every((word) => NAME.test(word));
}
const NAME = /^$|^\W{0,2}[\p{Lu}\d]|^(?:and|und|et|y|e|of|the|for|de|der|la|&|\W)$/u;

type Surroundings = { readonly context?: string; readonly label?: string };

/**
 * Whether a claim only points to its sources. `context` has the words above it, a heading or introduction a line; `label` is that of its
 * link. When in doubt it claims something.
 */
export function pointsOnly(claim: string, surroundings: Surroundings = {}): boolean {
  if (claim.length > 400) return false;
  const text = claim.trim();
  // `[\[3\]](https://…) [\[22\]](https://…)`
  const unlinked = text.replace(/\]\(https?:\S+/g, '');
  if (unlinked !== text && !/\p{L}/u.test(unlinked)) return true;
  if (LABEL.test(text) || RECORD.test(text) || isListed(text, surroundings) || namesSources(text))
    return true;
  const [label = '', ...places] = text.split(/[:：]/);
  if (places.length > 0 && PLACE.test(label) && namesPlaces(places.join(':'))) return true;
  const opening = OPENING.exec(text)?.[0];
  if (opening === undefined) return false;
  const rest = text.slice(opening.length).replace(/^\s*:/, '');
  return rest.split(/\s+/).length <= MOST_WORDS && !STATEMENT.test(rest);
}

/** `Open …`, `Now set the URL to …`: the reader is to do something at an address. */
const ORDER =
  /^\W{0,8}(?:(?:now|then|next|please|just|you can(?: now)?|finally|bitte)[ ,]+)?(?:open|visit|go to|navigate|browse|head|point|set|use|run|start|create|submit|sign|log|add|paste|replace|send|post|call|try|download|install|click|configure|register|öffne|besuche|rufe|ouvrez|visitez|abre|visita|打开|访问|開)(?![\p{L}'’]|\s+[:=])/iu;
/** `runs at …`, `was deployed to …`, `pull request: …`: the address of something that was made or set up, not of a source. */
const OUTCOME =
  /(?<!\p{L})(?:available|running|runs|served|serving|listening|listens|live|deployed|hosted|published|reachable|accessible|pushed|uploaded|created|opened|visible) (?:at|on|to|under|via|here)(?!\p{L})|(?<!\p{L})(?:preview|server|endpoint|base url|api|app|site|pull request|pr|issue|branch)(?: url)?(?: is)?(?: at)?\s{0,3}:?\s*[.)]?$/iu;

/** Whether a sentence of an agent gives an address to use or names the result of work, and cites no source. */
export function directs(claim: string): boolean {
  const text = claim.trim().slice(0, 400);
  return ORDER.test(text) || OUTCOME.test(text);
}

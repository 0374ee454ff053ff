/** Word lists that distinguish names from other words in author-year markers. Lower case unless noted. */
import { PARTICLES } from '../../text/works/nameParts';
import { SIGNALS } from '../../text/works/signals';
import { wordSet } from '../../text/wordSet';

/** Words that may precede the first name within brackets. */
export const LEADS: ReadonlySet<string> = new Set([
  ...SIGNALS,
  ...wordSet(
    'e.g eg for example i.e. i.e as in by from per after following reviewed review adapted based on but compare and notably particularly especially recently s. z.b. u.a. nach etwa par ex. ex p. cité dans según discussed described reported shown proposed introduced redrawn reproduced reprinted cited quoted data source sources adopted modified respectively including or both most specifically such the hereafter henceforth apud sensu contra viz. viz c.f. c.f mostly mainly reviews references refs refs. citado zit. zitiert cyt. cyt za цит. цит по hierzu dazu ebenso beispielsweise notamment selon segundo quelle quellen fuente fonte bspw bspw. so inspired pace por por. ejemplo exemplo exemple ej. beispiel zum z. например напр. наприклад пор. 参见 详见 见 引自 转引自 出典',
  ),
]);
/** Words and marks that join two names. */
export const JOINS = wordSet('and & und et y e og och en dan și és και و with i и та і ve ja 和 与 及 ·');
/** Words and marks that separate two works between semicolons. */
export const PARTERS = wordSet(
  ', ， 、 or vs vs. versus but and & und et y e og och en и та і ve ja 和 与 及 oder ou o u',
);
/** Small words within the name of an institution. */
export const INSIDE = wordSet('of for the and in on de la des du et der für und & to at');
/** Words of institutions that `of` or `for` may follow. */
export const BODIES = wordSet(
  'academies academy administration agency alliance assembly association authority bank board bureau cabinet center centers centre centres chamber church city coalition college commission committee confederation consortium convention council court department directorate division faculty federation foundation forum government group house inspectorate institute institutes institution league library ministry museum network observatory office organisation organization parliament program programme secretariat school senate service services society state states taskforce union university agencia agência agence agenzia amt asociación associação autoridad banca banco banque bundesamt bundesministerium bundesverband comisión comissão comité commissione conseil consejo conselho consiglio dirección fondation fondazione fundação fundación gesellschaft institut instituto istituto ministère ministerio ministério ministerium ministero observatorio organisación organización organização secretaría secretaria superintendencia universidad universidade università universität université verband',
);
/** Names of months in three languages. */
const MONTHS =
  'january february march april may june july august september october november december januar februar märz mai juni juli oktober dezember janvier février mars avril juin juillet août septembre octobre novembre décembre';
/** Words in the place of a name that aren't names. */
const STOP = wordSet(
  `${MONTHS} jan feb mar apr jun jul aug sep sept oct nov dec janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro fev abr ago set out dez enero febrero marzo mayo junio julio septiembre octubre noviembre diciembre ene dic gennaio febbraio aprile maggio giugno luglio settembre ottobre novembre dicembre januari februari maart augustus monday tuesday wednesday thursday friday saturday sunday spring summer autumn fall winter early mid late since until till before after between during from in on at by to circa ca. c. ca est. est born died founded established updated accessed retrieved published copyright version vol. vol no. no fig fig. figs. figure table tab. eq. eq eqs. section sec. sec chapter ch. appendix volume issue part step phase stage year years fy q1 q2 q3 q4 h1 h2 page pages p. pp. line lines location note the a an this that these those it he she we they but and or if when while where who which what how why however although though because as of for with without within under over about also then thus hence moreover furthermore finally first second third both each all some many most other such more less only our their its his her there here according see while since using based new class grade level group type day days week weeks month months model models law act rule article art. release edition ed. forthcoming submitted unpublished accepted president professor prof. prof dr. dr mr. mr mrs. mrs ms. ms sir minister senator senators judge justice pope king queen dean director draft about approximately approx. around rev. total estimate estimated projected forecast data source sources update released launched opened signed announced nearly roughly exactly almost through herbst frühling frühjahr automne hiver printemps été invierno verano otoño primavera`,
);
const PLACES_IN =
  'at p pp page pages sec sect section sections ch chap chapter chapters fig figure figs table tab eq eqs thm theorem lemma prop proposition cor corollary def definition app appendix vol no line lines l ll para note remark example ex ann art s kap bd § references refs abb abschn abschnitt absatz abs seite seiten kapitel anm fn satz nr teil pág págs chapitre cap rn rz rdn rdnr str rozdz rys blz hfst с сс стр стор гл рис табл разд т σ σελ 第 頁 页 ページ';
/** Words before a place in a source, without their full stop. */
export const LOCATOR = wordSet(PLACES_IN);
/** Words that may follow a year within brackets, without a full stop: locators, signals, months, joining words. */
export const AFTER_YEAR = wordSet(
  `${PLACES_IN} figures tables n supplement part emphasis italics suppl supplementary supporting online their reprint reprinted pers and for in see quoted cited zit zitiert apud cité citado translation esp passim f ff hereafter henceforth who whose but as among amongst inter unless reviewed my our own fns nn ss sq sqq insb bk book books col cols pl pt loc verse preface foreword introduction abstract conclusion et ${MONTHS} pg pgs slide slides box annex min article results methods discussion footnote act scene stanza canto artikel tabelle abbildung anhang band zeile spalte folie randnummer ziffer ziff tableau annexe tome partie planche capítulo capitulo sección seccion página pagina tabla figura anexo tomo parte seção capitolo sezione tabella ryc`,
);

/** Whether a word can't be a name, in any case; `WHO` is an institution, `who` isn't. `May–June` and `Jan-Feb` are two. */
export const stops = (word: string): boolean =>
  word !== 'WHO' &&
  (STOP.has(word.toLowerCase()) ||
    SHORT_MONTH.test(word) ||
    (/[–-]/.test(word) && word.split(/[–-]/).every((part) => stops(part))));
const SHORT_MONTH = /^(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.$/i;
/** A word that begins with two capitals: `WHO`, `LSTM`, `GPs`. */
export const ABBREVIATION = /^\p{Lu}{2}[\p{L}\d-]*$/u;

/** Months that are also family names: names if `and` or `et al.` follows or precedes them. */
export const MONTH_NAMES = wordSet('March May June April August Mayo Marzo Abril');
/** Other common words that are also family names, by the same rule. */
export const NAMESAKES = wordSet(
  'A He She See An Day Page Law King Pope Judge Dean Rule Queen Weeks Lines Early Winter Summer Fall Grade Model Sir Major Price Minister Justice Art Note Till Born To On',
);
/** Those that are also names before a comma and a year. */
export const SURNAMES = wordSet('He An Day Law King Pope Judge Dean Page Mayo');
/** Words that aren't names alone but occur in names of institutions: `New York Times`, `World Bank Group`. */
export const NAMING = wordSet(
  'New Data Law Laws Group Model Class President Justice Our Art King Queen Dean Minister',
);

/** Words that open a sentence right before a name: `Similarly Smith (2010)`. */
const STARTERS = wordSet(
  "like unlike neither either nor not even yet so still only just whereas nevertheless nonetheless earlier later next another again likewise otherwise instead indeed perhaps maybe once soon often compare consider recall cf. c.f. cf e.g. e.g i.e. viz. see read let is are was were can could did does do has have had should would might must per contra pace against beyond despite given meanwhile besides notwithstanding regarding concerning cite citing note noting using following extending applying adopting adapting quoting comparing combining considering drawing building echoing reviewing summarizing summarising replicating including surveying examining analyzing analysing studying discussing testing modifying contrasting criticizing criticising consistent contrary similar compared together along according inspired motivated influenced based author authors coauthor researcher researchers scholar scholars scientist scientists economist economists psychologist psychologists sociologist sociologists philosopher philosophers historian historians physicist physicists biologist linguist mathematician anthropologist theorist critic critics journalist theorem lemma proposition equation example study studies work works paper papers vgl. vgl siehe vergleiche laut nach gemäß zufolge wie auch schon bereits bei für mit während wenn weil obwohl dagegen hingegen jedoch allerdings außerdem zudem zwar schließlich insbesondere beispielsweise ebenso ähnlich daher deshalb demnach dennoch dabei doch aber denn seit neben gegen ohne durch sowohl hierzu dazu voir selon chez comme ainsi pour dans enfin cependant toutefois lorsque quand avec contre depuis tandis puisque notamment récemment d’après d'après véase ver según conforme como así para además aunque mientras cuando sobre desde tanto entonces finalmente recientemente también embora enquanto anche mentre quando segundo secondo come volgens zoals enligt ifølge zgodnie według согласно по как так",
);
const NAMES_IN_LY = wordSet('kimberly beverly connolly donnelly connelly farrelly mullally');

/** Not part of the name after it: a word of `STARTERS`, or an adverb. */
export function opens(word: string): boolean {
  const low = word.toLowerCase();
  return STARTERS.has(low) || (low.length > 6 && low.endsWith('ly') && !NAMES_IN_LY.has(low));
}

/** Given names that are frequent and rarely begin the name of an institution. */
const GIVEN = wordSet(
  'aaron adam alan albert alexander alexandra alice amanda amy andrea andreas andrew angela anna anne anthony antonio arthur barbara benjamin bernard brian bruce carl carlos caroline catherine charles christian christina christine christopher claire claude daniel david deborah dennis diana donald dorothy douglas edward eleanor elena elizabeth emily emma eric erik eva fernando francesco francis françois frank franz frederick friedrich gabriel gary george gerald gilles giovanni giuseppe gregory günter hannah hans harold heather heinrich helen henri henry herbert howard hugo ian immanuel isaac isabel jack jacob jacques james jan jane janet jason jean jeffrey jennifer jeremy jessica joan johann john jonathan josé joseph juan judith julia julie jürgen karen karl katherine keith kenneth kevin klaus kurt larry laura lawrence linda lisa louis ludwig luis manuel marc marco margaret maria marie mario mark martha martin mary matthew max melissa michael michel michelle miguel nancy nicholas nicole noam oliver oscar otto pablo patricia patrick paul pedro peter philip pierre rachel ralph raymond rebecca richard robert roger roland ronald rosa roy russell ruth samuel sandra sara sarah scott sean sebastian sharon simone sofia sophie stefan stephanie stephen steven stuart susan teresa thomas timothy tobias umberto ursula victor victoria vincent virginia walter werner wilhelm william wolfgang yves',
);
const DESIGNATED = wordSet(
  'euro expo olympics cup games championship championships conference summit rfc rfcs iso iec pep din ieee nist astm ansi ecma cve kb es ecmascript windows office server studio sql excel exchange sharepoint matlab fortran java ubuntu autocad photoshop area level route highway model series class bus port error code line room flight default size agreement treaty plan prize award awards medal war depression revolution election elections referendum gdpr hipaa brexit regulation directive resolution decree decreto census xp vista boeing airbus apollo usd eur gbp ad ce bc bce anno stand max min age sum photo winner oscar grammy equation',
);

/** `RFC 1918`, `Windows 2000`: names with a number; a year needs a comma after them. */
export const designates = (name: string): boolean =>
  DESIGNATED.has(name.slice(name.lastIndexOf(' ') + 1).toLowerCase());

/** Conferences, whose year isn't that of a work. Case-sensitive, because some are family names. */
const VENUES = wordSet(
  'CVPR ICCV ECCV WACV BMVC NeurIPS NIPS ICLR ICML AISTATS UAI COLT COLM ACL EMNLP NAACL EACL COLING CoNLL Interspeech INTERSPEECH ICASSP AAAI IJCAI ECAI KDD SIGKDD SIGIR CIKM WSDM RecSys SIGMOD VLDB ICDE STOC FOCS SODA ICALP ITCS PODC SPAA SOSP OSDI NSDI ASPLOS ISCA HPCA SIGCOMM MobiCom NDSS CHI UIST CSCW SIGGRAPH ICRA IROS CoRL MICCAI ISBI PLDI POPL OOPSLA ICSE CRYPTO EUROCRYPT ASIACRYPT',
);
/** Places of more than one word. */
const REGIONS: ReadonlySet<string> = new Set(
  'new york|new delhi|new zealand|new orleans|new jersey|new mexico|new haven|new england|new brunswick|new hampshire|new south wales|south africa|south korea|north korea|hong kong|los angeles|san francisco|united states|united kingdom|saudi arabia|sri lanka|costa rica|rio de janeiro|sao paulo|são paulo'.split(
    '|',
  ),
);
/** Countries, and cities that events are named after, except common family names. */
const PLACES = wordSet(
  'argentina australia austria bangladesh belgium brazil bulgaria cambodia cameroon canada chile china colombia croatia denmark egypt ethiopia finland france germany ghana greece hungary iceland india indonesia iran iraq italy japan kenya korea kuwait latvia lithuania luxembourg malaysia mexico morocco nepal netherlands nigeria norway pakistan peru philippines poland portugal qatar romania russia serbia singapore slovakia slovenia spain sweden switzerland taiwan tanzania thailand tunisia turkey uganda ukraine uruguay venezuela vietnam africa america asia europe us usa uk eu athens atlanta bangkok barcelona beijing boston brussels budapest cairo cambridge chicago cologne copenhagen delhi doha dubai geneva helsinki istanbul jakarta kyoto lisbon leipzig london madrid melbourne montreal moscow mumbai munich nagano nairobi oslo oxford paris prague rio rome seoul shanghai sochi stockholm sydney tokyo toronto turin vancouver vienna warsaw',
);
const INSTITUTIONS = wordSet(
  'university institute society foundation times corporation hospital center centre school college company group museum trust bank library laboratory associates fund press inc llc ltd gmbh committee commission prize team',
);

/** States, as addresses abbreviate them. */
const STATES = wordSet(
  'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC USA UK',
);
/** Whether a maker's address ends like this: `(SPSS Inc., Chicago, IL, 2019)`. */
export const isPlace = (name: string): boolean =>
  STATES.has(name) || PLACES.has(name.toLowerCase()) || REGIONS.has(name.toLowerCase());

/** Things named after people: `the Yoneda lemma`, `Moore’s law`. Lower case only; capitalised it may be part of a name. */
export const NAMED_AFTER =
  /['’]s \p{Ll}| (?:algorithm|axiom|bound|conjecture|criterion|distribution|effect|equation|hierarchy|hypothesis|inequality|law|lemma|paradox|postulate|principle|problem|proof|rule|test|theorem|transform)s?$/u;

/** A conference, a place or a name with a number: with a year it is a work only if a reference exists. */
export const isImpersonal = (name: string): boolean => VENUES.has(name) || isPlace(name) || designates(name);

/** Whether it is a person's full name, judged by its first word. */
export const isFullName = (name: string): boolean => familyOf(name) !== name;

/** The family name of a full name (`John Smith`, `Jean-Paul Sartre`); anything else unchanged. */
export function familyOf(name: string): string {
  if (!name.includes(' ')) return name;
  const words = name.split(' ');
  if (words.length > 4 || INSTITUTIONS.has(words.at(-1)?.toLowerCase() ?? '')) return name;
  while (words.length > 1 && GIVEN.has(words[0]?.toLowerCase().split(/[-‐‑]/, 1)[0] ?? '')) words.shift();
  return words.join(' ');
}

/** Whether a name has a word typical of institutions. */
export const isBody = (name: string): boolean =>
  name.split(' ').some((word) => BODIES.has(word.toLowerCase()) || INSTITUTIONS.has(word.toLowerCase())) ||
  /^\p{Lu}[\p{Lu}\d-]+$/u.test(name);

/** Whether it is the name of a program, a model or a product: `AlexNet`, `SQuAD`; not `MacKinnon`, `LeCun`, `OpenAI`. */
export const isSystem = (name: string): boolean => SYSTEM.test(name) && !/(?:AI|Hub|Mind)$/.test(name);
const SYSTEM =
  /^(?!(?:Ma?c|Al|Abu|Abdel|El|Ben|Bin|Dos|St|De[lns]?|D[aiou]|L[aeo]|V[ao]n|Ten|Ter|Van[Dd]e[rn]|Von[Dd]er|Fitz|Saint|San|Ja|[OD]['’]?)\p{Lu})\p{Lu}\p{L}*\p{Ll}\p{Lu}\p{L}*$/u;

/** Whether it reads as a name: one word, a full name, one with a particle, or an institution; not `Pulp Fiction`. */
export const readsAsName = (name: string): boolean =>
  !name.includes(' ') ||
  isFullName(name) ||
  isBody(name) ||
  name.split(' ').some((word) => PARTICLES.has(word.toLowerCase()));

/** Whether a word right before a name indicates that its work is cited. */
export const leadsToName = (word: string): boolean =>
  word === 'by' || word === 'as' || (LEADS.has(word.toLowerCase()) && !stops(word)) || opens(word);

/** Verbs of authors after the year. */
export const SAYS =
  /^,? (?:also |first |later |has |have )?(?:argue[ds]?|claim(?:s|ed)?|conclude[ds]?|critique[ds]?|define[ds]?|demonstrate[ds]?|describe[ds]?|emphasi[sz]e[ds]?|examine[ds]?|explain(?:s|ed)?|f(?:ind|inds|ound)|identif(?:y|ies|ied)|introduce[ds]?|investigate[ds]?|maintain(?:s|ed)?|note[ds]?|observe[ds]?|propose[ds]?|report(?:s|ed)?|show(?:s|ed|n)?|state[ds]?|suggest(?:s|ed)?)(?![\p{L}\d])/u;

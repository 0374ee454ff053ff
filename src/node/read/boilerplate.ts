/** Detects what surrounds a document on its page, by element, role and usual words in class and id: hints, which callers weigh. */
import { attribute, type Node } from './htmlTree';
import { wordSet } from '../../core/text/wordSet';

const TAGS = new Set(['nav', 'aside', 'footer', 'menu', 'search']);
const ROLES = wordSet(
  'navigation complementary contentinfo search dialog alertdialog menu menubar toolbar tooltip alert banner tablist',
);

const WORDS = wordSet(
  'nav navbar navi navigation menu submenu topbar toolbar breadcrumb breadcrumbs pagination pager skip ' +
    'sidebar sidenav rail widget widgets footer foot colophon copyright imprint ' +
    'share shares sharing sharedaddy social socials addthis addtoany follow whatsapp ' +
    'related relatedposts recommended recommendation recommendations recommends recommend similar popular trending ' +
    'mostread mostviewed mostpopular outbrain taboola zergnet promo promos promotion promoted sponsor sponsored ' +
    'ad ads advert adverts advertisement advertising adsense dfp gpt banner banners anzeige werbung publicidad pub ' +
    'newsletter subscribe subscription signup signin login register searchform subscriber optin ' +
    'cookie cookies consent gdpr gprd cmp modal popup overlay lightbox toast tooltip ' +
    'tags taglist tagcloud tag topics keywords byline authorbox bio utility postmeta metadata ' +
    'gallery resgallery slideshow carousel rating ratings feedback jumplinks print hidden printonly screenreader navbox editsection',
);
const PAIRS = wordSet(
  'author-bio author-box author-info about-author entry-meta post-meta article-meta entry-utility entry-footer post-footer ' +
    'article-footer read-more read-also see-also more-articles more-news more-stories more-from most-read most-popular ' +
    'most-viewed also-read also-like you-may up-next next-up prev-next post-navigation back-top back-link sr-only ' +
    'visually-hidden screen-reader call-action contact-form image-caption caption-text wp-caption photo-credit image-credit ' +
    'latest-news latest-posts last-modified date-line post-date entry-date article-date social-media side-bar page-header ' +
    'site-header site-footer main-menu top-menu',
);
const COMMENTS = wordSet(
  'comment comments commentlist comentarios kommentare kommentar disqus respond discussion livefyre',
);

/** Splits `theiaStickySidebar sidebar-2` into words in lower case. */
function wordsOf(node: Node): readonly string[] {
  const names = `${attribute(node, 'class') ?? ''} ${attribute(node, 'id') ?? ''}`;
  if (names.length < 2) return [];
  return names
    .slice(0, 400)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
}

export type Hint = 'comments' | 'furniture' | 'named' | undefined;

/** How an element is classified: `furniture` by element and role, `named` by class and id only. */
export function hint(node: Node): Hint {
  if (node.name === 'body' || node.name === 'html' || node.name === 'main' || node.name.startsWith('#'))
    return undefined;
  if (TAGS.has(node.name) || ROLES.has(attribute(node, 'role') ?? '')) return 'furniture';
  const words = wordsOf(node);
  if (words.some((w) => COMMENTS.has(w))) return 'comments';
  for (let i = 0; i < words.length; i++) {
    if (WORDS.has(words[i] ?? '') || PAIRS.has(`${words[i] ?? ''}-${words[i + 1] ?? ''}`)) return 'named';
  }
  return undefined;
}

const MAIN_PAIRS = wordSet(
  'article-body article-content article-text article-main story-body story-content post-content post-body post-entry ' +
    'entry-content page-content content-body body-content main-content itemprop-body article-inner news-text rich-text',
);

/** Whether an element declares that it contains the document. */
export function isMain(node: Node): boolean {
  if (node.name === 'article' || node.name === 'main' || attribute(node, 'role') === 'main') return true;
  if (attribute(node, 'itemprop') === 'articleBody') return true;
  const words = wordsOf(node);
  return words.some((w, i) => MAIN_PAIRS.has(`${w}-${words[i + 1] ?? ''}`));
}

/** Headings of related links, in the most common languages. */
const ELSEWHERE =
  /^(?:related|more (?:from|on|in|news|stories|articles)|most (?:read|popular|viewed)|read (?:more|also|next)|you (?:may|might) (?:also )?|recommended|see also|popular|trending|latest|share|follow|tags|comments?\b|leave a (?:reply|comment)|about the author|newsletter|sign up|subscribe|advertisement|das k[oö]nnte|weitere|mehr (?:zum|aus|zu|von)|lesen sie|auch interessant|[aä]hnliche|meistgelesen|beliebt|empfehlungen|kommentare?|schlagw[oö]rter|teilen|vous aimerez|[aà] lire|lire aussi|sur le m[eê]me|articles? (?:li[eé]s|similaires)|te puede|tambi[eé]n|relacionad|noticias relacionadas|m[aá]s (?:noticias|le[ií]d)|leia (?:tamb|mais)|voc[eê] pode|veja tamb|potrebbe|leggi anche|articoli correlati|lees ook|meer over|czytaj|zobacz|читайте|関連|相关|추천)/i;

export const leadsElsewhere = (heading: string): boolean => heading.length < 80 && ELSEWHERE.test(heading);

/** Whether class or id name a picture's caption or credit. */
export const namesCaption = (node: Node): boolean =>
  wordsOf(node).some((w) => w === 'caption' || w === 'captions' || w === 'credit' || w === 'credits');

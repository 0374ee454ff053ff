/**
 * Makes references in styles that the labelled collections hardly have: those of chatbots, agencies, physicists and the humanities, and the
 * forms that styles give to names. Names, titles and venues come from the collections, recombined, so that the fit needs no other files.
 */
import { hashOf, isNameLabel, type LabelledReference, type Person, type Segment } from './labelled';
import {
  NAME_STYLES,
  BODIES,
  COMMON_BODIES,
  MONTHS,
  PLACES,
  PUBLISHERS,
  SITES,
  KINDS,
  ARTICLES,
  REGIONS,
  AGENCIES,
  TOPICS,
  COMPANIES,
  type NameStyle,
} from './styles';

/** What a reference can be made of. */
type Stock = {
  readonly people: readonly Person[];
  /** Titles with the venue and year of the same reference. */
  readonly articles: readonly { readonly title: string; readonly venue: string; readonly year: string }[];
};

/** References made of those that are fitted on; the same for the same references. */
export function made(references: readonly LabelledReference[], count: number): LabelledReference[] {
  const stock = stockOf(references.filter(({ half, times }) => half === 0 && times !== 0));
  return Array.from({ length: count }, (_, i): LabelledReference => {
    const chance = new Chance(i);
    return { segments: joined(new Writer(stock, chance).reference()), half: 0, source: 'made' };
  });
}

function stockOf(references: readonly LabelledReference[]): Stock {
  const people: Person[] = [];
  const articles: { title: string; venue: string; year: string }[] = [];
  for (const { segments } of references) {
    for (const [i, [label, text]] of segments.entries()) {
      const [isFamily, isGiven] = ['fF'.includes(label), 'gG'.includes(label)];
      const next = segments[i + 2];
      if (!'fg'.includes(label) || !next || !'FG'.includes(next[0]) || !isName(text) || !isName(next[1]))
        continue;
      if (isFamily && next[0] === 'G') people.push({ family: text.trim(), given: next[1].trim() });
      if (isGiven && next[0] === 'F') people.push({ family: next[1].trim(), given: text.trim() });
    }
    const first = (label: string) => bare(segments.find(([own]) => own === label)?.[1] ?? '');
    const [title, venue] = [first('T'), first('J')];
    const year = /(?<!\d)(?:1[89]|20)\d\d(?!\d)/.exec(segments.find(([l]) => l === 'Y')?.[1] ?? '')?.[0];
    const isTitle = /^[\p{Lu}\d].{8,180}$/u.test(title) && !/[<>]/.test(title);
    if (isTitle && year !== undefined && segments.some(([l]) => isNameLabel(l)))
      articles.push({
        title,
        venue: /^\p{Lu}[^<>]{3,80}$/u.test(venue) && !/https?:/.test(venue) ? venue : '',
        year,
      });
  }
  return { people, articles };
}

const isName = (text: string): boolean => /^\p{Lu}[\p{L}.' ’-]{0,30}$/u.test(text.trim());
/** A part without the marks around it. */
const bare = (text: string): string =>
  text
    .replace(/<[^>]*>/g, '')
    .replace(/^[\s"“”'‘’«».,;:()[\]*_-]+|[\s"“”'‘’«».,;:([*_-]+$/g, '')
    .replace(/\s+/g, ' ');

/** A sequence of choices that depends on its seed alone. */
class Chance {
  #state: number;
  constructor(seed: number) {
    this.#state = hashOf(`made ${seed}`);
  }
  below(n: number): number {
    this.#state = hashOf(String(this.#state + 1));
    return this.#state % n;
  }
  of<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)]!;
  }
  is(percent: number): boolean {
    return this.below(100) < percent;
  }
}

/** Writes one reference. */
class Writer {
  readonly #names: NameStyle;
  readonly #venueMark: string;
  readonly #titleMark: string;
  readonly #article: Stock['articles'][number];
  constructor(
    private readonly stock: Stock,
    private readonly chance: Chance,
  ) {
    this.#names = chance.of(NAME_STYLES);
    const mark = chance.of(['', '', '', '*', '_', '**']);
    const isBook = chance.is(30);
    this.#venueMark = isBook ? '' : mark;
    this.#titleMark = isBook ? mark : '';
    this.#article = chance.of(stock.articles);
  }

  reference(): Segment[] {
    const bodies = this.chance.is(30) && this.#article.venue !== '' ? COMMON_BODIES : BODIES;
    const body = this.chance.of(bodies.filter((b) => this.#article.venue !== '' || !b.includes('{J}')));
    const found: Segment[] = [];
    for (const part of body.split(/(\{\w\})/)) {
      if (!/^\{\w\}$/.test(part)) found.push(['?', part]);
      else found.push(...this.#part(part.charAt(1)));
    }
    return found;
  }

  #part(name: string): readonly Segment[] {
    const { chance } = this;
    const number = (from: number, to: number) => from + chance.below(to - from);
    switch (name) {
      case 'A':
        return this.#authors();
      case 'E':
        return [['E', this.#editors()]];
      case 'T':
        return marked('T', this.#cased(this.#article.title), this.#titleMark);
      case 'J':
        return marked('J', this.#venue(), this.#venueMark);
      case 'Y':
        return [['Y', this.#article.year + (chance.is(4) ? 'a' : '')]];
      case 'M':
        return [['?', chance.of(MONTHS)]];
      case 'V':
        return marked('X', String(number(1, 180)), chance.is(20) ? this.#venueMark : '');
      case 'N':
        return [['X', String(number(1, 30))]];
      case 'P': {
        const from = number(1, 1500);
        return [
          ['X', chance.is(15) ? `e${from}` : `${from}${chance.of(['-', '–', '--'])}${from + number(1, 30)}`],
        ];
      }
      case 'B':
        return [['X', this.#imprint()]];
      case 'D':
        return [['X', this.#identifier()]];
      case 'S':
        return [['X', chance.of(SITES)]];
      case 'K':
        return [['X', chance.of(KINDS)]];
      default:
        return [['X', `${chance.of(MONTHS)} ${number(1, 29)}, 20${number(10, 26)}`]];
    }
  }

  #imprint(): string {
    const [place, publisher] = [this.chance.of(PLACES), this.chance.of(PUBLISHERS)];
    return this.chance.of([
      `${place}: ${publisher}`,
      publisher,
      `${publisher}, ${place}`,
      `${place}, ${publisher}`,
    ]);
  }

  #identifier(): string {
    const { chance } = this;
    const digits = (n: number) => Array.from({ length: n }, () => chance.below(10)).join('');
    const arxiv = `${digits(2)}0${1 + chance.below(9)}.${digits(5)}`;
    const doi = `10.1${digits(3)}/${chance.of(['s', 'j.', ''])}${digits(6)}.${digits(3)}`;
    return chance.of([
      `https://doi.org/${doi}`,
      `doi:${doi}`,
      `DOI: ${doi}`,
      `arXiv:${arxiv}`,
      `https://arxiv.org/abs/${arxiv}`,
      `https://www.site${digits(2)}.org/news/${digits(5)}`,
    ]);
  }

  #cased(title: string): string {
    if (this.chance.is(12))
      return title.replace(/(?<=[ -])\p{Ll}(?=\p{L}{3})/gu, (letter) => letter.toUpperCase());
    return this.chance.is(3) ? title.toUpperCase() : title;
  }

  /** The venue, at times with its words cut short. */
  #venue(): string {
    const { venue } = this.#article;
    if (!this.chance.is(25) || !/^[\p{L} ]+$/u.test(venue)) return venue;
    return venue
      .split(' ')
      .filter((word) => word.length > 3)
      .map((word) => (word.length > 5 ? `${word.slice(0, 3 + this.chance.below(3))}.` : word))
      .join(' ');
  }

  #person(): { family: string; given: string } {
    const { chance, stock } = this;
    let { family = '' } = chance.of(stock.people);
    const form = chance.below(16);
    if (form === 0) {
      const article = chance.of(ARTICLES);
      family = article + (/^(?:Mc|O’)$/.test(article) ? '' : ' ') + family;
    } else if (form === 1) family += chance.of([' ', '-', '-']) + (chance.of(stock.people).family ?? '');
    const full = () => {
      for (let tries = 0; tries < 40; tries++) {
        const { given = '' } = chance.of(stock.people);
        if (/^\p{Lu}\p{Ll}{2,}$/u.test(given)) return given;
      }
      return 'Anna';
    };
    const more = chance.below(100);
    let given = full();
    if (more < 22) given += ` ${full().charAt(0)}.`;
    else if (more < 38) given += ` ${full()}`;
    else if (more < 46) given += ` ${full()} ${full()}`;
    else if (more < 52) given = `${given.charAt(0)}. ${full()}`;
    return {
      family,
      given: this.#givenAs(given) + (chance.is(2) ? chance.of([' Jr.', ', Jr.', ' III', ' Jr']) : ''),
    };
  }

  #givenAs(given: string): string {
    const initials = given.split(' ').map((word) => word.charAt(0));
    switch (this.#names.given) {
      case 'full':
        return given;
      case 'J. M.':
        return `${initials.join('. ')}.`;
      case 'J.M.':
        return `${initials.join('.')}.`;
      case 'J.-M.':
        return `${initials.join('.-')}.`;
      case 'J M':
        return initials.join(' ');
      case 'JM':
        return initials.join('');
    }
  }

  #authors(): Segment[] {
    if (this.chance.is(14)) return this.#organisation();
    const { first, others, comma, between, last } = this.#names;
    const many = this.chance.of([1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 8]);
    const isShort = many > 1 && this.chance.is(15);
    const found: Segment[] = [];
    for (let i = 0; i < many; i++) {
      const { family, given } = this.#person();
      if (i > 0) found.push(['A', i === many - 1 && !isShort ? last : between]);
      const isFamilyFirst = (i === 0 ? first : others) === 'family';
      if (isFamilyFirst) found.push(['f', family], ['A', comma], ['G', given]);
      else found.push(['g', given], ['A', ' '], ['F', family]);
    }
    if (isShort)
      found.push([
        'A',
        this.chance.of([
          ', et al.',
          ' et al.',
          ' et al',
          '; et al.',
          ' u. a.',
          ', and others',
          ', …',
          ' *et al.*',
        ]),
      ]);
    return this.chance.is(5)
      ? found.map(([l, text]): Segment => [l, 'fF'.includes(l) ? text.toUpperCase() : text])
      : found;
  }

  #organisation(): Segment[] {
    const { chance } = this;
    const name = chance.is(40)
      ? chance.of(COMPANIES)
      : `${chance.is(70) ? `${chance.of(REGIONS)} ` : ''}${chance.of(AGENCIES)} ${chance.of(TOPICS)}${chance.is(10) ? ` and ${chance.of(TOPICS)}` : ''}`;
    const [word = '', ...rest] = name.split(' ');
    const found: Segment[] = [['f', word]];
    if (rest.length > 0) found.push(['F', ` ${rest.join(' ')}`]);
    if (chance.is(15) && rest.length > 1) found.push(['A', ` (${name.replace(/[^A-Z]/g, '')})`]);
    return found;
  }

  #editors(): string {
    const names = Array.from({ length: this.chance.of([1, 1, 2, 2, 3]) }, () => {
      const { family, given } = this.#person();
      return this.#names.others === 'given' ? `${given} ${family}` : `${family}${this.#names.comma}${given}`;
    });
    return names.join(this.#names.last);
  }
}

const marked = (label: Segment[0], text: string, mark: string): readonly Segment[] =>
  mark === ''
    ? [[label, text]]
    : [
        ['?', mark],
        [label, text],
        ['?', mark],
      ];

/** Without two full stops in a row, as styles write. */
function joined(segments: readonly Segment[]): Segment[] {
  const found: Segment[] = [];
  for (const [label, text] of segments) {
    const last = found.at(-1)?.[1] ?? '';
    const own = /[.?!]$/.test(last) && text.startsWith('.') ? text.slice(1) : text;
    if (own !== '') found.push([label, own]);
  }
  return found;
}

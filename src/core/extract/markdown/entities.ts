/** Character references of HTML: `&nbsp;`, `&#8217;`. */
const NAMED = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: ' ',
    ensp: ' ',
    emsp: ' ',
    thinsp: ' ',
    ndash: '–',
    mdash: '—',
    hellip: '…',
    lsquo: '‘',
    rsquo: '’',
    ldquo: '“',
    rdquo: '”',
    laquo: '«',
    raquo: '»',
  }),
);
const REFERENCE = /&(?:#(\d{2,5})|([a-z]{2,6}));/g;

/** A text with these references replaced by what they stand for; others stay. */
export const decodeEntities = (text: string): string =>
  text.replace(REFERENCE, (all, code: string | undefined, name: string) =>
    code === undefined ? (NAMED.get(name) ?? all) : String.fromCharCode(Number(code)).replace('\u00a0', ' '),
  );

// A row of the results view as elements: the line of the table, and the details that open under it. Strings become text nodes.

const MARKS = { pass: '✓', error: '✗', warning: '!', question: '?', info: 'i' };
const LAYERS = { pass: '✓', fail: '✗', unknown: '–' };
/** Columns of the table. */
export const COLUMNS = 5;

/** An element with properties and children; strings become text nodes, nothing is read as markup. */
export function make(tag, properties, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties || {})) {
    if (name === 'class') element.className = value;
    else if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.filter((child) => child !== '' && child !== undefined));
  return element;
}

/** Narrow windows lay the table out as cards; said roles keep it a table for screen readers. */
const cell = (name, ...children) => make('td', { class: name, role: 'cell' }, ...children);

const hint = (template, value) => template.replace('{0}', () => value);

/** `5 minutes ago` in the editor's language. */
export function ago(at) {
  const names = [
    ['day', 86_400_000],
    ['hour', 3_600_000],
    ['minute', 60_000],
  ];
  const past = Date.now() - at;
  const [unit, size] = names.find(([, ms]) => past >= ms) || ['minute', 60_000];
  const words = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: 'auto' });
  return words.format(-Math.floor(past / size), unit);
}

function badge(row) {
  const mark = make('span', { class: `mark ${row.icon}`, 'aria-hidden': 'true' }, MARKS[row.icon] || '–');
  return make('span', { class: 'badge' }, mark, row.label);
}

/** The line of a row. `act` is told what was pressed on it. */
export function rowElement(row, isOpen, words, act) {
  const toggle = make(
    'button',
    {
      class: 'toggle',
      'aria-expanded': String(isOpen),
      'aria-label': `${row.label}: ${row.claim || row.why}`,
      tabindex: '-1',
      title: row.why,
      onclick: () => act('flip', row),
    },
    make('span', { class: 'twist', 'aria-hidden': 'true' }, isOpen ? '▾' : '▸'),
    badge(row),
  );
  const jump = make(
    'button',
    {
      class: 'link',
      tabindex: '-1',
      title: words.reveal,
      'aria-label': `${row.marker || '·'}, ${words.line} ${row.line}, ${words.reveal}`,
      onclick: () => act('reveal', row),
    },
    row.marker || '·',
  );
  return make(
    'tr',
    { class: `row ${row.group}`, role: 'row' },
    cell('verdict', toggle),
    cell('marker', jump),
    cell('claim', row.claim || row.why),
    make('td', { class: 'source', role: 'cell', title: row.location }, row.source || row.location),
    cell('line', make('span', { class: 'word' }, `${words.line} `), String(row.line)),
  );
}

const layer =
  (words) =>
  ([name, value]) =>
    make(
      'li',
      { class: `layer ${value}` },
      make('span', { 'aria-hidden': 'true' }, `${LAYERS[value]} `),
      words[name],
      make('span', { class: 'unseen' }, `: ${words[value]}`),
    );

/** The quote, with what stands around it in the source paler. */
function quotation(row) {
  return make(
    'blockquote',
    {},
    row.before ? make('span', { class: 'around' }, row.before) : '',
    make('mark', {}, row.quote),
    row.after ? make('span', { class: 'around' }, row.after) : '',
  );
}

function buttons(row, words, act) {
  const button = (type, text) => make('button', { onclick: () => act(type, row) }, text);
  const isFinding = !row.id.startsWith('problem ');
  return make(
    'p',
    { class: 'actions' },
    button('reveal', words.reveal),
    row.evidence ? button('evidence', words.evidence) : '',
    isFinding ? button('verify', words.verify) : '',
    row.link ? button('open', words.openSource) : '',
    row.takeBack ? button('takeBack', row.takeBack) : '',
  );
}

/** What opens under a row: why, the quote in its context, a narrower claim, layers, model, cost, age, and what can be done. */
export function detailsElement(row, words, act) {
  const checked = row.at > 0 ? hint(words.checked, ago(row.at)) : '';
  const facts = [row.depth, row.place, row.judge, row.confidence, row.cost, checked].filter(Boolean);
  const layers = Object.entries(row.layers);
  const content = make(
    'td',
    { colspan: String(COLUMNS), role: 'cell' },
    make('p', { class: 'why' }, row.why),
    row.quote ? quotation(row) : '',
    row.suggestion ? make('p', {}, `${words.narrower}: ${row.suggestion}`) : '',
    row.location ? make('p', { class: 'location' }, row.location) : '',
    layers.length > 0
      ? make('ul', { class: 'layers', 'aria-label': words.layers }, ...layers.map(layer(words)))
      : '',
    facts.length > 0 ? make('p', { class: 'facts' }, facts.join(' · ')) : '',
    buttons(row, words, act),
  );
  return make('tr', { class: 'details', role: 'row' }, content);
}

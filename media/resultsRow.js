// A row of the results view as elements: the line of the table, and the details that open under it. Strings become text nodes.

/** @import { Act, Shown, Summary, Words } from './resultsTypes' */

/** @type {Readonly<Record<string, string>>} */
const MARKS = { pass: '✓', error: '✗', warning: '!', question: '?', info: 'i', 'circle-outline': '' };
/** Columns of the table. */
const COLUMNS = 5;

/**
 * An element with properties and children; strings become text nodes, nothing is read as markup.
 * @param {string} tag
 * @param {Readonly<Record<string, string | boolean | undefined | (() => unknown)>>} properties
 * @param {...(Node | string | undefined)} children
 */
export function make(tag, properties, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flatMap((child) => (child === undefined || child === '' ? [] : [child])));
  return element;
}

/**
 * Makes `parent` hold exactly these elements. One that is in its place is not moved, so that the focus stays where it is.
 * @param {HTMLElement} parent
 * @param {readonly HTMLElement[]} wanted
 */
export function place(parent, wanted) {
  /** @type {Set<Element>} */
  const stay = new Set(wanted);
  for (const child of [...parent.children]) if (!stay.has(child)) child.remove();
  let at = parent.firstElementChild;
  for (const element of wanted)
    if (at && element === at) at = at.nextElementSibling;
    else parent.insertBefore(element, at);
}

/**
 * A list to choose from.
 * @param {'group' | 'sort'} id
 * @param {string} value
 * @param {string | undefined} text
 * @param {readonly string[]} names
 * @param {Words} words
 * @param {(name: string) => void} change
 */
export function choice(id, value, text, names, words, change) {
  const options = names.map((name) => make('option', { value: name }, words[name]));
  const select = /** @type {HTMLSelectElement} */ (
    make('select', { id, onchange: () => change(select.value) }, ...options)
  );
  select.value = value;
  return make('label', { class: id }, `${text} `, select);
}

/**
 * Shows by which column the rows are sorted.
 * @param {string} sort
 * @param {boolean} down
 */
export function markSorted(sort, down) {
  for (const head of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('th[data-sort]'))) {
    const sorted = sort === head.dataset.sort;
    head.setAttribute('aria-sort', sorted ? (down ? 'ascending' : 'descending') : 'none');
    const arrow = head.querySelector('.arrow');
    if (arrow) arrow.textContent = sorted ? (down ? ' ▾' : ' ▴') : '';
  }
}

/** Narrow windows lay the table out as cards; said roles keep it a table for screen readers. */
const cell = (/** @type {string} */ name, /** @type {(Node | string)[]} */ ...children) =>
  make('td', { class: name, role: 'cell' }, ...children);

/** The heading of a group of rows. */
export const groupElement = (/** @type {string} */ name) =>
  make(
    'tr',
    { class: 'group', role: 'row' },
    make('th', { colspan: String(COLUMNS), scope: 'rowgroup', role: 'rowheader' }, name),
  );

/**
 * `checked 5 minutes ago` in the editor's language.
 * @param {number} at
 * @param {Words} words
 */
export function checkedText(at, words) {
  const names = /** @type {const} */ ([
    ['day', 86_400_000],
    ['hour', 3_600_000],
    ['minute', 60_000],
  ]);
  const past = Date.now() - at;
  const found = names.find(([, ms]) => past >= ms);
  const format = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: 'auto' });
  const ago = found ? format.format(-Math.floor(past / found[1]), found[0]) : (words.now ?? '');
  return words.checked?.replace('{0}', () => ago) ?? '';
}

function badge(/** @type {Shown} */ row) {
  const mark = make('span', { class: `mark ${row.icon}`, 'aria-hidden': 'true' }, MARKS[row.icon] ?? '–');
  return make('span', { class: 'badge' }, mark, row.label);
}

/**
 * The line of a row. `act` is called with what was pressed on it.
 * @param {Shown} row
 * @param {boolean} isOpen
 * @param {Words} words
 * @param {Act} act
 */
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

/** The quotation: lines of code as they are, else with the words around it paler. */
function quotation(/** @type {Shown} */ row) {
  if (row.isCode) return make('pre', { tabindex: '0' }, row.quote);
  return make(
    'blockquote',
    {},
    row.before ? make('span', { class: 'around' }, row.before) : '',
    make('mark', {}, row.quote),
    row.after ? make('span', { class: 'around' }, row.after) : '',
  );
}

function buttons(/** @type {Shown} */ row, /** @type {Words} */ words, /** @type {Act} */ act) {
  const button = (/** @type {string} */ type, /** @type {string | undefined} */ text) =>
    make('button', { onclick: () => act(type, row) }, text);
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

/**
 * What opens under a row: reason, quotation, a narrower claim, the source, how far the citation holds, how it was checked, and what can
 * be done.
 * @param {Shown} row
 * @param {Words} words
 * @param {Act} act
 */
export function detailsElement(row, words, act) {
  const checked = row.at > 0 ? checkedText(row.at, words) : '';
  const facts = [row.depth, row.place, row.judge, row.confidence, row.cost, checked].filter(Boolean);
  const content = make(
    'td',
    { colspan: String(COLUMNS), role: 'cell' },
    make('p', { class: 'why' }, row.why),
    row.quote ? quotation(row) : '',
    row.suggestion ? make('p', {}, `${words.narrower}: ${row.suggestion}`) : '',
    row.location ? make('p', { class: 'location' }, row.location) : '',
    row.layers ? make('p', { class: 'facts layers' }, row.layers) : '',
    facts.length > 0 ? make('p', { class: 'facts' }, facts.join(' · ')) : '',
    buttons(row, words, act),
  );
  return make('tr', { class: 'details', role: 'row' }, content);
}

/**
 * What is shown instead of rows: none of `total` matches, or nothing has been verified, which `verify` does.
 * @param {number} total
 * @param {Summary} summary
 * @param {Words} words
 * @param {() => void} verify
 */
export function nothing(total, { citations, progress }, words, verify) {
  if (total > 0) return [words.noMatch ?? ''];
  if (progress) return [];
  if (!citations) return [words.empty ?? ''];
  const waiting = words.waiting?.replace('{0}', () => citations) ?? '';
  return [waiting, ' ', make('button', { onclick: verify }, words.verifyNow)];
}

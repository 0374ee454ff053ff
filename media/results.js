// The results view's page. Everything it shows comes in messages and goes onto the page as text, never as markup.
// Rows are elements that are kept while nothing of them changes, and only as many are on the page as are looked at: thousands of
// findings scroll, and a run that paints them one by one touches one.
import {
  checkedText,
  choice,
  detailsElement,
  groupElement,
  make,
  markSorted,
  nothing,
  place,
  rowElement,
} from './resultsRow.js';
import {
  FILTERS,
  grouped,
  groupName,
  GROUPS,
  matching,
  passes,
  problemCodes,
  SORTS,
} from './resultsOrder.js';

/** @import { Doc, Message, Shown, Summary, Words } from './resultsTypes' */

const vscode = acquireVsCodeApi();
/** Rows that are put onto the page at a time. */
const CHUNK = 120;
/** Rows that Page Up and Page Down walk over. */
const PAGE = 10;

const state = Object.assign(
  {
    filter: 'all',
    search: '',
    sort: 'line',
    down: true,
    group: 'document',
    open: /** @type {string[]} */ ([]),
    // The rows on the page: the first, and the one behind the last.
    from: 0,
    limit: CHUNK,
    scroll: 0,
  },
  vscode.getState(),
);
const open = new Set(state.open);
/** @type {Words} */
const words = JSON.parse(document.body.dataset.words ?? '{}');
/** @type {Summary} */
let summary = {};
/** Documents in order: address, name, rows. @type {Doc[]} */
let documents = [];
/** What is shown, after filter, search, sort and group. @type {Shown[]} */
let shown = [];
/**
 * Elements by key of their row: the line, the details when open, and the row that they were made of.
 * @type {Map<string, { row: Shown, line: HTMLElement, details: HTMLElement | undefined }>}
 */
const elements = new Map();
/** The row that Tab comes to. */
let current = '';
let scrollTo = state.scroll;

/** An element that the page always has. */
const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const post = (/** @type {string} */ type, /** @type {Shown | undefined} */ row) =>
  vscode.postMessage(row ? { type, uri: row.uri, id: row.id } : { type });
const keep = () => vscode.setState(Object.assign(state, { open: [...open] }));
const keyOf = (/** @type {Shown} */ row) => `${row.uri}#${row.id}`;
const nameOf = (/** @type {Shown} */ row) => groupName(row, state.group, documents, words);

function act(/** @type {string} */ type, /** @type {Shown} */ row) {
  current = keyOf(row);
  if (type === 'flip') flip(row);
  else post(type, row);
}

/** The elements of a row, made anew only when the row or its being open has changed. */
function elementsOf(/** @type {Shown} */ row) {
  const key = keyOf(row);
  const isOpen = open.has(key);
  const old = elements.get(key);
  if (old && old.row === row && Boolean(old.details) === isOpen) return old;
  const made = {
    row,
    line: rowElement(row, isOpen, words, act),
    details: isOpen ? detailsElement(row, words, act) : undefined,
  };
  made.line.dataset.key = key;
  if (made.details) made.details.dataset.key = key;
  elements.set(key, made);
  return made;
}

function bodyElements() {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const row of shown) counts.set(nameOf(row), (counts.get(nameOf(row)) ?? 0) + 1);
  /** @type {HTMLElement[]} */
  const wanted = [];
  let last = '';
  for (const row of shown.slice(state.from, state.limit)) {
    const name = nameOf(row);
    if (name !== '' && name !== last) wanted.push(groupElement(`${name} (${counts.get(name) ?? 0})`));
    last = name;
    const { line, details } = elementsOf(row);
    wanted.push(line, ...(details ? [details] : []));
  }
  return wanted;
}

/** A button that shows the rows of one filter. It is kept while its filter is there: the focus stays on it. */
function chip(/** @type {string} */ filter, /** @type {string} */ text) {
  const chips = /** @type {HTMLElement[]} */ ([...byId('chips').children]);
  const old = chips.find((one) => one.dataset.filter === filter);
  const button =
    old ?? make('button', { class: 'chip', 'data-filter': filter, onclick: () => set('filter', filter) });
  button.setAttribute('aria-pressed', String(state.filter === filter));
  button.textContent = text;
  return button;
}

function drawTools(/** @type {number} */ total) {
  const codes = problemCodes(documents);
  // A code whose last problem is gone leaves its filter with nothing to press.
  if (state.filter.startsWith('code:') && !codes.some(([code]) => state.filter === `code:${code}`))
    state.filter = 'all';
  const all = documents.flatMap((d) => d.rows);
  const fixed = (/** @type {readonly string[]} */ filters) =>
    filters.flatMap((filter) => {
      const { length } = all.filter((row) => passes(row, filter));
      const isShown = length > 0 || filter === 'all' || filter === state.filter;
      return isShown ? [chip(filter, `${words[filter]} ${length}`)] : [];
    });
  const own = codes.map(([code, { label, count }]) => chip(`code:${code}`, `${label} ${count}`));
  const [whole, rest] = [fixed(FILTERS.slice(0, 2)), fixed(FILTERS.slice(2))];
  place(byId('chips'), [...whole, ...(own.length > 1 ? own : []), ...rest]);
  byId('tools').hidden = total === 0;
}

function drawSummary(/** @type {number} */ total) {
  const { progress } = summary;
  const parts = [summary.problems, summary.verdicts, summary.citations, summary.cost];
  // Each finding of a run changes the numbers: they are read out when it has ended.
  for (const id of ['summary', 'count']) byId(id).setAttribute('aria-live', progress ? 'off' : 'polite');
  byId('summary').textContent = total === 0 ? '' : parts.filter(Boolean).join(' · ');
  const oldest = Math.min(...documents.flatMap((d) => d.rows.map(({ at }) => at)).filter((at) => at > 0));
  const checked = Number.isFinite(oldest) ? checkedText(oldest, words) : '';
  byId('facts').textContent = [summary.log, checked].filter(Boolean).join(' · ');
  byId('running').hidden = !progress;
  const bar = /** @type {HTMLProgressElement} */ (byId('bar'));
  bar.max = progress ? progress.total : 1;
  bar.value = progress ? progress.done : 0;
  byId('done').textContent = progress ? progress.text : '';
}

/** Tab comes to one row, the arrows walk from there. */
function rove() {
  const rows = /** @type {HTMLElement[]} */ ([...byId('body').querySelectorAll('tr.row')]);
  if (!rows.some((row) => row.dataset.key === current)) current = rows[0]?.dataset.key ?? '';
  for (const row of rows) {
    const to = row.dataset.key === current ? '0' : '-1';
    for (const button of row.querySelectorAll('button'))
      if (button.getAttribute('tabindex') !== to) button.setAttribute('tabindex', to);
  }
}

/** Draws what has changed. The focus is given back to a row whose elements were made anew. */
function draw() {
  const active = document.activeElement;
  const holder = /** @type {HTMLElement | null | undefined} */ (active?.closest('[data-key]'));
  const focused = holder
    ? {
        key: holder.dataset.key ?? '',
        isDetails: holder.classList.contains('details'),
        index: [...holder.querySelectorAll('button')].findIndex((button) => button === active),
      }
    : undefined;
  const total = documents.reduce((sum, d) => sum + d.rows.length, 0);
  drawTools(total);
  shown = grouped(matching(documents, state), state.group, nameOf);
  state.from = Math.min(state.from, Math.max(0, shown.length - CHUNK));
  place(byId('body'), bodyElements());
  byId('table').hidden = shown.length === 0;
  byId('table').dataset.group = state.group;
  byId('nothing').hidden = shown.length > 0;
  byId('nothing').replaceChildren(...nothing(total, summary, words, () => post('verifyDocument', undefined)));
  byId('before').hidden = state.from === 0;
  byId('before').textContent = `${words.more} (${state.from})`;
  byId('more').hidden = shown.length <= state.limit;
  byId('more').textContent = `${words.more} (${Math.max(0, shown.length - state.limit)})`;
  byId('count').textContent =
    (shown.length === 1 ? words.shownOne : words.shown)?.replace('{0}', () => String(shown.length)) ?? '';
  markSorted(state.sort, state.down);
  drawSummary(total);
  rove();
  if (focused && !holder?.isConnected) refocus(focused);
  if (scrollTo > 0 && shown.length > 0) {
    window.scrollTo(0, scrollTo);
    scrollTo = 0;
  }
}

function refocus(
  /** @type {{ key: string, isDetails: boolean, index: number }} */ { key, isDetails, index },
) {
  const again = elements.get(key);
  const where = (isDetails && again?.details) || again?.line;
  const button = where?.querySelectorAll('button')[index] ?? where?.querySelector('button');
  if (button?.isConnected) button.focus({ preventScroll: true });
}

function flip(/** @type {Shown} */ row) {
  const key = keyOf(row);
  if (!open.delete(key)) open.add(key);
  keep();
  draw();
}

function sortBy(/** @type {string} */ name) {
  state.down = state.sort === name ? !state.down : true;
  set('sort', name);
}

/** Changes what is shown, from the top. */
function set(/** @type {'filter' | 'group' | 'search' | 'sort'} */ name, /** @type {string} */ value) {
  state[name] = value;
  showRows(0, CHUNK);
}

/** Puts the rows between two places onto the page. */
function showRows(/** @type {number} */ first, /** @type {number} */ limit) {
  Object.assign(state, { from: Math.max(0, first), limit });
  keep();
  draw();
}

/** Puts earlier rows onto the page; what is in view stays where it is. */
function showEarlier() {
  const line = byId('body').querySelector('tr.row');
  const top = line?.getBoundingClientRect().top ?? 0;
  showRows(state.from - CHUNK, state.limit);
  window.scrollBy(0, (line?.getBoundingClientRect().top ?? 0) - top);
}

function head(/** @type {string} */ name, /** @type {string | undefined} */ text = '') {
  if (!(name in SORTS)) return make('th', { scope: 'col', role: 'columnheader', class: name }, text);
  const button = make(
    'button',
    { class: 'head', onclick: () => sortBy(name) },
    text,
    make('span', { class: 'arrow', 'aria-hidden': 'true' }),
  );
  return make('th', { scope: 'col', role: 'columnheader', 'data-sort': name, class: name }, button);
}

function frame() {
  const columns = [
    head('verdict', words.verdict),
    head('marker', words.citation),
    head('claim', words.claim),
    head('source', words.source),
    head('line', words.line),
  ];
  const table = make(
    'table',
    { id: 'table', role: 'table', 'aria-label': words.title },
    make('thead', { role: 'rowgroup' }, make('tr', { role: 'row' }, ...columns)),
    make('tbody', { id: 'body', role: 'rowgroup' }),
  );
  const button = (/** @type {string} */ id, /** @type {() => void} */ show) => {
    // Hidden until rows have come: in view, it would ask for more.
    const made = make('button', { id, class: 'more', hidden: true, onclick: show });
    new IntersectionObserver((seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) show();
    }).observe(made);
    return made;
  };
  const before = button('before', showEarlier);
  const more = button('more', () => showRows(state.from, state.limit + CHUNK));
  byId('rows').replaceChildren(before, table, more);
}

function tools() {
  const search = /** @type {HTMLInputElement} */ (
    make('input', {
      type: 'search',
      id: 'search',
      placeholder: words.search,
      'aria-label': words.search,
      oninput: () => set('search', search.value),
    })
  );
  search.value = state.search;
  byId('tools').replaceChildren(
    search,
    make('span', { id: 'chips', class: 'chips', role: 'group', 'aria-label': words.filter }),
    choice('group', state.group, words.groupBy, GROUPS, words, (name) => set('group', name)),
    choice('sort', state.sort, words.sortBy, Object.keys(SORTS), words, (name) => set('sort', name)),
  );
}

function focusRow(/** @type {number} */ index) {
  const to = Math.max(0, Math.min(index, shown.length - 1));
  if (to < state.from || to >= state.limit) showRows(to - CHUNK, to + CHUNK);
  const row = shown[to];
  if (!row) return;
  current = keyOf(row);
  rove();
  /** @type {HTMLElement | null | undefined} */ (
    elements.get(current)?.line.querySelector('.toggle')
  )?.focus();
}

/** What a key does on a row: the arrows walk and open, Home and End go to the ends. */
function onRow(/** @type {string} */ key, /** @type {Shown} */ row, /** @type {number} */ index) {
  const isOpen = open.has(keyOf(row));
  /** @type {Record<string, () => unknown>} */
  const steps = {
    ArrowDown: () => focusRow(index + 1),
    ArrowUp: () => (index === 0 ? byId('search').focus() : focusRow(index - 1)),
    PageDown: () => focusRow(index + PAGE),
    PageUp: () => focusRow(index - PAGE),
    Home: () => focusRow(0),
    End: () => focusRow(shown.length - 1),
    ArrowRight: () => isOpen || flip(row),
    ArrowLeft: () => isOpen && flip(row),
  };
  return Object.hasOwn(steps, key) ? steps[key] : undefined;
}

function stepFor(/** @type {KeyboardEvent} */ event) {
  const { key } = event;
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  if (target.id === 'search') {
    if (key === 'ArrowDown') return () => focusRow(0);
    return key === 'Escape' && state.search !== '' ? clearSearch : undefined;
  }
  if (target.matches('select')) return undefined;
  if (key === '/') return () => byId('search').focus();
  const holder = /** @type {HTMLElement | null} */ (target.closest('[data-key]'));
  const index = holder ? shown.findIndex((row) => keyOf(row) === holder.dataset.key) : -1;
  const row = shown[index];
  if (!holder || !row) return undefined;
  if (holder.classList.contains('details'))
    return key === 'Escape' || key === 'ArrowUp' ? () => focusRow(index) : undefined;
  return onRow(key, row, index);
}

function clearSearch() {
  /** @type {HTMLInputElement} */ (byId('search')).value = '';
  set('search', '');
}

/** Takes in the rows that have changed; a document that the message leaves out goes. */
function take(/** @type {Message} */ message) {
  const old = new Map(documents.map((d) => [d.uri, new Map(d.rows.map((row) => [row.id, row]))]));
  documents = message.documents.map(({ uri, name, order, changed }, document) => {
    const rows = old.get(uri) ?? new Map();
    for (const row of changed) rows.set(row.id, Object.assign({ uri, document }, row));
    return { uri, name, rows: order.flatMap((id) => rows.get(id) ?? []) };
  });
  documents.forEach(({ rows }, document) => rows.forEach((row) => (row.document = document)));
  const there = new Set(documents.flatMap(({ rows }) => rows.map(keyOf)));
  for (const key of elements.keys()) if (!there.has(key)) elements.delete(key);
  summary = message.summary;
  draw();
}

frame();
tools();
window.addEventListener('message', ({ data }) => take(data));
document.addEventListener('keydown', (event) => {
  const step = stepFor(event);
  if (!step) return;
  event.preventDefault();
  step();
});
/** @type {ReturnType<typeof setTimeout> | undefined} */
let settling;
document.addEventListener('scroll', () => {
  clearTimeout(settling);
  settling = setTimeout(() => {
    state.scroll = window.scrollY;
    keep();
  }, 200);
});
post('ready', undefined);

// The results view's page. Everything it shows comes in messages and goes onto the page as text, never as markup.
// Rows are elements that are kept while nothing of them changes, and only as many stand on the page as are looked at: a
// thousand findings scroll, and a run that paints them one by one touches one.
import { ago, COLUMNS, detailsElement, make, rowElement } from './resultsRow.js';

const vscode = acquireVsCodeApi();
const FILTERS = ['all', 'bad', 'good', 'open'];
const GROUPS = ['none', 'verdict', 'source', 'section', 'document'];
const RANK = { error: 0, warning: 1, info: 2, none: 3 };
/** Rows that are put onto the page at a time. */
const CHUNK = 120;
/** Rows that Page Up and Page Down walk over. */
const PAGE = 10;

const byLine = (a, b) => a.document - b.document || a.line - b.line;
const collator = new Intl.Collator(document.documentElement.lang);
const SORTS = {
  line: byLine,
  verdict: (a, b) =>
    RANK[a.severity] - RANK[b.severity] || collator.compare(a.label, b.label) || byLine(a, b),
  claim: (a, b) => collator.compare(a.claim, b.claim),
  source: (a, b) => collator.compare(a.source, b.source) || collator.compare(a.location, b.location),
};

const state = Object.assign(
  { filter: 'all', search: '', sort: 'line', down: true, group: 'none', open: [], limit: CHUNK, scroll: 0 },
  vscode.getState(),
);
const open = new Set(state.open);
let words = {};
let summary = {};
/** Documents in order: address, name, and the rows by id. */
let documents = [];
/** What is shown, after filter, search, sort and group. */
let shown = [];
/** Elements by key of their row: the line, the details when open, and the row that they were made of. */
const elements = new Map();
/** The row that Tab comes to. */
let current = '';
let scrollTo = state.scroll;

const byId = (id) => document.getElementById(id);
const post = (type, row) => vscode.postMessage(row ? { type, uri: row.uri, id: row.id } : { type, uri: '' });
const keep = () => vscode.setState(Object.assign(state, { open: [...open] }));
const keyOf = (row) => `${row.uri}#${row.id}`;

const SEARCHED = ['marker', 'claim', 'why', 'source', 'location', 'label', 'quote', 'section'];

function matching() {
  const needle = state.search.trim().toLocaleLowerCase();
  const found = (row) =>
    needle === '' ||
    SEARCHED.map((name) => row[name] || '')
      .join('\n')
      .toLocaleLowerCase()
      .includes(needle);
  return documents
    .flatMap(({ rows }) => rows)
    .filter((row) => (state.filter === 'all' || row.group === state.filter) && found(row))
    .sort(state.down ? SORTS[state.sort] : (a, b) => SORTS[state.sort](b, a));
}

const sectionName = (row) => {
  const section = row.section || words.noSection;
  return documents.length > 1 ? `${documents[row.document].name} › ${section}` : section;
};

const GROUP_NAMES = {
  none: () => '',
  verdict: (row) => row.label,
  source: (row) => row.source || row.location || row.label,
  section: sectionName,
  document: (row) => documents[row.document].name,
};
const groupName = (row) => GROUP_NAMES[state.group](row);

/** Rows of a group stand together, groups in the order of their first row; verdicts gravest first. */
function grouped(rows) {
  if (state.group === 'none') return rows;
  const groups = [...Map.groupBy(rows, groupName).values()];
  if (state.group === 'verdict') groups.sort(([a], [b]) => RANK[a.severity] - RANK[b.severity]);
  return groups.flat();
}

function act(type, row) {
  current = keyOf(row);
  if (type === 'flip') flip(row);
  else post(type, row);
}

/** The elements of a row, made anew only when the row or its being open has changed. */
function elementsOf(row) {
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

/** Makes `parent` hold exactly these elements, moving none that stands right: the focus stays where it is. */
function place(parent, wanted) {
  const stay = new Set(wanted);
  for (const child of [...parent.children]) if (!stay.has(child)) child.remove();
  let at = parent.firstElementChild;
  for (const element of wanted)
    if (element === at) at = at.nextElementSibling;
    else parent.insertBefore(element, at);
}

function bodyElements() {
  const counts = new Map();
  if (state.group !== 'none')
    for (const row of shown) counts.set(groupName(row), (counts.get(groupName(row)) || 0) + 1);
  const wanted = [];
  let last;
  for (const row of shown.slice(0, state.limit)) {
    const name = groupName(row);
    if (state.group !== 'none' && name !== last)
      wanted.push(
        make(
          'tr',
          { class: 'group', role: 'row' },
          make(
            'th',
            { colspan: String(COLUMNS), scope: 'rowgroup', role: 'rowheader' },
            `${name} (${counts.get(name)})`,
          ),
        ),
      );
    last = name;
    const { line, details } = elementsOf(row);
    wanted.push(line, ...(details ? [details] : []));
  }
  return wanted;
}

function drawHead() {
  for (const head of document.querySelectorAll('th[data-sort]')) {
    const sorted = state.sort === head.dataset.sort;
    head.setAttribute('aria-sort', sorted ? (state.down ? 'ascending' : 'descending') : 'none');
    head.querySelector('.arrow').textContent = sorted ? (state.down ? ' ▾' : ' ▴') : '';
  }
}

function drawTools(total) {
  const all = documents.flatMap((d) => d.rows);
  for (const chip of document.querySelectorAll('.chip')) {
    const { filter } = chip.dataset;
    const count = filter === 'all' ? total : all.filter((row) => row.group === filter).length;
    chip.setAttribute('aria-pressed', String(state.filter === filter));
    chip.textContent = `${words[filter]} ${count}`;
  }
  byId('tools').hidden = total === 0;
  byId('stop').hidden = !summary.progress;
}

function drawSummary(total) {
  const { progress } = summary;
  const parts = [summary.verdicts, summary.problems, summary.citations, summary.cost];
  // Each finding of a run changes the numbers: they are read out when it has ended.
  for (const id of ['summary', 'count']) byId(id).setAttribute('aria-live', progress ? 'off' : 'polite');
  byId('summary').textContent = total === 0 ? '' : parts.filter(Boolean).join(' · ');
  const oldest = Math.min(...documents.flatMap((d) => d.rows.map(({ at }) => at)).filter((at) => at > 0));
  const checked = Number.isFinite(oldest) ? words.checked.replace('{0}', () => ago(oldest)) : '';
  byId('facts').textContent =
    total === 0 ? '' : [summary.score, summary.layers, checked].filter(Boolean).join(' · ');
  byId('running').hidden = !progress;
  byId('bar').max = progress ? progress.total : 1;
  byId('bar').value = progress ? progress.done : 0;
  byId('done').textContent = progress ? progress.text : '';
}

/** Tab comes to one row, the arrows walk from there. */
function rove() {
  const rows = [...byId('body').querySelectorAll('tr.row')];
  if (!rows.some((row) => row.dataset.key === current)) current = rows[0] ? rows[0].dataset.key : '';
  for (const row of rows) {
    const to = row.dataset.key === current ? '0' : '-1';
    for (const button of row.querySelectorAll('button'))
      if (button.getAttribute('tabindex') !== to) button.setAttribute('tabindex', to);
  }
}

/** Draws what has changed. The focus is given back to a row whose elements were made anew. */
function draw() {
  const active = document.activeElement;
  const holder = active && active.closest ? active.closest('[data-key]') : null;
  const focused = holder
    ? {
        key: holder.dataset.key,
        isDetails: holder.classList.contains('details'),
        index: [...holder.querySelectorAll('button')].indexOf(active),
      }
    : undefined;
  shown = grouped(matching());
  const total = documents.reduce((sum, d) => sum + d.rows.length, 0);
  place(byId('body'), bodyElements());
  byId('table').hidden = shown.length === 0;
  byId('nothing').hidden = shown.length > 0;
  byId('nothing').textContent = total === 0 ? words.empty : words.noMatch;
  byId('more').hidden = shown.length <= state.limit;
  byId('more').textContent = `${words.more} (${Math.max(0, shown.length - state.limit)})`;
  byId('count').textContent =
    shown.length === 1 ? words.shownOne : words.shown.replace('{0}', () => String(shown.length));
  drawHead();
  drawTools(total);
  drawSummary(total);
  rove();
  if (focused && !holder.isConnected) refocus(focused);
  if (scrollTo > 0 && shown.length > 0) {
    window.scrollTo(0, scrollTo);
    scrollTo = 0;
  }
}

function refocus({ key, isDetails, index }) {
  const again = elements.get(key);
  const place = again && ((isDetails && again.details) || again.line);
  const button = place && (place.querySelectorAll('button')[index] || place.querySelector('button'));
  if (button && button.isConnected) button.focus({ preventScroll: true });
}

function flip(row) {
  const key = keyOf(row);
  if (!open.delete(key)) open.add(key);
  keep();
  draw();
}

function sortBy(name) {
  state.down = state.sort === name ? !state.down : true;
  set('sort', name);
}

/** Changes what is shown, from the top. */
function set(name, value) {
  state[name] = value;
  state.limit = CHUNK;
  keep();
  draw();
}

function showMore(limit) {
  if (state.limit >= shown.length) return;
  state.limit = limit;
  keep();
  draw();
}

function head(name, text) {
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
  const more = make('button', { id: 'more', onclick: () => showMore(state.limit + CHUNK) });
  byId('rows').replaceChildren(table, more);
  new IntersectionObserver((seen) => {
    if (seen.some(({ isIntersecting }) => isIntersecting)) showMore(state.limit + CHUNK);
  }).observe(more);
}

function choice(id, text, names, change) {
  const options = names.map((name) => make('option', { value: name }, words[name]));
  const select = make('select', { id, onchange: (event) => change(event.target.value) }, ...options);
  select.value = state[id];
  return make('label', { class: id }, `${text} `, select);
}

function tools() {
  const search = make('input', {
    type: 'search',
    id: 'search',
    placeholder: words.search,
    'aria-label': words.search,
    oninput: (event) => set('search', event.target.value),
  });
  search.value = state.search;
  const chips = FILTERS.map((filter) =>
    make(
      'button',
      { class: 'chip', 'data-filter': filter, onclick: () => set('filter', filter) },
      words[filter],
    ),
  );
  const only = () => (documents.length === 1 ? documents[0].uri : '');
  byId('tools').replaceChildren(
    search,
    make('span', { class: 'chips', role: 'group', 'aria-label': words.filter }, ...chips),
    choice('group', words.groupBy, GROUPS, (name) => set('group', name)),
    choice('sort', words.sortBy, Object.keys(SORTS), (name) => set('sort', name)),
    make(
      'span',
      { class: 'runs' },
      make('button', { id: 'stop', hidden: true, onclick: () => post('cancel') }, words.cancel),
      make('button', { onclick: () => post('verifyAll', { uri: only(), id: '' }) }, words.verifyAll),
      make('button', { onclick: () => post('export') }, words.export),
    ),
  );
}

function focusRow(index) {
  if (index >= state.limit) showMore(index + CHUNK);
  const row = shown[Math.max(0, Math.min(index, shown.length - 1))];
  if (!row) return;
  current = keyOf(row);
  rove();
  elements.get(current).line.querySelector('.toggle').focus();
}

/** What a key does on a row: the arrows walk and open, Home and End go to the ends. */
function onRow(key, row, index) {
  const isOpen = open.has(keyOf(row));
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

function stepFor(event) {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  if (target.id === 'search') {
    if (key === 'ArrowDown') return () => focusRow(0);
    return key === 'Escape' && state.search !== '' ? clearSearch : undefined;
  }
  if (target.matches('select')) return undefined;
  if (key === '/') return () => byId('search').focus();
  const holder = target.closest('[data-key]');
  const index = holder ? shown.findIndex((row) => keyOf(row) === holder.dataset.key) : -1;
  if (index < 0) return undefined;
  if (holder.classList.contains('details'))
    return key === 'Escape' || key === 'ArrowUp' ? () => focusRow(index) : undefined;
  return onRow(key, shown[index], index);
}

function clearSearch() {
  byId('search').value = '';
  set('search', '');
}

function take(message) {
  const old = new Map(documents.map((d) => [d.uri, new Map(d.rows.map((row) => [row.id, row]))]));
  documents = message.documents.map(({ uri, name, order, changed }, document) => {
    const rows = old.get(uri) || new Map();
    for (const row of changed) rows.set(row.id, Object.assign({ uri, document }, row));
    return { uri, name, rows: order.map((id) => rows.get(id)).filter(Boolean) };
  });
  documents.forEach(({ rows }, document) => rows.forEach((row) => (row.document = document)));
  const there = new Set(documents.flatMap(({ rows }) => rows.map(keyOf)));
  for (const key of elements.keys()) if (!there.has(key)) elements.delete(key);
  summary = message.summary;
  draw();
}

window.addEventListener('message', ({ data }) => {
  if (data.type === 'words') {
    words = data.words;
    documents = [];
    elements.clear();
    frame();
    tools();
  } else if (data.type === 'rows' && words.title) take(data);
});
document.addEventListener('keydown', (event) => {
  const step = stepFor(event);
  if (!step) return;
  event.preventDefault();
  step();
});
let settling;
document.addEventListener('scroll', () => {
  clearTimeout(settling);
  settling = setTimeout(() => {
    state.scroll = window.scrollY;
    keep();
  }, 200);
});
post('ready');

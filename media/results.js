// The results view's page. Everything it shows comes in messages and goes onto the page as text, never as markup.
(function () {
  'use strict';
  const vscode = acquireVsCodeApi();
  const MARKS = { pass: '✓', error: '✗', warning: '!', question: '?', info: 'i' };
  const GROUPS = ['all', 'bad', 'good', 'open'];
  const RANK = { error: 0, warning: 1, info: 2, none: 3 };
  const SORTS = {
    line: (a, b) => a.document - b.document || a.line - b.line,
    verdict: (a, b) =>
      RANK[a.severity] - RANK[b.severity] || a.label.localeCompare(b.label) || a.line - b.line,
    claim: (a, b) => a.claim.localeCompare(b.claim),
    source: (a, b) => a.source.localeCompare(b.source) || a.location.localeCompare(b.location),
  };

  const state = Object.assign(
    { filter: 'all', search: '', sort: 'line', down: true, group: 'none', open: [] },
    vscode.getState(),
  );
  const open = new Set(state.open);
  let words = {};
  let summary = {};
  /** Documents in order: address, name, and the rows by id. */
  let documents = [];

  const byId = (id) => document.getElementById(id);
  const post = (type, row) =>
    vscode.postMessage(row ? { type, uri: row.uri, id: row.id } : { type, uri: '' });
  const keep = () => vscode.setState(Object.assign(state, { open: [...open] }));

  /** An element with properties and children; strings become text nodes. */
  function make(tag, properties, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(properties || {})) {
      if (name === 'class') element.className = value;
      else if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
      else if (value !== undefined && value !== false)
        element.setAttribute(name, value === true ? '' : value);
    }
    element.append(...children.filter((child) => child !== '' && child !== undefined));
    return element;
  }

  function rowsShown() {
    const needle = state.search.trim().toLocaleLowerCase();
    const all = documents.flatMap((d, i) => d.rows.map((row) => Object.assign({ document: i }, row)));
    const matches = (row) =>
      (state.filter === 'all' || row.group === state.filter) &&
      (needle === '' ||
        [row.marker, row.claim, row.why, row.source, row.location, row.label, row.quote || '']
          .join('\n')
          .toLocaleLowerCase()
          .includes(needle));
    const sorted = all.filter(matches).sort(SORTS[state.sort]);
    return state.down ? sorted : sorted.reverse();
  }

  const groupName = (row) =>
    ({
      none: () => '',
      verdict: () => row.label,
      source: () => row.source || row.location || row.label,
      document: () => documents[row.document].name,
    })[state.group]();

  const key = (row) => `${row.uri}#${row.id}`;

  function badge(row) {
    const mark = make('span', { class: `mark ${row.icon}`, 'aria-hidden': 'true' }, MARKS[row.icon] || '–');
    return make('span', { class: 'badge' }, mark, row.label);
  }

  function rowElement(row) {
    const isOpen = open.has(key(row));
    const toggle = make(
      'button',
      {
        class: 'toggle',
        'aria-expanded': String(isOpen),
        'data-key': key(row),
        title: row.why,
        onclick: () => flip(row),
      },
      badge(row),
    );
    const jump = make(
      'button',
      { class: 'link', title: words.reveal, onclick: () => post('reveal', row) },
      row.marker || '·',
    );
    const cells = [
      make('td', { class: 'verdict' }, toggle),
      make('td', { class: 'marker' }, jump),
      make('td', { class: 'claim' }, row.claim || row.why),
      make('td', { class: 'source', title: row.location }, row.source || row.location),
      make('td', { class: 'line' }, String(row.line)),
    ];
    return make('tr', { class: `row ${row.group}`, 'data-key': key(row) }, ...cells);
  }

  function layer([name, value]) {
    const mark = { pass: '✓', fail: '✗', unknown: '–' }[value];
    return make(
      'li',
      { class: `layer ${value}`, 'aria-label': `${words[name]}: ${words[value]}` },
      `${mark} ${words[name]}`,
    );
  }

  function detailsElement(row) {
    const facts = [row.depth, row.place, row.judge, row.confidence, row.cost].filter(Boolean).join(' · ');
    const button = (type, text) => make('button', { onclick: () => post(type, row) }, text);
    const isFinding = !row.id.startsWith('problem ');
    const cell = make(
      'td',
      { colspan: '5' },
      make('p', { class: 'why' }, row.why),
      row.quote ? make('blockquote', {}, row.quote) : '',
      row.suggestion ? make('p', {}, `${words.narrower}: ${row.suggestion}`) : '',
      row.location ? make('p', { class: 'location' }, row.location) : '',
      make('ul', { class: 'layers' }, ...Object.entries(row.layers).map(layer)),
      facts ? make('p', { class: 'facts' }, facts) : '',
      make(
        'p',
        { class: 'actions' },
        button('reveal', words.reveal),
        row.evidence ? button('evidence', words.evidence) : '',
        isFinding ? button('verify', words.verify) : '',
        row.link ? button('open', words.openSource) : '',
      ),
    );
    return make('tr', { class: 'details' }, cell);
  }

  function header(name, text) {
    const sorted = state.sort === name;
    const sort = sorted ? (state.down ? 'ascending' : 'descending') : 'none';
    const button = make(
      'button',
      { class: 'head', onclick: () => sortBy(name) },
      text,
      make('span', { 'aria-hidden': 'true' }, sorted ? (state.down ? ' ▾' : ' ▴') : ''),
    );
    return make('th', { scope: 'col', 'aria-sort': sort, class: name }, button);
  }

  function table(rows) {
    const head = make(
      'tr',
      {},
      header('verdict', words.verdict),
      make('th', { scope: 'col', class: 'marker' }, words.citation),
      header('claim', words.claim),
      header('source', words.source),
      header('line', words.line),
    );
    const body = make('tbody', {});
    let last = '';
    for (const row of rows) {
      const name = groupName(row);
      if (name !== last && name !== '') {
        const count = rows.filter((other) => groupName(other) === name).length;
        const title = make('th', { colspan: '5', scope: 'rowgroup' }, `${name} (${count})`);
        body.append(make('tr', { class: 'group' }, title));
      }
      last = name;
      body.append(rowElement(row));
      if (open.has(key(row))) body.append(detailsElement(row));
    }
    return make('table', { 'aria-label': words.title }, make('thead', {}, head), body);
  }

  const grouped = (rows) =>
    state.group === 'none' ? rows : [...rows].sort((a, b) => groupName(a).localeCompare(groupName(b)));

  /** Draws the rows; focus and scroll stay where they were. */
  function draw() {
    const focused = document.activeElement && document.activeElement.dataset.key;
    const rows = grouped(rowsShown());
    const total = documents.reduce((sum, d) => sum + d.rows.length, 0);
    byId('rows').replaceChildren(...(rows.length > 0 ? [table(rows)] : []));
    byId('nothing').hidden = rows.length > 0;
    byId('nothing').textContent = total === 0 ? words.empty : words.noMatch;
    const parts = [summary.verdicts, summary.problems, summary.citations, summary.cost, summary.running];
    byId('summary').textContent = total === 0 ? '' : parts.filter(Boolean).join(' · ');
    byId('tools').hidden = total === 0;
    for (const chip of document.querySelectorAll('.chip')) {
      const filter = chip.dataset.filter;
      chip.setAttribute('aria-pressed', String(state.filter === filter));
      const rowsOf = documents.flatMap((d) => d.rows);
      const count = rowsOf.filter((row) => filter === 'all' || row.group === filter).length;
      chip.textContent = `${words[filter]} ${count}`;
    }
    const stop = byId('stop');
    if (stop) stop.hidden = !summary.running;
    if (focused) {
      const again = [...document.querySelectorAll('.toggle')].find((b) => b.dataset.key === focused);
      if (again) again.focus({ preventScroll: true });
    }
  }

  function flip(row) {
    if (!open.delete(key(row))) open.add(key(row));
    keep();
    draw();
  }

  function sortBy(name) {
    state.down = state.sort === name ? !state.down : true;
    state.sort = name;
    keep();
    draw();
    const button = document.querySelector(`th.${name} .head`);
    if (button) button.focus();
  }

  function set(name, value) {
    state[name] = value;
    keep();
    draw();
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
    const chips = GROUPS.map((filter) =>
      make(
        'button',
        { class: 'chip', 'data-filter': filter, onclick: () => set('filter', filter) },
        words[filter],
      ),
    );
    const options = ['none', 'verdict', 'source', 'document'];
    const select = make(
      'select',
      { id: 'group', onchange: (event) => set('group', event.target.value) },
      ...options.map((name) => make('option', { value: name }, words[name])),
    );
    select.value = state.group;
    byId('tools').replaceChildren(
      search,
      make('span', { class: 'chips', role: 'group', 'aria-label': words.verdict }, ...chips),
      make('label', {}, `${words.groupBy} `, select),
      make('span', { class: 'space' }),
      make('button', { onclick: () => post('verifyAll', { uri: first(), id: '' }) }, words.verifyAll),
      make('button', { onclick: () => post('export') }, words.export),
      make('button', { id: 'stop', hidden: true, onclick: () => post('cancel') }, words.cancel),
    );
  }
  const first = () => (documents.length === 1 ? documents[0].uri : '');

  /** Arrow keys walk over the rows, Home and End go to the ends. */
  function walk(event) {
    if (!event.target.classList || !event.target.classList.contains('toggle')) return;
    const toggles = [...document.querySelectorAll('.toggle')];
    const at = toggles.indexOf(event.target);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: toggles.length - 1 }[event.key];
    if (to === undefined || !toggles[to]) return;
    event.preventDefault();
    toggles[to].focus();
  }

  function take(message) {
    const old = new Map(documents.map((d) => [d.uri, new Map(d.rows.map((row) => [row.id, row]))]));
    documents = message.documents.map(({ uri, name, order, changed }) => {
      const rows = old.get(uri) || new Map();
      for (const row of changed) rows.set(row.id, Object.assign({ uri }, row));
      return { uri, name, rows: order.map((id) => rows.get(id)).filter(Boolean) };
    });
    summary = message.summary;
    draw();
  }

  window.addEventListener('message', ({ data }) => {
    if (data.type === 'words') {
      words = data.words;
      documents = [];
      tools();
    } else if (data.type === 'rows') take(data);
  });
  document.addEventListener('keydown', walk);
  post('ready');
})();

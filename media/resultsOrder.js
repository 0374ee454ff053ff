// Which rows are shown, in which order and groups. Pure: no element, no message.

/** @import { Doc, Shown, Words } from './resultsTypes' */

/** @type {Readonly<Record<string, number>>} */
const RANK = { error: 0, warning: 1, info: 2, none: 3 };
const rank = (/** @type {Shown} */ row) => RANK[row.severity] ?? 3;
const collator = new Intl.Collator(document.documentElement.lang);
const compare = (/** @type {string} */ a, /** @type {string} */ b) => collator.compare(a, b);

/** @typedef {(a: Shown, b: Shown) => number} Order */
/** @type {Order} */
const byLine = (a, b) => a.document - b.document || a.rank - b.rank || a.line - b.line;
/** @type {Readonly<Record<string, Order>>} */
export const SORTS = {
  line: byLine,
  verdict: (a, b) => rank(a) - rank(b) || compare(a.label, b.label) || byLine(a, b),
  claim: (a, b) => compare(a.claim, b.claim),
  source: (a, b) => compare(a.source, b.source) || compare(a.location, b.location),
};

/** Filters that are always there. `code:dead` shows the problems of one code. */
export const FILTERS = ['all', 'bad', 'good', 'open', 'suppressed'];
export const GROUPS = ['document', 'verdict', 'source', 'section', 'none'];

/** @type {(row: Shown, filter: string) => boolean} */
export const passes = (row, filter) =>
  filter === 'all' || row.group === filter || (row.group === 'bad' && filter === `code:${row.code}`);

/** @type {(row: Shown) => string} */
const searched = ({ marker, claim, why, source, location, label, quote, section }) =>
  [marker, claim, why, source, location, label, quote ?? '', section].join('\n').toLocaleLowerCase();

/**
 * The rows that pass filter and search, in order.
 * @param {readonly Doc[]} documents
 * @param {{ filter: string, search: string, sort: string, down: boolean }} state
 */
export function matching(documents, { filter, search, sort, down }) {
  const needle = search.trim().toLocaleLowerCase();
  const order = SORTS[sort] ?? byLine;
  return documents
    .flatMap(({ rows }) => rows)
    .filter((row) => passes(row, filter) && (needle === '' || searched(row).includes(needle)))
    .sort(down ? order : (a, b) => order(b, a));
}

/** The codes of problems with their labels and numbers, most frequent first. */
export function problemCodes(/** @type {readonly Doc[]} */ documents) {
  /** @type {Map<string, { label: string, count: number }>} */
  const codes = new Map();
  for (const { rows } of documents)
    for (const row of rows)
      if (row.group === 'bad')
        codes.set(row.code, { label: row.label, count: (codes.get(row.code)?.count ?? 0) + 1 });
  return [...codes].sort(([, a], [, b]) => b.count - a.count || compare(a.label, b.label));
}

/**
 * The name of a row's group; empty where rows are not grouped. One document is no group.
 * @param {Shown} row
 * @param {string} group
 * @param {readonly Doc[]} documents
 * @param {Words} words
 */
export function groupName(row, group, documents, words) {
  const name = documents[row.document]?.name ?? '';
  switch (group) {
    case 'verdict':
      return row.label;
    case 'source':
      return row.source || row.location || row.label;
    case 'section': {
      const section = row.section || (words.noSection ?? '');
      return documents.length > 1 ? `${name} › ${section}` : section;
    }
    case 'document':
      return documents.length > 1 ? name : '';
    default:
      return '';
  }
}

/**
 * Rows of a group together, groups in the order of their first row; verdicts by severity.
 * @param {Shown[]} rows
 * @param {string} group
 * @param {(row: Shown) => string} nameOf
 */
export function grouped(rows, group, nameOf) {
  if (group === 'none') return rows;
  const groups = [...Map.groupBy(rows, nameOf).values()];
  if (group === 'verdict') groups.sort(([a], [b]) => (a && b ? rank(a) - rank(b) : 0));
  return groups.flat();
}

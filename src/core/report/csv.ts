/** RFC 4180, one row a finding or problem, and one a file that could not be read. */
import { printable, printableLines } from './escape';
import {
  noticeLine,
  rows,
  sourceOf,
  type DocumentReport,
  type Report,
  type ReportError,
  type Row,
} from './shape';

const HEAD = [
  'path',
  'line',
  'column',
  'severity',
  'code',
  'citation',
  'identifier',
  'claim',
  'message',
  'support',
  'confidence',
  'quote',
  'title',
  'source',
  'costUsd',
  'suppressed',
  'notices',
];

/** A cell that a spreadsheet takes as text: quoted where needed, never the start of a formula, and no escapes for a terminal. */
function cell(value: string | number | undefined): string {
  if (typeof value === 'number') return String(value);
  const shown = printableLines(value ?? '');
  const text = /^[=+\-@\t\r]/.test(shown) ? `'${shown}` : shown;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function cells({ path }: DocumentReport, row: Row): (string | number | undefined)[] {
  const { line, column, severity, code, raw, message, finding, suppressed } = row;
  const verdict = finding?.stage === 'judged' ? finding.verdict : undefined;
  const { title, location } = finding ? sourceOf(finding) : { title: '', location: '' };
  return [
    ...[path, line, column, severity, code, raw, finding?.citation.identifier, finding?.citation.claim.text],
    ...[message, verdict?.support, verdict?.confidence, verdict?.quote?.text, title, location],
    ...[verdict?.costUsd, suppressed?.by, row.notices.map(noticeLine).join(' ')],
  ];
}

const unread = ({ path, message }: ReportError): (string | undefined)[] =>
  HEAD.map((name) => ({ path, severity: 'error', code: 'unreadable', message: printable(message) })[name]);

export const csv = ({ documents, errors }: Report): string =>
  [HEAD, ...documents.flatMap((d) => rows(d).map((row) => cells(d, row))), ...errors.map(unread)]
    .map((line) => `${line.map(cell).join(',')}\r\n`)
    .join('');

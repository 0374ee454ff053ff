/** RFC 4180: one row per finding, problem or unreadable file. */
import { say } from '../causes';
import { pageOf } from '../findings/finding';
import { printable, printableLines } from '../text/printable';
import { headed, noticeLine, rows, sourceOf } from './shape';
import type { DocumentReport, ReportError, ReportWriter, Row } from './shape';

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
  'page',
  'refused',
  'match',
];

/** Escapes a cell: quoted if needed, never a formula in a spreadsheet, no terminal escapes. */
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
    ...[verdict?.costUsd, suppressed?.by, row.notices.map((one) => noticeLine(one)).join(' ')],
    ...[finding && pageOf(finding), verdict?.refused && say(verdict.refused), verdict?.quote?.match],
  ];
}

const unread = ({ path, message }: ReportError): (string | undefined)[] =>
  HEAD.map((name) => ({ path, severity: 'error', code: 'unreadable', message: printable(message) })[name]);

/** Formats rows as lines. */
export const lines = (all: readonly (readonly (string | number | undefined)[])[]): string =>
  all.map((row) => `${row.map(cell).join(',')}\r\n`).join('');

export function csv(): ReportWriter {
  const begun = headed(lines([HEAD]));
  return {
    document: (d) => begun(lines(rows(d).map((row) => cells(d, row)))),
    end: ({ errors }) => begun(lines(errors.map(unread))),
  };
}

/** RFC 4180: one row per finding, problem or unreadable file. */
import { say } from '../causes';
import { pageOf } from '../findings/finding';
import { printable, printableLines } from '../text/printable';
import { headed, noticeLine, rows, sourceOf } from './shape';
import type { DocumentReport, ReportError, ReportWriter, Row } from './shape';

type Cell = string | number | undefined;

const verdictOf = ({ finding }: Row) => (finding?.stage === 'judged' ? finding.verdict : undefined);
const COLUMNS: Readonly<Record<string, (row: Row) => Cell>> = {
  line: ({ line }) => line,
  column: ({ column }) => column,
  severity: ({ severity }) => severity,
  code: ({ code }) => code,
  citation: ({ raw }) => raw,
  identifier: ({ finding }) => finding?.citation.identifier,
  claim: ({ finding }) => finding?.citation.claim.text,
  message: ({ message }) => message,
  support: (row) => verdictOf(row)?.support,
  confidence: (row) => verdictOf(row)?.confidence,
  quote: (row) => verdictOf(row)?.quote?.text,
  title: ({ finding }) => finding && sourceOf(finding).title,
  source: ({ finding }) => finding && sourceOf(finding).location,
  costUsd: (row) => verdictOf(row)?.costUsd,
  suppressed: ({ suppressed }) => suppressed?.by,
  notices: ({ notices }) => notices.map((one) => noticeLine(one)).join(' '),
  page: ({ finding }) => finding && pageOf(finding),
  refused: (row) => {
    const refused = verdictOf(row)?.refused;
    return refused && say(refused);
  },
  match: (row) => verdictOf(row)?.quote?.match,
};

/**
 * Escapes a cell: quoted if needed, never a formula in a spreadsheet, no terminal escapes. A spreadsheet that separates cells by semicolons
 * ignores these quotes, so a cell may begin at each semicolon and line, and quotes there are removed.
 */
function cell(value: Cell): string {
  if (typeof value === 'number') return String(value);
  const text = printableLines(value ?? '').replace(/(?:^|[;\n])(?=(?:[^\S\n]|")*[=+\-@＝＋－＠])/g, "$&'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Formats rows as lines. */
export const lines = (all: readonly (readonly Cell[])[]): string =>
  all.map((row) => `${row.map(cell).join(',')}\r\n`).join('');

export function csv(): ReportWriter {
  const begun = headed(lines([['path', ...Object.keys(COLUMNS)]]));
  const read =
    ({ path }: DocumentReport) =>
    (row: Row) => [path, ...Object.values(COLUMNS).map((of) => of(row))];
  const unread = ({ path, message }: ReportError) => {
    const known: Record<string, Cell> = {
      severity: 'error',
      code: 'unreadable',
      message: printable(message),
    };
    return [path, ...Object.keys(COLUMNS).map((name) => known[name])];
  };
  return {
    document: (d) => begun(lines(rows(d).map(read(d)))),
    end: ({ errors }) => begun(lines(errors.map(unread))),
  };
}

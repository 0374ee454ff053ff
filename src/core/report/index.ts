/** What a run found, in the shape of each format. Pure: a report in, a string out. */
import { csv } from './csv';
import { envelope } from './envelope';
import { html } from './html';
import { json } from './json';
import { junit } from './junit';
import { markdown } from './markdown';
import { sarif } from './sarif';
import type { Look, Report } from './shape';
import { table } from './table';

export {
  failureJson,
  noticeJson,
  papersJson,
  reasonJson,
  resolveJson,
  scanJson,
  type Resolved,
  type Scanned,
} from './json';
export { printable, printableLines } from './escape';
export { plural } from './score';
export { fails, rows, type Look, type Report, type ReportError } from './shape';

const FORMATS = { text: table, json, markdown, html, sarif, junit, csv, envelope } as const satisfies Record<
  string,
  (report: Report, look: Look) => string
>;
export type Format = keyof typeof FORMATS;
export const FORMAT_NAMES = Object.keys(FORMATS) as readonly Format[]; // keys of a closed table

/** The report in a format, ending with a line end. */
export const render = (report: Report, format: Format, look: Look): string => FORMATS[format](report, look);

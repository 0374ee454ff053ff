/** What a run found, in the shape of each format. Pure: a report in, a string out. */
import { csv } from './report/csv';
import { envelope } from './report/envelope';
import { html } from './report/html';
import { json } from './report/json';
import { junit } from './report/junit';
import { markdown } from './report/markdown';
import { sarif } from './report/sarif';
import type { Look, Report } from './report/shape';
import { table } from './report/table';

export { resolveJson, scanJson, type Resolved, type Scanned } from './report/json';
export { printable, printableLines } from './report/escape';
export { plural } from './report/score';
export { fails, rows, type Look, type Report, type ReportError } from './report/shape';

const FORMATS = { text: table, json, markdown, html, sarif, junit, csv, envelope } as const satisfies Record<
  string,
  (report: Report, look: Look) => string
>;
export type Format = keyof typeof FORMATS;
export const FORMAT_NAMES = Object.keys(FORMATS) as readonly Format[]; // keys of a closed table

/** The report in a format, ending with a line end. */
export const render = (report: Report, format: Format, look: Look): string => FORMATS[format](report, look);

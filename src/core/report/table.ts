/** The report as a person reads it in a terminal: aligned, coloured where the terminal shows colours. */
import type { Severity } from '../codes';
import { isOffline } from '../offlineDetector';
import { highest } from '../text/highest';
import { printable } from './escape';
import { plural, totals } from './score';
import { isOpen, rows, sourceOf, type DocumentReport, type Look, type Report, type Row } from './shape';

const STYLE = { red: 31, yellow: 33, cyan: 36, green: 32, dim: 2, bold: 1 } as const;
type Style = keyof typeof STYLE;
type Paint = (text: string, style: Style) => string;
const painter =
  (colour: boolean): Paint =>
  (text, style) =>
    colour ? `\u001b[${STYLE[style]}m${text}\u001b[0m` : text;

const MARKS: Readonly<Record<Severity, { readonly mark: string; readonly style: Style }>> = {
  error: { mark: '✗ error', style: 'red' },
  warning: { mark: '! warning', style: 'yellow' },
  info: { mark: '· info', style: 'cyan' },
  none: { mark: '✓ ok', style: 'green' },
};
const SUPPRESSED = { mark: '- suppressed', style: 'dim' } as const;

/** Two columns for what East Asian terminals draw wide, none for combining marks. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const widthOf = (text: string): number =>
  Array.from(text).reduce((sum, c) => sum + (/\p{Mn}/u.test(c) ? 0 : WIDE.test(c) ? 2 : 1), 0);
const pad = (text: string, width: number) => text + ' '.repeat(Math.max(0, width - widthOf(text)));

/** Cuts to `width` columns. */
function fit(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = '';
  for (const c of text) {
    if (widthOf(kept + c) >= width) break;
    kept += c;
  }
  return `${kept}…`;
}

const RAW = 32;
const wordsOf = ({ finding, message, suppressed, severity }: Row): string => {
  if (suppressed) return [suppressed.by, suppressed.note].filter(Boolean).join(': ');
  if (severity !== 'none' || finding === undefined) return message;
  return sourceOf(finding).title || sourceOf(finding).location;
};
/** Kinds of notices stand before the words, which may be cut. */
const detailOf = (row: Row): string =>
  [...new Set(row.notices.map(({ kind }) => `[${kind}]`)), wordsOf(row)].join(' ');

function cellsOf(row: Row) {
  const { mark, style } = row.suppressed ? SUPPRESSED : MARKS[row.severity];
  return { place: `${row.line}:${row.column}`, mark, style, code: row.code, raw: fit(row.raw, RAW), row };
}

function lines(all: readonly Row[], paint: Paint, columns: number): string[] {
  const cells = all.map(cellsOf);
  const width = (pick: (c: (typeof cells)[number]) => string) => highest(cells.map((c) => widthOf(pick(c))));
  const widths = {
    place: width((c) => c.place),
    mark: width((c) => c.mark),
    code: width((c) => c.code),
    raw: width((c) => c.raw),
  };
  const left = 2 + widths.place + widths.mark + widths.code + widths.raw + 8;
  const room = Math.max(24, columns - left);
  return cells.map(({ place, mark, style, code, raw, row }) =>
    [
      `  ${' '.repeat(widths.place - place.length)}${paint(place, 'dim')}`,
      paint(pad(mark, widths.mark), style),
      pad(code, widths.code),
      pad(raw, widths.raw),
      fit(printable(detailOf(row)), room),
    ]
      .join('  ')
      .trimEnd(),
  );
}

/** The one message for all such citations of a run. */
export const offlineMessage = (count: number): string =>
  `You seem to be offline: ${count === 1 ? 'one citation was' : `${count} citations were`} not looked up. Run again later.`;

/** Said once for all, below. */
const isOfflineRow = ({ finding }: Row): boolean => finding !== undefined && isOffline(finding);

function section(document: DocumentReport, paint: Paint, columns: number): string {
  const every = rows(document);
  const all = every.filter((row) => !isOfflineRow(row));
  const head = paint(printable(document.path), 'bold');
  if (every.length > 0 && all.length === 0) return `${head}\n`;
  if (all.length === 0)
    return `${head}\n  ${document.unchecked?.length ? 'nothing to report' : 'no citations'}\n`;
  return `${head}\n${lines(all, paint, columns).join('\n')}\n`;
}

/** `columns` bounds the lines on a terminal; into a file they are as long as their messages. */
export function table(report: Report, { colour = false, columns = Infinity }: Look): string {
  const { documents } = report;
  const paint = painter(colour);
  const open = documents.flatMap(rows).filter(isOpen);
  const count = (severity: Severity) => open.filter((row) => row.severity === severity).length;
  const tally = `${plural(count('error'), 'error')}, ${plural(count('warning'), 'warning')}, ${plural(count('info'), 'note')}`;
  const body = documents.map((d) => section(d, paint, columns)).join('\n');
  const offline = open.filter(isOfflineRow).length;
  const said = offline === 0 ? '' : `${paint(offlineMessage(offline), 'yellow')}\n`;
  return `${body}\n${said}${paint(totals(report), 'bold')} · ${tally}\n`;
}

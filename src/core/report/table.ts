/** The terminal report: aligned, with color if supported. */
import type { Severity } from '../codes';
import type { Notice } from '../model';
import { isOffline, matchOf, pageOf } from '../findings/finding';
import { highest } from '../text/highest';
import { say } from '../causes';
import { plural } from './escape';
import { printable } from '../text/printable';
import { Totals } from './score';
import { isOpen, isUnproven, noticeLine, offMessage, rows, sourceOf, withoutUnreached } from './shape';
import type { DocumentReport, Look, ReportWriter, Row } from './shape';

const STYLE = { red: 31, yellow: 33, cyan: 36, green: 32, dim: 2, bold: 1 } as const;
type Style = keyof typeof STYLE;
type Paint = (text: string, style: Style) => string;

const MARKS: Readonly<Record<Severity, { readonly mark: string; readonly style: Style }>> = {
  error: { mark: '✗ error', style: 'red' },
  warning: { mark: '! warning', style: 'yellow' },
  info: { mark: '· info', style: 'cyan' },
  none: { mark: '✓ ok', style: 'green' },
};
const SUPPRESSED = { mark: '- suppressed', style: 'dim' } as const;
const UNPROVEN = { mark: '○ not judged', style: 'dim' } as const;
const HIDDEN = { mark: '· none', style: 'dim' } as const;

/** Characters two columns wide in East Asian terminals, and combining marks with none. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const widthOf = (text: string): number =>
  Array.from(text).reduce((sum, c) => sum + (/\p{Mn}/u.test(c) ? 0 : WIDE.test(c) ? 2 : 1), 0);
const pad = (text: string, width: number) => text + ' '.repeat(Math.max(0, width - widthOf(text)));

/** Truncates to `width` columns. */
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
const wordsOf = (row: Row): string => {
  const { finding, message, suppressed, severity } = row;
  if (suppressed) return [suppressed.by, suppressed.note].filter(Boolean).join(': ');
  if (severity !== 'none' || finding === undefined) return message;
  const source = sourceOf(finding).title || sourceOf(finding).location;
  return isUnproven(row) ? `${message} · ${source}` : source;
};
const isOfPlace = ({ kind }: Notice): boolean => kind === 'place';

/** The kinds of notices come before the words, which may be truncated. The place of a misplaced quotation has a line of its own below. */
const detailOf = (row: Row): string => {
  const page = row.finding && pageOf(row.finding);
  const kinds = new Set(row.notices.flatMap((one) => (isOfPlace(one) ? [] : [`[${one.kind}]`])));
  return [...kinds, ...(page === undefined ? [] : [`[page ${page}]`]), wordsOf(row)].join(' ');
};

function cellsOf(row: Row) {
  const own = isUnproven(row) ? (row.finding ? UNPROVEN : HIDDEN) : MARKS[row.severity];
  const { mark, style } = row.suppressed ? SUPPRESSED : own;
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

/** The message for all such citations of a run. */
export const offlineMessage = (count: number): string =>
  `You appear to be offline: ${count === 1 ? 'one citation was' : `${count} citations were`} not looked up. Run again later.`;

const below = (name: string, text: string): string => `      ${name.padEnd(8)} ${printable(text, 600)}`;
const noticesBelow = (notices: readonly Notice[]): string[] =>
  notices.map((one) => below('notice', noticeLine(one)));

/** Evidence below a row: claim, quotation with page, and notices about the source. */
function evidenceOf({ finding, notices }: Row): string[] {
  if (!finding) return [];
  const { citation } = finding;
  const judged = finding.stage === 'judged' ? finding.verdict : undefined;
  const { title, location } = sourceOf(finding);
  const quote = judged?.quote;
  const details: readonly (readonly [string, string | undefined])[] = [
    ['claim', citation.claim.text],
    ['source', [title, location].filter(Boolean).join('  ') || undefined],
    ['quote', quote && `“${quote.text}” (${say(matchOf(quote))})`],
    ['verdict', judged && `${judged.support}, ${Math.round(judged.confidence * 100)} %, ${judged.model}`],
    ['lowered', judged?.refused && say(judged.refused)],
  ];
  return [
    ...details.flatMap(([name, text]) => (text === undefined ? [] : [below(name, text)])),
    ...noticesBelow(notices),
  ];
}

/** A document's rows; empty if there is nothing to report. */
function section(
  document: DocumentReport,
  every: readonly Row[],
  paint: Paint,
  { columns = Infinity, quiet, verbose }: Look,
): string {
  const { open, off, offline } = withoutUnreached(every);
  const shown = quiet ? open.filter(isProblem) : open;
  const body = lines(shown, paint, columns).flatMap((line, i) => {
    const row = shown[i];
    if (!row) return [line];
    return [line, ...(verbose ? evidenceOf(row) : noticesBelow(row.notices.filter(isOfPlace)))];
  });
  if (off > 0 && !quiet) body.push(`  ${offMessage(off)}`);
  if (body.length === 0 && quiet) return '';
  if (body.length === 0 && offline === 0)
    body.push(document.unchecked?.length ? '  nothing to report' : '  no citations');
  return [paint(printable(document.path), 'bold'), ...body].map((line) => `${line}\n`).join('');
}

const isProblem = (row: Row) => isOpen(row) && row.severity !== 'info';

/** `columns` limits line length on a terminal; files get full lines. */
export function table(look: Look): ReportWriter {
  const { colour = false, quiet = false } = look;
  const paint: Paint = (text, style) => (colour ? `\u001b[${STYLE[style]}m${text}\u001b[0m` : text);
  const totals = new Totals();
  const counts: Record<Severity, number> = { error: 0, warning: 0, info: 0, none: 0 };
  let between = '';
  let offline = 0;
  return {
    document(d) {
      totals.add(d);
      const every = rows(d);
      for (const row of every.filter(isOpen)) {
        counts[row.severity]++;
        if (row.finding && isOffline(row.finding)) offline++;
      }
      const text = section(d, every, paint, look);
      if (text === '') return '';
      const all = between + text;
      between = '\n';
      return all;
    },
    end({ summary }) {
      const warning = offline === 0 ? '' : `${paint(offlineMessage(offline), 'yellow')}\n`;
      if (quiet) return warning;
      const tally = `${plural(counts.error, 'error')}, ${plural(counts.warning, 'warning')}, ${counts.info} info`;
      return `${between}${warning}${paint(totals.line(summary), 'bold')} · ${tally}\n`;
    },
  };
}

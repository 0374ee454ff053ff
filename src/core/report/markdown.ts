/** A Markdown report for code hosts and pull requests. Text from others is escaped, so that it can't become a link, an image or markup. */
import { say } from '../causes';
import { matchOf, pageOf } from '../findings/finding';
import { escapeMarkdown, webAddress } from './escape';
import { printable } from '../text/printable';
import { summaryFirst } from './score';
import { isOpen, isUnproven, noticeLine, offMessage, rows, sourceOf, withoutUnreached } from './shape';
import type { DocumentReport, ReportError, ReportWriter, Row } from './shape';

const SIGNS = { error: '✗', warning: '⚠', info: 'ℹ', none: '✓' } as const;

/** `<…>` allows characters in an address that would end the link. */
const link = (location: string, title: string) => {
  const address = webAddress(location);
  const shown = escapeMarkdown(printable(title || location, 80));
  return address ? `[${shown}](<${address}>)` : shown;
};

function line(row: Row): string {
  const { title, location } = row.finding ? sourceOf(row.finding) : { title: '', location: '' };
  const words = [row.message, ...row.notices.map((one) => noticeLine(one))].join(' ');
  const details = row.suppressed ? `${words} (suppressed: ${printable(row.suppressed.by)})` : words;
  const sign = isUnproven(row) ? '○' : SIGNS[row.severity];
  const cells = [`${row.line}:${row.column}`, `${sign} ${row.code}`, escapeMarkdown(row.raw)];
  return `| ${[...cells, escapeMarkdown(details), link(location, title)].join(' | ')} |\n`;
}

/** Details below the table: claim, verdict and the quotation found in the source. */
function proof({ finding, line: number }: Row): string {
  if (finding?.stage !== 'judged') return '';
  const { verdict, citation } = finding;
  const place = pageOf(finding) === undefined ? '' : ` (page ${pageOf(finding)})`;
  const quote = verdict.quote
    ? `> ${escapeMarkdown(printable(verdict.quote.text, 600))}${place}\n`
    : 'No quotation\n';
  const narrower = verdict.suggestion
    ? `\nNarrower claim: ${escapeMarkdown(printable(verdict.suggestion))}\n`
    : '';
  const head = `**${number}** ${escapeMarkdown(printable(citation.claim.text, 400))}`;
  const tail = `${verdict.support}, ${Math.round(verdict.confidence * 100)} %, ${escapeMarkdown(printable(verdict.model))}`;
  const match = verdict.quote ? `, ${say(matchOf(verdict.quote))}` : '';
  const refused = verdict.refused ? `\nLowered: ${escapeMarkdown(printable(say(verdict.refused)))}\n` : '';
  return `${head} (${tail}${match})\n\n${quote}${refused}${narrower}\n`;
}

function section(document: DocumentReport): string {
  const all = rows(document);
  const head = `## ${escapeMarkdown(printable(document.path))}\n\n`;
  if (all.length === 0) return `${head}No citations.\n\n`;
  const { open, off } = withoutUnreached(all);
  const shown = off > 0 ? open : all;
  const columns = '| Place | Finding | Citation | Details | Source |\n|---|---|---|---|---|\n';
  const table = shown.length === 0 ? '' : `${columns}${shown.map(line).join('')}\n`;
  const unreached = off === 0 ? '' : `${offMessage(off)}.\n\n`;
  const proofs = all.filter(isOpen).map(proof).join('');
  return head + table + unreached + (proofs && `### Evidence\n\n${proofs}`);
}

const errorLine = ({ path, message }: ReportError) =>
  `- ${escapeMarkdown(printable(path))}: ${escapeMarkdown(printable(message))}\n`;

export const markdown = (): ReportWriter =>
  summaryFirst(section, ({ sections, totals, errors }) => {
    const unread = errors.length === 0 ? '' : `## Not read\n\n${errors.map(errorLine).join('')}\n`;
    return `# Citations\n\n${escapeMarkdown(totals)}.\n\n${sections}${unread}`;
  });

/**
 * What a hover, a row and the evidence say about a finding, beside what every view says (`labels.ts`). Loaded with the first of them, so
 * nothing that is read at the start may import this. Pure, as `labels.ts` is: plain text that no view may read as markup.
 */
import { env, l10n, type MarkdownString } from 'vscode';
import { matchOf } from '../../core/findings/finding';
import { createLogCounts } from '../../core/findings/tally';
import { why as whyOf } from '../../core/findings/why';
import type { Finding, Source, Span, Suppressed, ReadFinding } from '../../core/model';
import { suppressedBy, wordsIn } from '../../core/report/reportWords';
import { logText } from '../../core/report/score';
import type { TextScan } from '../../core/scan/scanner';
import { pageAt } from '../../core/text/lines';
import { clean, isClosest, reasonText, translate } from './labels';

/** Why a finding is what it is, for a place beside its label. */
export const why = (finding: Finding): string => clean(whyOf(finding, translate), 600);

/** What suppresses a finding, and why. */
export function suppressionSentence({ by, note }: Suppressed): string {
  const what = suppressedBy(clean(by, 60), wordsIn(translate));
  return note === undefined ? what : `${what}: ${clean(note, 200)}`;
}

/** Why a source could be read only in part. */
export const DEPTHS: Readonly<Record<Source['depth'], string>> = {
  full: 'full text',
  abstract: 'abstract only',
  metadata: 'record only',
};

/** How a quotation of a finding matches its source, or that none was found, and the page of `span`. */
export function placeParts(finding: ReadFinding, span: Span): string[] {
  const quote = finding.stage === 'judged' ? finding.verdict.quote : undefined;
  const page = pageAt(finding.source.pages, span.start);
  return [
    ...(quote ? [reasonText(matchOf(quote), 60)] : []),
    ...(isClosest(finding) ? [l10n.t('closest passage')] : []),
    ...(page === undefined ? [] : [l10n.t('page {0}', page)]),
  ];
}

/** The narrower claim that a verdict suggests, as a part of what is shown. */
export function suggestionPart(finding: Finding): { readonly suggestion?: string } {
  const suggestion = finding.stage === 'judged' ? finding.verdict.suggestion : undefined;
  return suggestion ? { suggestion: clean(suggestion, 400) } : {};
}

/** `91% confidence`. */
export const confidenceText = (confidence: number): string =>
  l10n.t('{0}% confidence', Math.round(confidence * 100));

/** What the logs of agents say, in one line. Empty if no document is one. */
export function logSummary(scans: readonly Pick<TextScan, 'citations' | 'log'>[]): string {
  const all = createLogCounts();
  for (const { citations, log } of scans) all.add({ unchecked: citations, ...(log && { log }) });
  return logText(all.counts(), wordsIn(translate)).join('');
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** `just now`, `5 minutes ago`, in the editor's language. */
export function age(fromMs: number, nowMs: number): string {
  const past = nowMs - fromMs;
  const [unit, ms] = UNITS.find(([, long]) => past >= long) ?? [];
  if (unit === undefined) return l10n.t('just now');
  return new Intl.RelativeTimeFormat(env.language).format(-Math.floor(past / ms), unit);
}

const ENTITIES: Readonly<Record<string, string>> = {
  ' ': ' ',
  '&': '&amp;',
  ':': '&colon;',
  '.': '&period;',
  '@': '&commat;',
  '=': '&equals;',
  '<': '&lt;',
  '>': '&gt;',
};

/**
 * Appends hostile text so that none of it is Markdown. `appendText` alone would turn spaces into hard ones, which never wrap,
 * and would leave bare addresses, which the editor makes into links: these characters go in as entities.
 */
export function appendPlain(markdown: MarkdownString, text: string): MarkdownString {
  for (const piece of clean(text, 2_000).split(/([ &:.@=<>])/)) {
    const entity = ENTITIES[piece];
    if (entity === undefined) markdown.appendText(piece);
    else markdown.appendMarkdown(entity);
  }
  return markdown;
}

/** The content of a hover as plain text, never markup. */
import { l10n } from 'vscode';
import type { Citation, Finding, Source } from '../../core/model';
import { evidenceSpan } from './evidenceAddress';
import {
  age,
  confidenceText,
  DEPTHS,
  placeParts,
  suggestionPart,
  suppressionSentence,
  why,
} from './findingLabels';
import { clean, icon, isClosest, label, money, reasonText, webLink } from './labels';
import { citedText, linkOf } from './reference';

export type Cited = { readonly text: string; readonly link?: string };

/** What a citation cites, according to its document, or as its source was read. */
export function citedOf(document: string, citation: Citation, finding: Finding | undefined): Cited {
  const source = finding && finding.stage !== 'unresolved' ? finding.source : undefined;
  const written = citedText(document, citation);
  const link = webLink(linkOf(citation, finding) ?? '');
  // A URL alone is shown as the link, with the title of its source once that is known.
  const isAddress = link !== undefined && webLink(written) !== undefined;
  const cited = (isAddress ? '' : written) || (source ? clean(source.title, 200) : '');
  // A reference that ends with its URL would repeat it.
  const text = link === undefined ? cited : cited.replace(link, '').trim();
  return { text, ...(link !== undefined && { link }) };
}

/** Limits of how the source was read. */
const readingOf = (source: Source): string[] => [
  ...(source.depth === 'full' ? [] : [l10n.t(DEPTHS[source.depth])]),
  ...(source.via === 'wayback' ? [l10n.t('archived copy')] : []),
  ...(source.truncated ? [l10n.t('truncated')] : []),
];

function quoteOf(finding: Finding) {
  const span = evidenceSpan(finding);
  if (finding.stage === 'unresolved' || !span) return undefined;
  // A verdict without a quotation has a reason, which a passage that is merely similar doesn't show.
  if (finding.stage === 'judged' && isClosest(finding)) return undefined;
  return {
    text: clean(finding.source.text.slice(span.start, span.end), 600),
    place: placeParts(finding, span).join(', '),
  };
}

function footerOf(finding: Finding, at: number | undefined, now: number): string {
  const when = at === undefined ? [] : [l10n.t('checked {0}', age(at, now))];
  // Of a link that was only checked nothing was read.
  const isUnread = finding.stage === 'unresolved' || finding.code === 'reached';
  const read = isUnread ? [] : readingOf(finding.source);
  if (finding.stage !== 'judged') return [...read, ...when].join(' · ');
  const { model, costUsd, usage, confidence } = finding.verdict;
  return [...read, confidenceText(confidence), clean(model, 80), money(costUsd, usage), ...when].join(' · ');
}

/** A proxy chooses the address of every source, so its notice would be in every card: reports have it, cards don't. */
const isNews = ({ kind }: Source['notices'][number]) => kind !== 'through-proxy';

function notesOf(finding: Finding): string[] {
  if (finding.stage === 'unresolved')
    return finding.archived === undefined ? [] : [l10n.t('Archived copy: {0}', clean(finding.archived, 200))];
  const redundant = finding.stage === 'judged' && finding.adds === false;
  return [
    ...finding.source.notices.filter(isNews).map((notice) => reasonText(notice, 200)),
    ...(redundant ? [l10n.t('Redundant: the other citations already support this claim.')] : []),
  ];
}

export type Card = ReturnType<typeof card>;

/** The card of a finding. `at` is when it was made, `now` the present, both in milliseconds. */
export function card(finding: Finding, at: number | undefined, now: number) {
  const quote = quoteOf(finding);
  return {
    icon: icon(finding.code, finding.severity),
    title: label(finding.code),
    why: why(finding),
    ...(quote && { quote }),
    ...suggestionPart(finding),
    notes: [...(finding.suppressed ? [suppressionSentence(finding.suppressed)] : []), ...notesOf(finding)],
    footer: footerOf(finding, at, now),
  };
}

/** What a citation leads to: its reference as text, and the web address of its source. */
import type { Uri } from 'vscode';
import type { Citation, Finding, Span, Target, Work } from '../../core/model';
import { doiAddress, workUrl } from '../../core/text/works/workUrl';
import { clean, safeLink } from './labels';

export type KeyEntry = {
  readonly key: string;
  readonly work: Work;
  readonly uri: Uri;
  readonly text: string;
};

/** The words of a reference, without its label. */
export function wordsOf(text: string, { start, end }: Span): Span {
  const label = /^(?:\[\^?[\w.-]{1,40}\]:?|\(\d{1,4}\)|\d{1,4}[.)]|[-*•–])[ \t]+/.exec(
    text.slice(start, Math.min(end, start + 60)),
  );
  return { start: start + (label?.[0].length ?? 0), end };
}

/** The first author, with `et al.` if there are others; empty if none is known. */
export const authorsOf = ({ authors: [first, ...others] = [] }: Work): string[] =>
  first === undefined ? [] : [others.length > 0 ? `${first} et al.` : first];

/** A work in one line: authors, year, title, venue. */
export function workLine(work: Work): string {
  const { year, title, venue } = work;
  return [
    ...authorsOf(work),
    ...(year === undefined ? [] : [`(${year})`]),
    ...[title, venue].flatMap((part) => part ?? []),
  ]
    .join('. ')
    .replaceAll('. (', ' (');
}

/** How each kind of identifier is displayed; a PMCID begins with “PMC”. */
const IDENTIFIERS: Readonly<Record<string, string>> = {
  doi: 'DOI ',
  pmid: 'PMID ',
  pmcid: '',
  arxiv: 'arXiv:',
  isbn: 'ISBN ',
};

/** The target of a citation in words: the cited title, an identifier, a URL, a path. */
function targetName({ identifier, target, raw }: Citation): string {
  switch (target.kind) {
    case 'work':
      return (
        target.title ??
        target.raw ??
        identifier.replace(/^([a-z]+):/, (all, kind: string) => IDENTIFIERS[kind] ?? all)
      );
    case 'url':
      return target.url;
    case 'dangling':
      return raw;
    case 'file':
      return target.path; // Several lines of one file are one source.
    case 'commit':
    case 'memory':
    case 'guess':
    case 'action':
      return identifier;
  }
}

/** What a citation cites, in one line of plain text: its reference, what its bibliography says, or its target. Empty if dangling. */
export function citedText(text: string, citation: Citation): string {
  const { reference, target } = citation;
  if (reference) {
    const { start, end } = wordsOf(text, reference);
    return clean(text.slice(start, end), 400);
  }
  if (target.kind === 'dangling' || target.kind === 'guess') return '';
  const line = target.kind === 'work' ? workLine(target) : '';
  return clean(line === '' ? targetName(citation) : line, 400);
}

/** Words without their address, unless the sentence leads to it: `transcribed at https://…`. */
const withoutAddress = (words: string, address: string): string =>
  /\p{L}$/u.test(words.slice(0, words.indexOf(address)).trimEnd()) ? words : words.replace(address, '');

/** What a source is called: the title that was read, the title or the words of its reference, else its address. */
export function sourceName(text: string, citation: Citation, finding: Finding | undefined): string {
  const { target } = citation;
  const read = finding && finding.stage !== 'unresolved' ? finding.source.title : '';
  const words = target.kind === 'url' ? withoutAddress(citedText(text, citation), target.url) : '';
  return clean(read.trim() || words.trim() || targetName(citation), 120);
}

/** The web address of a target; undefined if it has none or is described only in words. */
function pointedAt(target: Target): string | undefined {
  if (target.kind === 'url') return target.url;
  if (target.kind !== 'work') return undefined;
  // Delimiters in a DOI that would end a URL are encoded.
  return target.doi === undefined ? workUrl(target) : `https://doi.org/${doiAddress(target.doi)}`;
}

/** Where a source was read, else its archived copy. */
const readAt = (finding: Finding | undefined): string | undefined =>
  finding?.stage === 'unresolved' ? finding.archived : finding?.source.location;

/** Where a citation's source was read, else its archived copy, else its target, whatever the scheme. */
export const linkOf = ({ target }: Citation, finding: Finding | undefined): string | undefined =>
  readAt(finding) ?? pointedAt(target);

/** The first of the same places that may be opened. */
export const addressOf = ({ target }: Citation, finding: Finding | undefined): string | undefined =>
  [readAt(finding), pointedAt(target)].flatMap((one) => safeLink(one ?? '') ?? [])[0];

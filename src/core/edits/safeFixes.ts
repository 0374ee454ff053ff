/**
 * Fixes that need no decision: each follows from a record, the workspace, a quotation located in the cited file or the text alone, and
 * doesn't change what the text says. The same edits as the editor's quick fixes.
 */
import { reason, type Reason } from '../causes';
import type { Code } from '../codes';
import type { Citation, Finding, Problem, Source, Span, Work, LineRange, ReadFinding } from '../model';
import { readdress, setDoi } from './linkEdits';
import { familyOf } from './correctReference';
import { compose, styleOf } from './formatReference';
import { entryTexts, missingEntry, renumber } from './listEdits';
import { referenceLists } from '../extract/referenceLists';
import { overlap, positions } from '../text/lines';
import { GOES_ON } from '../text/works/nameParts';
import type { Changes, Draft } from './textEdit';

/** A fix, what it changes and why. */
export type SafeFix = { readonly at: Span; readonly changes: Changes; readonly why: Reason };

/** Parameters that identify where a visitor came from, not what is shown. */
const TRACKER =
  /^(?:utm_[a-z_]+|gclid|dclid|gbraid|wbraid|fbclid|msclkid|yclid|igshid|mc_[ce]id|_hsenc|_hsmi|mkt_tok)$/i;

/** A URL without its tracking parameters; the rest is unchanged, unit by unit. */
export function withoutTracking(url: string): string {
  const [beforeHash = '', ...hash] = url.split('#');
  const at = beforeHash.indexOf('?');
  if (at < 0) return url;
  const kept = beforeHash
    .slice(at + 1)
    .split('&')
    .filter((pair) => !TRACKER.test(pair.split('=', 1)[0] ?? ''));
  const query = kept.length === 0 ? '' : `?${kept.join('&')}`;
  return [beforeHash.slice(0, at) + query, ...hash].join('#');
}

const fix = (at: Span, changes: Changes | undefined, why: Reason): SafeFix[] =>
  changes && changes.length > 0 ? [{ at, changes, why }] : [];

function untracked(draft: Draft, citation: Citation): SafeFix[] {
  const { target, part } = citation;
  if (target.kind !== 'url') return [];
  const clean = withoutTracking(target.url);
  return clean === target.url ? [] : fix(part, readdress(draft, citation, clean), reason('fix_tracking'));
}

/** Removes the tracking parameter at `span` from its address, which needn't be cited. */
function withoutParameter({ text }: Draft, { start, end }: Span): Changes | undefined {
  const before = text[start - 1];
  if (before !== '?' && before !== '&') return undefined;
  const isFirst = before === '?' && text[end] === '&';
  return [{ span: isFirst ? { start, end: end + 1 } : { start: start - 1, end }, text: '' }];
}

/** Replaces the line numbers of a citation in any of their forms; undefined if another number is among them. */
function relocate({ text }: Draft, { part, target }: Citation, now: LineRange): Changes | undefined {
  if (target.kind !== 'file' || !target.lines) return undefined;
  const raw = text.slice(part.start, part.end);
  const path = raw.indexOf(target.path);
  if (path < 0) return undefined;
  const isInPath = (index: number) => index >= path && index < path + target.path.length;
  const numbers = [...raw.matchAll(/\d+/g)].filter(({ index }) => !isInPath(index));
  const [from, to] = target.lines;
  const isAll = numbers.length > 1 || from === to;
  const isOurs = numbers.every(([digits], i) => Number(digits) === (i === 0 ? from : to));
  if (numbers.length === 0 || numbers.length > 2 || !isAll || !isOurs) return undefined;
  return numbers.map(({ 0: digits, index }, i) => {
    const start = part.start + index;
    return { span: { start, end: start + digits.length }, text: String(now[i === 0 ? 0 : 1]) };
  });
}

/** The current position of the cited lines, from the notice about it. */
function movedTo({ notices }: Source): LineRange | undefined {
  const now = notices.find(({ cause }) => cause === 'lines_moved')?.facts['now'];
  if (typeof now !== 'object' || !('facts' in now)) return undefined;
  const { from, to = from } = now.facts;
  return typeof from === 'number' && typeof to === 'number' ? [from, to] : undefined;
}

/** The lines of code that the claim shows, or of the model's quotation, if they are not the cited ones and occur once in the file. */
function quotedAt(finding: ReadFinding): LineRange | undefined {
  const { screen, source } = finding;
  const { refused, quote } = finding.stage === 'judged' ? finding.verdict : {};
  const isShown = screen.why?.cause === 'stands_elsewhere';
  const span = isShown ? screen.passage : refused?.cause === 'quote_elsewhere' ? quote?.span : undefined;
  if (!span) return undefined;
  const words = source.text.slice(span.start, span.end);
  if (source.text.indexOf(words) !== source.text.lastIndexOf(words)) return undefined;
  const lineAt = positions(source.text);
  return [lineAt(span.start).line, lineAt(span.end).line];
}

function ofFinding(draft: Draft, finding: Finding): SafeFix[] {
  const { citation } = finding;
  const { part, target } = citation;
  if (finding.stage === 'unresolved')
    return finding.archived === undefined
      ? []
      : fix(part, readdress(draft, citation, finding.archived), reason('fix_archived'));
  const { source } = finding;
  if (source.via === 'wayback')
    return fix(part, readdress(draft, citation, source.location), reason('fix_archived'));
  const lines = movedTo(source);
  if (lines) return fix(part, relocate(draft, citation, lines), reason('fix_moved'));
  const quoted = quotedAt(finding);
  if (quoted) return fix(part, relocate(draft, citation, quoted), reason('fix_place', { line: quoted[0] }));
  const doi = source.record?.doi;
  if (target.kind !== 'work' || doi === undefined || !citation.reference) return [];
  if (target.doi === undefined && (target.url !== undefined || target.arxiv !== undefined)) return [];
  // A preprint's DOI and its article's differ, and both are right.
  const isWrong = source.notices.some(({ kind }) => kind === 'doi-differs');
  if (target.doi !== undefined && (!isWrong || target.doi.toLowerCase() === doi.toLowerCase())) return [];
  return fix(part, setDoi(draft, citation, doi), reason('fix_doi', { doi }));
}

/**
 * The record of the work that an author and year without a reference mean: the text cites it elsewhere by its identifier alone, and cites
 * no other work by these authors from that year.
 */
function recordOf({ target, label = '' }: Citation, findings: readonly Finding[]): Found | undefined {
  if (target.kind !== 'work' || !target.authors || target.year === undefined || /\d[a-z]$/.test(label))
    return undefined;
  const { year, authors, raw = '' } = target;
  const isShortened = GOES_ON.test(raw);
  const isMeant = ({ year: recorded, authors: all = [] }: Work) =>
    recorded === year &&
    (isShortened ? all.length > authors.length : all.length === authors.length) &&
    authors.every((name, i) => familyOf(name) === familyOf(all[i] ?? ''));
  const cited = findings.flatMap((one): Found[] => {
    const record = one.stage === 'unresolved' || one.citation.reference ? undefined : one.source.record;
    return record?.title !== undefined && one.stage !== 'unresolved' && isMeant(record)
      ? [{ record, url: one.source.location }]
      : [];
  });
  const [first] = cited;
  return first && cited.every(({ record }) => record.title === first.record.title) ? first : undefined;
}

type Found = { readonly record: Work; readonly url: string };

/** Adds the missing reference of a marker, in the style of its neighbors. */
function entered(draft: Draft, { citation, span }: Problem, findings: readonly Finding[]): SafeFix[] {
  const cited = draft.citations.find(({ id }) => id === citation);
  const found = cited && recordOf(cited, findings);
  if (!found) return [];
  const { record, url } = found;
  const siblings = referenceLists(draft.text).flatMap((list) => entryTexts(draft.text, list));
  const change = missingEntry(draft, cited, compose(record, styleOf(siblings), url));
  return fix(span, change && [change], reason('fix_entry', { title: record.title ?? '' }));
}

const overlaps = (a: SafeFix, b: SafeFix) =>
  a.changes.some((x) =>
    b.changes.some(({ span }) => x.span.start < span.end + 1 && span.start < x.span.end + 1),
  );

/** The safe fixes of a text, by place, of findings that aren't suppressed. Of two that change the same words, the first is returned. */
export function safeFixes(
  draft: Draft,
  problems: readonly Problem[],
  findings: readonly Finding[],
): readonly SafeFix[] {
  const open = (wanted: Code) => problems.filter(({ code, suppressed }) => code === wanted && !suppressed);
  const ignored = problems.filter(({ code, suppressed }) => code === 'tracking-parameter' && suppressed);
  const isIgnored = ({ changes }: SafeFix) =>
    ignored.some(({ span }) => changes.some((change) => overlap(change.span, span)));
  const all = [
    ...findings.filter(({ suppressed }) => !suppressed).flatMap((one) => ofFinding(draft, one)),
    ...open('numbering-gap').flatMap(({ span }) =>
      fix(span, renumber(draft, span.start), reason('fix_numbering')),
    ),
    ...open('no-entry').flatMap((problem) => entered(draft, problem, findings)),
    ...draft.citations.flatMap((citation) => untracked(draft, citation)).filter((one) => !isIgnored(one)),
    ...open('tracking-parameter').flatMap(({ span }) =>
      fix(span, withoutParameter(draft, span), reason('fix_tracking')),
    ),
  ];
  const kept: SafeFix[] = [];
  for (const one of all) if (!kept.some((other) => overlaps(one, other))) kept.push(one);
  return kept.sort((a, b) => a.at.start - b.at.start);
}

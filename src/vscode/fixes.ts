/** Quick fixes: what can be done about a finding or a problem, each a small edit that undo takes back, or one of our commands. */
import {
  CodeAction,
  CodeActionKind,
  l10n,
  languages,
  WorkspaceEdit,
  type Disposable,
  type TextDocument,
} from 'vscode';
import type { Citation, Finding, Problem, Span } from '../core/model';
import { marks, type Mark } from './diagnostics';
import type { Session, View } from './session';
import { safeLink } from './words';

/** An edit before the editor's types: `span` of the document becomes `text`. */
export type Change = { readonly title: string; readonly span: Span; readonly text: string };

/** A dead address becomes its archived copy, wherever the citation writes it: in the text, or in the reference entry. */
export function archivedLink({ text }: Pick<View, 'text'>, finding: Finding): Change | undefined {
  if (finding.stage !== 'unresolved' || finding.citation.target.kind !== 'url') return undefined;
  const link = finding.archived === undefined ? undefined : safeLink(finding.archived);
  const { citation } = finding;
  const { url } = citation.target.kind === 'url' ? citation.target : { url: '' };
  const place = [citation.part, citation.reference].find(
    (span) => span && text.slice(span.start, span.end).includes(url),
  );
  if (link === undefined || !place) return undefined;
  const start = text.indexOf(url, place.start);
  return { title: l10n.t('Use the archived copy'), span: { start, end: start + url.length }, text: link };
}

const END = /[.!?。]+$/;

/**
 * The claim in the words that the source supports. Only where the markers stand together at the claim's end, so that every other
 * word of the claim can be replaced and every marker stays.
 */
export function narrowed({ text, scan }: Pick<View, 'text' | 'scan'>, finding: Finding): Change | undefined {
  if (finding.stage !== 'judged' || !finding.verdict.suggestion) return undefined;
  const { claim, marker, group } = finding.citation;
  const same = scan.citations.filter(
    (c) => c.marker.start < claim.span.end && claim.span.start < c.marker.end,
  );
  const together = same.every(
    (c) => c.id === finding.citation.id || (group !== undefined && c.group === group),
  );
  const start = Math.min(marker.start, ...same.map((c) => c.marker.start));
  const words = text.slice(claim.span.start, start);
  if (!together || words.trim() === '') return undefined;
  const suggestion = finding.verdict.suggestion.replace(/\s+/g, ' ').trim().replace(END, '');
  // `… metres ([tides](…))`: the bracket before the marker belongs to it.
  const gap = /[\s([]*$/.exec(words)?.[0] ?? '';
  return {
    title: l10n.t('Narrow the claim to what the source says'),
    span: { start: claim.span.start, end: start },
    text: suggestion + gap,
  };
}

/** An entry for a marker that nothing answers, after the last entry or at the end of the text. */
export function missingEntry(
  { text, scan }: Pick<View, 'text' | 'scan'>,
  problem: Problem,
): Change | undefined {
  const citation = scan.citations.find(({ id }) => id === problem.citation);
  if (problem.code !== 'dangling' || citation?.label === undefined) return undefined;
  const label = citation.label.startsWith('^') ? `[${citation.label}]: ` : `[${citation.label}] `;
  const ends = scan.citations.flatMap(({ reference, style }) =>
    reference && style === citation.style ? [reference.end] : [],
  );
  const last = ends.length > 0 ? Math.max(...ends) : undefined;
  const title = l10n.t('Add an entry for {0}', citation.raw);
  if (last !== undefined) return { title, span: { start: last, end: last }, text: `\n\n${label}` };
  const heading = citation.style === 'footnote' ? '' : `## ${l10n.t('References')}\n\n`;
  const at = text.trimEnd().length;
  return { title, span: { start: at, end: text.length }, text: `\n\n${heading}${label}\n` };
}

const command = (title: string, name: string, document: TextDocument, { id }: Citation): CodeAction => {
  const action = new CodeAction(title, CodeActionKind.QuickFix);
  action.command = { title, command: `citewright.${name}`, arguments: [document.uri.toString(), id] };
  return action;
};

function edit(document: TextDocument, view: View, change: Change): CodeAction {
  const action = new CodeAction(change.title, CodeActionKind.QuickFix);
  action.edit = new WorkspaceEdit();
  action.edit.replace(document.uri, view.lines.range(change.span), change.text);
  return action;
}

function fixesOf(document: TextDocument, view: View, mark: Mark): CodeAction[] {
  const { finding } = mark;
  const problem = view.problems.find(
    ({ code, span }) => code === mark.code && span.start === mark.span.start,
  );
  const changes = [
    ...(finding ? [archivedLink(view, finding), narrowed(view, finding)] : []),
    ...(problem && !finding ? [missingEntry(view, problem)] : []),
  ].filter((change) => change !== undefined);
  if (!finding) return changes.map((change) => edit(document, view, change));
  const { citation } = finding;
  return [
    ...changes.map((change) => edit(document, view, change)),
    ...(finding.stage === 'unresolved' || finding.source.text === ''
      ? []
      : [command(l10n.t('Open the evidence'), 'showEvidence', document, citation)]),
    command(l10n.t('Find a better source…'), 'findPapers', document, citation),
    command(l10n.t('Verify this citation again'), 'verifyCitation', document, citation),
  ];
}

const touches = (a: Span, b: Span) => a.start <= b.end && b.start <= a.end;

/** Fixes in every document that the session looks at. */
export const register = (session: Session): Disposable =>
  languages.registerCodeActionsProvider(
    { pattern: '**' },
    {
      provideCodeActions(document, range) {
        const view = session.look(document);
        if (!view) return [];
        const here = { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
        return marks(view)
          .filter(({ span }) => touches(span, here))
          .flatMap((mark) => fixesOf(document, view, mark));
      },
    },
    { providedCodeActionKinds: [CodeActionKind.QuickFix] },
  );

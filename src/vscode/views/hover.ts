/**
 * The card at a citation. Before it is verified: what it cites, its link, its state. After: verdict, reason, one quotation with its place,
 * and actions. Text of models, pages and the document is included only as text; the one part with command links is constant except for
 * arguments that the commands check.
 */
import { Hover, l10n, MarkdownString, workspace, type TextDocument } from 'vscode';
import type { Citation, Finding } from '../../core/model';
import { card, citedOf, type Card, type Cited } from '../state/card';
import { textOf } from '../state/evidenceAddress';
import { appendPlain } from '../state/findingLabels';
import { quoted, withoutIcons } from '../state/labels';
import { marks } from '../state/marks';
import type { Session } from '../state/session';
import { takeBackTitle } from '../state/suppressionLabels';
import { citationsAt, type View } from '../state/view';

/** Hostile text as Markdown that shows it as text. */
const plain = (text: string): string => appendPlain(new MarkdownString(), text).value;

/** What is cited, then how it was checked. The URL has been parsed, so nothing in it ends the link. */
function addSource(to: MarkdownString, { text, link }: Cited, checked = ''): MarkdownString {
  if (text !== '') appendPlain(to, text).appendMarkdown(link === undefined ? '\n\n' : '  \n');
  if (link !== undefined)
    to.appendMarkdown(`[${plain(link)}](<${link.replace(/[<>\\]/g, encodeURIComponent)}>)`);
  if (link !== undefined && checked !== '') to.appendMarkdown(' · ');
  return appendPlain(to, checked);
}

/** A card as Markdown that shows text of pages, models and the document as plain text. Omits what the editor has `said` above it. */
export function render(shown: Card, cited: Cited, said = ''): MarkdownString {
  const text = new MarkdownString();
  const add = (before: string, hostile: string, after = '\n\n') =>
    appendPlain(text.appendMarkdown(before), hostile).appendMarkdown(after);
  if (!said.toLowerCase().includes(shown.why.toLowerCase())) add('', shown.why);
  if (shown.quote) add('', quoted(shown.quote.text), ' ');
  if (shown.quote) add('— ', shown.quote.place);
  if (shown.suggestion !== undefined) add('', l10n.t('Narrower claim: {0}', shown.suggestion));
  for (const note of shown.notes) add('', note);
  return addSource(text, cited, shown.footer);
}

const HOVER_COMMANDS = ['citewright.showEvidence', 'citewright.verifyCitation', 'citewright.takeBack'];

/**
 * The state of a citation, in our own words with links to our own commands: in one line, because the editor truncates a card after a few
 * lines. The arguments are a URI and a hash; the commands look both up and trust neither.
 */
function heading(state: string, view: View, citation: Citation, finding: Finding | undefined) {
  const args = encodeURIComponent(JSON.stringify([view.uri.toString(), citation.id]));
  const back = finding && takeBackTitle(view, finding);
  const read = finding && textOf(finding);
  const links = [
    ...(read ? [`[$(book) ${l10n.t('Show Evidence')}](command:citewright.showEvidence?${args})`] : []),
    `[$(sync) ${finding ? l10n.t('Verify Again') : l10n.t('Verify')}](command:citewright.verifyCitation?${args})`,
    ...(back === undefined
      ? []
      : [`[$(discard) ${plain(withoutIcons(back))}](command:citewright.takeBack?${args})`]),
  ];
  const text = new MarkdownString([state, ...links].join(' &nbsp; '), true);
  text.isTrusted = { enabledCommands: HOVER_COMMANDS };
  return text;
}

/** The message of the squiggle under the pointer, which the editor shows above the card. */
function saidAt(view: View, citation: Citation, offset: number): string {
  if (workspace.getConfiguration('problems').get('visibility') === false) return '';
  const mark = marks(view).find(({ finding }) => finding?.citation.id === citation.id);
  return mark && mark.span.start <= offset && offset <= mark.span.end ? mark.message : '';
}

const MOST_CARDS = 4;

/** The hover at an offset of a document; undefined if there is no citation. */
export function hoverAt(session: Session, document: TextDocument, offset: number): Hover | undefined {
  const view = session.currentView(document);
  const here = view && citationsAt(view, offset);
  const [first] = here ?? [];
  if (!view || !here || !first) return undefined;
  const known = new Map(view.findings.map((finding) => [finding.citation.id, finding]));
  const onMarker = first.marker.start <= offset && offset <= first.marker.end;
  const shown = here.filter((c) => onMarker || known.has(c.id)).slice(0, MOST_CARDS);
  if (shown.length === 0) return undefined;
  const contents = shown.flatMap((citation) => {
    const finding = known.get(citation.id);
    const cited = citedOf(view.text, citation, finding);
    if (!finding)
      return [
        addSource(new MarkdownString(), cited),
        heading(plain(l10n.t('Not verified yet')), view, citation, finding),
      ];
    const shown = card(finding, view.checkedAt.get(citation.id), Date.now());
    const state = `$(${shown.icon}) **${plain(shown.title)}**`;
    const body = render(shown, cited, saidAt(view, citation, offset));
    return [heading(state, view, citation, finding), body];
  });
  return new Hover(contents, view.lines.range(onMarker ? first.part : first.claim.span));
}

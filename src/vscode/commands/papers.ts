/** Finds papers on a topic in the registries, and inserts or copies them. */
import { env, l10n, window, type QuickPickItem, type TextDocument, type Uri } from 'vscode';
import { appendEntry } from '../../core/edits/bibtexEdits';
import { cite, linkTo, wayOf } from '../../core/edits/insertCitation';
import { missingEntry } from '../../core/edits/listEdits';
import { compose, styleOf } from '../../core/edits/formatReference';
import { REGISTRIES } from '../../core/resolve/registries';
import { isFailure, type Paper, type Span, type Style, type Via } from '../../core/model';
import { changed, edit, named } from '../services/textEdits';
import { bibtexFile, mayAsk } from './fixCommands';
import { complain, inform, pickFrom } from '../services/messages';
import type { Services } from './services';
import { formatOf, openDocument } from '../state/documents';
import { draftOf, siblingsOf } from './quickFixes';
import { keyEntries } from '../services/bibliographyFiles';
import { authorsOf } from '../state/reference';
import type { View } from '../state/view';
import { clean, reasonText, safeLink } from '../state/labels';
import { waiting } from './preflight';

const serviceName = (via: Via) =>
  Object.values(REGISTRIES).find(({ endpoint }) => endpoint === via)?.label ?? via;

const shown = (parts: readonly unknown[], max: number) => clean(parts.filter(Boolean).join(' · '), max);

/** A paper as a line of the list. */
export const itemOf = (paper: Paper): QuickPickItem & { paper: Paper } => ({
  label: shown([paper.record.title ?? paper.url], 120),
  description: shown([...authorsOf(paper.record), paper.record.year, paper.record.venue], 120),
  detail: shown([paper.seenIn.map(serviceName).join(', '), paper.abstract], 200),
  paper,
});

/** Queries the registries; says so if none answers, or none has a result. */
async function search({ engine }: Services, topic: string): Promise<readonly Paper[] | undefined> {
  const found = await waiting(l10n.t('Searching for papers'), async (signal) =>
    (await engine()).find(topic, signal),
  );
  if (!found) return undefined;
  if (isFailure(found)) return void complain(l10n.t('No registry responded: {0}', reasonText(found)));
  if (found.papers.length === 0) void inform(l10n.t('No papers found.'));
  return found.papers;
}

async function choose(services: Services, uri: Uri | undefined, words: string) {
  if (!(await mayAsk(services, uri))) return undefined; // before anything is typed for nothing
  const topic = await window.showInputBox({
    title: l10n.t('Find Papers'),
    prompt: l10n.t('Search terms for Crossref, OpenAlex and PubMed'),
    value: clean(words, 200),
  });
  if (topic === undefined || topic.trim() === '') return undefined;
  const papers = await search(services, topic.trim());
  if (!papers || papers.length === 0) return papers && { papers, pick: undefined };
  const pick = await pickFrom(papers.map(itemOf), {
    title: l10n.t('Papers: {0}', papers.length),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return { papers, pick: pick?.paper };
}

/** Inserts a citation of a paper in the style of the text; for a cite key the bibliography gets the entry too. */
async function insert(document: TextDocument, view: View, place: Span, { record, url }: Paper, like?: Style) {
  const draft = draftOf(view);
  const bib = await bibtexFile(view);
  const own = wayOf(draft, like);
  const way = own === 'cite-key' && !bib ? 'link' : own;
  const keys = new Set((await keyEntries(view.uri, view.scan)).map(({ key }) => key));
  if (document.getText() !== view.text) return changed(); // Places in the old text mean nothing now.
  const latex = formatOf(document.languageId, view.uri) === 'latex';
  const heading = l10n.t('References');
  const paper = { record, url: safeLink(url) ?? url };
  const { changes, bibliography } = cite(draft, place, paper, { way, heading, keys, latex });
  const parts = [{ uri: view.uri, text: view.text, changes }];
  if (bib && bibliography !== undefined)
    parts.push({ uri: bib.uri, text: bib.text, changes: [appendEntry(bib.text, bibliography)] });
  return edit(...parts);
}

/** Asks for a topic, shows the results of the registries, and cites the chosen paper at the cursor, or copies it. */
export async function findPapers(services: Services): Promise<number | undefined> {
  const editor = window.activeTextEditor;
  const words = editor?.document.getText(editor.selection) ?? '';
  const chosen = await choose(services, editor?.document.uri, words);
  if (!chosen) return undefined;
  const view = editor && services.session.currentView(editor.document);
  if (chosen.pick && editor && view) {
    const at = editor.document.offsetAt(editor.selection.end);
    await insert(editor.document, view, { start: at, end: at }, chosen.pick);
  } else if (chosen.pick) {
    await env.clipboard.writeText(linkTo(chosen.pick));
    void inform(
      l10n.t('Copied to the clipboard: {0}', clean(chosen.pick.record.title ?? chosen.pick.url, 120)),
    );
  }
  return chosen.papers.length;
}

/** Finds a source for a claim: the reference of a dangling marker, or else a replacement for the cited source, or a second one. */
export async function findSource(services: Services, uri: unknown, id: unknown): Promise<boolean> {
  const before = named(services, uri, id);
  if (!before) return false;
  const { kind } = before.citation.target;
  const chosen = await choose(services, before.view.uri, before.citation.claim.text);
  if (!chosen?.pick) return false;
  const now = named(services, uri, id);
  const document = now && openDocument(now.view.uri);
  if (!now || !document) return false;
  const { view, citation } = now;
  if (kind === 'dangling' && citation.style !== 'cite-key') {
    const style = styleOf(siblingsOf(draftOf(view), citation.part));
    const entry = compose(chosen.pick.record, style, chosen.pick.url);
    const change = missingEntry(draftOf(view), citation, entry, l10n.t('References'));
    return change !== undefined && edit({ uri: view.uri, text: view.text, changes: [change] });
  }
  const instead = l10n.t('Replace {0}', clean(citation.raw, 60));
  const beside = l10n.t('Add next to it');
  const alone = citation.part.start === citation.marker.start && citation.part.end === citation.marker.end;
  const how = alone
    ? await window.showQuickPick([instead, beside], { title: l10n.t('Where to Cite') })
    : beside;
  if (how === undefined) return false;
  const { start, end } = citation.marker;
  const place = how === instead ? { start, end } : { start: end, end };
  return insert(document, view, place, chosen.pick, citation.style);
}

/** The fixes that ask before they edit: a registry, a picker, a file. Each makes one edit, which a single undo reverts. */
import { env, l10n, ViewColumn, window, workspace, type Uri } from 'vscode';
import { appendEntry, entryOf, setFields } from '../../core/edits/bibtexEdits';
import { setDoi } from '../../core/edits/linkEdits';
import { isFailure, type Work } from '../../core/model';
import type { Attachment } from '../../node/attachments';
import { isTrusted, offer, waiting } from './preflight';
import { askNetwork } from '../services/askConsent';
import { columnOf } from './reveal';
import type { Services } from './services';
import { baseName, homeOf } from '../state/documents';
import { draftOf, recordOf, siblingsOf } from './quickFixes';
import { complain, inform } from '../services/messages';
import { edit, named, type Named } from '../services/textEdits';
import { verify } from './runs';
import { bibliographyFiles } from '../services/bibliographyFiles';
import { clean, reasonText } from '../state/labels';
import type { View } from '../state/view';
import { isWithin } from '../../core/text/lines';

/** Whether the registries may be asked about this document. Shows the reason if not. */
export async function mayAsk({ consent }: Services, uri: Uri | undefined): Promise<boolean> {
  if (!isTrusted()) return false;
  const known = consent.network(uri);
  if (known === 'no') explainOffline(uri !== undefined && consent.isExcluded(uri));
  return (known ?? (await askNetwork(consent, uri))) === 'yes';
}

const explainOffline = (isExcluded: boolean): void =>
  offer(
    'info',
    isExcluded
      ? l10n.t('Citewright is always offline for this folder, so registries aren’t searched.')
      : l10n.t('Citewright is offline in this workspace, so registries aren’t searched.'),
    'manageConsent',
  );

/** Looks the work up by its text, and replaces a wrong or missing DOI with that of its record. */
export async function fixDoi(services: Services, uri: unknown, id: unknown): Promise<boolean> {
  const at = named(services, uri, id);
  if (at?.citation.target.kind !== 'work' || !(await mayAsk(services, at.view.uri))) return false;
  const { target } = at.citation;
  const found = await waiting(l10n.t('Looking up the work'), async (signal) =>
    (await services.engine()).lookup(target, signal),
  );
  if (!found) return false;
  if (isFailure(found) || found.doi === undefined) {
    const why = isFailure(found) ? reasonText(found) : l10n.t('the record has no DOI');
    void inform(l10n.t('No DOI was found: {0}', why));
    return false;
  }
  const now = named(services, uri, id);
  if (!now) return false;
  const { view, citation } = now;
  // The text has only the key; the DOI is in the bibliography.
  if (citation.style === 'cite-key') return setInEntry(now, { doi: found.doi });
  const draft = draftOf(view);
  const spans = [citation.part, citation.reference];
  const malformed = view.eachProblem.find(
    (p) => p.code === 'malformed-doi' && spans.some((s) => s && isWithin(p.span, s)),
  )?.span;
  const siblings = citation.reference ? siblingsOf(draft, citation.reference) : [];
  const changes = setDoi(draft, citation, found.doi, { siblings, ...(malformed && { malformed }) });
  if (changes?.some(({ span, text }) => view.text.slice(span.start, span.end) !== text))
    return edit({ uri: view.uri, text: view.text, changes });
  void inform(l10n.t('Nothing to change: the record has the DOI {0}.', clean(found.doi)));
  return false;
}

/** Sets the fields of a cite key's entry from the record, in the bibliography. */
export async function correctEntry(services: Services, uri: unknown, id: unknown): Promise<boolean> {
  const at = named(services, uri, id);
  const record = at?.finding && recordOf(at.finding);
  return at && record ? setInEntry(at, record) : false;
}

async function setInEntry(at: Named, record: Work): Promise<boolean> {
  const key = at.citation.label;
  if (key === undefined) return false;
  for (const { uri: file, text } of await bibliographyFiles(at.view.uri, at.view.scan)) {
    const changes = setFields(text, key, record);
    if (changes) return shown(file, await edit({ uri: file, text, changes }));
  }
  void inform(l10n.t('Nothing to change: the reference {0} is correct or not in a BibTeX file.', clean(key)));
  return false;
}

/** Opens the edited document beside the text, or where it is already open, so that the user can see and undo the edit. */
async function shown(uri: Uri, done: boolean): Promise<boolean> {
  const viewColumn = columnOf(uri) ?? ViewColumn.Beside;
  if (done) await window.showTextDocument(uri, { viewColumn, preserveFocus: true, preview: true });
  return done;
}

/** The first bibliography of a text in BibTeX. */
export const bibtexFile = async ({ uri, scan }: View) =>
  (await bibliographyFiles(uri, scan)).find(({ path }) => /\.bib$/i.test(path));

/** An empty entry for a key that no bibliography has. */
export async function addKey(services: Services, uri: unknown, id: unknown): Promise<boolean> {
  const at = named(services, uri, id);
  const key = at?.citation.label;
  if (!at || key === undefined) return false;
  const file = await bibtexFile(at.view);
  const entry = entryOf(key, {});
  if (!file) {
    await env.clipboard.writeText(entry);
    void inform(l10n.t('No .bib file found. The entry was copied to the clipboard.'));
    return false;
  }
  return shown(
    file.uri,
    await edit({ uri: file.uri, text: file.text, changes: [appendEntry(file.text, entry)] }),
  );
}

const PLAIN = 'text/plain; charset=utf-8';
const TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  html: 'text/html',
  htm: 'text/html',
};

/** A text that the user attaches in place of a source that can't be fetched. */
async function given(): Promise<Attachment | undefined> {
  const file = l10n.t('A file: PDF, HTML or text…');
  const how = await window.showQuickPick([file, l10n.t('The text on the clipboard')], {
    title: l10n.t('Attach Source'),
  });
  if (how === undefined) return undefined;
  if (how !== file) {
    const text = await env.clipboard.readText();
    if (text.trim() !== '')
      return { bytes: new TextEncoder().encode(text), name: l10n.t('pasted text'), contentType: PLAIN };
    return void inform(l10n.t('The clipboard has no text.'));
  }
  const [uri] =
    (await window.showOpenDialog({
      title: l10n.t('Attach Source'),
      filters: { [l10n.t('Sources')]: ['pdf', 'html', 'htm', 'txt', 'md'] },
    })) ?? [];
  if (!uri) return undefined;
  const { size } = await workspace.fs.stat(uri);
  const { MOST_ATTACHED } = await import('../../node/attachments');
  if (size > MOST_ATTACHED)
    return void complain(
      l10n.t('Not attached: the file is larger than {0} MB.', MOST_ATTACHED / 1024 / 1024),
    );
  const name = baseName(uri);
  const end = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return { bytes: await workspace.fs.readFile(uri), name, contentType: TYPES[end] ?? PLAIN };
}

/** Asks the user for a source, stores it by its hash where the user chooses, and verifies the citation with it. */
export async function attachSource(services: Services, uri: unknown, id: unknown): Promise<boolean> {
  const at = named(services, uri, id);
  if (!at) return false;
  const source = await given();
  if (!source) return false;
  const folder = homeOf(at.view.uri)?.uri;
  const here = l10n.t('On this computer only');
  const shared = l10n.t('In the repository (.citewright/attachments)');
  const where =
    folder?.scheme === 'file'
      ? await window.showQuickPick([here, shared], { title: l10n.t('Where to Keep the Source') })
      : here;
  if (where === undefined) return false;
  const engine = await services.engine();
  const wrong = await engine.attach(at.citation.target, source, where === shared ? folder : undefined);
  if (wrong) {
    void complain(l10n.t('Not attached: {0}', reasonText(wrong)));
    return false;
  }
  return (await verify(services, [{ view: at.view, only: new Set([at.citation.id]) }])).state === 'done';
}

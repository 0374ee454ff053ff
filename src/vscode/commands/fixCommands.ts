/** The fixes that ask before they edit: a registry, a picker, a file, a diff. Each ends in one edit that undo takes back. */
import {
  commands,
  env,
  l10n,
  ProgressLocation,
  Uri,
  ViewColumn,
  window,
  workspace,
  WorkspaceEdit,
} from 'vscode';
import { apply, type Changes } from '../../core/edits/textEdit';
import { appendEntry, entryOf, setFields } from '../../core/edits/bibtexEdits';
import { narrow } from '../../core/edits/narrowClaim';
import { setDoi } from '../../core/edits/linkEdits';
import { CODES } from '../../core/codes';
import { inWords } from '../../core/finding';
import type { Citation, Finding, Work } from '../../core/model';
import { explainTrust } from './preflight';
import { askNetwork } from '../services/consent';
import type { Services } from '../services/services';
import { homeOf, openDocument } from '../services/documents';
import { draftOf, recordOf, siblingsOf } from './quickFixes';
import { createLines } from '../state/offsets';
import { complain, inform } from '../services/messages';
import { askWhetherToTake } from '../views/proposedDiff';
import { verify } from './runs';
import { bibliographyFiles } from '../services/workspaceContext';
import type { View } from '../state/view';
import { clean } from '../state/labels';

/** A citation that a link or a menu names, in the text as it is now. */
export type Named = {
  readonly view: View;
  readonly citation: Citation;
  readonly finding: Finding | undefined;
};

/** What the arguments of a command name; nothing, and a message, when the text has moved on. */
export function named({ session }: Services, uri: unknown, id: unknown): Named | undefined {
  if (typeof uri !== 'string' || typeof id !== 'string') return undefined;
  const document = openDocument(Uri.parse(uri));
  const view = document && session.look(document);
  const citation = view?.scan.citations.find((c) => c.id === id);
  if (!view || !citation) {
    void inform(l10n.t('The text has changed: this citation is no longer there.'));
    return undefined;
  }
  return { view, citation, finding: view.findings.find((f) => f.citation.id === id) };
}

/** Makes changes in documents, as one step for undo. */
export async function edit(
  ...parts: readonly { readonly uri: Uri; readonly text: string; readonly changes: Changes }[]
): Promise<boolean> {
  const all = new WorkspaceEdit();
  for (const { uri, text, changes } of parts) {
    const lines = createLines(text);
    for (const change of changes) all.replace(uri, lines.range(change.span), change.text);
  }
  return workspace.applyEdit(all);
}

/** Runs something that can be cancelled, with a notice of it. */
export const waiting = <T>(title: string, work: (signal: AbortSignal) => Promise<T>): Thenable<T> =>
  window.withProgress({ location: ProgressLocation.Notification, title, cancellable: true }, (_, token) => {
    const abort = new AbortController();
    token.onCancellationRequested(() => abort.abort());
    return work(abort.signal);
  });

/** May the registries be asked about this document? Says why not. */
export async function mayAsk({ consent }: Services, uri: Uri | undefined): Promise<boolean> {
  if (!workspace.isTrusted) {
    void explainTrust();
    return false;
  }
  const known = consent.network(uri);
  if (known === 'no') void explainOffline(uri !== undefined && consent.isExcluded(uri));
  return (known ?? (await askNetwork(consent, uri))) === 'yes';
}

/** Says that an earlier answer keeps the registries out, and offers to change it. */
async function explainOffline(isExcluded: boolean): Promise<void> {
  const manage = l10n.t('Manage Consent');
  const choice = await inform(
    isExcluded
      ? l10n.t('Citewright never goes online for this folder, so no registry is asked.')
      : l10n.t('Citewright stays offline in this workspace, so no registry is asked.'),
    manage,
  );
  if (choice === manage) await commands.executeCommand('citewright.manageConsent');
}

/** Looks the work up by its words, and puts the DOI of its record in the place of the one that is wrong or missing. */
export async function fixDoi(desk: Services, uri: unknown, id: unknown): Promise<boolean> {
  const at = named(desk, uri, id);
  if (at?.citation.target.kind !== 'work' || !(await mayAsk(desk, at.view.uri))) return false;
  const { target } = at.citation;
  const found = await waiting(l10n.t('Looking up the work'), (signal) => desk.engine.lookup(target, signal));
  if ('miss' in found || found.doi === undefined) {
    const why = 'miss' in found ? inWords(found.detail) : l10n.t('its record has no DOI');
    void inform(l10n.t('No DOI was found: {0}', clean(why)));
    return false;
  }
  const now = named(desk, uri, id);
  if (!now) return false;
  const { view, citation } = now;
  // The text has no more than the key: its DOI stands in the bibliography.
  if (citation.style === 'cite-key') return setInEntry(now, { doi: found.doi });
  const draft = draftOf(view);
  const spans = [citation.part, citation.reference];
  const malformed = view.problems.find(
    (p) =>
      p.code === 'malformed-doi' && spans.some((s) => s && s.start <= p.span.start && p.span.end <= s.end),
  )?.span;
  const siblings = citation.reference ? siblingsOf(draft, citation.reference) : [];
  const changes = setDoi(draft, citation, found.doi, { siblings, ...(malformed && { malformed }) });
  if (changes?.some(({ span, text }) => view.text.slice(span.start, span.end) !== text))
    return edit({ uri: view.uri, text: view.text, changes });
  void inform(l10n.t('Nothing to change: the record has the DOI {0}.', clean(found.doi)));
  return false;
}

/** Sets the fields of a cite key's entry from the record, in the bibliography. */
export async function correctEntry(desk: Services, uri: unknown, id: unknown): Promise<boolean> {
  const at = named(desk, uri, id);
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
  void inform(l10n.t('The entry of {0} is right, or is in no BibTeX file.', clean(key)));
  return false;
}

/** Opens what was edited beside the text, or where it stands already, so that it is seen and can be undone. */
async function shown(uri: Uri, done: boolean): Promise<boolean> {
  const there = window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString());
  const viewColumn = there?.viewColumn ?? ViewColumn.Beside;
  if (done) await window.showTextDocument(uri, { viewColumn, preserveFocus: true, preview: true });
  return done;
}

/** An entry to be filled in for a key that no bibliography has. */
export async function addKey(desk: Services, uri: unknown, id: unknown): Promise<boolean> {
  const at = named(desk, uri, id);
  const key = at?.citation.label;
  if (!at || key === undefined) return false;
  const file = (await bibliographyFiles(at.view.uri, at.view.scan)).find(({ path }) => /\.bib$/i.test(path));
  const entry = entryOf(key, {});
  if (!file) {
    await env.clipboard.writeText(entry);
    void inform(l10n.t('There is no .bib file: the entry is on the clipboard.'));
    return false;
  }
  return shown(
    file.uri,
    await edit({ uri: file.uri, text: file.text, changes: [appendEntry(file.text, entry)] }),
  );
}

/** Shows the narrower claim as a diff, and takes it when the user says so. */
export async function narrowClaim(desk: Services, uri: unknown, id: unknown): Promise<boolean> {
  const before = named(desk, uri, id);
  const proposed = before?.finding && narrow(draftOf(before.view), before.finding);
  if (!before || !proposed) return false;
  const { view, finding } = before;
  const at = view.lines.position(finding?.citation.claim.span.start ?? 0);
  if (!(await askWhetherToTake(view.uri, apply(view.text, proposed), at))) return false;
  const now = named(desk, uri, id);
  const changes = now?.finding && narrow(draftOf(now.view), now.finding);
  return (
    now !== undefined && changes !== undefined && edit({ uri: now.view.uri, text: now.view.text, changes })
  );
}

/** Keeps, in the repository, that a person has looked at a finding and accepts it. */
export async function accept(desk: Services, uri: unknown, id: unknown): Promise<boolean> {
  const at = named(desk, uri, id);
  if (!at?.finding) return false;
  const note = await window.showInputBox({
    title: l10n.t('Accept Finding'),
    prompt: l10n.t(
      'Why is this all right? Kept in .citewright/accepted.json; goes stale when claim or source changes.',
    ),
  });
  if (note === undefined) return false;
  const file = await desk.repositories.accept(
    at.view.uri,
    at.finding,
    note.trim() === '' ? undefined : note.trim(),
  );
  return written(file);
}

/** Sets a code aside, for one citation or wherever it stands, in `citewright.json`. The argument is the code, and maybe an id. */
export async function ignoreInWorkspace(desk: Services, uri: unknown, what: unknown): Promise<boolean> {
  if (typeof uri !== 'string' || typeof what !== 'string') return false;
  const [name = '', id] = what.split(' ');
  const code = CODE_NAMES.find((one) => one === name);
  const view = desk.session.view(Uri.parse(uri));
  if (!view || code === undefined) return false;
  const citation = view.scan.citations.find((c) => c.id === id)?.identifier;
  return written(
    await desk.repositories.ignore(view.uri, { code, ...(citation !== undefined && { citation }) }),
  );
}

const CODE_NAMES = Object.keys(CODES) as (keyof typeof CODES)[]; // keys of a closed table

export function written(file: Uri | undefined): boolean {
  if (file) void window.setStatusBarMessage(l10n.t('Written: {0}', workspace.asRelativePath(file)), 5_000);
  else void inform(l10n.t('This needs a trusted folder on disk.'));
  return file !== undefined;
}

const TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  html: 'text/html',
  htm: 'text/html',
};

/** What the user gives instead of what cannot be fetched. */
async function given(): Promise<{ bytes: Uint8Array; name: string; type: string } | undefined> {
  const file = l10n.t('A file: PDF, HTML or text…');
  const how = await window.showQuickPick([file, l10n.t('The text on the clipboard')], {
    title: l10n.t('Attach Source'),
  });
  if (how === undefined) return undefined;
  if (how !== file) {
    const text = await env.clipboard.readText();
    if (text.trim() !== '')
      return {
        bytes: new TextEncoder().encode(text),
        name: l10n.t('pasted text'),
        type: 'text/plain; charset=utf-8',
      };
    void inform(l10n.t('There is no text on the clipboard.'));
    return undefined;
  }
  const [uri] =
    (await window.showOpenDialog({
      title: l10n.t('Attach Source'),
      filters: { [l10n.t('Sources')]: ['pdf', 'html', 'htm', 'txt', 'md'] },
    })) ?? [];
  if (!uri) return undefined;
  const { size } = await workspace.fs.stat(uri);
  const { MOST_ATTACHED } = await import('../services/lazyCore');
  if (size > MOST_ATTACHED) {
    void complain(l10n.t('Not attached: the file has more than {0} MB.', MOST_ATTACHED / 1024 / 1024));
    return undefined;
  }
  const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  const end = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return { bytes: await workspace.fs.readFile(uri), name, type: TYPES[end] ?? 'text/plain; charset=utf-8' };
}

/** Takes a source from the user, keeps it by its hash where the user wants it, and verifies the citation with it. */
export async function attachSource(desk: Services, uri: unknown, id: unknown): Promise<boolean> {
  const at = named(desk, uri, id);
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
  const { bytes, name, type } = source;
  const wrong = await desk.engine.attach(
    at.citation.target,
    bytes,
    name,
    type,
    where === shared ? folder : undefined,
  );
  if (wrong) {
    void complain(l10n.t('Not attached: {0}', clean(inWords(wrong.detail))));
    return false;
  }
  const outcome = await verify(desk, [{ view: at.view, only: new Set([at.citation.id]) }]);
  return outcome.state === 'done';
}

/** From a citation to its source: the text that was read, with the passage selected, or the page in the browser. */
import { env, l10n, languages, Uri, ViewColumn, window, workspace, type TextEditor } from 'vscode';
import type { Finding } from '../../core/model';
import { inform } from '../services/messages';
import { gone } from '../services/textEdits';
import { evidenceSpan, evidenceUri, textOf } from '../state/evidenceAddress';
import { clean } from '../state/labels';
import { createLines } from '../state/offsets';
import { shows } from './reveal';
import type { Services } from './services';
import { pointed } from './subject';
import { addressOf } from '../state/reference';

/** Plain text with long lines wrapped: a language without grammar, so that its lines can be decorated. */
const LANGUAGE = 'citewright-source';

/** An existing column that doesn't show the text, such as that of the results, else a new one beside it. */
function columnBeside(document: Uri): ViewColumn {
  const other = window.tabGroups.all.find(({ tabs }) => tabs.length > 0 && !tabs.some(shows(document)));
  return other?.viewColumn ?? ViewColumn.Beside;
}

/** Opens the evidence of a finding beside the document, with its span selected; undefined if there is none. */
async function openText(document: Uri, finding: Finding): Promise<TextEditor | undefined> {
  const text = textOf(finding);
  if (!text) return void inform(l10n.t('No text available for this source.'));
  const opened = await workspace.openTextDocument(evidenceUri(document, finding));
  await languages.setTextDocumentLanguage(opened, LANGUAGE);
  const span = evidenceSpan(finding);
  const selection = span && createLines(text).range(span);
  return window.showTextDocument(opened, {
    viewColumn: columnBeside(document),
    preview: true,
    preserveFocus: false,
    ...(selection && { selection }),
  });
}

async function findingAt(services: Services, uri: unknown, id: unknown) {
  const at = await pointed(services, uri, id);
  const finding = at?.view.findings.find(({ citation }) => at.ids.includes(citation.id));
  if (at && !finding)
    void inform(
      at.ids.length === 0
        ? l10n.t('There is no citation here.')
        : l10n.t('No findings here yet. Verify the citation first.'),
    );
  return at && finding ? { view: at.view, finding } : undefined;
}

/** Opens the evidence of the finding at the cursor, or the one that the arguments name. */
export async function showEvidence(services: Services, uri: unknown, id: unknown): Promise<void> {
  const at = await findingAt(services, uri, id);
  if (at) await openText(at.view.uri, at.finding);
}

/** Opens the source in the browser, checked or not; only a well-formed https address, and the editor asks before it leaves. */
export async function openSource(services: Services, uri: unknown, id: unknown): Promise<void> {
  // Only a row or a button names what to open; the position of the cursor doesn't count.
  if (typeof uri !== 'string' || typeof id !== 'string') return;
  const at = await pointed(services, uri, id);
  const citation = at?.view.scan.citations.find((one) => at.ids.includes(one.id));
  if (!at) return;
  if (!citation) return void gone();
  const known = at.view.findings.find((finding) => finding.citation.id === citation.id);
  const link = addressOf(citation, known);
  if (link === undefined)
    void inform(l10n.t('Can’t open {0} because it isn’t an https address.', clean(citation.identifier, 160)));
  else await env.openExternal(Uri.parse(link));
}

/** Quick fixes as the editor shows them: a short menu at a place, the rest in a list, and one action that fixes all. */
import {
  CodeAction,
  CodeActionKind,
  commands,
  l10n,
  Range,
  workspace,
  WorkspaceEdit,
  type TextDocument,
} from 'vscode';
import { safeFixes } from '../../core/edits/safeFixes';
import type { Span } from '../../core/model';
import { anchorsOf } from '../../core/scan/navigation';
import { keyEntries } from '../services/bibliographyFiles';
import { pickFrom } from '../services/messages';
import { changed } from '../services/textEdits';
import { openDocument } from '../state/documents';
import { marksAt, touching, type Mark } from '../state/marks';
import type { View } from '../state/view';
import { draftOf, fixesBack, fixesOf, withoutResidue, type Fix, type Known } from './quickFixes';
import { select } from './reveal';
import type { Services } from './services';

function action(document: TextDocument, view: View, one: Fix): CodeAction {
  const made = new CodeAction(one.title, CodeActionKind.QuickFix);
  made.isPreferred = one.preferred ?? false;
  const uri = document.uri.toString();
  const run = (command: string, argument: unknown) => {
    made.command = { title: one.title, command: `citewright.${command}`, arguments: [uri, argument] };
  };
  if (!('changes' in one)) run(one.command, one.id);
  else {
    made.edit = new WorkspaceEdit();
    for (const { span, text } of one.changes) made.edit.replace(document.uri, view.lines.range(span), text);
    if (one.cursor !== undefined) run('placeCursor', one.cursor);
  }
  return made;
}

/** False for our own documents and those of a read-only file system. */
const isWritable = ({ uri: { scheme } }: TextDocument): boolean =>
  !scheme.startsWith('citewright-') && workspace.fs.isWritableFileSystem(scheme) !== false;

/** Only one fix is preferred, and it comes first; fixes that hide a finding come last. Each title is listed once. */
function ordered(all: readonly Fix[]): readonly Fix[] {
  const fixes = all.filter(({ title }, i) => all.findIndex((one) => one.title === title) === i);
  const first = fixes.find(({ preferred }) => preferred);
  const rest = fixes.filter((one) => one !== first).map((one) => ({ ...one, preferred: false }));
  return [
    ...(first ? [first] : []),
    ...rest.filter(({ hides }) => !hides),
    ...rest.filter(({ hides }) => hides),
  ];
}

/** Keys are read only if one is missing. */
async function knownIn(view: View, shown: readonly Mark[]): Promise<Known> {
  const notes = anchorsOf(view.scan).flatMap(({ label, isFootnote }) =>
    isFootnote && label !== undefined ? [label] : [],
  );
  const entries = shown.some(({ code }) => code === 'unknown-key')
    ? await keyEntries(view.uri, view.scan)
    : [];
  return { notes, keys: entries.map(({ key }) => key) };
}

type IsHere = (span: Span) => boolean;

async function fixesAt(document: TextDocument, view: View, isHere: IsHere): Promise<readonly Fix[]> {
  const shown = marksAt(view, isHere);
  const known = await knownIn(view, shown);
  return ordered([
    ...shown.flatMap((mark) => fixesOf(view, document.languageId, mark, known)),
    ...fixesBack(view, isHere),
  ]).filter((one) => !('changes' in one) || isWritable(document));
}

/** The most entries in the menu at a place; with more fixes, the last one opens the list of the others. */
export const MOST_SHOWN = 6;

/** Splits fixes into those of the menu and the others. One way to hide a finding stays in the menu, a comment if possible. */
function split(fixes: readonly Fix[]): { readonly shown: readonly Fix[]; readonly others: readonly Fix[] } {
  if (fixes.length <= MOST_SHOWN) return { shown: fixes, others: [] };
  const hiding = fixes.find((one) => one.hides && 'changes' in one) ?? fixes.find(({ hides }) => hides);
  const room = MOST_SHOWN - (hiding ? 2 : 1);
  const shown = [...fixes.filter((one) => one !== hiding).slice(0, room), ...(hiding ? [hiding] : [])];
  return { shown, others: fixes.filter((one) => !shown.includes(one)) };
}

/** The menu of fixes for the part of a document between two offsets. */
export async function actionsFor(document: TextDocument, view: View, place: Span): Promise<CodeAction[]> {
  const { shown, others } = split(await fixesAt(document, view, touching(place)));
  const menu = shown.map((one) => action(document, view, one));
  if (others.length === 0) return menu;
  const title = l10n.t('More Citewright Fixes…');
  const more = new CodeAction(title, CodeActionKind.QuickFix);
  more.command = {
    title,
    command: 'citewright.moreFixes',
    arguments: [document.uri.toString(), place.start, place.end],
  };
  return [...menu, more];
}

const isOffset = (value: unknown): value is number => Number.isSafeInteger(value);

/** Lists the fixes that the menu has no room for, and applies the chosen one. */
export async function moreFixes({ session }: Services, uri: unknown, start: unknown, end: unknown) {
  if (typeof uri !== 'string' || !isOffset(start) || !isOffset(end)) return undefined;
  const document = openDocument(uri);
  const view = document && session.currentView(document);
  if (!view) return undefined;
  const { others } = split(await fixesAt(document, view, touching({ start, end })));
  const items = others.map((one) => ({ label: one.title, action: action(document, view, one) }));
  const picked = await pickFrom(items, { title: l10n.t('Citewright Fixes') });
  if (!picked) return undefined;
  if (document.getText() !== view.text) return changed(); // Places in the old text mean nothing now.
  const { edit, command } = picked.action;
  const isDone = edit ? await workspace.applyEdit(edit) : true;
  return command && isDone
    ? commands.executeCommand(command.command, ...(command.arguments as readonly unknown[]))
    : isDone;
}

/** Puts the cursor at an offset of an open document, after a fix with text to fill in. */
export async function placeCursor(_: Services, uri: unknown, offset: unknown): Promise<void> {
  if (typeof uri !== 'string' || !isOffset(offset)) return;
  const document = openDocument(uri);
  const at = document?.positionAt(offset);
  if (document && at) await select(document.uri, new Range(at, at));
}

/** One action for everything in a document that has exactly one correct fix; undefined if there is none. */
export function fixAll(document: TextDocument, view: View, kind: CodeActionKind): CodeAction[] {
  const residue = view.eachProblem.filter(({ code }) => code === 'chat-residue');
  const changes = [
    ...safeFixes(draftOf(view), view.eachProblem, view.findings).flatMap((one) => one.changes),
    ...residue.flatMap(({ span }) => withoutResidue(view.text, span)),
  ];
  if (changes.length === 0 || !isWritable(document)) return [];
  const made = action(document, view, { title: l10n.t('Fix all auto-fixable citation problems'), changes });
  made.kind = kind;
  return [made];
}

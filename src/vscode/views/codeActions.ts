/** The light bulb: offers quick fixes for marks and suppressions. */
import { CodeActionKind, CodeActionTriggerKind, languages } from 'vscode';
import type { CodeAction, Disposable, TextDocument } from 'vscode';
import type { Span } from '../../core/model';
import { ANY } from '../state/documents';
import { marksAt, touching } from '../state/marks';
import type { Session } from '../state/session';
import { readSettings } from '../state/settings';
import { suppressedIn, type View } from '../state/view';

type Actions = {
  actionsFor(document: TextDocument, view: View, place: Span): Promise<CodeAction[]>;
  /** One action for everything that can be fixed without asking. */
  fixAll(document: TextDocument, view: View, kind: CodeActionKind): CodeAction[];
};

const FIX_ALL = CodeActionKind.SourceFixAll.append('citewright');

/** Registers quick fixes for every document of the session. `load` is called only if something is marked. */
export const register = (session: Session, load: () => Promise<Actions>): Disposable =>
  languages.registerCodeActionsProvider(
    ANY,
    {
      async provideCodeActions(document, range, { triggerKind, only }) {
        const asked = triggerKind === CodeActionTriggerKind.Invoke;
        const view = asked ? session.currentView(document) : session.viewWhileTyping(document);
        if (!view) return [];
        // A fix edits a known place, so a document edited since its last scan has none.
        if (!readSettings(document).scan.onType && view.text !== document.getText()) return [];
        if (only?.intersects(FIX_ALL)) return (await load()).fixAll(document, view, FIX_ALL);
        const place = { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
        const isHere = touching(place);
        if (marksAt(view, isHere).length === 0 && !suppressedIn(view).some(({ span }) => isHere(span)))
          return [];
        return (await load()).actionsFor(document, view, place);
      },
    },
    { providedCodeActionKinds: [CodeActionKind.QuickFix, FIX_ALL] },
  );

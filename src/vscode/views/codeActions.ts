/** The light bulb: offers quick fixes where something is marked or suppressed. */
import {
  CodeActionKind,
  CodeActionTriggerKind,
  languages,
  type CodeAction,
  type Disposable,
  type TextDocument,
} from 'vscode';
import type { Span } from '../../core/model';
import { marksAt } from '../state/marks';
import type { Session } from '../state/session';
import { readSettings } from '../state/settings';
import { suppressedIn, type View } from '../state/view';

const touches = (a: Span, b: Span) => a.start <= b.end && b.start <= a.end;

/** The actions for a part of a document. */
type ActionsFor = (document: TextDocument, view: View, place: Span) => CodeAction[] | Promise<CodeAction[]>;

type Actions = {
  readonly actionsFor: ActionsFor;
  /** One action for everything that can be fixed without a question. */
  readonly fixAll: (
    document: TextDocument,
    view: View,
    kind: CodeActionKind,
  ) => CodeAction[] | Promise<CodeAction[]>;
};

const FIX_ALL = CodeActionKind.SourceFixAll.append('citewright');

/** Registers quick fixes for every document of the session. `actionsFor` is called only where something is marked. */
export const register = (session: Session, { actionsFor, fixAll }: Actions): Disposable =>
  languages.registerCodeActionsProvider(
    { pattern: '**' },
    {
      provideCodeActions(document, range, { triggerKind, only }) {
        const asked = triggerKind === CodeActionTriggerKind.Invoke;
        const view = asked ? session.look(document) : session.glance(document);
        if (!view) return [];
        // A fix edits a known place, so a document edited since its last scan has none.
        if (!readSettings(document).scan.onType && view.text !== document.getText()) return [];
        if (only?.intersects(FIX_ALL)) return fixAll(document, view, FIX_ALL);
        const place = { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
        const isHere = (span: Span) => touches(span, place);
        if (marksAt(view, isHere).length === 0 && !suppressedIn(view).some(({ span }) => isHere(span)))
          return [];
        return actionsFor(document, view, place);
      },
    },
    { providedCodeActionKinds: [CodeActionKind.QuickFix, FIX_ALL] },
  );

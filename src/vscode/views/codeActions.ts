/** The light bulb: asks for quick fixes where something is wrong. What they do is loaded when the first of them is wanted. */
import { CodeActionKind, CodeActionTriggerKind, languages, type Disposable } from 'vscode';
import type { Span } from '../../core/model';
import { marks } from './diagnostics';
import type { Session } from '../state/session';
import { readSettings } from '../services/settings';
import { asidesOf } from '../state/view';

const touches = (a: Span, b: Span) => a.start <= b.end && b.start <= a.end;

/** Fixes in every document that the session looks at. */
export const register = (session: Session): Disposable =>
  languages.registerCodeActionsProvider(
    { pattern: '**' },
    {
      async provideCodeActions(document, range, { triggerKind }) {
        const asked = triggerKind === CodeActionTriggerKind.Invoke;
        const view = asked ? session.look(document) : session.glance(document);
        if (!view) return [];
        // A fix changes what stands at its place: there is none in a text that was not scanned since its last edit.
        if (!readSettings(document).scan.onType && view.text !== document.getText()) return [];
        const place = { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
        const isHere = (span: Span) => touches(span, place);
        if (![...marks(view), ...asidesOf(view)].some(({ span }) => isHere(span))) return [];
        return (await import('../commands/lazyFixes')).actionsFor(document, view, isHere);
      },
    },
    { providedCodeActionKinds: [CodeActionKind.QuickFix] },
  );

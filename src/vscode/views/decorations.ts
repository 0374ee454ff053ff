/**
 * A small mark after each checked citation, and an icon beside its line; each is off by default. The marks are inlay hints: VS Code
 * includes them when it wraps a line, and requests only visible ones.
 */
import { Disposable, EventEmitter, InlayHint, languages, Range, Uri, window, type TextEditor } from 'vscode';
import { isProven } from '../../core/findings/finding';
import type { Finding } from '../../core/model';
import { ANY } from '../state/documents';
import type { Session } from '../state/session';
import { readSettings } from '../state/settings';
import type { View } from '../state/view';
import { suppressionSentence } from '../state/findingLabels';
import { label } from '../state/labels';

/**
 * Most severe first: a line shows one icon. Each kind has a mark, and an icon as a path in a box of 16; shapes differ. Icons are files,
 * which cannot use a theme's colours.
 */
const KINDS = {
  error: { mark: '✗', path: 'M4 4l8 8M12 4l-8 8', dark: '#f14c4c', light: '#c72e0f' },
  warning: { mark: '!', path: 'M8 2.5v7M8 12.5v1', dark: '#e2c08d', light: '#895503' },
  open: {
    mark: '?',
    path: 'M5.5 6a2.5 2.5 0 1 1 3.5 2.3q-1 .6-1 1.7M8 12.5v1',
    dark: '#59a4f9',
    light: '#0063d3',
  },
  pass: { mark: '✓', path: 'M3 8.5l3.5 3.5 6.5-7.5', dark: '#73c991', light: '#2f7d2f' },
  suppressed: { mark: '–', path: 'M4 8h8', dark: '#9d9d9d', light: '#6a6a6a' },
} as const;
type Kind = keyof typeof KINDS;
const RANKED = Object.keys(KINDS) as readonly Kind[]; // Keys of a closed table.

/** What is shown of a finding. */
export function kindOf({ severity, code, suppressed }: Finding): Kind {
  if (suppressed) return 'suppressed';
  if (severity === 'none') return isProven(code) ? 'pass' : 'open';
  return severity === 'info' ? 'open' : severity;
}

const svg = (path: string, colour: string): Uri =>
  Uri.parse(
    `data:image/svg+xml;base64,${btoa(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" width="16" height="16"><path d="${path}" fill="none" stroke="${colour}" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"/></svg>`,
    )}`,
  );

/** The lines with findings, each with its most severe kind. */
export function linesOf(view: Pick<View, 'findings' | 'lines'>): ReadonlyMap<number, Kind> {
  const lines = new Map<number, Kind>();
  for (const finding of view.findings) {
    const { line } = view.lines.position(finding.citation.part.start);
    const kind = kindOf(finding);
    const known = lines.get(line);
    if (known === undefined || RANKED.indexOf(kind) < RANKED.indexOf(known)) lines.set(line, kind);
  }
  return lines;
}

/** The marks of the citations that end within a part of the text. */
export const hintsOf = (view: Pick<View, 'findings' | 'lines'>, part: Range): InlayHint[] =>
  view.findings.flatMap((finding) => {
    const at = view.lines.position(finding.citation.part.end);
    if (!part.contains(at)) return [];
    const hint = new InlayHint(at, KINDS[kindOf(finding)].mark);
    hint.paddingLeft = true;
    hint.tooltip = finding.suppressed
      ? `${label(finding.code)} · ${suppressionSentence(finding.suppressed)}`
      : label(finding.code);
    return [hint];
  });

function registerMarks(session: Session): Disposable {
  const changed = new EventEmitter<void>();
  let wanted = false;
  const fire = () => {
    const had = wanted;
    wanted = window.visibleTextEditors.some(({ document }) => readSettings(document).editor.marks);
    if (had || wanted) changed.fire();
  };
  return Disposable.from(
    changed,
    session.onDidChange(fire),
    languages.registerInlayHintsProvider(ANY, {
      onDidChangeInlayHints: changed.event,
      provideInlayHints(document, part) {
        const view = readSettings(document).editor.marks ? session.viewWhileTyping(document) : undefined;
        return view ? hintsOf(view, part) : [];
      },
    }),
  );
}

function registerIcons(session: Session): Disposable {
  const types = RANKED.map((kind) => {
    const { path, dark, light } = KINDS[kind];
    const type = window.createTextEditorDecorationType({
      gutterIconSize: 'contain',
      dark: { gutterIconPath: svg(path, dark) },
      light: { gutterIconPath: svg(path, light) },
    });
    return { kind, type };
  });
  /** Editors that show icons; only these need clearing. */
  const showing = new WeakSet<TextEditor>();
  const show = (editor: TextEditor) => {
    const view = readSettings(editor.document).editor.gutter ? session.view(editor.document.uri) : undefined;
    const lines = view ? [...linesOf(view)] : [];
    if (lines.length === 0 && !showing.has(editor)) return;
    showing.add(editor);
    for (const { kind, type } of types)
      editor.setDecorations(
        type,
        lines.filter(([, is]) => is === kind).map(([line]) => new Range(line, 0, line, 0)),
      );
  };
  const showAll = () => window.visibleTextEditors.forEach(show);
  showAll();
  return Disposable.from(
    ...types.map(({ type }) => type),
    session.onDidChange(showAll),
    window.onDidChangeVisibleTextEditors(showAll),
  );
}

/** Shows the marks and the gutter's icons in every visible editor. */
export const register = (session: Session): Disposable =>
  Disposable.from(registerMarks(session), registerIcons(session));

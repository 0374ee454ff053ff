/** A small mark after each citation that has been checked, and an icon beside its line; each off unless the user wants it. */
import {
  Disposable,
  Range,
  ThemeColor,
  Uri,
  window,
  type DecorationOptions,
  type TextEditor,
  type TextEditorDecorationType,
} from 'vscode';
import type { Finding } from '../core/model';
import type { Session } from './session';
import { readSettings } from './settings';
import type { View } from './view';

type Kind = 'pass' | 'error' | 'warning' | 'open';

const LOOKS: Readonly<Record<Kind, { readonly mark: string; readonly colour: string }>> = {
  pass: { mark: ' ✓', colour: 'testing.iconPassed' },
  error: { mark: ' ✗', colour: 'editorError.foreground' },
  warning: { mark: ' !', colour: 'editorWarning.foreground' },
  open: { mark: ' ?', colour: 'editorInfo.foreground' },
};
const KINDS = Object.keys(LOOKS) as readonly Kind[]; // keys of a closed table

/** The mark of a finding. */
export function kindOf({ severity, code, suppressed }: Finding): Kind {
  if (suppressed || severity === 'none') return code === 'reached' || code === 'related' ? 'open' : 'pass';
  return severity === 'info' ? 'open' : severity;
}

/** The gutter's icons as paths in a box of 16: like the marks, told apart by shape. Files cannot take a theme's colours. */
const ICONS: Readonly<
  Record<Kind, { readonly path: string; readonly dark: string; readonly light: string }>
> = {
  error: { path: 'M4 4l8 8M12 4l-8 8', dark: '#f14c4c', light: '#c72e0f' },
  warning: { path: 'M8 2.5v7M8 12.5v1', dark: '#e2c08d', light: '#895503' },
  open: { path: 'M5.5 6a2.5 2.5 0 1 1 3.5 2.3q-1 .6-1 1.7M8 12.5v1', dark: '#59a4f9', light: '#0063d3' },
  pass: { path: 'M3 8.5l3.5 3.5 6.5-7.5', dark: '#73c991', light: '#2f7d2f' },
};
/** Gravest first: a line shows one icon. */
const GRAVEST = ['error', 'warning', 'open', 'pass'] as const;

const svg = (path: string, colour: string): Uri =>
  Uri.parse(
    `data:image/svg+xml;base64,${btoa(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" width="16" height="16"><path d="${path}" fill="none" stroke="${colour}" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"/></svg>`,
    )}`,
  );

/** The lines with findings, by the gravest kind among them. */
export function linesOf(view: Pick<View, 'findings' | 'lines'>): ReadonlyMap<number, Kind> {
  const lines = new Map<number, Kind>();
  for (const finding of view.findings) {
    const { line } = view.lines.position(finding.citation.part.start);
    const kind = kindOf(finding);
    const known = lines.get(line);
    if (known === undefined || GRAVEST.indexOf(kind) < GRAVEST.indexOf(known)) lines.set(line, kind);
  }
  return lines;
}

type Types = readonly { readonly kind: Kind; readonly type: TextEditorDecorationType }[];

const makeTypes = (of: (kind: Kind) => TextEditorDecorationType): Types =>
  KINDS.map((kind) => ({ kind, type: of(kind) }));

/** Shows the marks and the gutter's icons in every visible editor. */
export function register(session: Session): Disposable {
  const after = makeTypes((kind) => {
    const { mark, colour } = LOOKS[kind];
    return window.createTextEditorDecorationType({
      after: { contentText: mark, color: new ThemeColor(colour) },
    });
  });
  const beside = makeTypes((kind) => {
    const { path, dark, light } = ICONS[kind];
    return window.createTextEditorDecorationType({
      gutterIconSize: 'contain',
      dark: { gutterIconPath: svg(path, dark) },
      light: { gutterIconPath: svg(path, light) },
    });
  });
  const show = (editor: TextEditor) => {
    const view = session.view(editor.document.uri);
    const wanted = readSettings(editor.document).editor;
    const findings = wanted.marks && view ? view.findings : [];
    for (const { kind, type } of after) {
      const options = findings
        .filter((finding) => kindOf(finding) === kind)
        .flatMap((finding): DecorationOptions[] =>
          view ? [{ range: view.lines.range(finding.citation.part) }] : [],
        );
      editor.setDecorations(type, options);
    }
    const lines = [...(wanted.gutter && view ? linesOf(view) : [])];
    for (const { kind, type } of beside)
      editor.setDecorations(
        type,
        lines.filter(([, is]) => is === kind).map(([line]) => new Range(line, 0, line, 0)),
      );
  };
  const showAll = () => window.visibleTextEditors.forEach(show);
  return Disposable.from(
    ...[...after, ...beside].map(({ type }) => type),
    session.onDidChange(showAll),
    window.onDidChangeVisibleTextEditors(showAll),
  );
}

/** One line above the document and one above each paragraph that has findings. */
import {
  CodeLens,
  Disposable,
  EventEmitter,
  l10n,
  languages,
  Range,
  type Command,
  type TextDocument,
} from 'vscode';
import type { Code } from '../../core/codes';
import type { Finding, Span } from '../../core/model';
import { countBad } from '../state/resultRows';
import type { Session } from '../state/session';
import { readSettings } from '../state/settings';
import type { View } from '../state/view';
import { counted, labelWithin, money, sourcesFound } from '../state/labels';

export type Lens = { readonly offset: number; readonly title: string; readonly command: string };

/** Ordinary spaces after an icon are dropped in a lens. */
const GAP = '\u00a0';

/** `7 of 9 supported · $0.02 · verify again`, or what there is to verify. */
export function documentTitle(view: View): string {
  const { scan, findings, summary, progress } = view;
  const bad = countBad(view);
  if (progress)
    return `$(sync~spin)${GAP}${l10n.t('{0} of {1} checked', progress.done, progress.total)} · ${l10n.t('cancel')}`;
  const wrong = bad === 0 ? [] : [counted(bad, 'problem')];
  if (findings.length === 0)
    return [
      `$(verified)${GAP}${counted(scan.citations.length, 'citation')}`,
      ...wrong,
      l10n.t('verify'),
    ].join(' · ');
  const { judged, supported, resolved, costUsd, usage } = summary;
  const result =
    judged > 0 ? l10n.t('{0} of {1} supported', supported, judged) : sourcesFound(resolved, findings.length);
  const unchecked = scan.citations.length - findings.length;
  const mark = judged > 0 && supported < judged ? '$(warning)' : '$(pass)';
  return [
    `${mark}${GAP}${result}`,
    ...wrong,
    ...(unchecked > 0 ? [l10n.t('{0} not checked', unchecked)] : []),
    ...(judged > 0 ? [money(costUsd, usage)] : []),
    l10n.t('verify again'),
  ].join(' · ');
}

/** `1 overstated · 2 supported`, worst first. */
export function paragraphTitle(findings: readonly Finding[]): string {
  const counts = new Map<Code, number>();
  for (const { code } of findings) counts.set(code, (counts.get(code) ?? 0) + 1);
  const order = ['error', 'warning', 'info', 'none'];
  const rank = (code: Code) => order.indexOf(findings.find((f) => f.code === code)?.severity ?? 'none');
  return [...counts]
    .sort(([a], [b]) => rank(a) - rank(b))
    .map(([code, n]) => `${n} ${labelWithin(code)}`)
    .join(' · ');
}

/** The findings within each block that has any, except suppressed ones. Both are in the order of the text: each is looked at once. */
function* paragraphs(blocks: readonly Span[], findings: readonly Finding[]) {
  let next = 0;
  for (const block of blocks) {
    while ((findings[next]?.citation.marker.start ?? Infinity) < block.start) next++;
    const here: Finding[] = [];
    for (let one = findings[next]; one && one.citation.marker.start < block.end; one = findings[++next])
      if (one.citation.marker.end <= block.end && !one.suppressed) here.push(one);
    if (here.length > 0) yield { start: block.start, here };
  }
}

/** The lenses of a view: the document's, if it cites anything, and one for each paragraph with findings. */
export function lensesOf(view: View): Lens[] {
  const { scan, findings, problems, progress } = view;
  if (scan.citations.length === 0 && problems.length === 0) return [];
  const top: Lens = {
    offset: 0,
    title: documentTitle(view),
    command: progress ? 'citewright.cancel' : 'citewright.verifyDocument',
  };
  const blocks = Array.from(paragraphs(scan.blocks, findings), ({ start, here }) => ({
    offset: start,
    title: paragraphTitle(here),
    command: 'citewright.showResults',
  }));
  return [top, ...blocks];
}

function provide(session: Session, document: TextDocument): CodeLens[] {
  if (!readSettings(document).editor.codeLens) return [];
  const view = session.glance(document);
  if (!view) return [];
  return lensesOf(view).map(({ offset, title, command }) => {
    const at = view.lines.position(offset);
    const run: Command = { title, command, arguments: [document.uri.toString()] };
    return new CodeLens(new Range(at, at), run);
  });
}

/** So far apart the editor is told of changes: it asks for lenses a quarter of a second after the last it was told of, not before. */
const BEAT_MS = 500;
/** So often it is told of each: it forgets to ask when the text loses the keys before that quarter is over. */
const BEATS = 4;

/** Tells the editor of changes: at once, at most every beat while more come, and again when they have ended. */
function createPulse(tell: () => void): { readonly start: () => void; readonly stop: () => void } {
  let timer: NodeJS.Timeout | undefined;
  let left = 0;
  const beat = () => {
    tell();
    timer = --left > 0 ? setTimeout(beat, BEAT_MS) : undefined;
  };
  return {
    start: () => {
      left = BEATS;
      if (timer === undefined) beat();
    },
    stop: () => clearTimeout(timer),
  };
}

/** Lenses in every document that the session looks at. */
export function register(session: Session): Disposable {
  const changed = new EventEmitter<void>();
  const { start, stop } = createPulse(() => changed.fire());
  const listening = session.onDidChange(start);
  const provider = languages.registerCodeLensProvider(
    { pattern: '**' },
    { onDidChangeCodeLenses: changed.event, provideCodeLenses: (document) => provide(session, document) },
  );
  return Disposable.from(provider, listening, changed, new Disposable(stop));
}

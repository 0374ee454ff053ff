/** Lenses above the document, and one above each paragraph with problems. */
import { CodeLens, Disposable, EventEmitter, l10n, languages, Range } from 'vscode';
import type { Code } from '../../core/codes';
import type { Finding, Span } from '../../core/model';
import { ANY } from '../state/documents';
import { isBad, statusOf } from '../state/marks';
import type { Session } from '../state/session';
import { readSettings } from '../state/settings';
import type { View } from '../state/view';
import { labelWithin } from '../state/labels';
import { countUp } from '../../core/text/maps';

/** Ordinary spaces after an icon are dropped in a lens. */
const GAP = '\u00a0';

function lensAt({ uri, lines }: View, offset: number, title: string, command: string, tooltip = '') {
  const at = lines.position(offset);
  const run = { title, tooltip, command: `citewright.${command}`, arguments: [uri.toString()] };
  return new CodeLens(new Range(at, at), run);
}

/** The lenses above the document: its status and “Verify”. Each lens has one command, and only “Verify” starts a run. */
function documentLenses(view: View): CodeLens[] {
  const { scan, progress } = view;
  const lens = (title: string, command: string, tooltip = '') => lensAt(view, 0, title, command, tooltip);
  // The count is in the status bar: the editor draws lenses up to a second late.
  if (progress) {
    const title = progress.isEnding ? l10n.t('Cancelling…') : l10n.t('Verifying…');
    const running = lens(`$(sync~spin)${GAP}${title}`, 'showResults');
    return progress.isEnding ? [running] : [running, lens(l10n.t('Cancel'), 'cancel')];
  }
  const { icon, text, tooltip } = statusOf(view);
  const state = lens(`$(${icon})${GAP}${text}`, 'showResults', tooltip);
  const run = view.findings.length > 0 ? l10n.t('Verify Again') : l10n.t('Verify');
  return scan.citations.length === 0 ? [state] : [state, lens(run, 'verifyDocument')];
}

/** `contradicted · dead link (2)`, worst first. */
function paragraphTitle(problems: readonly Finding[]): string {
  const counts = new Map<Code, number>();
  for (const { code } of problems) countUp(counts, code);
  const isError = (code: Code) => problems.some((f) => f.code === code && f.severity === 'error');
  return [...counts]
    .sort(([a], [b]) => Number(isError(b)) - Number(isError(a)))
    .map(([code, n]) => `${labelWithin(code)}${n > 1 ? ` (${n})` : ''}`)
    .join(' · ');
}

/** The blocks that contain problems found by verifying. Blocks and findings are in text order, so each is visited once. */
function* paragraphs(blocks: readonly Span[], findings: readonly Finding[]) {
  let next = 0;
  for (const block of blocks) {
    while ((findings[next]?.citation.marker.start ?? Infinity) < block.start) next++;
    const here: Finding[] = [];
    for (let one = findings[next]; one && one.citation.marker.start < block.end; one = findings[++next])
      if (one.citation.marker.end <= block.end && isBad({ finding: one })) here.push(one);
    if (here.length > 0) yield { start: block.start, here };
  }
}

/** The lenses of a view: those of the document, if it cites anything, and one per paragraph with problems found by verifying. */
export function lensesOf(view: View): CodeLens[] {
  const { scan, findings, problems } = view;
  if (scan.citations.length === 0 && problems.length === 0) return [];
  const blocks = Array.from(paragraphs(scan.blocks, findings), ({ start, here }) =>
    lensAt(view, start, paragraphTitle(here), 'showResults'),
  );
  return [...documentLenses(view), ...blocks];
}

/**
 * How long the editor has to ask, in milliseconds. It asks a quarter of a second after the last notification, or later on a busy machine, so
 * each further notification comes after twice the time; it never asks if the text loses focus meanwhile.
 */
const [SOONEST_MS, LATEST_MS] = [500, 8_000];

/** Notifies the editor of changes, again until it asks, and not more often than it can ask; of the start and the end of a run at once. */
export function createPulse(tell: () => void) {
  let timer: NodeJS.Timeout | undefined;
  let isDue = false;
  let wait = SOONEST_MS;
  let wasRunning = false;
  const beat = () => {
    timer = undefined;
    if (!isDue) return;
    isDue = wait < LATEST_MS;
    timer = setTimeout(beat, wait);
    wait = Math.min(2 * wait, LATEST_MS);
    tell();
  };
  const rest = () => {
    wait = SOONEST_MS;
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    start: (isRunning: boolean) => {
      isDue = true;
      if (isRunning !== wasRunning) rest();
      wasRunning = isRunning;
      if (timer === undefined) beat();
    },
    asked: () => {
      isDue = false;
      rest();
      timer = setTimeout(beat, wait);
    },
    stop: () => clearTimeout(timer),
  };
}

/** Registers lenses for every document of the session. */
export function register(session: Session): Disposable {
  const changed = new EventEmitter<void>();
  const { start, asked, stop } = createPulse(() => changed.fire());
  const provider = languages.registerCodeLensProvider(ANY, {
    onDidChangeCodeLenses: changed.event,
    provideCodeLenses(document) {
      asked();
      const view = readSettings(document).editor.codeLens ? session.viewWhileTyping(document) : undefined;
      return view && lensesOf(view);
    },
  });
  const listening = session.onDidChange(() => start(session.running));
  return Disposable.from(provider, listening, changed, new Disposable(stop));
}

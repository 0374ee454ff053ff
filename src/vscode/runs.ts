/**
 * A verification, from the wish to the last verdict: is there something to check, may it be checked, by whom, for how much; then
 * finding by finding onto the session. Every way out says why; nothing that was found out is lost.
 */
import {
  commands,
  l10n,
  ProgressLocation,
  window,
  workspace,
  type CancellationToken,
  type Uri,
} from 'vscode';
import { summary, type Summary } from '../core/finding';
import type { Finding } from '../core/model';
import { ModelError, type Model } from '../core/ports';
import { askJudge, askNetwork } from './consent';
import type { Desk } from './desk';
import type { Piece } from './engine';
import { chooseModel, type Choice } from './models';
import type { View } from './session';
import { readSettings } from './settings';
import { clean, money } from './words';

/** What to check in one document: everything, or these citations. */
export type Wanted = { readonly view: View; readonly only?: ReadonlySet<string> };
export type RunOptions = { readonly linksOnly?: boolean };

/** How a run ended. */
export type Outcome =
  | { readonly state: 'done' | 'cancelled'; readonly summary: Summary; readonly model?: string }
  | { readonly state: 'untrusted' | 'nothing' | 'declined' | 'failed' };

/** The citations that are wanted, document by document; documents without any are left out. */
const piecesOf = (wanted: readonly Wanted[]): Piece[] =>
  wanted
    .map(({ view, only }) => ({
      uri: view.uri,
      text: view.text,
      citations: view.scan.citations.filter(({ id }) => only?.has(id) ?? true),
    }))
    .filter(({ citations }) => citations.length > 0);

/** Says that the workspace is not trusted, and offers to change that. */
export async function explainTrust(): Promise<void> {
  const manage = l10n.t('Manage Workspace Trust');
  const choice = await window.showWarningMessage(
    l10n.t(
      'This workspace is not trusted, so Citewright only scans it. Verifying opens connections and reads files.',
    ),
    manage,
  );
  if (choice === manage) await commands.executeCommand('workbench.trust.manage');
}

const MENDS = {
  setKey: { title: 'Set API Key', command: 'citewright.setKey' },
  chooseModel: { title: 'Choose Model', command: 'citewright.chooseModel' },
  openSettings: { title: 'Open Settings', command: 'citewright.openSettings' },
} as const;

/** Shows a message with a way to mend what it says, without waiting for the answer. */
function offer(level: 'error' | 'info', text: string, ...mends: readonly (keyof typeof MENDS)[]): void {
  const show = level === 'error' ? window.showErrorMessage : window.showInformationMessage;
  const titles = new Map(mends.map((mend) => [l10n.t(MENDS[mend].title), MENDS[mend].command]));
  const results = l10n.t('Show Results');
  void show(text, ...titles.keys(), ...(level === 'info' ? [results] : [])).then((choice) => {
    if (choice === results) return commands.executeCommand('citewright.showResults');
    const command = choice === undefined ? undefined : titles.get(choice);
    return command === undefined ? undefined : commands.executeCommand(command);
  });
}

type Agreed = { readonly network: boolean; readonly model?: Model; readonly judgeName?: string };

/** Asks what has to be asked. Gives nothing when the user put a question away, or when the choice of model is broken. */
async function agree({ consent, secrets }: Desk, uri: Uri, linksOnly: boolean): Promise<Agreed | undefined> {
  const network = await askNetwork(consent, uri);
  if (network === undefined) return undefined;
  if (linksOnly) return { network: network === 'yes' };
  const settings = readSettings(uri);
  // Offline means offline: only a model that was set on purpose is asked then, nothing is looked for.
  const asked: Choice =
    network === 'yes' || settings.model.provider !== 'auto'
      ? await chooseModel(settings, secrets)
      : { kind: 'none' };
  if (asked.kind === 'problem') {
    offer(
      'error',
      asked.message,
      asked.mend,
      ...(asked.mend === 'chooseModel' ? [] : (['chooseModel'] as const)),
    );
    return undefined;
  }
  if (asked.kind === 'none') return { network: network === 'yes' };
  const send = await askJudge(consent, asked.to);
  if (send === undefined) return undefined;
  if (send === 'no') return { network: network === 'yes' };
  try {
    return { network: network === 'yes', model: await asked.make(), judgeName: asked.to.name };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    offer('error', clean(error.message), error.reason === 'key-invalid' ? 'setKey' : 'chooseModel');
    return undefined;
  }
}

/** Asks before money is spent that the user would want to know of. */
async function mayCost(desk: Desk, pieces: readonly Piece[], agreed: Agreed): Promise<boolean> {
  if (!agreed.model) return true;
  const { confirmAboveUsd, maxUsd } = readSettings().cost;
  const usd = await desk.engine.estimate(pieces, agreed.model);
  if (usd === undefined || usd <= confirmAboveUsd) return true;
  const yes = l10n.t('Verify');
  const choice = await window.showInformationMessage(
    l10n.t('This run may cost about {0}.', money(Math.min(usd, maxUsd))),
    {
      modal: true,
      detail: l10n.t('By {0}. The cap of a run is {1}.', agreed.judgeName ?? '', money(maxUsd)),
    },
    yes,
  );
  return choice === yes;
}

/** One signal for the whole run: ends when the user cancels, or when every document's run was superseded or dropped. */
function join(signals: readonly AbortSignal[], token: CancellationToken): AbortSignal {
  const all = new AbortController();
  const check = () => {
    if (signals.every(({ aborted }) => aborted)) all.abort();
  };
  for (const signal of signals) signal.addEventListener('abort', check, { once: true });
  token.onCancellationRequested(() => all.abort());
  return all.signal;
}

async function run(
  desk: Desk,
  pieces: readonly Piece[],
  agreed: Agreed,
  linksOnly: boolean,
  report: (done: number, total: number) => void,
  token: CancellationToken,
) {
  const { session, engine } = desk;
  const signals = pieces.map(({ uri, citations }) => session.begin(uri, citations.length));
  const signal = join(signals, token);
  const found: Finding[] = [];
  const done = pieces.map(() => 0);
  const total = pieces.reduce((sum, { citations }) => sum + citations.length, 0);
  try {
    for await (const { document, finding } of engine.verify(pieces, { ...agreed, linksOnly }, signal)) {
      const piece = pieces[document];
      const own = signals[document];
      if (!piece || !own) continue;
      found.push(finding);
      report(found.length, total);
      done[document] = (done[document] ?? 0) + 1;
      if (!session.isCurrent(piece.uri, own)) continue;
      session.put(piece.uri, finding, Date.now());
      session.progress(piece.uri, own, { done: done[document], total: piece.citations.length });
    }
  } finally {
    pieces.forEach(({ uri }, i) => {
      const own = signals[i];
      if (own) session.progress(uri, own, undefined);
    });
  }
  return { found, cancelled: signal.aborted };
}

/** The first thing that a model's provider had to say against the run. */
const modelTrouble = (found: readonly Finding[]) =>
  found.flatMap((f) => (f.stage === 'unjudged' && f.why === 'model-error' ? [f.detail] : []))[0];

function sayEnd(found: readonly Finding[], cancelled: boolean, agreed: Agreed, linksOnly: boolean): void {
  const { judged, supported, resolved, costUsd, usage } = summary(found);
  const trouble = modelTrouble(found);
  const wrong = found.filter(({ severity }) => severity === 'error' || severity === 'warning').length;
  const parts = [
    judged > 0
      ? l10n.t('{0} of {1} supported', supported, judged)
      : l10n.t('{0} of {1} sources found', resolved, found.length),
    wrong === 1 ? l10n.t('1 problem') : l10n.t('{0} problems', wrong),
    ...(judged > 0 ? [money(costUsd, usage)] : []),
  ].join(' · ');
  if (trouble !== undefined)
    offer('error', l10n.t('The model did not judge: {0}', clean(trouble)), 'setKey', 'chooseModel');
  else if (cancelled) offer('info', l10n.t('Cancelled. So far: {0}.', parts));
  else if (linksOnly || agreed.model) offer('info', l10n.t('Checked: {0}.', parts));
  else offer('info', l10n.t('Checked without a model: {0}.', parts), 'chooseModel');
}

/** Verifies what is wanted. Asks, runs, paints, and says how it ended. */
export async function verify(
  desk: Desk,
  wanted: readonly Wanted[],
  { linksOnly = false }: RunOptions = {},
): Promise<Outcome> {
  if (!workspace.isTrusted) {
    void explainTrust();
    return { state: 'untrusted' };
  }
  const pieces = piecesOf(wanted);
  const [first] = pieces;
  if (!first) {
    void window.showInformationMessage(l10n.t('There is no citation to check here.'));
    return { state: 'nothing' };
  }
  const agreed = await agree(desk, first.uri, linksOnly);
  if (!agreed || !(await mayCost(desk, pieces, agreed))) return { state: 'declined' };
  const title = linksOnly ? l10n.t('Checking links') : l10n.t('Verifying citations');
  const { found, cancelled } = await window.withProgress(
    { location: ProgressLocation.Notification, title, cancellable: true },
    (progress, token) =>
      run(
        desk,
        pieces,
        agreed,
        linksOnly,
        (done, total) =>
          progress.report({ increment: 100 / total, message: l10n.t('{0} of {1}', done, total) }),
        token,
      ),
  );
  sayEnd(found, cancelled, agreed, linksOnly);
  const end = { state: cancelled ? ('cancelled' as const) : ('done' as const), summary: summary(found) };
  return agreed.judgeName === undefined ? end : { ...end, model: agreed.judgeName };
}

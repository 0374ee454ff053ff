/** A run: what to check, consent, model, cost, then one finding after another. Every early end is explained, and findings are kept. */
import { l10n, ProgressLocation, window, type CancellationToken } from 'vscode';
import { DEFAULTS } from '../../core/defaults';
import { summary, type Summary } from '../../core/findings/tally';
import type { Finding } from '../../core/model';
import { isOffline } from '../../core/findings/finding';
import { decide } from '../../core/findings/suppression';
import { modelTrouble } from '../../core/findings/why';
import { confirmCost, isTrusted, offer, preflight, signalOf, type Agreed } from './preflight';
import type { Services } from './services';
import type { RunDocument } from '../services/engine';
import { inform } from '../services/messages';
import { readSettings } from '../state/settings';
import { countProblems, type Reported } from '../state/marks';
import type { View } from '../state/view';
import { counted, money, reasonText, results } from '../state/labels';
import { getOrMake } from '../../core/text/maps';

/** What to check in one document: everything, or these citations. */
export type Wanted = { readonly view: View; readonly only?: ReadonlySet<string> };
export type RunOptions = {
  readonly linksOnly?: boolean;
  /** Shows no messages, and its progress in the status bar only. */
  readonly quiet?: boolean;
  /** Leaves out documents that have a run already, instead of ending that. */
  readonly yields?: boolean;
  /** What is fetched, in words, for the consent question of a run that an agent starts. */
  readonly fetches?: string;
  /** Also ends the run, if not only the user may end it. */
  readonly token?: CancellationToken;
};

export type RunEnd =
  | { readonly state: 'done' | 'cancelled'; readonly summary: Summary; readonly model?: string }
  | { readonly state: 'untrusted' | 'nothing' | 'declined' | 'failed' };

/** The selected citations, by document; documents without any are left out. */
export const piecesOf = (wanted: readonly Wanted[]): RunDocument[] =>
  wanted
    .map(({ view, only }) => ({
      uri: view.uri,
      text: view.text,
      citations: view.scan.citations.filter(({ id }) => only?.has(id) ?? true),
      problems: view.scan.problems,
      suppressions: view.suppressions,
      ...(view.scan.log && { log: view.scan.log }),
    }))
    .filter(({ citations }) => citations.length > 0);

/** What to check once bibliographies are read; chosen citations that are no longer found then are checked as they were. */
async function settled({ session }: Services, { view, only }: Wanted): Promise<Wanted> {
  const whole = await session.settled(view);
  if (!only) return { view: whole };
  return whole.scan.citations.some(({ id }) => only.has(id)) ? { view: whole, only } : { view, only };
}

/** One signal for the whole run: ends when the user cancels, or when every document's run was superseded or dropped. */
function join(signals: readonly AbortSignal[], tokens: readonly CancellationToken[]): AbortSignal {
  const superseded = new AbortController();
  const check = () => {
    if (signals.every(({ aborted }) => aborted)) superseded.abort();
  };
  for (const signal of signals) signal.addEventListener('abort', check, { once: true });
  return AbortSignal.any([superseded.signal, ...tokens.map(signalOf)]);
}

type Pass = { readonly pieces: readonly RunDocument[]; readonly agreed: Agreed };

/** Documents of folders that stay offline are verified separately, without network and model. */
function passesOf({ consent }: Services, pieces: readonly RunDocument[], agreed: Agreed): Pass[] {
  const off = pieces.filter(({ uri }) => consent.isExcluded(uri));
  const on = pieces.filter(({ uri }) => !consent.isExcluded(uri));
  return [
    { pieces: on, agreed },
    { pieces: off, agreed: { network: false } },
  ].filter((pass) => pass.pieces.length > 0);
}

async function run(
  services: Services,
  passes: readonly Pass[],
  linksOnly: boolean,
  report: (done: number, total: number) => void,
  tokens: readonly CancellationToken[],
) {
  const { session } = services;
  const pieces = passes.flatMap((pass) => pass.pieces);
  const own = new Map(pieces.map((piece) => [piece, session.runs.begin(piece.uri, piece.citations.length)]));
  const signal = join([...own.values()], tokens);
  signal.addEventListener('abort', () => own.forEach((mine) => session.runs.ending(mine)), { once: true });
  const found: Finding[] = [];
  const foundIn = new Map<RunDocument, Finding[]>();
  const total = pieces.reduce((sum, { citations }) => sum + citations.length, 0);
  const take = (piece: RunDocument, raw: Finding) => {
    const finding = decide(raw, piece.suppressions);
    const mine = own.get(piece);
    const done = getOrMake(foundIn, piece, () => []).push(finding);
    found.push(finding);
    report(found.length, total);
    if (mine) session.runs.found(mine, finding, Date.now(), { done, total: piece.citations.length });
  };
  try {
    const engine = await services.engine();
    for (const pass of passes)
      for await (const tagged of engine.verify(pass.pieces, { ...pass.agreed, linksOnly }, signal)) {
        const piece = pass.pieces[tagged.document];
        if (piece) take(piece, tagged.finding);
      }
    // A document may have been renamed; of one that was closed or deleted, only the findings are left.
    const countIn = (piece: RunDocument, view: Reported | undefined) =>
      countProblems(view ?? { problems: [], eachProblem: [], findings: foundIn.get(piece) ?? [] });
    let problems = 0;
    for (const [piece, mine] of own)
      problems += countIn(piece, session.view(session.runs.placeOf(mine) ?? piece.uri));
    return { found, problems, cancelled: signal.aborted };
  } finally {
    for (const mine of own.values()) session.runs.ended(mine);
  }
}

/** That a budget was reached, the results so far (`parts`), and what can be done about it. */
function capReached(found: readonly Finding[], { model }: Agreed, parts: string): string | undefined {
  const left = found.flatMap((f) => (f.stage === 'unjudged' && f.why === 'budget' ? [f.cause] : []));
  if (left.length === 0) return undefined;
  const { maxUsd, maxUsdPerDay } = readSettings().cost;
  if (!model?.price)
    return l10n.t(
      'Token limit for a model of unknown price ({0}) reached. So far: {1}. Run again to continue.',
      DEFAULTS.maxTokensUnpriced,
      parts,
    );
  return left.includes('day_cap')
    ? l10n.t(
        'Daily budget ({0}) reached. So far: {1}. Raise “citewright.cost.maxUsdPerDay”, or run again after midnight UTC.',
        money(maxUsdPerDay),
        parts,
      )
    : l10n.t(
        'Run budget ({0}) reached. So far: {1}. Run again to continue, or raise “citewright.cost.maxUsd”.',
        money(maxUsd),
        parts,
      );
}

/** How the run ended, and what can be done about it. */
function endOf(
  { found, problems, cancelled }: Awaited<ReturnType<typeof run>>,
  agreed: Agreed,
  linksOnly: boolean,
): Parameters<typeof offer> {
  const { judged, costUsd, usage } = summary(found);
  const trouble = modelTrouble(found);
  const parts = [
    ...results(found).parts,
    counted(problems, 'problem'),
    ...(judged > 0 ? [money(costUsd, usage)] : []),
  ].join(' · ');
  const capped = capReached(found, agreed, parts);
  if (trouble) {
    const text = l10n.t('The model failed: {0}. So far: {1}.', reasonText(trouble), parts);
    return ['error', text, 'setKey', 'chooseModel'];
  }
  if (!agreed.network)
    return [
      'info',
      l10n.t('Offline in this workspace: only cited files and commits were checked. {0}.', parts),
      'manageConsent',
    ];
  if (found.some(isOffline))
    return ['info', l10n.t('You appear to be offline. So far: {0}. Run again later.', parts)];
  if (capped !== undefined) return ['info', capped, 'openSettings'];
  if (cancelled) return ['info', l10n.t('Cancelled. So far: {0}.', parts)];
  if (linksOnly || agreed.model) return ['info', l10n.t('Checked: {0}.', parts)];
  return ['info', l10n.t('Checked without a model: {0}.', parts), 'chooseModel'];
}

/** Says how the run ended and, once in a window, that the cache can't be written. */
async function sayEnd({ engine }: Services, [level, text, ...actions]: Parameters<typeof offer>) {
  const code = (await engine()).takeCacheLost();
  const lost = code === undefined ? '' : ` ${l10n.t('The cache can’t be written ({0}).', code)}`;
  offer(level, text + lost, ...actions, ...(level === 'info' ? (['showResults'] as const) : []));
}

/** Verifies citations: asks for consent, runs, shows findings and reports the end. */
export async function verify(
  services: Services,
  wanted: readonly Wanted[],
  { linksOnly = false, quiet = false, yields = false, fetches, token: given }: RunOptions = {},
): Promise<RunEnd> {
  if (!isTrusted()) return { state: 'untrusted' };
  const wish = piecesOf(await Promise.all(wanted.map((one) => settled(services, one))));
  if (wish.length === 0) {
    if (!quiet) void inform(l10n.t('No citations to verify here.'));
    return { state: 'nothing' };
  }
  const [first, ...others] = wish.filter(({ uri }) => !services.consent.isExcluded(uri));
  const agreed = first
    ? await preflight(services, [first, ...others], linksOnly, fetches)
    : { network: false };
  if (agreed === 'failed') return { state: agreed };
  if (!agreed || (first && !(await confirmCost(services, [first, ...others], agreed))))
    return { state: 'declined' };
  // A document may have been closed while a question was open; its findings would not be shown.
  const pieces = wish.filter(({ uri }) => {
    const view = services.session.view(uri);
    return view && !(yields && view.progress);
  });
  if (pieces.length === 0) return { state: 'declined' };
  const passes = passesOf(services, pieces, agreed);
  const title = linksOnly ? l10n.t('Checking links') : l10n.t('Verifying citations');
  const end = await window.withProgress(
    { location: quiet ? ProgressLocation.Window : ProgressLocation.Notification, title, cancellable: !quiet },
    (progress, token) =>
      run(
        services,
        passes,
        linksOnly,
        (done, total) =>
          progress.report({ increment: 100 / total, message: l10n.t('{0} of {1}', done, total) }),
        given ? [token, given] : [token],
      ),
  );
  if (!quiet) await sayEnd(services, endOf(end, agreed, linksOnly));
  return {
    state: end.cancelled ? 'cancelled' : 'done',
    summary: summary(end.found),
    ...(agreed.judgeName !== undefined && { model: agreed.judgeName }),
  };
}

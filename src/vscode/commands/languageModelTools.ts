/**
 * Tools for language models in agent mode: `#verifyCitations` and `#findPapers`. Before either does anything the user confirms what
 * leaves this computer and what it may cost; the two consents hold for an agent as for a person.
 */
import { say } from '../../core/causes';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import {
  l10n,
  LanguageModelTextPart,
  LanguageModelToolResult,
  MarkdownString,
  Uri,
  window,
  workspace,
  type CancellationToken,
  type LanguageModelTool,
} from 'vscode';
import { explain } from '../../core/findings/finding';
import { isUrl } from '../../core/text/url';
import { isFailure, type Finding } from '../../core/model';
import type { FindOptions } from '../../core/resolve';
import { sourceOf } from '../../core/report/shape';
import { isInside } from '../../node/files/folders';
import { askNetwork } from '../services/askConsent';
import type { Services } from './services';
import { isExcludedByUser, isWatched, languageOf, openDocument, readText } from '../state/documents';
import { chooseModel } from '../services/models';
import { verify } from './runs';
import { readSettings } from '../state/settings';
import { rootsOf } from '../services/workspaceContext';
import type { View } from '../state/view';
import { clean, money } from '../state/labels';

type Input = Readonly<Record<string, unknown>>;
type Verify = {
  readonly text: string | undefined;
  readonly file: string | undefined;
  readonly linksOnly: boolean;
};

/** The editor does not hold a model to the schema of the manifest: what is of another kind counts as left out. */
const inputOf = (input: unknown): Input => (typeof input === 'object' && input !== null ? { ...input } : {});
const words = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : undefined);
const whole = (value: unknown) => (typeof value === 'number' && Number.isInteger(value) ? value : undefined);

const verifyInput = (input: unknown): Verify => {
  const { text, file, linksOnly } = inputOf(input);
  return { text: words(text), file: words(file), linksOnly: linksOnly === true };
};

function findInput(input: unknown): { readonly topic: string | undefined; readonly options: FindOptions } {
  const { topic, from, to, limit } = inputOf(input);
  const years = { from: whole(from), to: whole(to) };
  const given = { ...years, limit: Math.min(50, Math.max(1, whole(limit) ?? 10)) };
  const options = Object.fromEntries(Object.entries(given).filter(([, n]) => n !== undefined));
  return { topic: words(topic)?.trim(), options };
}

const MOST_CHARS = 20_000;
const DOMAINS_SHOWN = 6;

/** What a tool says to the model: text, or data as JSON. */
const answer = (value: unknown) =>
  new LanguageModelToolResult([
    new LanguageModelTextPart(typeof value === 'string' ? value : JSON.stringify(value, undefined, 1)),
  ]);

const UNTRUSTED = 'This workspace is not trusted: nothing is fetched or read. The user can trust it.';
let drafts = 0;

/** The view that a call means, and what to do with it afterwards. A text says why there is none. */
async function subjectOf(
  services: Services,
  { text, file }: Verify,
): Promise<{ view: View; end: () => void } | string> {
  const { session } = services;
  if (text !== undefined) {
    const uri = Uri.parse(`untitled:citewright-tool-${++drafts}.md`);
    return { view: session.adopt(uri, text, 'markdown'), end: () => session.forget(uri) };
  }
  if (file === undefined) {
    const active = [window.activeTextEditor, ...window.visibleTextEditors]
      .map((editor) => editor?.document)
      .find((document) => document !== undefined && isWatched(document));
    const view = active && session.look(active);
    return view ? { view, end: () => undefined } : 'No text is open. Give text or file.';
  }
  return fileSubject(services, file);
}

/** The real path of a file or folder, links followed; undefined if it doesn't exist. */
const realPath = (uri: Uri) => realpath(uri.fsPath).catch(() => undefined);

/** The address of `real` under `root`; undefined if it is outside. */
async function under(root: Uri, real: string): Promise<Uri | undefined> {
  const base = await realPath(root);
  if (base === undefined) return undefined;
  return isInside(base, real) ? Uri.joinPath(root, ...path.relative(base, real).split(path.sep)) : undefined;
}

/** The file of the workspace that a name means: steps such as `..` are taken and links followed before it is looked where that leads. */
async function fileOfName(file: string): Promise<Uri | undefined> {
  const roots = rootsOf();
  const isAbsolute = /^(?:\/|[A-Za-z]:[\\/])/.test(file);
  for (const root of roots) {
    const uri = isAbsolute ? Uri.joinPath(Uri.file(file), '.') : Uri.joinPath(root, file);
    const real = workspace.getWorkspaceFolder(uri) ? await realPath(uri) : undefined;
    if (real === undefined) continue;
    for (const home of roots) {
      const found = await under(home, real);
      if (found) return found;
    }
  }
  return undefined;
}

/** Files that are adopted for calls which have not ended, each with how many calls. */
const users = new Map<string, number>();

/** Holds a file that no editor has open for one more call. Gives what ends that: the last call of all drops the file. */
function hold({ session }: Services, uri: Uri): () => void {
  const key = uri.toString();
  const count = users.get(key);
  if (count === undefined && session.view(uri)) return () => undefined; // known before, and not to us
  users.set(key, (count ?? 0) + 1);
  return () => {
    const rest = (users.get(key) ?? 1) - 1;
    if (rest > 0) users.set(key, rest);
    else users.delete(key);
    if (rest === 0 && !openDocument(uri)) session.forget(uri); // else it is the user's too
  };
}

const last = new Map<string, Promise<unknown>>();

/** Has calls on one text run one behind the other: a run ends the one before it on the same text, and neither agent asked for that. */
async function inTurn<T>(uri: Uri, work: () => Promise<T>): Promise<T> {
  const key = uri.toString();
  const before = last.get(key) ?? Promise.resolve();
  const mine = before.then(work, work);
  last.set(key, mine);
  try {
    return await mine;
  } finally {
    if (last.get(key) === mine) last.delete(key);
  }
}

/** A file inside the workspace, open or not. */
async function fileSubject(
  services: Services,
  file: string,
): Promise<{ view: View; end: () => void } | string> {
  const { session } = services;
  const nothing = `There is no such text in the workspace: ${clean(file)}`;
  const uri = await fileOfName(file);
  if (!uri) return nothing;
  const open = openDocument(uri);
  const language = open?.languageId ?? languageOf(uri) ?? 'markdown';
  if (isExcludedByUser(uri, language)) return `The user excludes this file from verification: ${clean(file)}`;
  const view = open && session.look(open);
  if (view) return { view, end: () => undefined };
  const read = await readText(uri);
  if (read === undefined) return nothing;
  const end = hold(services, uri);
  return { view: session.adopt(uri, read, language), end };
}

/** Where requests would go, in a few names. */
function placesOf({ scan }: View): string {
  const hosts = scan.citations.flatMap(({ target }) =>
    target.kind === 'url' && isUrl(target.url) ? [new URL(target.url).host] : [],
  );
  const works = scan.citations.some(({ target }) => target.kind === 'work');
  const names = [...(works ? [l10n.t('the registries')] : []), ...new Set(hosts)];
  const rest = names.length - DOMAINS_SHOWN;
  const shown = names.slice(0, DOMAINS_SHOWN).map((name) => clean(name, 60));
  return [...shown, ...(rest > 0 ? [l10n.t('{0} more', rest)] : [])].join(', ');
}

/** Who would judge and for how much, as far as that can be told without asking anybody. */
async function judgeText(
  services: Pick<Services, 'consent' | 'secrets' | 'engine'>,
  view: View,
): Promise<string> {
  const { consent, secrets, engine } = services;
  const settings = readSettings(view.uri);
  const isAgreed = consent.network(view.uri) === 'yes';
  if (consent.isExcluded(view.uri)) return l10n.t('No model is used; this is free.');
  const choice =
    isAgreed || settings.model.provider !== 'auto' ? await chooseModel(settings, secrets, false) : undefined;
  if (choice?.kind !== 'model' || consent.judge(choice.to.owner) === 'no')
    return l10n.t('No model is used; this is free.');
  if (!choice.isNamed)
    return [
      l10n.t('Claims and passages go to the first model that {0} offers, if any.', choice.to.address),
      l10n.t('The price is unknown; a token limit applies.'),
    ].join(' ');
  const to = l10n.t('Claims and passages go to {0} ({1}).', choice.to.name, choice.to.address);
  const model = await choice.make().catch(() => undefined);
  const estimate = model && (await engine.estimate([{ citations: view.scan.citations }], model));
  const most = money(settings.cost.maxUsd);
  return estimate === undefined
    ? `${to} ${l10n.t('The price is unknown; a token limit applies.')}`
    : `${to} ${l10n.t('Estimated cost: {0} to {1}, at most {2}.', money(estimate.leastUsd), money(estimate.mostUsd), most)}`;
}

const plain = (lines: readonly string[]) =>
  new MarkdownString().appendText(lines.filter(Boolean).join('\n\n'));

function fetchText(view: View): string {
  const count = view.scan.citations.length;
  const places = placesOf(view) || l10n.t('none');
  return count === 1
    ? l10n.t('The source of 1 citation is fetched from this computer: {0}.', places)
    : l10n.t('The sources of {0} citations are fetched from this computer: {1}.', count, places);
}

/** The confirmation before a verification: what is fetched, what is sent where, and what it may cost. */
export async function confirmation(
  services: Pick<Services, 'consent' | 'secrets' | 'engine'>,
  view: View,
  linksOnly: boolean,
): Promise<MarkdownString> {
  return plain([
    services.consent.network(view.uri) === 'no'
      ? l10n.t('Nothing is fetched: this workspace is offline. Cited files and commits are checked.')
      : fetchText(view),
    linksOnly ? l10n.t('No model is used; this is free.') : await judgeText(services, view),
  ]);
}

const rowOf = (finding: Finding) => {
  const { citation, code, severity } = finding;
  const { title, location } = sourceOf(finding);
  const verdict = finding.stage === 'judged' ? finding.verdict : undefined;
  return {
    citation: clean(citation.raw, 200),
    claim: clean(citation.claim.text, 500),
    code,
    severity,
    message: clean(explain(finding), 500),
    ...(title && { title: clean(title) }),
    ...(location && { source: clean(location) }),
    ...(verdict?.quote && { quote: clean(verdict.quote.text, 600), match: verdict.quote.match }),
    ...(verdict?.suggestion && { suggestion: clean(verdict.suggestion, 500) }),
  };
};

const SAID = {
  untrusted: UNTRUSTED,
  nothing: 'There is no citation in this text.',
  declined:
    'The user did not agree to a verification. Nothing was checked: that says nothing against the citations.',
  failed: 'The verification failed. That says nothing against the citations.',
} as const;

/** The result of a run as the model reads it: rows until the room is used up, and how many were left off. */
function resultOf({ scan, findings, problems, summary }: View, state: string) {
  const rows: unknown[] = [];
  let room = MOST_CHARS;
  for (const finding of findings) {
    const row = rowOf(finding);
    room -= JSON.stringify(row).length;
    if (room < 0) break;
    rows.push(row);
  }
  const { judged, supported, resolved, score } = summary;
  return {
    state,
    found: scan.citations.length,
    resolved,
    judged,
    supported,
    score,
    problems: problems.slice(0, 50).map(({ code, facts }) => ({ code, ...facts })),
    findings: rows,
    ...(rows.length < findings.length && { leftOff: findings.length - rows.length }),
  };
}

/** `#verifyCitations` */
export const verifyTool = (services: Services): LanguageModelTool<unknown> => ({
  async prepareInvocation({ input }) {
    const wanted = verifyInput(input);
    const subject = workspace.isTrusted ? await subjectOf(services, wanted) : UNTRUSTED;
    if (typeof subject === 'string') return { invocationMessage: l10n.t('Verifying citations') };
    const { view, end } = subject;
    const count = view.scan.citations.length;
    try {
      const message = await confirmation(services, view, wanted.linksOnly);
      return {
        invocationMessage:
          count === 1 ? l10n.t('Verifying 1 citation') : l10n.t('Verifying {0} citations', count),
        confirmationMessages: { title: l10n.t('Verify citations?'), message },
      };
    } finally {
      end();
    }
  },
  async invoke({ input }, token) {
    if (!workspace.isTrusted) return answer(UNTRUSTED);
    const wanted = verifyInput(input);
    const subject = await subjectOf(services, wanted);
    if (typeof subject === 'string') return answer(subject);
    const { view, end } = subject;
    try {
      const options = { linksOnly: wanted.linksOnly, quiet: true, token };
      return await inTurn(view.uri, async () => {
        const { state } = await verify(services, [{ view }], options);
        if (state !== 'done' && state !== 'cancelled') return answer(SAID[state]);
        return answer(resultOf(services.session.view(view.uri) ?? view, state));
      });
    } finally {
      end();
    }
  },
});

const signalOf = (token: CancellationToken): AbortSignal => {
  const abort = new AbortController();
  if (token.isCancellationRequested) abort.abort();
  token.onCancellationRequested(() => abort.abort());
  return abort.signal;
};

/** `#findPapers` */
export const findTool = (services: Services): LanguageModelTool<unknown> => ({
  prepareInvocation({ input }) {
    const topic = clean(findInput(input).topic ?? '', 200);
    const lines = [
      l10n.t('Search terms sent to Crossref, OpenAlex and PubMed: {0}', topic),
      l10n.t('This is free.'),
    ];
    return {
      invocationMessage: l10n.t('Searching for papers'),
      confirmationMessages: { title: l10n.t('Search for papers?'), message: plain(lines) },
    };
  },
  async invoke({ input }, token) {
    const { topic, options } = findInput(input);
    if (topic === undefined) return answer('Give a topic: a few words to look for.');
    if (!workspace.isTrusted) return answer(UNTRUSTED);
    if ((await askNetwork(services.consent, undefined)) !== 'yes')
      return answer('The user has not agreed to network access. Nothing was looked up.');
    const found = await services.engine.find(topic, signalOf(token), options);
    if (isFailure(found)) return answer(`No registry answered: ${clean(say(found))}`);
    const papers = found.papers.map(({ record, url, seenIn, notices }) => ({
      title: clean(record.title ?? ''),
      authors: (record.authors ?? []).slice(0, 8).map((name) => clean(name, 80)),
      year: record.year,
      venue: record.venue && clean(record.venue, 120),
      doi: record.doi,
      url,
      seenIn,
      notices: notices.map(({ kind }) => kind),
    }));
    return answer({ papers, errors: found.errors });
  },
});

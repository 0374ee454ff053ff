/** The results view: a table that receives rows and sends what was pressed. Messages are validated; it loads only our script and style. */
import { commands, env, l10n, Uri, ViewColumn, window } from 'vscode';
import type { Disposable, ExtensionContext, Webview, WebviewPanel } from 'vscode';
import { summary } from '../../core/findings/tally';
import { escapeHtml } from '../../core/report/escape';
import { at } from '../../core/text/jsonFields';
import { throttled } from '../state/throttle';
import { nameOf, rowsOf, type Row } from '../state/resultRows';
import { countProblems } from '../state/marks';
import type { Session } from '../state/session';
import type { View } from '../state/view';
import { logSummary } from '../state/findingLabels';
import { counted, money, results } from '../state/labels';

/** Changes closer together are sent as one. */
const GATHER_MS = 120;

const COMMANDS = {
  reveal: 'citewright.reveal',
  evidence: 'citewright.showEvidence',
  verify: 'citewright.verifyCitation',
  open: 'citewright.openSource',
  takeBack: 'citewright.takeBack',
} as const;
const isAction = (type: unknown): type is keyof typeof COMMANDS =>
  typeof type === 'string' && Object.hasOwn(COMMANDS, type);

export type Asked =
  | { readonly type: 'ready' | 'verifyDocument' }
  | { readonly type: keyof typeof COMMANDS; readonly uri: string; readonly id: string };

/** A message from the page, validated; undefined if it is not one of ours. */
export function readMessage(message: unknown): Asked | undefined {
  const [type, uri, id] = ['type', 'uri', 'id'].map((name) => at(message, name));
  if (type === 'ready' || type === 'verifyDocument') return { type };
  return isAction(type) && typeof uri === 'string' && typeof id === 'string' ? { type, uri, id } : undefined;
}

const WORDS = () => ({
  title: l10n.t('Citations'),
  search: l10n.t('Search'),
  all: l10n.t('All'),
  bad: l10n.t('Problems'),
  good: l10n.t('Supported'),
  open: l10n.t('Not judged'),
  suppressed: l10n.t('Suppressed'),
  groupBy: l10n.t('Group by'),
  none: l10n.t('None'),
  verdict: l10n.t('Verdict'),
  source: l10n.t('Source'),
  document: l10n.t('Document'),
  citation: l10n.t('Citation'),
  claim: l10n.t('Claim'),
  line: l10n.t('Line'),
  section: l10n.t('Section'),
  noSection: l10n.t('Before the first heading'),
  filter: l10n.t('Show'),
  sortBy: l10n.t('Sort by'),
  more: l10n.t('Show more rows'),
  shown: l10n.t('{0} rows shown', '{0}'),
  shownOne: l10n.t('1 row shown'),
  checked: l10n.t('checked {0}', '{0}'),
  now: l10n.t('just now'),
  reveal: l10n.t('Go to Text'),
  evidence: l10n.t('Show Evidence'),
  verify: l10n.t('Verify Again'),
  openSource: l10n.t('Open Source'),
  empty: l10n.t('Open a document with citations to verify it.'),
  waiting: l10n.t('{0}, not verified yet.', '{0}'),
  verifyNow: l10n.t('Verify'),
  noMatch: l10n.t('No matching rows.'),
  narrower: l10n.t('Narrower claim'),
});

const page = (webview: Webview, media: Uri): string => {
  const nonce = Array.from(crypto.getRandomValues(new Uint8Array(18)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  const file = (name: string) => webview.asWebviewUri(Uri.joinPath(media, name)).toString();
  const policy = `default-src 'none'; img-src ${webview.cspSource}; style-src ${webview.cspSource}; script-src 'nonce-${nonce}'`;
  const t = WORDS();
  return `<!doctype html>
<html lang="${escapeHtml(env.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${file('results.css')}">
<title>${escapeHtml(t.title)}</title>
</head>
<body data-words="${escapeHtml(JSON.stringify(t))}">
<main>
<h1 class="visually-hidden">${escapeHtml(t.title)}</h1>
<p id="summary" role="status"></p>
<p id="facts"></p>
<p id="running" hidden><progress id="bar" aria-labelledby="done"></progress> <span id="done"></span></p>
<div id="tools" role="search" hidden></div>
<p id="count" class="visually-hidden" role="status"></p>
<div id="rows"></div>
<p id="nothing" hidden></p>
</main>
<script nonce="${nonce}" type="module" src="${file('results.js')}"></script>
</body>
</html>`;
};

function summaryOf(views: readonly View[]) {
  const sum = <T>(all: readonly T[], pick: (one: T) => number) =>
    all.reduce((total, one) => total + pick(one), 0);
  const findings = views.flatMap((view) => view.findings);
  const { judged, costUsd, usage } = summary(findings);
  const running = views.flatMap(({ progress }) => progress ?? []);
  const [done, total] = [sum(running, (one) => one.done), sum(running, (one) => one.total)];
  const citations = sum(views, ({ scan }) => scan.citations.length);
  const { parts, why } = results(findings, citations - findings.length);
  return {
    citations: citations === 0 ? '' : counted(citations, 'citation'),
    verdicts:
      findings.length > 0 ? [...parts, ...why].join(' · ') : citations > 0 ? l10n.t('not verified yet') : '',
    problems: counted(sum(views, countProblems), 'problem'),
    cost: judged === 0 ? '' : money(costUsd, usage),
    log: logSummary(views.map(({ scan }) => scan)),
    ...(running.length > 0 && { progress: { done, total, text: l10n.t('{0} of {1} checked', done, total) } }),
  };
}

/** One open panel: sends what changed since the last message. */
class Results implements Disposable {
  readonly #sent = new Map<string, Map<string, string>>();
  readonly #listening: { dispose(): void }[];
  readonly #sending = throttled(GATHER_MS, () => this.#send());
  #ready = false;

  constructor(
    readonly panel: WebviewPanel,
    private readonly session: Session,
    media: Uri,
  ) {
    panel.webview.options = { enableScripts: true, enableCommandUris: false, localResourceRoots: [media] };
    this.#listening = [
      this.#sending,
      session.onDidChange(this.#sending),
      // A page in a hidden tab is destroyed, and reports that it is ready when it returns.
      panel.onDidChangeViewState(() => (this.#ready &&= panel.visible)),
      panel.webview.onDidReceiveMessage((message: unknown) => {
        const asked = readMessage(message);
        if (asked?.type === 'ready') this.#start();
        else if (asked && 'uri' in asked)
          void commands.executeCommand(COMMANDS[asked.type], asked.uri, asked.id);
        else if (asked) void commands.executeCommand('citewright.verifyDocument');
      }),
    ];
    panel.webview.html = page(panel.webview, media);
  }

  #start(): void {
    this.#ready = true;
    this.#sent.clear();
    this.#send();
  }

  #send(): void {
    if (!this.#ready) return;
    const all = this.session.views();
    const views = all.filter((view) => rowsOf(view).length > 0);
    // The page drops a document that a message leaves out, so its rows are sent again when the document returns.
    const there = new Set(views.map(({ uri }) => uri.toString()));
    for (const uri of this.#sent.keys()) if (!there.has(uri)) this.#sent.delete(uri);
    const documents = views.map((view) => {
      const uri = view.uri.toString();
      const rows = rowsOf(view);
      return {
        uri,
        name: nameOf(view.uri),
        order: rows.map(({ id }) => id),
        changed: this.#changed(uri, rows),
      };
    });
    const summary = summaryOf(views.length > 0 ? views : all);
    void this.panel.webview.postMessage({ documents, summary });
  }

  #changed(uri: string, rows: readonly Row[]): Row[] {
    const sent = this.#sent.get(uri) ?? new Map<string, string>();
    const now = new Map(rows.map((row) => [row.id, JSON.stringify(row)]));
    this.#sent.set(uri, now);
    return rows.filter((row) => sent.get(row.id) !== now.get(row.id));
  }

  dispose(): void {
    for (const one of this.#listening) one.dispose();
  }
}

/** The one results panel of a window. */
export function createResults(session: Session, { extensionUri }: Pick<ExtensionContext, 'extensionUri'>) {
  const media = Uri.joinPath(extensionUri, 'media');
  let shown: Results | undefined;
  const fill = (panel: WebviewPanel) => {
    const results = new Results(panel, session, media);
    panel.iconPath = Uri.joinPath(media, 'icon.png');
    shown = results;
    panel.onDidDispose(() => {
      results.dispose();
      if (shown === results) shown = undefined;
    });
  };
  const show = () => {
    if (shown) shown.panel.reveal();
    else fill(window.createWebviewPanel('citewright.results', l10n.t('Citations'), ViewColumn.Beside));
  };
  return { show, fill, dispose: () => void shown?.panel.dispose() };
}

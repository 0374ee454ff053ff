/** Exports findings as a report, in formats of the command line. */
import { commands, env, l10n, Uri, window, workspace } from 'vscode';
import { summary } from '../../core/findings/tally';
import type { Report } from '../../core/report';
import type { Services } from './services';
import { complain, inform, pickFrom } from '../services/messages';
import { homeOf, placeOf } from '../state/documents';
import { translate } from '../state/labels';
import { nameOf } from '../state/resultRows';
import type { View } from '../state/view';

const FORMATS = {
  html: { title: 'HTML', ending: 'html' },
  markdown: { title: 'Markdown', ending: 'md' },
  csv: { title: 'CSV', ending: 'csv' },
  json: { title: 'JSON', ending: 'json' },
  sarif: { title: 'SARIF', ending: 'sarif' },
} as const;
type Format = keyof typeof FORMATS;

const isFormat = (value: unknown): value is Format =>
  typeof value === 'string' && Object.hasOwn(FORMATS, value);

/** The report on some views. */
export const reportOf = (views: readonly View[]): Report => ({
  documents: views.map(({ uri, text, scan, problems, findings }) => ({
    path: placeOf(uri),
    text,
    problems,
    findings,
    ...(scan.log && { log: scan.log }),
  })),
  errors: [],
  summary: summary(views.flatMap(({ findings }) => findings)),
});

/** What a report is about, in words: the name of one document, else how many. */
const scopeOf = (views: readonly View[]): string => {
  const [only, ...more] = views;
  return only && more.length === 0
    ? nameOf(only.uri)
    : l10n.t('All {0} documents with results', views.length);
};

async function pickFormat(views: readonly View[]): Promise<Format | undefined> {
  const items = Object.keys(FORMATS)
    .filter(isFormat)
    .map((format) => ({ label: FORMATS[format].title, description: `.${FORMATS[format].ending}`, format }));
  const title = l10n.t('Export Report: {0}', scopeOf(views));
  return (await pickFrom(items, { title }))?.format;
}

/** Asks whether the report is about the current document or all, if that makes a difference. */
async function pickScope(all: readonly View[], current: View | undefined): Promise<readonly View[]> {
  const own = all.filter(({ uri }) => uri.toString() === current?.uri.toString());
  if (own.length === 0 || all.length === 1) return all;
  const items = [own, all].map((views) => ({ label: scopeOf(views), views }));
  return (await pickFrom(items, { title: l10n.t('Export Report') }))?.views ?? [];
}

/** `lighthouse-citations.html`, `citations.html`. */
const fileName = (views: readonly View[], format: Format): string => {
  const [only] = views;
  const own = views.length === 1 && only ? /([^/]+?)(?:\.\w+)?$/.exec(only.uri.path)?.[1] : undefined;
  return `${own === undefined ? '' : `${own}-`}citations.${FORMATS[format].ending}`;
};

/** Opens a page in the browser, which reaches only files of this computer, and anything else in an editor. */
async function show(file: Uri, format: Format): Promise<void> {
  const isPage = format === 'html' && file.scheme === 'file' && env.remoteName === undefined;
  if (!isPage || !(await env.openExternal(file))) await commands.executeCommand('vscode.open', file);
}

/** Asks for scope, format and file and writes the report there; `wanted` names the format and means all. Returns where it was written. */
export async function exportReport(
  { session, context }: Services,
  wanted?: unknown,
): Promise<Uri | undefined> {
  const all = session.views().filter(({ findings, problems }) => findings.length + problems.length > 0);
  if (all.length === 0) return void inform(l10n.t('Nothing to export yet.'));
  const views = isFormat(wanted) ? all : await pickScope(all, session.current());
  if (views.length === 0) return undefined;
  const format = isFormat(wanted) ? wanted : await pickFormat(views);
  if (format === undefined) return undefined;
  const folder = (views[0] && homeOf(views[0].uri))?.uri ?? workspace.workspaceFolders?.[0]?.uri;
  const file = await window.showSaveDialog({
    title: l10n.t('Export Report'),
    filters: { [FORMATS[format].title]: [FORMATS[format].ending] },
    ...(folder && { defaultUri: Uri.joinPath(folder, fileName(views, format)) }),
  });
  if (!file) return undefined;
  const { render } = await import('../../core/report');
  const { version } = context.extension.packageJSON as { version: string };
  const now = new Date(); // in the user's time zone
  const date = new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
  const look = { version, date, translate, language: env.language };
  try {
    await workspace.fs.writeFile(file, new TextEncoder().encode(render(reportOf(views), format, look)));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return void complain(l10n.t('Couldn’t write the report: {0}', why));
  }
  const open = l10n.t('Open');
  void inform(l10n.t('Report saved to {0}', workspace.asRelativePath(file)), open).then((choice) =>
    choice === open ? show(file, format) : undefined,
  );
  return file;
}

/** Writes what the session knows as a report, in the formats of the command line. */
import { l10n, Uri, window, workspace, type QuickPickItem } from 'vscode';
import { summary } from '../../core/finding';
import type { Report } from '../../core/report';
import type { Services } from './services';
import { complain, inform } from '../services/messages';
import type { View } from '../state/view';

const FORMATS = { html: 'html', markdown: 'md', csv: 'csv', json: 'json', sarif: 'sarif' } as const;
type Format = keyof typeof FORMATS;
const TITLES: Readonly<Record<Format, string>> = {
  json: 'JSON',
  markdown: 'Markdown',
  html: 'HTML',
  sarif: 'SARIF',
  csv: 'CSV',
};

const isFormat = (value: unknown): value is Format =>
  typeof value === 'string' && Object.hasOwn(FORMATS, value);

/** The report on some views. */
export const reportOf = (views: readonly View[]): Report => ({
  documents: views.map(({ uri, text, scan, problems, findings }) => ({
    path: workspace.asRelativePath(uri), // with its folder's name where there are several
    text,
    problems,
    findings,
    ...(scan.log && { log: scan.log }),
  })),
  errors: [],
  summary: summary(views.flatMap(({ findings }) => findings)),
});

async function pickFormat(): Promise<Format | undefined> {
  const items = Object.keys(FORMATS)
    .filter(isFormat)
    .map((format): QuickPickItem & { format: Format } => ({
      label: TITLES[format],
      description: `.${FORMATS[format]}`,
      format,
    }));
  return (await window.showQuickPick(items, { title: l10n.t('Export Report') }))?.format;
}

/** Asks for a format and a file and writes the report there. Gives where it was written. */
export async function exportReport(
  { session, context }: Services,
  wanted?: unknown,
): Promise<Uri | undefined> {
  const views = session.views().filter(({ findings, problems }) => findings.length + problems.length > 0);
  if (views.length === 0) {
    void inform(l10n.t('Nothing to export yet.'));
    return undefined;
  }
  const format = isFormat(wanted) ? wanted : await pickFormat();
  if (format === undefined) return undefined;
  const folder = workspace.workspaceFolders?.[0]?.uri;
  const name = `citations.${FORMATS[format]}`;
  const file = await window.showSaveDialog({
    title: l10n.t('Export Report'),
    filters: { [TITLES[format]]: [FORMATS[format]] },
    ...(folder && { defaultUri: Uri.joinPath(folder, name) }),
  });
  if (!file) return undefined;
  const { render } = await import('../../core/report');
  const { version } = context.extension.packageJSON as { version: string };
  try {
    await workspace.fs.writeFile(
      file,
      new TextEncoder().encode(render(reportOf(views), format, { version })),
    );
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    void complain(l10n.t('Couldn’t write the report: {0}', why));
    return undefined;
  }
  const open = l10n.t('Open');
  void inform(l10n.t('Report saved to {0}', workspace.asRelativePath(file)), open).then((choice) =>
    choice === open ? window.showTextDocument(file) : undefined,
  );
  return file;
}

/** Every command by its name. Arguments come from links and other extensions: each is looked up, never trusted. */
import { commands, Disposable, l10n, Uri, window, workspace } from 'vscode';
import { complain, inform } from '../services/messages';
import { clean } from '../state/labels';
import { forget as forgetKept } from '../state/storedFindings';
import type { Services } from './services';

async function clearCache({ context, engine }: Services): Promise<void> {
  await (await engine()).clearCache();
  await forgetKept(context);
  void inform(l10n.t('Cache cleared.'));
}

/** Opens a copy of the bundled draft, whose mistakes are found without network. */
async function openExample({ context }: Services): Promise<void> {
  const file = Uri.joinPath(context.extensionUri, 'media/walkthrough/example.md');
  const content = new TextDecoder().decode(await workspace.fs.readFile(file));
  await window.showTextDocument(await workspace.openTextDocument({ language: 'markdown', content }));
}

type Call = (services: Services, ...args: readonly unknown[]) => unknown;

/** A command of a module that is loaded at its first use. */
const lazily =
  <Name extends string>(load: () => Promise<Readonly<Record<Name, Call>>>, name: Name): Call =>
  async (services, ...args) =>
    (await load())[name](services, ...args);

/** The commands of a module that have the names of its functions. */
const all = <Name extends string>(
  load: () => Promise<Readonly<Record<Name, Call>>>,
  ...names: readonly Name[]
): Record<string, Call> => Object.fromEntries(names.map((name) => [name, lazily(load, name)]));

const runs = () => import('./verifyCommands');
const evidence = () => import('./showEvidence');
const keys = () => import('./apiKeys');
const fixes = () => import('./fixCommands');
const menu = () => import('./fixMenu');
const papers = () => import('./papers');
const suppressions = () => import('../suppressions/suppressionCommands');

const COMMANDS: Readonly<Record<string, Call>> = {
  ...all(runs, 'verifyDocument', 'checkLinks', 'verifySelection', 'verifyWorkspace', 'verifyClipboard'),
  ...all(papers, 'findPapers'),
  ...all(keys, 'setKey', 'testKey', 'clearKey'),
  chooseModel: lazily(() => import('./modelPicker'), 'pickModel'),
  ...all(evidence, 'showEvidence'),
  export: lazily(() => import('./exportReport'), 'exportReport'),
  clearCache,
  manageConsent: lazily(() => import('./manageConsent'), 'manageConsent'),
  cancel: ({ session }) => session.runs.cancel(),
  // Not in the palette: for links, the results view and messages.
  reveal: async ({ session }, uri, id) => (await import('./reveal')).reveal(session, uri, id),
  ...all(evidence, 'openSource'),
  ...all(runs, 'verifyCitation', 'verifyCitations'),
  ...all(menu, 'moreFixes', 'placeCursor'),
  ...all(fixes, 'fixDoi', 'correctEntry', 'addKey', 'attachSource'),
  ...all(papers, 'findSource'),
  ...all(suppressions, 'accept', 'ignoreInWorkspace', 'stopIgnoring', 'takeBack'),
  openExample,
  openSettings: () => commands.executeCommand('workbench.action.openSettings', '@ext:citewright.citewright'),
};

/** Registers the table. A command that fails says so itself: the editor would show the error with its links. */
export function register(services: Services): Disposable {
  const registered = Object.entries(COMMANDS).map(([name, call]) =>
    commands.registerCommand(`citewright.${name}`, async (...args: unknown[]) => {
      try {
        return await call(services, ...args);
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        console.error(error);
        return void complain(l10n.t('Citewright: {0}', clean(why)));
      }
    }),
  );
  return Disposable.from(...registered);
}

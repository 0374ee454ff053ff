/**
 * The two questions: may sources be fetched; may claims and passages go to this provider. The answers are kept by
 * the editor, per workspace, never in the workspace's own files. Folders can be switched off for good, in every workspace.
 */
import { EventEmitter, l10n, Uri, type Event, type ExtensionContext } from 'vscode';
import { fileOf } from '../state/documents';
import { isWithin } from '../state/renames';
import { ask } from './messages';

export type Answer = 'yes' | 'no';

/** Where claims and passages would go. */
export type Destination = {
  /** `openai@https://api.openai.com`, as keys are kept. */
  readonly owner: string;
  /** In words, `Anthropic, claude-opus-5`. */
  readonly name: string;
  /** The address, or what stands for one. */
  readonly address: string;
  readonly local: boolean;
};

export type Consent = {
  network(uri: Uri | undefined): Answer | undefined;
  setNetwork(answer: Answer | undefined): Promise<void>;
  judge(owner: string): Answer | undefined;
  setJudge(owner: string, answer: Answer | undefined): Promise<void>;
  /** Every provider that was answered for. */
  judges(): Readonly<Record<string, Answer>>;
  /** Forgets what was answered in this workspace. */
  forget(): Promise<void>;
  /** Is this document in a folder that is switched off for good, whichever folder the workspace shows? */
  isExcluded(uri: Uri): boolean;
  /** The folder that switches it off: its own, or one above. */
  excludedBy(uri: Uri): Uri | undefined;
  /** All folders that are switched off. */
  excluded(): readonly Uri[];
  setExcluded(folder: Uri, excluded: boolean): Promise<void>;
  /** An answer was given or taken back. */
  readonly onDidChange: Event<void>;
};

const NETWORK = 'citewright.consent.network';
const JUDGES = 'citewright.consent.judges';
const EXCLUDED = 'citewright.consent.excluded';

const without = <T>(record: Readonly<Record<string, T>>, name: string): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));

/** The answers given so far. Asks nothing by itself. */
export function createConsent({ workspaceState, globalState }: ExtensionContext): Consent {
  const judges = () => workspaceState.get<Readonly<Record<string, Answer>>>(JUDGES, {});
  const excluded = () => globalState.get<readonly string[]>(EXCLUDED, []).map((place) => Uri.parse(place));
  // By the file's own address, not by the workspace: it may be open alone, or its folder as a part of another.
  const excludedBy = (uri: Uri) => {
    const address = fileOf(uri).toString();
    return excluded().find((place) => isWithin(address, place.toString().replace(/\/$/, '')));
  };
  const isExcluded = (uri: Uri) => excludedBy(uri) !== undefined;
  const changed = new EventEmitter<void>();
  return {
    onDidChange: changed.event,
    network: (uri) => (uri && isExcluded(uri) ? 'no' : workspaceState.get<Answer>(NETWORK)),
    async setNetwork(answer) {
      await workspaceState.update(NETWORK, answer);
      changed.fire();
    },
    judge: (owner) => judges()[owner],
    async setJudge(owner, answer) {
      await workspaceState.update(JUDGES, {
        ...without(judges(), owner),
        ...(answer === undefined ? {} : { [owner]: answer }),
      });
      changed.fire();
    },
    judges,
    isExcluded,
    excludedBy,
    async forget() {
      await workspaceState.update(NETWORK, undefined);
      await workspaceState.update(JUDGES, undefined);
      changed.fire();
    },
    excluded,
    async setExcluded(folder, out) {
      const rest = excluded().flatMap((one) =>
        one.toString() === folder.toString() ? [] : [one.toString()],
      );
      await globalState.update(EXCLUDED, out ? [...rest, folder.toString()] : rest);
      changed.fire();
    },
  };
}

/** Questions that stand open: who wants to know the same meanwhile waits for the same answer. */
const open = new WeakMap<Consent, Map<string, Promise<Answer | undefined>>>();

/** Puts a question unless it stands open already. */
function once(
  consent: Consent,
  name: string,
  put: () => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  const mine = open.get(consent) ?? new Map<string, Promise<Answer | undefined>>();
  open.set(consent, mine);
  const asked = mine.get(name) ?? put().finally(() => mine.delete(name));
  mine.set(name, asked);
  return asked;
}

/** Asks unless answered. Gives the answer, or nothing when the question was put away: then nothing may start. */
export const askNetwork = async (consent: Consent, uri: Uri | undefined): Promise<Answer | undefined> =>
  consent.network(uri) ?? once(consent, NETWORK, () => putNetwork(consent));

async function putNetwork(consent: Consent): Promise<Answer | undefined> {
  const yes = l10n.t('Fetch Sources');
  const no = l10n.t('Stay Offline');
  const choice = await ask(
    l10n.t('Allow Citewright to fetch cited sources?'),
    [
      l10n.t('For this workspace, and only when you run a verification:'),
      l10n.t('• Cited addresses are opened from this computer.'),
      l10n.t(
        '• DOIs, other identifiers and references are looked up at Crossref, DataCite, OpenAlex, PubMed, Europe PMC, arXiv, Semantic Scholar, Unpaywall, Open Library, the RFC Editor and the Internet Archive.',
      ),
      l10n.t('Your document is not sent. Offline, cited files and commits are still checked.'),
      l10n.t('To change this later, run “Citewright: Manage Consent”.'),
    ].join('\n'),
    yes,
    no,
  );
  if (choice === undefined) return undefined;
  const answer = choice === yes ? 'yes' : 'no';
  await consent.setNetwork(answer);
  return answer;
}

/** Asks once per provider and address. Gives the answer, or nothing when the question was put away. */
export const askJudge = async (consent: Consent, to: Destination): Promise<Answer | undefined> =>
  consent.judge(to.owner) ?? once(consent, `${JUDGES} ${to.owner}`, () => putJudge(consent, to));

async function putJudge(consent: Consent, to: Destination): Promise<Answer | undefined> {
  const yes = l10n.t('Send');
  const no = l10n.t('Verify Without a Model');
  const choice = await ask(
    l10n.t('Send claims and passages to {0}?', to.name),
    [
      to.local
        ? l10n.t('They stay on this computer: {0}', to.address)
        : l10n.t('They are sent to {0}', to.address),
      l10n.t('• Each claim: the cited sentence, its heading and the sentence before it.'),
      l10n.t('• Passages of the cited source, including cited workspace files.'),
      l10n.t('For this workspace. You are asked again when the provider or its address changes.'),
    ].join('\n'),
    yes,
    no,
  );
  if (choice === undefined) return undefined;
  const answer = choice === yes ? 'yes' : 'no';
  await consent.setJudge(to.owner, answer);
  return answer;
}

/**
 * The two consents: may sources be fetched; may claims and passages go to this provider. The editor stores the answers per workspace, never
 * in the workspace's own files. Folders can be disabled permanently, in every workspace.
 */
import { EventEmitter, Uri, type ExtensionContext } from 'vscode';
import { fileOf } from '../state/documents';
import { isWithin } from '../state/renames';

export type Answer = 'yes' | 'no';

export type Destination = {
  /** `openai@https://api.openai.com`, as in the storage of keys. */
  readonly owner: string;
  /** In words, `claude-opus-5 (Anthropic)`. */
  readonly name: string;
  /** The URL, or the vendor of an editor model. */
  readonly address: string;
  readonly local: boolean;
  /** The cost that the asking run may have, in words. */
  readonly cost?: string;
};

const NETWORK = 'citewright.consent.network';
const JUDGES = 'citewright.consent.judges';
const EXCLUDED = 'citewright.consent.excluded';

export type Consent = ReturnType<typeof createConsent>;

/** The answers given so far. Never asks. */
export function createConsent({ workspaceState, globalState }: ExtensionContext) {
  const judges = () => workspaceState.get<Readonly<Record<string, Answer>>>(JUDGES, {});
  const addresses = () => globalState.get<readonly string[]>(EXCLUDED, []);
  const excluded = () => addresses().map((place) => Uri.parse(place));
  // By the file's own URI, not by the workspace: it may be open alone, or its folder as part of another.
  const excludedBy = (uri: Uri) => {
    const address = fileOf(uri).toString();
    return excluded().find((place) => isWithin(address, place.toString().replace(/\/$/, '')));
  };
  const isExcluded = (uri: Uri) => excludedBy(uri) !== undefined;
  const changed = new EventEmitter<void>();
  return {
    onDidChange: changed.event,
    network: (uri: Uri | undefined) => (uri && isExcluded(uri) ? 'no' : workspaceState.get<Answer>(NETWORK)),
    async setNetwork(answer: Answer | undefined) {
      await workspaceState.update(NETWORK, answer);
      changed.fire();
    },
    judge: (owner: string) => judges()[owner],
    async setJudge(owner: string, answer: Answer | undefined) {
      const { [owner]: _, ...others } = judges();
      await workspaceState.update(JUDGES, answer === undefined ? others : { ...others, [owner]: answer });
      changed.fire();
    },
    judges,
    /** Whether a document is in a permanently disabled folder, whichever folder the workspace shows. */
    isExcluded,
    /** The folder that disables it: its own, or one above. */
    excludedBy,
    async forget() {
      await workspaceState.update(NETWORK, undefined);
      await workspaceState.update(JUDGES, undefined);
      changed.fire();
    },
    excluded,
    async setExcluded(folder: Uri, out: boolean) {
      const rest = addresses().filter((one) => one !== folder.toString());
      await globalState.update(EXCLUDED, out ? [...rest, folder.toString()] : rest);
      changed.fire();
    },
  };
}

/**
 * API keys, in the editor's SecretStorage and nowhere else, one per provider and origin: a key for one address is never
 * sent to another. An owner is written `openai@https://api.openai.com`.
 */
import type { Event, ExtensionContext } from 'vscode';

export type Secrets = {
  get(owner: string): Promise<string | undefined>;
  set(owner: string, key: string): Promise<void>;
  clear(owner: string): Promise<void>;
  /** Whose keys are stored, latest first; never the keys. */
  owners(): readonly string[];
  readonly onDidChange: Event<unknown>;
};

const LIST = 'citewright.keyOwners';
const slot = (owner: string) => `citewright.key.${owner}`;

/** Older editors' SecretStorage cannot list what it holds, so the owners' names, which are no secret, are kept beside. */
export function createSecrets({ secrets, globalState }: ExtensionContext): Secrets {
  const owners = () => globalState.get<readonly string[]>(LIST, []);
  const others = (owner: string) => owners().filter((name) => name !== owner);
  return {
    get: async (owner) => secrets.get(slot(owner)),
    async set(owner, key) {
      await secrets.store(slot(owner), key.trim());
      await globalState.update(LIST, [owner, ...others(owner)]);
    },
    async clear(owner) {
      await secrets.delete(slot(owner));
      await globalState.update(LIST, others(owner));
    },
    owners,
    onDidChange: secrets.onDidChange,
  };
}

/**
 * API keys, in the editor's SecretStorage and nowhere else, one per provider and origin: a key for one address is never
 * sent to another. An owner is written `openai@https://api.openai.com`.
 */
import type { ExtensionContext } from 'vscode';

const LIST = 'citewright.keyOwners';
const slot = (owner: string) => `citewright.key.${owner}`;

export type Secrets = ReturnType<typeof createSecrets>;

/** SecretStorage of older editors can't list its keys, so the names of their owners, which aren't secret, are in the global state. */
export function createSecrets({ secrets, globalState }: ExtensionContext) {
  const owners = () => globalState.get<readonly string[]>(LIST, []);
  const others = (owner: string) => owners().filter((name) => name !== owner);
  return {
    get: async (owner: string) => secrets.get(slot(owner)),
    async set(owner: string, key: string) {
      await secrets.store(slot(owner), key.trim());
      await globalState.update(LIST, [owner, ...others(owner)]);
    },
    async clear(owner: string) {
      await secrets.delete(slot(owner));
      await globalState.update(LIST, others(owner));
    },
    /** The owners of stored keys, latest first; never the keys. */
    owners,
    onDidChange: secrets.onDidChange,
  };
}

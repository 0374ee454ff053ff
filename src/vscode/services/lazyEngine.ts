/** Loads the engine (registries, judge, fetcher, workers) at the first call, so that opening a document costs only a scan. */
import type { ExtensionContext } from 'vscode';
import type { Engine } from './engine';

/** The engine. Creating it opens no file and no connection. */
export function createEngine(context: ExtensionContext): Engine {
  let loaded: Promise<Engine> | undefined;
  const engine = () =>
    (loaded ??= import('./nodeEngine').then(({ createNodeEngine }) => createNodeEngine(context)));
  return {
    async *verify(...args) {
      yield* (await engine()).verify(...args);
    },
    isCached: async (...args) => (await engine()).isCached(...args),
    estimate: async (...args) => (await engine()).estimate(...args),
    find: async (...args) => (await engine()).find(...args),
    lookup: async (...args) => (await engine()).lookup(...args),
    attach: async (...args) => (await engine()).attach(...args),
    clearCache: async () => (await engine()).clearCache(),
    dispose: () => void loaded?.then((one) => one.dispose()),
  };
}

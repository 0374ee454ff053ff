/** The engine, whose code (registries, judge, fetcher, workers) is loaded at the first call: opening a text costs a scan and no more. */
import type { ExtensionContext } from 'vscode';
import type { Engine } from './engine';

/** The engine. It opens nothing by itself: not a file, not a connection. */
export function createEngine(context: ExtensionContext): Engine {
  let loaded: Promise<Engine> | undefined;
  const engine = () => (loaded ??= import('./nodeEngine').then(({ NodeEngine }) => new NodeEngine(context)));
  return {
    async *verify(...args) {
      yield* (await engine()).verify(...args);
    },
    estimate: async (...args) => (await engine()).estimate(...args),
    find: async (...args) => (await engine()).find(...args),
    lookup: async (...args) => (await engine()).lookup(...args),
    attach: async (...args) => (await engine()).attach(...args),
    clearCache: async () => (await engine()).clearCache(),
    dispose: () => void loaded?.then((one) => one.dispose()),
  };
}

/** The tools for language models in agent mode, registered at the start; what they do is loaded when an agent first asks. */
import { Disposable, lm, type LanguageModelTool } from 'vscode';
import type { Services } from './services';

const lazily = (services: Services, name: 'verifyTool' | 'findTool'): LanguageModelTool<unknown> => {
  const tool = async () => (await import('./languageModelTools'))[name](services);
  return {
    prepareInvocation: async (options, token) => (await tool()).prepareInvocation?.(options, token),
    invoke: async (options, token) => (await tool()).invoke(options, token),
  };
};

/** Registers both tools, where the editor has such a thing. */
export function register(services: Services): Disposable {
  // Typed as always there; editors that are built on this one may lack it.
  if (!('registerTool' in lm)) return new Disposable(() => undefined);
  return Disposable.from(
    lm.registerTool('citewright_verifyCitations', lazily(services, 'verifyTool')),
    lm.registerTool('citewright_findPapers', lazily(services, 'findTool')),
  );
}

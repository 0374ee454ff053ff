/** Shared by all steps of one resolution. */
import { isFailure } from '../model';
import type { Depth, RegistryError, Source, Target, Resolution } from '../model';
import type { Endpoint, Ports, WrittenIn } from '../ports';
import type { Ask, Hits, Registry, RegistryHit } from './registry';

export type ResolveOptions = {
  /** How deep to look for a work's text: `full` follows open copies, `abstract` and `metadata` stop before. Default `full`. */
  readonly depth?: Depth;
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
  /** Email address that Unpaywall requires; it isn't asked without one. */
  readonly contact?: string;
  /** Ask for an archived copy of what is dead. Default yes. */
  readonly archive?: boolean;
  /** What the user gave instead of fetching a target; nothing where nothing was given. Asked first. */
  readonly given?: (target: Target, signal: AbortSignal) => Promise<Resolution | undefined>;
  /** The document and marker that cite the target: dates the citation of a file. */
  readonly from?: WrittenIn;
};

export type Context = {
  readonly ports: Pick<Ports, 'web' | 'workspace' | 'cache' | 'clock'>;
  readonly options: ResolveOptions;
  readonly signal: AbortSignal;
  /** Only whether the target answers is asked. */
  readonly links?: boolean;
};

export const nowIso = ({ ports }: Context): string => new Date(ports.clock.now()).toISOString();

/** A source that is made now; what isn't said of it is as of a text at hand. */
export const sourceNow = (
  context: Context,
  source: Omit<Source, 'depth' | 'truncated' | 'fetchedAt' | 'bytes' | 'notices'> & Partial<Source>,
): Source => ({
  depth: 'full',
  truncated: false,
  fetchedAt: nowIso(context),
  bytes: source.text.length,
  notices: [],
  ...source,
});

/** The registry's own way of asking, bound to its endpoint. */
export const askAt =
  ({ ports, signal, links, options: { timeoutMs } }: Context, endpoint: Endpoint): Ask =>
  (path, accept) =>
    links === true
      ? ports.web.query(endpoint, path, signal, accept, {
          links,
          ...(timeoutMs !== undefined && { timeoutMs }),
        })
      : ports.web.query(endpoint, path, signal, accept);

/** The answer of one registry. */
export type RegistryAnswer = { readonly registry: Registry; readonly hits: Hits };

/** The records among the answers. */
export const hitsOf = (replies: readonly RegistryAnswer[]): readonly RegistryHit[] =>
  replies.flatMap(({ hits }) => (isFailure(hits) ? [] : hits));

/** The registries that did not answer. */
export const errorsOf = (replies: readonly RegistryAnswer[]): readonly RegistryError[] =>
  replies.flatMap(({ registry, hits }) =>
    isFailure(hits) ? [{ registry: registry.label, failure: hits }] : [],
  );

/** Asks several registries at once; a registry that cannot be asked for this is left out. */
export async function askAll(
  context: Context,
  registries: readonly Registry[],
  ask: (registry: Registry, ask: Ask) => Promise<Hits> | undefined,
): Promise<readonly RegistryAnswer[]> {
  const asked = registries.flatMap((registry) => {
    const hits = ask(registry, askAt(context, registry.endpoint));
    return hits === undefined ? [] : [hits.then((h): RegistryAnswer => ({ registry, hits: h }))];
  });
  return Promise.all(asked);
}

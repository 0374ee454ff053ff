/**
 * The core and its ports, made when first used and from the settings that hold then. Everything heavy (registries, judge, fetcher,
 * workers) is loaded here and only here, so that opening a text costs a scan and no more.
 */
import { Uri, workspace, type ExtensionContext } from 'vscode';
import { DEFAULTS } from '../../core/defaults';
import type { Log } from '../../core/log';
import type { RunLedger } from '../../core/judge/ledger';
import type { Citation, Failure, Problem, Target, Work } from '../../core/model';
import type { Model } from '../../core/ports';
import type { FindOptions, Papers } from '../../core/resolve';
import type { Tagged } from '../../core/verify';
import type { HostPorts } from '../../node/ports';
import { pathOf } from './documents';
import { readSettings } from './settings';
import { rootsOf, virtualFolders } from './workspaceContext';

export type RunDocument = {
  readonly uri: Uri;
  readonly text: string;
  readonly citations: readonly Citation[];
  readonly problems?: readonly Problem[];
  /** Of a transcript. */
  readonly log?: Log;
};

export type EngineOptions = {
  readonly network: boolean;
  readonly linksOnly: boolean;
  readonly model?: Model;
};

export type Engine = {
  dispose(): void;
  /** Verifies; see the core's `verifyAll`. The numbers of the documents are their places in `pieces`. */
  verify(pieces: readonly RunDocument[], options: EngineOptions, signal: AbortSignal): AsyncIterable<Tagged>;
  /** What judging might cost, in US dollars; nothing when the model's price is not known. */
  estimate(pieces: readonly RunDocument[], model: Model): Promise<number | undefined>;
  find(topic: string, signal: AbortSignal, options?: FindOptions): Promise<Papers | Failure>;
  /** What the registries have for a work by its words: title, authors, year. Its identifiers are not asked for. */
  lookup(work: Work, signal: AbortSignal): Promise<Work | Failure>;
  /** Keeps what the user gives as the source of a target: in the editor's storage, or below the folder `repository`. */
  attach(
    target: Target,
    bytes: Uint8Array,
    name: string,
    contentType: string,
    repository?: Uri,
  ): Promise<Failure | undefined>;
  clearCache(): Promise<void>;
};

const works = () => import('./lazyCore');

/** What a claim usually costs beside its evidence: the instructions in, a short answer out. */
const USUAL = { instructions: 700, answer: 200 };

/** `http.proxySupport: on` wants requests without an own agent; see the Web port. */
const editorProxy = () => workspace.getConfiguration('http').get('proxySupport') === 'on';

async function estimate(pieces: readonly RunDocument[], { price }: Model): Promise<number | undefined> {
  if (!price) return undefined;
  const { costOf } = await works();
  const citations = pieces.reduce((sum, piece) => sum + piece.citations.length, 0);
  const each = { input: USUAL.instructions + DEFAULTS.evidenceTokens, output: USUAL.answer, cached: 0 };
  return Math.min(citations, readSettings().limits.maxCitations) * costOf(price, each);
}

type PortsFor = (network: boolean) => Promise<HostPorts>;

/** Questions to the registries, each with ports of its own. */
const asking = (portsFor: PortsFor): Pick<Engine, 'find' | 'lookup'> => ({
  async find(topic, signal, options = {}) {
    const { find } = await works();
    const ports = await portsFor(true);
    try {
      return await find(topic, ports, options, signal);
    } finally {
      await ports.dispose();
    }
  },

  async lookup({ title, authors, year, venue, raw }, signal) {
    const { probe } = await works();
    const ports = await portsFor(true);
    const words = raw?.replace(/https?:\/\/\S+|\b(?:doi: ?)?10\.\d{4,9}\/\S+/gi, ' ').trim();
    const said = { title, authors, year, venue, raw: words };
    const known = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
    try {
      const found = await probe({ kind: 'work', ...known }, ports, signal, {
        timeoutMs: DEFAULTS.timeoutMs,
      });
      if ('miss' in found) return found;
      return found.record ?? { miss: 'not-found', detail: 'no_record: the registries have no record of it' };
    } finally {
      await ports.dispose();
    }
  },
});

const sharedIn = (root: Uri) => Uri.joinPath(root, '.citewright', 'attachments').fsPath;

const attachTo =
  (own: string): Engine['attach'] =>
  async (target, bytes, name, contentType, repository) => {
    const { createAttachments } = await works();
    const home = repository ? sharedIn(repository) : own;
    return createAttachments([home]).attach(target, bytes, name, contentType, new Date().toISOString());
  };

/** What a run may spend: its own cap, and what the windows together have left of the day. */
async function ledgerFor(model: Model | undefined, folder: string): Promise<RunLedger> {
  const { createLedger, createSpending, withDay } = await works();
  const { maxUsd, maxUsdPerDay } = readSettings().cost;
  const caps = { maxCostUsd: maxUsd, maxTokens: DEFAULTS.maxTokensUnpriced };
  const day = createSpending(folder, maxUsdPerDay, () => Date.now());
  return withDay(createLedger({ price: model?.price, ...caps }), model?.price, day);
}

/** The engine. It opens nothing by itself: not a file, not a connection. */
export function createEngine(context: ExtensionContext): Engine {
  const file = (name: string) => Uri.joinPath(context.extensionUri, 'dist', name).fsPath;
  const { version } = context.extension.packageJSON as { version: string };
  const cacheDir = Uri.joinPath(context.globalStorageUri, 'cache').fsPath;
  const inUse = new Set<HostPorts>();
  const own = Uri.joinPath(context.storageUri ?? context.globalStorageUri, 'attachments').fsPath;

  async function portsFor(network: boolean, model?: Model): Promise<HostPorts> {
    const { createPorts, withVirtual } = await works();
    const { network: net, limits, keep } = readSettings();
    const roots = rootsOf().map(({ fsPath }) => fsPath);
    const ports = createPorts({
      allowNetwork: () => network,
      ...net,
      concurrency: limits.concurrency,
      worker: file('reader.js'),
      roots,
      trusted: workspace.isTrusted,
      cacheDir: keep ? cacheDir : undefined,
      editorProxy,
      userAgent: `Citewright/${version}`,
      model,
    });
    return { ...ports, workspace: withVirtual(ports.workspace, roots.length > 0, virtualFolders()) };
  }

  return {
    async *verify(pieces, { network, linksOnly, model }, signal) {
      const { verifyAll, createReader, createAttachments } = await works();
      const { limits, network: net, severities } = readSettings();
      const ports = await portsFor(network, linksOnly ? undefined : model);
      inUse.add(ports);
      const ledger = await ledgerFor(model, context.globalStorageUri.fsPath);
      const documents = pieces.map(({ uri, ...piece }) => ({ path: pathOf(uri), ...piece }));
      const reader = createReader({ worker: file('reader.js') });
      const attachments = createAttachments([own, ...rootsOf().map(sharedIn)]);
      const given = (target: Target, ended: AbortSignal) => attachments.read(target, reader, ended);
      const resolve = { given, ...(net.contact !== '' && { contact: net.contact }) };
      const options = { linksOnly, ledger, severities, resolve, ...limits };
      try {
        yield* verifyAll(documents, ports, options, signal);
      } finally {
        inUse.delete(ports);
        await Promise.all([ports.dispose(), reader.dispose()]);
      }
    },

    estimate,

    ...asking(portsFor),

    attach: attachTo(own),

    async clearCache() {
      const { createCache } = await works();
      await createCache(cacheDir, { now: () => Date.now() }).clear();
    },

    dispose: () => inUse.forEach((ports) => void ports.dispose()),
  };
}

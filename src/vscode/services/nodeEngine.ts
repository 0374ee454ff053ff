/** The core on Node's ports. Ports are created for each call, from the current settings. */
import { Uri, workspace, type ExtensionContext } from 'vscode';
import { fail, reason } from '../../core/causes';
import { DEFAULTS } from '../../core/defaults';
import { isFailure, type Target, type Work } from '../../core/model';
import { ModelError, type Model } from '../../core/ports';
import { planRun } from '../../core/verify/runPlan';
import { find, probe } from '../../core/resolve';
import type { Tagged } from '../../core/verify/run';
import { verifyAll } from '../../core/verify/verify';
import { createAttachments } from '../../node/attachments';
import { createCache } from '../../node/cache';
import { ledgerFor } from '../../node/models/judges';
import { createSpending } from '../../node/models/dailyBudgetFile';
import { createPorts, withPorts, type HostPorts, type PortsConfig } from '../../node/ports';
import { nodeHttp } from '../../node/web/nodeHttp';
import { createReader } from '../../node/read/reader';
import { pathOf } from '../state/documents';
import { readSettings } from '../state/settings';
import type { Engine, EngineOptions, RunDocument } from './engine';
import { withVirtual } from './virtualFiles';
import { rootsOf, virtualFolders } from './workspaceContext';

/** `http.proxySupport: on` requires requests without an agent of their own. */
const leavesAgent = () => workspace.getConfiguration('http').get('proxySupport') === 'on';

const sharedIn = (root: Uri) => Uri.joinPath(root, '.citewright', 'attachments').fsPath;

const cacheIn = ({ globalStorageUri }: ExtensionContext) => Uri.joinPath(globalStorageUri, 'cache').fsPath;
const attachmentsIn = ({ storageUri, globalStorageUri }: ExtensionContext) =>
  Uri.joinPath(storageUri ?? globalStorageUri, 'attachments').fsPath;
const workerIn = ({ extensionUri }: ExtensionContext) => Uri.joinPath(extensionUri, 'dist/reader.js').fsPath;

/** The ports for the current settings. */
function configFor(context: ExtensionContext, allowNetwork: () => boolean, model?: Model): PortsConfig {
  const { network: net, limits, keep } = readSettings();
  const { version } = context.extension.packageJSON as { version: string };
  return {
    allowNetwork,
    ...net,
    concurrency: limits.concurrency,
    worker: workerIn(context),
    roots: rootsOf().map(({ fsPath }) => fsPath),
    trusted: workspace.isTrusted,
    cacheDir: keep ? cacheIn(context) : undefined,
    transport: () => Promise.resolve(nodeHttp(leavesAgent)),
    userAgent: `Citewright/${version}`,
    model,
  };
}

/** The text of a work without its identifiers. */
function wordsOf({ title, authors, year, venue, raw }: Work): Work {
  const words = raw?.replace(/https?:\/\/\S+|\b(?:doi: ?)?10\.\d{4,9}\/\S+/gi, ' ').trim();
  const said = { title, authors, year, venue, raw: words };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
}

type Run = Pick<EngineOptions, 'linksOnly' | 'model'> & {
  readonly context: ExtensionContext;
  /** Ports of runs that have not ended. */
  readonly inUse: Set<HostPorts>;
  readonly documents: readonly RunDocument[];
  /** Called before each request. */
  readonly allowNetwork: () => boolean;
  readonly ledger?: ReturnType<typeof ledgerFor> | undefined;
};

async function* run(
  { context, inUse, documents, linksOnly, model, allowNetwork, ledger }: Run,
  signal: AbortSignal,
): AsyncIterable<Tagged> {
  const { limits, network: net } = readSettings();
  const ports = createPorts(configFor(context, allowNetwork, linksOnly ? undefined : model));
  const workspace = withVirtual(ports.workspace, rootsOf().length > 0, virtualFolders());
  inUse.add(ports);
  const reader = createReader({ worker: workerIn(context) });
  const attachments = createAttachments([attachmentsIn(context), ...rootsOf().map(sharedIn)]);
  const given = (target: Target, ended: AbortSignal) => attachments.read(target, reader, ended);
  const resolve = { given, ...(net.contact !== '' && { contact: net.contact }) };
  const placed = documents.map(({ uri, ...rest }) => ({ path: pathOf(uri), ...rest }));
  const options = { linksOnly, resolve, ...(ledger && { ledger }), ...limits };
  try {
    yield* verifyAll(placed, { ...ports, workspace }, options, signal);
  } finally {
    inUse.delete(ports);
    await Promise.all([ports.dispose(), reader.dispose()]);
  }
}

export function createNodeEngine(context: ExtensionContext): Engine {
  const inUse = new Set<HostPorts>();

  /** One request to the registries, with its own ports. */
  const ask = <T>(question: (ports: HostPorts) => Promise<T>) =>
    withPorts(
      configFor(context, () => true),
      question,
    );

  return {
    verify(documents, { network, ...options }, signal) {
      const { cost } = readSettings();
      // The remaining daily budget of all windows together also counts.
      const day = createSpending(context.globalStorageUri.fsPath, cost.maxUsdPerDay, () => Date.now());
      const ledger = options.model && ledgerFor(options.model, { maxCostUsd: cost.maxUsd, day });
      return run({ context, inUse, documents, ...options, allowNetwork: () => network, ledger }, signal);
    },

    async isCached(documents, { network, linksOnly, model }) {
      const asked = new AbortController();
      const refuse = () => {
        asked.abort();
        return false;
      };
      const ask: Model['ask'] = () => {
        refuse();
        return Promise.reject(new ModelError('cancelled', reason('cancelled')));
      };
      const allowNetwork = network ? refuse : () => false;
      const probe = { linksOnly, allowNetwork, ...(model && { model: { ...model, ask } }) };
      for await (const _ of run({ context, inUse, documents, ...probe }, asked.signal))
        if (asked.signal.aborted) break;
      return !asked.signal.aborted;
    },

    estimate(documents, { price }) {
      const { maxCitations } = readSettings().limits;
      const { total } = planRun(documents, { model: price ? { price } : {}, maxCitations });
      const { costUsd, leastUsd = 0, citations, left } = total;
      const estimate = { leastUsd, mostUsd: costUsd ?? 0, citations: citations - left };
      return Promise.resolve(costUsd === undefined ? undefined : estimate);
    },

    find: (topic, signal, options = {}) => ask((ports) => find(topic, ports, options, signal)),

    lookup: (work, signal) =>
      ask(async (ports) => {
        const { timeoutMs } = DEFAULTS;
        const found = await probe({ kind: 'work', ...wordsOf(work) }, ports, signal, { timeoutMs });
        return isFailure(found) ? found : (found.record ?? fail('no_record'));
      }),

    attach: (target, bytes, name, contentType, repository) =>
      createAttachments([repository ? sharedIn(repository) : attachmentsIn(context)]).attach(
        target,
        bytes,
        name,
        contentType,
        new Date().toISOString(),
      ),

    clearCache: () => createCache(cacheIn(context), { now: () => Date.now() }).clear(),

    dispose() {
      for (const ports of inUse) void ports.dispose();
    },
  };
}

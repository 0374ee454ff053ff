/**
 * The engine of a window: verifies, searches and attaches, with the core on Node's ports. Ports are created for each call, from the current
 * settings. Creating it opens no file and no connection.
 */
import { Uri, workspace, type ExtensionContext } from 'vscode';
import { fail, reason } from '../../core/causes';
import { DEFAULTS } from '../../core/defaults';
import type { Suppressions } from '../../core/findings/suppression';
import { isFailure } from '../../core/model';
import type { Failure, Target, Work } from '../../core/model';
import { ModelError, type Model } from '../../core/ports';
import { planRun } from '../../core/verify/runPlan';
import { find, probe, type FindOptions } from '../../core/resolve';
import type { VerifyDocument } from '../../core/verify/run';
import { verifyAll } from '../../core/verify/verify';
import { createAttachments, type Attachment } from '../../node/attachments';
import { createCache } from '../../node/cache';
import { ledgerFor } from '../../node/models/judges';
import { createSpending } from '../../node/models/dailyBudgetFile';
import { createPorts, withPorts, type HostPorts, type PortsConfig } from '../../node/ports';
import { nodeHttp } from '../../node/web/nodeHttp';
import { Reader } from '../../node/read/reader';
import { pathOf } from '../state/documents';
import { readSettings } from '../state/settings';
import { withVirtual } from './virtualFiles';
import { cacheIn, rootsOf, virtualFolders } from './workspaceContext';

export type RunDocument = Omit<VerifyDocument, 'path'> & {
  readonly uri: Uri;
  readonly suppressions: Suppressions;
};

type EngineOptions = { readonly network: boolean; readonly linksOnly: boolean; readonly model?: Model };

/** `http.proxySupport: on` requires requests without an agent of their own. */
const leavesAgent = () => workspace.getConfiguration('http').get('proxySupport') === 'on';

const sharedIn = (root: Uri) => Uri.joinPath(root, '.citewright', 'attachments').fsPath;

const attachmentsIn = ({ storageUri, globalStorageUri }: ExtensionContext) =>
  Uri.joinPath(storageUri ?? globalStorageUri, 'attachments').fsPath;
const workerIn = ({ extensionUri }: ExtensionContext) => Uri.joinPath(extensionUri, 'dist/reader.js').fsPath;

type Shared = {
  readonly context: ExtensionContext;
  /** Ports of runs that have not ended. */
  readonly inUse: Set<HostPorts>;
  /** The system's code for the first cache entry that couldn't be written, and whether it was taken. */
  readonly lost: { code?: string; isTaken: boolean };
};

/** Why the cache can't be written; undefined after the first answer. */
function takeCacheLost({ lost }: Shared): string | undefined {
  const { code, isTaken } = lost;
  lost.isTaken = code !== undefined;
  return isTaken ? undefined : code;
}

function configFor({ context, lost }: Shared, allowNetwork: () => boolean, model?: Model): PortsConfig {
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
    onCacheLost: (code) => (lost.code ??= code),
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
  readonly shared: Shared;
  readonly documents: readonly RunDocument[];
  /** Called before each request. */
  readonly allowNetwork: () => boolean;
  readonly ledger?: ReturnType<typeof ledgerFor> | undefined;
};

async function* run({ shared, documents, linksOnly, model, allowNetwork, ledger }: Run, signal: AbortSignal) {
  const { context, inUse } = shared;
  const { limits, network: net } = readSettings();
  const ports = createPorts(configFor(shared, allowNetwork, linksOnly ? undefined : model));
  const workspace = withVirtual(ports.workspace, rootsOf().length > 0, virtualFolders());
  inUse.add(ports);
  const reader = new Reader({ worker: workerIn(context) });
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

export type Engine = ReturnType<typeof createEngine>;

export function createEngine(context: ExtensionContext) {
  const shared: Shared = { context, inUse: new Set(), lost: { isTaken: false } };

  /** One request to the registries, with its own ports. */
  const ask = <T>(question: (ports: HostPorts) => Promise<T>) =>
    withPorts(
      configFor(shared, () => true),
      question,
    );

  return {
    /** Verifies; see the core's `verifyAll`. The numbers of the documents are their places in `documents`. */
    verify(documents: readonly RunDocument[], { network, ...options }: EngineOptions, signal: AbortSignal) {
      const { cost } = readSettings();
      // The remaining daily budget of all windows and their MCP servers together also counts.
      const day = createSpending(cacheIn(context), cost.maxUsdPerDay, () => Date.now());
      const ledger = options.model && ledgerFor(options.model, { maxCostUsd: cost.maxUsd, day });
      return run({ shared, documents, ...options, allowNetwork: () => network, ledger }, signal);
    },

    /** Whether a run would answer everything from the cache: it sends nothing and costs nothing. */
    async isCached(documents: readonly RunDocument[], { network, linksOnly, model }: EngineOptions) {
      const asked = new AbortController();
      const refuse = () => {
        asked.abort();
        return false;
      };
      const refuseModel: Model['ask'] = () => {
        refuse();
        return Promise.reject(new ModelError('cancelled', reason('cancelled')));
      };
      const allowNetwork = network ? refuse : () => false;
      const refusing = { linksOnly, allowNetwork, ...(model && { model: { ...model, ask: refuseModel } }) };
      for await (const _ of run({ shared, documents, ...refusing }, asked.signal))
        if (asked.signal.aborted) break;
      return !asked.signal.aborted;
    },

    /** What judging might cost in USD, if all is short, and if each source gives the maximum evidence; undefined for an unknown price. */
    estimate(documents: readonly Pick<RunDocument, 'citations'>[], { price }: Model) {
      const { maxCitations } = readSettings().limits;
      const { total } = planRun(documents, { model: price ? { price } : {}, maxCitations });
      const { costUsd: mostUsd, leastUsd = 0, citations, left } = total;
      return mostUsd === undefined ? undefined : { leastUsd, mostUsd, citations: citations - left };
    },

    find: (topic: string, signal: AbortSignal, options: FindOptions = {}) =>
      ask((ports) => find(topic, ports, options, signal)),

    /** The records that registries have for the text of a work: title, authors, year. Its identifiers aren't used. */
    lookup: (work: Work, signal: AbortSignal): Promise<Work | Failure> =>
      ask(async (ports) => {
        const { timeoutMs } = DEFAULTS;
        const found = await probe({ kind: 'work', ...wordsOf(work) }, ports, signal, { timeoutMs });
        return isFailure(found) ? found : (found.record ?? fail('no_record'));
      }),

    /** Stores a file of the user as the source of a target: in the editor's storage, or below the folder `repository`. */
    attach: (target: Target, given: Attachment, repository?: Uri) =>
      createAttachments([repository ? sharedIn(repository) : attachmentsIn(context)]).attach(
        target,
        given,
        new Date().toISOString(),
      ),

    takeCacheLost: () => takeCacheLost(shared),

    clearCache: () => createCache(cacheIn(context), { now: () => Date.now() }).clear(),

    dispose() {
      for (const ports of shared.inUse) void ports.dispose();
    },
  };
}

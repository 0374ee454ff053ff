/** The core on Node's ports. Ports are made for each call, from the settings that hold then. */
import { Uri, workspace, type ExtensionContext } from 'vscode';
import { fail } from '../../core/causes';
import { DEFAULTS } from '../../core/defaults';
import { withDay } from '../../core/judge/dailyBudget';
import { createLedger, type RunLedger } from '../../core/judge/ledger';
import { isFailure, type Failure, type Papers, type Target, type Work } from '../../core/model';
import type { Model } from '../../core/ports';
import { planRun } from '../../core/verify/runPlan';
import { find, probe, type FindOptions } from '../../core/resolve';
import { verifyAll, type Tagged } from '../../core/verify/verify';
import { createAttachments } from '../../node/attachments';
import { createCache } from '../../node/cache';
import { tokenCap } from '../../node/models/judges';
import { createSpending } from '../../node/models/dailyBudgetFile';
import { createPorts, type HostPorts } from '../../node/ports';
import { nodeHttp } from '../../node/web/nodeHttp';
import { createReader } from '../../node/read/reader';
import { pathOf } from '../state/documents';
import { readSettings } from '../state/settings';
import type { Engine, EngineOptions, RunDocument, Estimate } from './engine';
import { withVirtual } from './virtualFiles';
import { rootsOf, virtualFolders } from './workspaceContext';

/** `http.proxySupport: on` wants requests without an agent of their own. */
const leavesAgent = () => workspace.getConfiguration('http').get('proxySupport') === 'on';

const sharedIn = (root: Uri) => Uri.joinPath(root, '.citewright', 'attachments').fsPath;

/** What a run may spend: its own budget, and what all windows together have left of the day. */
function ledgerFor(model: Model | undefined, folder: string): RunLedger {
  const { maxUsd, maxUsdPerDay } = readSettings().cost;
  const day = createSpending(folder, maxUsdPerDay, () => Date.now());
  const maxTokens = model && tokenCap(model);
  return withDay(createLedger({ price: model?.price, maxCostUsd: maxUsd, maxTokens }), model?.price, day);
}

export class NodeEngine implements Engine {
  readonly #context: ExtensionContext;
  readonly #inUse = new Set<HostPorts>();

  constructor(context: ExtensionContext) {
    this.#context = context;
  }

  get #cacheDir(): string {
    return Uri.joinPath(this.#context.globalStorageUri, 'cache').fsPath;
  }

  get #attachments(): string {
    const { storageUri, globalStorageUri } = this.#context;
    return Uri.joinPath(storageUri ?? globalStorageUri, 'attachments').fsPath;
  }

  get #worker(): string {
    return Uri.joinPath(this.#context.extensionUri, 'dist/reader.js').fsPath;
  }

  #ports(network: boolean, model?: Model): HostPorts {
    const { network: net, limits, keep } = readSettings();
    const { version } = this.#context.extension.packageJSON as { version: string };
    const roots = rootsOf().map(({ fsPath }) => fsPath);
    const ports = createPorts({
      allowNetwork: () => network,
      ...net,
      concurrency: limits.concurrency,
      worker: this.#worker,
      roots,
      trusted: workspace.isTrusted,
      cacheDir: keep ? this.#cacheDir : undefined,
      transport: () => Promise.resolve(nodeHttp(leavesAgent)),
      userAgent: `Citewright/${version}`,
      model,
    });
    return { ...ports, workspace: withVirtual(ports.workspace, roots.length > 0, virtualFolders()) };
  }

  /** One question to the registries, with ports of its own. */
  async #ask<T>(question: (ports: HostPorts) => Promise<T>): Promise<T> {
    const ports = this.#ports(true);
    try {
      return await question(ports);
    } finally {
      await ports.dispose();
    }
  }

  async *verify(
    pieces: readonly RunDocument[],
    { network, linksOnly, model }: EngineOptions,
    signal: AbortSignal,
  ): AsyncGenerator<Tagged> {
    const { limits, network: net } = readSettings();
    const ports = this.#ports(network, linksOnly ? undefined : model);
    this.#inUse.add(ports);
    const ledger = ledgerFor(model, this.#context.globalStorageUri.fsPath);
    const documents = pieces.map(({ uri, ...piece }) => ({ path: pathOf(uri), ...piece }));
    const reader = createReader({ worker: this.#worker });
    const attachments = createAttachments([this.#attachments, ...rootsOf().map(sharedIn)]);
    const given = (target: Target, ended: AbortSignal) => attachments.read(target, reader, ended);
    const resolve = { given, ...(net.contact !== '' && { contact: net.contact }) };
    try {
      yield* verifyAll(documents, ports, { linksOnly, ledger, resolve, ...limits }, signal);
    } finally {
      this.#inUse.delete(ports);
      await Promise.all([ports.dispose(), reader.dispose()]);
    }
  }

  estimate(
    pieces: readonly Pick<RunDocument, 'citations'>[],
    { price }: Model,
  ): Promise<Estimate | undefined> {
    const { maxCitations } = readSettings().limits;
    const { total } = planRun(pieces, { model: price ? { price } : {}, maxCitations });
    const { costUsd, leastUsd = 0, citations, left } = total;
    const estimate = { leastUsd, mostUsd: costUsd ?? 0, citations: citations - left };
    return Promise.resolve(costUsd === undefined ? undefined : estimate);
  }

  find(topic: string, signal: AbortSignal, options: FindOptions = {}): Promise<Papers | Failure> {
    return this.#ask((ports) => find(topic, ports, options, signal));
  }

  lookup({ title, authors, year, venue, raw }: Work, signal: AbortSignal): Promise<Work | Failure> {
    const words = raw?.replace(/https?:\/\/\S+|\b(?:doi: ?)?10\.\d{4,9}\/\S+/gi, ' ').trim();
    const said = { title, authors, year, venue, raw: words };
    const known = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
    return this.#ask(async (ports) => {
      const found = await probe({ kind: 'work', ...known }, ports, signal, {
        timeoutMs: DEFAULTS.timeoutMs,
      });
      return isFailure(found) ? found : (found.record ?? fail('no_record'));
    });
  }

  attach(
    target: Target,
    bytes: Uint8Array,
    name: string,
    contentType: string,
    repository?: Uri,
  ): Promise<Failure | undefined> {
    const home = repository ? sharedIn(repository) : this.#attachments;
    return createAttachments([home]).attach(target, bytes, name, contentType, new Date().toISOString());
  }

  async clearCache(): Promise<void> {
    await createCache(this.#cacheDir, { now: () => Date.now() }).clear();
  }

  dispose(): void {
    for (const ports of this.#inUse) void ports.dispose();
  }
}

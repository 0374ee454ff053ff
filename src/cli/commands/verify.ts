/** `verify FILE…`: runs all tiers that the options allow. */
import path from 'node:path';
import { say } from '../../core/causes';
import type { Finding } from '../../core/model';
import { DEFAULTS } from '../../core/defaults';
import type { Model, Ports } from '../../core/ports';
import { printable } from '../../core/report';
import { decide } from '../../core/findings/suppression';
import { verifyAll, type VerifyOptions } from '../../core/verify/verify';
import type { RunLedger } from '../../core/judge/ledger';
import type { RepositoryConfig } from '../../node/config';
import type { HostPorts, PortsConfig } from '../../node/ports';
import type { Command } from '../main';
import { RunTotals } from '../outcome';
import { tokenCap, type Described } from '../../node/models/judges';
import { flag, UsageError, word, type Values } from '../args';
import type { BundleWriter } from '../bundle';
import { takeIn, together, type Scanned, type Taken } from '../documents';
import { EXIT } from '../exit';
import { estimate } from '../estimate';
import { failOn, formatOf, listFormatOf, NETWORK_OFF, openFile, openReports, type Reports } from '../output';
import {
  batchJudgeOf,
  capsOf,
  judgeOf,
  mostCost,
  namedJudge,
  portsConfig,
  rootsOf,
  verifyOptions,
  withPorts,
} from '../ports';
import { readSettings, type Settings } from '../settings';
import type { Terminal } from '../terminal';

/** More requests than citations of any run. */
const EVERYTHING = 1_000_000;

/** Releases the text of a source once no report needs it. */
const light = (finding: Finding): Finding =>
  finding.stage === 'unresolved' ? finding : { ...finding, source: { ...finding.source, text: '' } };

type Run = {
  readonly ports: Ports;
  readonly options: VerifyOptions;
  readonly settings: Settings;
  readonly reports: Reports;
  readonly terminal: Terminal;
  readonly keepText: boolean;
  readonly bundle: BundleWriter | undefined;
};

/** Verifies documents together and returns findings by document. `before` are citations verified earlier. */
async function findingsOf(
  documents: readonly Scanned[],
  before: number,
  run: Run,
): Promise<readonly Finding[][]> {
  const { ports, options, settings, reports, terminal, keepText, bundle } = run;
  const found = documents.map((): Finding[] => []);
  const all = before + documents.reduce((n, { citations }) => n + citations.length, 0);
  let done = before;
  const suppressions = documents.map((document) => settings.suppressionsIn(document));
  const verified = verifyAll(documents, ports, { ...options, before }, terminal.signal);
  for await (const { document, finding: raw } of verified) {
    const finding = decide(raw, suppressions[document] ?? {});
    const of = documents[document];
    if (of) {
      reports.finding?.(of, finding);
      await bundle?.add(of, finding);
    }
    found[document]?.push(keepText ? finding : light(finding));
    done += 1;
    const { code, citation } = finding;
    const told = `${done} of ${all}  ${code}  ${printable(citation.identifier, 60)}`;
    terminal.progress(told);
    terminal.trace(told);
  }
  terminal.progress('');
  return found;
}

/** The judge, with its ports and options. */
async function judging(values: Values, terminal: Terminal, config: PortsConfig) {
  if (!flag(values, 'batch')) {
    const judge = await judgeOf(values, terminal); // reports an unavailable judge even if none is needed
    const model = flag(values, 'links-only') ? undefined : judge;
    return { model, over: (ports: Ports): Ports => ports, options: {} };
  }
  if (flag(values, 'links-only')) throw new UsageError('--batch and --links-only exclude one another');
  const model = await batchJudgeOf(values, terminal, config.cacheDir);
  const { nonce } = model;
  // All requests wait together, and are identical when a stopped run resumes.
  return {
    model,
    over: (ports: Ports): Ports => ({ ...ports, clock: { ...ports.clock, nonce } }),
    options: { judging: EVERYTHING },
  };
}

/** A default cap is reported, with the way to raise it. */
function sayCap(model: Model, values: Values, { note }: Terminal): void {
  const cap = tokenCap(model);
  if (cap !== undefined && word(values, 'max-tokens') === undefined)
    note(
      `the price of ${model.id} is unknown, so judging stops at ${cap} tokens; --max-tokens N changes the cap`,
    );
}

/** Prints what a run would need, without running it. */
async function printEstimate(
  all: AsyncIterable<Taken>,
  { values, terminal, config, model, repository }: Asked,
): Promise<number> {
  const outcome = new RunTotals(undefined);
  const documents: Pick<Scanned, 'citations'>[] = [];
  for await (const taken of all) {
    outcome.take(taken);
    if (taken.document) documents.push({ citations: taken.document.citations });
  }
  const { maxCitations = DEFAULTS.maxCitations } = verifyOptions(
    values,
    terminal,
    undefined,
    repository,
  ).options;
  const caps = { ...capsOf(values, terminal), maxCostUsd: mostCost(values, repository) };
  const asked = { documents, model, maxCitations, caps, isNetworkOn: config.allowNetwork() };
  terminal.print(estimate(asked, listFormatOf(values)));
  return outcome.exitCode();
}

type Asked = {
  readonly values: Values;
  readonly terminal: Terminal;
  readonly config: PortsConfig;
  readonly model: Described | undefined;
  readonly repository: RepositoryConfig;
};

export type Verification = {
  readonly values: Values;
  readonly terminal: Terminal;
  readonly settings: Settings;
  readonly config: PortsConfig;
  readonly options: VerifyOptions;
  readonly ledger: RunLedger | undefined;
  readonly outcome: RunTotals;
  /** The documents, in order. */
  readonly documents: (ports: HostPorts) => AsyncIterable<Taken>;
  /** The ports that the pipeline gets. */
  readonly over: (ports: Ports) => Ports;
};

/** The bundle that was asked for. A file that can't be written is a `UsageError` before any work. */
async function bundleOf(values: Values, { cwd }: Terminal) {
  const name = word(values, 'bundle');
  if (name === undefined) return undefined;
  const file = openFile('--bundle', path.resolve(cwd, name), cwd);
  const { openBundle } = await import('../bundle');
  return { writer: openBundle(file.write), close: file.close };
}

/** Verifies documents and writes the reports. Returns the exit code, unless the run was interrupted. */
export async function report({ documents, over, ...asked }: Verification): Promise<number> {
  const { values, terminal, settings, config, options, ledger, outcome } = asked;
  const format = formatOf(values, settings.format);
  const reports = openReports(format, values, terminal);
  const keepText = reports.formats.includes('json') && !flag(values, 'no-text');
  return withPorts(config, async (ports) => {
    const bundle = await bundleOf(values, terminal);
    const own = bundle?.writer.over(over(ports)) ?? over(ports);
    const run = { ports: own, options, settings, reports, terminal, keepText, bundle: bundle?.writer };
    for await (const some of together(documents(ports))) {
      some.forEach((taken) => outcome.take(taken));
      const batch = some.flatMap(({ document }) => document ?? []);
      const found = await findingsOf(batch, outcome.citations, run);
      batch.forEach((document, i) => {
        outcome.add(document, found[i] ?? []);
        reports.document(document, found[i] ?? []);
      });
    }
    reports.end({
      errors: outcome.errors,
      isInterrupted: terminal.isInterrupted(),
      summary: outcome.tally.summary(ledger?.spent()),
    });
    bundle?.writer.end();
    bundle?.close();
    if (format === 'text' && outcome.isOff) terminal.note(NETWORK_OFF);
    if (outcome.trouble)
      terminal.say(`the judge failed for some claims: ${printable(say(outcome.trouble), 300)}`);
    if (terminal.isInterrupted()) return EXIT.interrupted;
    return outcome.exitCode(flag(values, 'require-verdict'));
  });
}

export const verifyCommand: Command = async (args, values, terminal) => {
  const settings = await readSettings(values, terminal);
  const { config: repository } = settings;
  const config = portsConfig(values, terminal, true, repository);
  const documents = (ports: HostPorts) =>
    takeIn(args, values, settings, rootsOf(values, terminal), ports.workspace, terminal);
  if (flag(values, 'estimate')) {
    const model = flag(values, 'links-only') ? undefined : namedJudge(values);
    return withPorts(config, (ports) =>
      printEstimate(documents(ports), { values, terminal, config, model, repository }),
    );
  }
  const { model, over, options: more } = await judging(values, terminal, config);
  const { options, ledger } = verifyOptions(values, terminal, model, repository);
  if (model) sayCap(model, values, terminal);
  return report({
    values,
    terminal,
    settings,
    config: { ...config, model },
    options: { ...options, ...more },
    ledger,
    outcome: new RunTotals(failOn(values)),
    documents,
    over,
  });
};

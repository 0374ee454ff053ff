/** `verify FILE…`: all tiers that the options allow. */
import { say, type Reason } from '../core/causes';
import { summary } from '../core/finding';
import type { Finding } from '../core/model';
import type { Ports } from '../core/ports';
import { fails, printable, render, type Report, type Scanned } from '../core/report';
import { decide } from '../core/suppression';
import { verifyAll, type VerifyOptions } from '../core/verify';
import type { PortsConfig } from '../node/ports';
import { flag, UsageError, type Values } from './args';
import { takeIn } from './documents';
import { EXIT } from './exit';
import { failOn, formatOf, lookOf, NETWORK_OFF, reportsOf, show } from './output';
import { batchJudgeOf, judgeOf, portsConfig, rootsOf, verifyOptions, withPorts } from './ports';
import { readSettings, type Settings } from './settings';
import type { Terminal } from './terminal';

/** More requests than any run has citations. */
const EVERYTHING = 1_000_000;

/** The text of a source is let go as soon as nothing will print it. */
const light = (finding: Finding): Finding =>
  finding.stage === 'unresolved' ? finding : { ...finding, source: { ...finding.source, text: '' } };

/** Verifies all documents in one run; findings by document. */
async function findingsOf(
  documents: readonly Scanned[],
  ports: Ports,
  options: VerifyOptions,
  settings: Settings,
  { signal, progress }: Terminal,
  keepText: boolean,
): Promise<readonly Finding[][]> {
  const found = documents.map((): Finding[] => []);
  const all = documents.reduce((n, { citations }) => n + citations.length, 0);
  let done = 0;
  const suppressions = documents.map((document) => settings.suppressionsIn(document));
  for await (const { document, finding: raw } of verifyAll(documents, ports, options, signal)) {
    const finding = decide(raw, suppressions[document] ?? {});
    found[document]?.push(keepText ? finding : light(finding));
    done += 1;
    progress(`${done} of ${all}  ${finding.code}  ${printable(finding.citation.identifier, 60)}`);
  }
  progress('');
  return found;
}

/** The first thing that the judge's provider had to say against the run. */
const judgeTrouble = (found: readonly Finding[]): Reason | undefined =>
  found.flatMap((one) => (one.stage === 'unjudged' && one.why === 'model-error' ? [one] : []))[0];

const isBug = (finding: Finding) => finding.stage !== 'judged' && finding.cause === 'internal_error';

/** The judge, and the ports and options with which it is asked. */
async function judging(values: Values, terminal: Terminal, config: PortsConfig) {
  if (!flag(values, 'batch')) {
    const judge = await judgeOf(values, terminal); // one that cannot be had is told, even where it is not asked
    const model = flag(values, 'links-only') ? undefined : judge;
    return { model, over: (ports: Ports): Ports => ports, options: {} };
  }
  if (flag(values, 'links-only')) throw new UsageError('--batch and --links-only exclude one another');
  const model = await batchJudgeOf(values, terminal, config.cacheDir);
  const { nonce } = model;
  // All questions wait together, and are the same when a stopped run is taken up.
  return {
    model,
    over: (ports: Ports): Ports => ({ ...ports, clock: { ...ports.clock, nonce } }),
    options: { judging: EVERYTHING },
  };
}

export async function verifyCommand(
  args: readonly string[],
  values: Values,
  terminal: Terminal,
): Promise<number> {
  const settings = await readSettings(values, terminal);
  const { config: repository } = settings;
  const format = formatOf(values, settings.format);
  const reports = reportsOf(values, terminal);
  const threshold = failOn(values);
  const config = portsConfig(values, terminal, true, repository);
  const { model, over, options: more } = await judging(values, terminal, config);
  const { options, ledger } = verifyOptions(values, terminal, model, repository);
  return withPorts({ ...config, model }, async (ports) => {
    const roots = rootsOf(values, terminal);
    const { documents, errors, partial } = await takeIn(
      args,
      values,
      settings,
      roots,
      ports.workspace,
      terminal,
    );
    const isJson = [format, ...reports.map((r) => r.format)].includes('json');
    const keepText = isJson && !flag(values, 'no-text');
    const all = { ...options, ...more };
    const found = await findingsOf(documents, over(ports), all, settings, terminal, keepText);
    const report: Report = {
      documents: documents.map((d, i) => ({ ...d, findings: found[i] ?? [] })),
      errors,
      isInterrupted: terminal.isInterrupted(),
      summary: summary(found.flat(), ledger?.spent()),
    };
    const look = lookOf(values, terminal);
    await show(terminal, format, reports, (as) => render(report, as, look));
    if (
      format === 'text' &&
      found.flat().some((one) => one.stage === 'unresolved' && one.cause === 'disabled')
    )
      terminal.say(NETWORK_OFF);
    const trouble = judgeTrouble(found.flat());
    if (trouble !== undefined)
      terminal.say(`the judge did not answer everything: ${printable(say(trouble), 300)}`);
    if (terminal.isInterrupted()) return EXIT.interrupted;
    if (found.flat().some(isBug)) return EXIT.internal;
    if (partial) return EXIT.usage;
    return threshold && fails(report, threshold) ? EXIT.findings : EXIT.clean;
  });
}

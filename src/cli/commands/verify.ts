/** `verify FILE…`: runs all tiers that the options allow. */
import type { Model } from '../../core/ports';
import type { Command } from '../main';
import { RunTotals } from '../outcome';
import { ledgerFor, spendsNothing, tokenCap } from '../../node/models/judges';
import { flag, word, type Values } from '../args';
import { takeIn, type Scanned } from '../documents';
import { estimate } from '../estimate';
import { failOn, listFormatOf } from '../output';
import { batchJudgeOf, judgeOf, namedJudge } from '../ports';
import type { Terminal } from '../terminal';
import { report } from '../run';
import { reachesWith } from '../../node/ports';
import { withSession, type Session } from '../session';

/** More requests than citations of any run. */
const EVERYTHING = 1_000_000;

/** The judge, with its ports and options. */
async function judging({ values, terminal, config, ports, caps }: Session) {
  if (!flag(values, 'batch') || spendsNothing(caps)) {
    const model = await judgeOf(values, terminal, caps);
    return { model, ports: { ...ports, ...(model && { model }) }, options: {} };
  }
  const model = await batchJudgeOf(values, terminal, config.cacheDir);
  // All requests wait together, and are identical when a stopped run resumes.
  const clock = { ...ports.clock, nonce: model.nonce };
  return { model, ports: { ...ports, model, clock }, options: { judging: EVERYTHING } };
}

/** A default cap is reported, with the way to raise it. */
function sayCap(model: Model, values: Values, { note }: Terminal): void {
  const cap = tokenCap(model);
  if (cap !== undefined && word(values, 'max-tokens') === undefined)
    note(
      `the price of ${model.id} is unknown, so judging stops at ${cap} tokens; --max-tokens N changes this limit`,
    );
}

/** Prints what a run would need, without running it. */
async function printEstimate(args: readonly string[], session: Session): Promise<number> {
  const { values, terminal, config, caps, options } = session;
  const outcome = new RunTotals(undefined);
  const documents: Pick<Scanned, 'citations'>[] = [];
  for await (const { citations } of outcome.documents(takeIn(args, session))) documents.push({ citations });
  const asked = {
    documents,
    model: namedJudge(values),
    maxCitations: options.maxCitations,
    caps,
    isNetworkOn: config.allowNetwork(),
    reaches: reachesWith(config),
  };
  terminal.print(estimate(asked, listFormatOf(values)));
  return outcome.exitCode();
}

export const verifyCommand: Command = (args, values, terminal) =>
  withSession(values, terminal, 'online', async (session) => {
    if (flag(values, 'estimate')) return printEstimate(args, session);
    const { model, ports, options } = await judging(session);
    const ledger = model && { ledger: ledgerFor(model, session.caps) };
    if (model) sayCap(model, values, terminal);
    const outcome = new RunTotals(failOn(values));
    const documents = outcome.documents(takeIn(args, session));
    return report(session, {
      options: { ...session.options, ...options, ...ledger },
      outcome,
      documents,
      ports,
    });
  });

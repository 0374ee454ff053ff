/** `resolve TARGET…`: each argument to its source, results in the order of the arguments. */
import { say } from '../core/causes';
import pLimit from 'p-limit';
import { readTarget } from '../core/targetArgument';
import { DEFAULTS } from '../core/defaults';
import { isFailure, type Failure, type Target } from '../core/model';
import { orCancelled } from '../core/cancel';
import { printable, resolveJson, type Resolved } from '../core/report';
import { resolve } from '../core/resolve';
import type { Ports } from '../core/ports';
import { flag, number, UsageError, word, type Values } from './args';
import { EXIT } from './exit';
import { failOn, formatOf, NETWORK_OFF } from './output';
import { portsConfig, resolveOptions, withPorts } from './ports';
import type { Terminal } from './terminal';

/** What was asked for, where it can be no target: an address of a kind that is not followed, else words. */
const unread = (text: string, { kind }: Failure): Target =>
  kind === 'bad-scheme' && text.trim() !== ''
    ? { kind: 'url', url: text.trim() }
    : { kind: 'work', raw: text };

async function one(text: string, ports: Ports, values: Values, signal: AbortSignal): Promise<Resolved> {
  const target = readTarget(text);
  if (isFailure(target)) return { target: unread(text, target), outcome: target };
  const outcome = await orCancelled(resolve(target, ports, resolveOptions(values), signal), signal);
  return { target, outcome };
}

/** One line a target. */
function line({ target, outcome }: Resolved): string {
  const asked = JSON.stringify(target);
  if (isFailure(outcome)) return `✗ ${outcome.kind}  ${printable(asked, 120)}  ${printable(say(outcome))}\n`;
  const { title, location, depth, notices } = outcome;
  const told = notices.map(({ kind }) => ` [${kind}]`).join('');
  return `✓ ${depth}  ${printable(location, 200)}  ${printable(title, 200)}${told}\n`;
}

export async function resolveCommand(
  args: readonly string[],
  values: Values,
  terminal: Terminal,
): Promise<number> {
  const format = formatOf(values);
  if (format !== 'json' && format !== 'text')
    throw new UsageError(`resolve prints text or json, not ${format}`);
  const slots = pLimit(number(values, 'concurrency', { least: 1, most: 256 }) ?? DEFAULTS.concurrency);
  const results = await withPorts(portsConfig(values, terminal, true), (ports) =>
    Promise.all(args.map((text) => slots(() => one(text, ports, values, terminal.signal)))),
  );
  terminal.print(
    format === 'json' ? resolveJson(results, flag(values, 'no-text')) : results.map(line).join(''),
  );
  if (format === 'text' && results.some(({ outcome }) => isFailure(outcome) && outcome.cause === 'disabled'))
    terminal.say(NETWORK_OFF);
  if (terminal.isInterrupted()) return EXIT.interrupted;
  if (word(values, 'fail-on') !== undefined && failOn(values) === undefined) return EXIT.clean;
  return results.some(({ outcome }) => isFailure(outcome)) ? EXIT.findings : EXIT.clean;
}

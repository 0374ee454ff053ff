/** `check_links`: which addresses answer. Heads only, all at once, none stops another. */
import { isServerFault, say } from '../core/causes';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import pLimit from 'p-limit';
import * as z from 'zod';
import { DEFAULTS } from '../core/defaults';
import { scan } from '../core/extract';
import { isFailure, type Failure, type FailureKind } from '../core/model';
import { probe } from '../core/resolve';
import { displayDomain } from '../core/text/url';
import { withPorts, type McpConfig } from './config';
import { answer, progressOf, READS_WEB, refuse, type Extra } from './result';

const MOST = 500;
const INPUT = {
  urls: z.array(z.string()).max(MOST).optional().describe('Addresses to check'),
  text: z.string().optional().describe('Or a text: the addresses that it cites'),
  timeout_ms: z.number().int().positive().max(60_000).optional().describe('Time for each; 3000'),
};
type Input = z.infer<z.ZodObject<typeof INPUT>>;

const LINK = z.object({ url: z.string(), domain: z.string() });
const OUTPUT = {
  valid: z.array(LINK),
  /** Dead, refused or malformed. */
  invalid: z.array(LINK),
  /** There, but closed to programs: not dead. */
  blocked: z.array(LINK),
  /** Nothing can be said: the network is off, the domain is not allowed, or the server has a fault of its own. */
  unchecked: z.array(LINK),
  errors: z.record(z.string(), z.string()).describe('The reason by address'),
};

const CLOSED: ReadonlySet<FailureKind> = new Set<FailureKind>(['blocked', 'paywalled']);

const UNCHECKED: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'disabled',
  'cancelled',
  'not-allowed-domain',
]);
const isUnchecked = (failure: Failure | undefined): boolean =>
  failure !== undefined && (UNCHECKED.has(failure.kind) || isServerFault(failure));

function reasonOf(failure: Failure): string {
  const { status } = failure.facts;
  if (typeof status === 'number') return `HTTP ${status}`;
  if (failure.kind === 'timeout') return 'Timeout';
  if (failure.kind === 'bad-scheme') return 'Invalid URL format';
  return say(failure);
}

const urlsOf = ({ urls = [], text = '' }: Input): readonly string[] => {
  const cited = scan(text).citations.flatMap(({ target }) => (target.kind === 'url' ? [target.url] : []));
  return [...new Set([...urls, ...cited])].slice(0, MOST);
};

async function check(config: McpConfig, input: Input, extra: Extra) {
  const urls = urlsOf(input);
  if (urls.length === 0) return refuse('Give addresses, or a text that cites some.');
  const slots = pLimit(config.ports.concurrency ?? DEFAULTS.concurrency);
  const { linkTimeoutMs: most } = config.ports; // what the server was started with is not widened
  const timeoutMs = Math.min(input.timeout_ms ?? most ?? DEFAULTS.linkTimeoutMs, most ?? Infinity);
  const progress = progressOf(extra);
  let done = 0;
  const got = await withPorts(config, { fetch: true }, undefined, (ports) =>
    Promise.all(
      urls.map((url) =>
        slots(async () => {
          const signal = AbortSignal.any([extra.signal]);
          const outcome = await probe({ kind: 'url', url }, ports, signal, { timeoutMs, archive: false });
          done += 1;
          await progress(done, urls.length, displayDomain(url));
          return { url, domain: displayDomain(url), failure: isFailure(outcome) ? outcome : undefined };
        }),
      ),
    ),
  );
  const links = (is: (failure: Failure | undefined) => boolean) =>
    got.filter(({ failure }) => is(failure)).map(({ url, domain }) => ({ url, domain }));
  const isClosed = (failure: Failure | undefined) => failure !== undefined && CLOSED.has(failure.kind);
  return answer({
    valid: links((f) => f === undefined),
    invalid: links((f) => f !== undefined && !isClosed(f) && !isUnchecked(f)),
    blocked: links(isClosed),
    unchecked: links(isUnchecked),
    errors: Object.fromEntries(
      got.flatMap(({ url, failure }) => (failure ? [[url, reasonOf(failure)]] : [])),
    ),
  });
}

export function registerLinks(server: McpServer, config: McpConfig): void {
  server.registerTool(
    'check_links',
    {
      title: 'Check links',
      description:
        'Which addresses answer, which are dead, and which are only closed to programs. No page is read.',
      inputSchema: INPUT,
      outputSchema: OUTPUT,
      annotations: READS_WEB,
    },
    (input, extra) => check(config, input, extra),
  );
}

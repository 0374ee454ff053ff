/** `check_links`: checks that addresses answer, by HEAD requests in parallel. */
import * as z from 'zod';
import { DEFAULTS } from '../core/defaults';
import { scan } from '../core/extract';
import { displayDomain } from '../core/text/url';
import { byState, checkLinks, type LinkCheck } from '../core/verify/linkCheck';
import { withCallPorts, type McpConfig } from './config';
import { answer, COUNT, progressOf, READS_WEB, refuse, TEXTS, type Extra, type Tool } from './result';

const MOST = 500;
const INPUT = z.strictObject({
  urls: TEXTS.max(MOST).optional().describe('Addresses to check'),
  text: z.string().optional().describe('Text whose cited addresses to check, instead of urls'),
  timeout_ms: COUNT.max(60_000).optional().describe('Timeout per address in milliseconds (default 3000)'),
});
type Input = z.infer<typeof INPUT>;

const LINK = z.object({ url: z.string(), domain: z.string() });
const OUTPUT = {
  valid: z.array(LINK),
  invalid: z.array(LINK).describe('Dead, without an answer in time, or malformed'),
  blocked: z.array(LINK).describe('Exists, but refuses programs'),
  unchecked: z
    .array(LINK)
    .describe(
      'Not known: the network is off or failed, the address is private, not allowed or beyond the first 500, or the server has a fault',
    ),
  errors: z.record(z.string(), z.string()).describe('Reasons by address'),
};

const urlsOf = ({ urls = [], text = '' }: Input): readonly string[] => {
  const cited = scan(text).citations.flatMap(({ target }) => (target.kind === 'url' ? [target.url] : []));
  return [...new Set([...urls, ...cited])];
};

async function check(config: McpConfig, input: Input, extra: Extra) {
  const all = urlsOf(input);
  const urls = all.slice(0, MOST);
  if (urls.length === 0) return refuse('Give addresses, or a text that cites some.');
  const { linkTimeoutMs: most } = config.ports; // a call can't widen the server's limits
  const timeout = Math.min(input.timeout_ms ?? most ?? DEFAULTS.linkTimeoutMs, most ?? Infinity);
  const progress = progressOf(extra);
  const onChecked = (done: number, { url }: LinkCheck) => progress(done, urls.length, url);
  const { concurrency } = config.ports;
  const got = await withCallPorts(config, { fetch: true }, undefined, (ports) =>
    checkLinks(urls, ports, { timeout, concurrency, onChecked }, extra.signal),
  );
  const left = all.slice(MOST).map((url): LinkCheck => {
    return { url, domain: displayDomain(url), state: 'unchecked', error: `More than ${MOST} addresses` };
  });
  return answer(byState([...got, ...left], ({ url, domain }) => ({ url, domain })));
}

export const linkTool: Tool<typeof INPUT> = {
  names: ['check_links'],
  title: 'Check links',
  description:
    'Checks which addresses respond, which are dead, and which exist but refuse automated access. No page is read.',
  inputSchema: INPUT,
  outputSchema: OUTPUT,
  annotations: READS_WEB,
  call: check,
};

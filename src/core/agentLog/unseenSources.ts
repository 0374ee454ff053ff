/** What tools showed of cited pages, papers, lines and quotations. Abstains if the log has no tool to read them or starts with a summary. */
import { reason } from '../causes';
import { CODES } from '../codes';
import { problemOf, type Citation, type Problem, type Shown, type Target } from '../model';
import { missingQuotation, quotationsIn } from '../resolve/quoted';
import { createQuoteFinder, type QuoteFinder } from '../text/quotation/quote';
import { read as readText } from '../text/relevance/retrieval';
import { pathOf, type Read, type ToolEvent } from '../transcript';
import { directs } from '../text/pointer';
import { workUrl } from '../text/works/workUrl';
import type { Log } from '../transcript/circumstances';

const ADDRESS = /https?:\/\/[^\s"'<>`\\)\]}|]{4,2000}/g;
const IDENTIFIER = /\b10\.\d{4,9}\/[^\s"'<>`\\)\]}|,;]{1,300}|\b\d{4}\.\d{4,5}\b/g;
const SEARCH = /search|google|bing|duckduckgo|tavily|exa\b/i;
const WEB = /web|fetch|browse|http|url|page|navigate|search/i;

/** An address reduced to its page: without scheme, `www.`, fragment, trailing slash or full stop. */
const pageOf = (url: string): string =>
  url
    .replace(/^https?:\/\/(?:www\.)?/i, '')
    .replace(/#.*$/s, '')
    .replace(/[.,;:!?]+$/, '')
    .replace(/\/$/, '')
    .toLowerCase();

/** Not a page on the web: a name without a dot, an IP address, a local name, a whole site, or an address with a placeholder. */
function isElsewhere(url: string): boolean {
  const [, host = ''] = /^https?:\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)/i.exec(url) ?? [];
  return (
    !host.includes('.') ||
    /^https?:\/\/[^/?#]*\/?$/i.test(url) ||
    /^\d{1,3}(?:\.\d{1,3}){3}$|\.(?:localhost|local|internal|lan|test|invalid)$/i.test(host) ||
    /[<>{}[\]$*]|%7b|\/compare\/|\/(?:pull|issues)\/new\b/i.test(url)
  );
}

/** What identifies a citation: its page, or the identifiers of its work. */
function keysOf(target: Target): readonly string[] {
  if (target.kind === 'url') return [pageOf(target.url)];
  if (target.kind !== 'work') return [];
  const { doi, arxiv } = target;
  const url = workUrl(target);
  const ids = [doi, arxiv?.replace(/v\d+$/, '')].flatMap((id) => id?.toLowerCase() ?? []);
  return url === undefined ? ids : [pageOf(url), ...ids];
}

function addTo(keys: Set<string>, text: string): void {
  for (const [url] of text.matchAll(ADDRESS)) keys.add(pageOf(url));
  for (const [id] of text.matchAll(IDENTIFIER)) keys.add(id.replace(/[.:!?]+$/, '').toLowerCase());
}

const isSearch = ({ tool, input }: ToolEvent) => SEARCH.test(tool) && !input.has('url') && !input.has('path');
const usesWeb = ({ tool, input, ending }: ToolEvent) =>
  ending === 'ok' &&
  WEB.test(tool) &&
  (input.has('url') || input.has('urls') || input.has('query') || input.has('q'));

/** Pages and works that the log names in user messages and tool results, with those of searches separately. */
function namedIn({ text, turns, events }: Read): Record<'opened' | 'found', ReadonlySet<string>> {
  const opened = new Set<string>();
  const found = new Set<string>();
  for (const { role, start, end } of turns)
    if (role === 'user' || role === 'system') addTo(opened, text.slice(start, end));
  for (const event of events) {
    addTo(isSearch(event) ? found : opened, event.text());
    for (const value of event.input.values()) addTo(opened, String(value));
  }
  return { opened, found };
}

/** Most files whose names are looked for in a log; nothing is said about others. */
const MOST_FILES = 50;

/** The cited lines of files that nobody but the agent names: neither a person, nor a call or result of a tool. By the citation's id. */
function unseenFiles({ text, turns, events }: Read, citations: readonly Citation[]) {
  if (!events.some(({ input, ending }) => ending === 'ok' && pathOf(input) !== undefined)) return new Map();
  const cited = new Map<string, string[]>();
  for (const { id, target } of citations) {
    if (target.kind !== 'file' || !target.lines) continue;
    const name = target.path.slice(target.path.lastIndexOf('/') + 1);
    const ids = cited.get(name);
    if (ids) ids.push(id);
    else if (cited.size < MOST_FILES) cited.set(name, [id]);
  }
  const drop = (text: string): void => {
    for (const name of cited.keys()) if (text.includes(name)) cited.delete(name);
  };
  for (const { input } of events) for (const value of input.values()) drop(String(value));
  for (const { role, start, end } of turns) if (role !== 'assistant') drop(text.slice(start, end));
  // Results are decoded on demand.
  for (const event of events) if (cited.size > 0) drop(event.text());
  return new Map([...cited.values()].flatMap((ids) => ids.map((id) => [id, 'never'] as const)));
}

/** How the log shows the sources that are cited, by the citation's id. Files are included only if it never shows them. */
export function shownSources(read: Read, citations: readonly Citation[]): ReadonlyMap<string, Shown> {
  if (read.gap !== undefined) return new Map();
  return new Map([...unseenFiles(read, citations), ...shownPages(read, citations)]);
}

function shownPages(read: Read, citations: readonly Citation[]): ReadonlyMap<string, Shown> {
  const cited = citations.flatMap(({ id, target, claim }) => {
    const keys = keysOf(target);
    const isSource = target.kind !== 'url' || !(isElsewhere(target.url) || directs(claim.text));
    return keys.length === 0 || !isSource ? [] : [{ id, keys }];
  });
  if (cited.length === 0 || !read.events.some(usesWeb)) return new Map();
  const { opened, found } = namedIn(read);
  const isIn = (all: ReadonlySet<string>, keys: readonly string[]) => keys.some((key) => all.has(key));
  return new Map(
    cited.map(({ id, keys }) => [id, isIn(opened, keys) ? 'opened' : isIn(found, keys) ? 'found' : 'never']),
  );
}

/** The problems of citations whose source no tool opened, one for each source. */
export function unseenSources(
  citations: readonly Citation[],
  shown: ReadonlyMap<string, Shown>,
): readonly Problem[] {
  const reported = new Set<string>();
  return citations.flatMap(({ id, part, target }): Problem[] => {
    const how = shown.get(id);
    const [key = target.kind === 'file' ? target.path : ''] = keysOf(target);
    if (how === undefined || how === 'opened' || reported.has(key)) return [];
    reported.add(key);
    const isFound = how === 'found';
    const label =
      target.kind === 'url' ? target.url : target.kind === 'work' ? (workUrl(target) ?? key) : key;
    const facts = { label, detail: reason(isFound ? 'only_found' : 'never_opened') };
    const severity = isFound ? 'info' : CODES['unseen-source'].severity;
    return [{ code: 'unseen-source', severity, span: part, facts, citation: id }];
  });
}

/** Most units of texts to search: of cited ones together, and of a whole log; and most quotations searched in all of it. */
const MOST_TEXT = 4_000_000;
const MOST_SEARCHED = 20;

/** All that a user or a tool said in a log; undefined if it is too long to search. */
function saidIn({ text, turns, events }: Read): string | undefined {
  const texts = turns.flatMap(({ role, start, end }) =>
    role === 'user' || role === 'system' ? [text.slice(start, end)] : [],
  );
  let left = MOST_TEXT;
  for (const event of events) {
    const result = event.text();
    left -= result.length;
    if (left < 0) return undefined;
    texts.push(result);
  }
  return texts.join('\n\n');
}

/**
 * The problems of citations whose quotation is neither in what the agent read at that address nor in any other result or message. Abstains
 * where earlier messages are missing or known from a summary only.
 */
export function unseenQuotes(log: Read, citations: readonly Citation[], known: Log): readonly Problem[] {
  if (log.gap !== undefined) return [];
  let find: QuoteFinder | undefined;
  let [searched, left] = [0, MOST_TEXT];
  return citations.flatMap(({ id, claim, part }): Problem[] => {
    const seen = known.get(id)?.seen;
    if (!seen || searched >= MOST_SEARCHED || quotationsIn(claim.text).length === 0) return [];
    left -= seen.text.length;
    if (left < 0) return [];
    const reading = readText(seen);
    if (!missingQuotation(claim.text, createQuoteFinder(seen.text), reading)) return [];
    searched++;
    find ??= createQuoteFinder(saidIn(log) ?? claim.text);
    const missing = missingQuotation(claim.text, find, reading);
    return !missing ? [] : [problemOf('quote-not-found', part, { detail: missing.why }, id)];
  });
}

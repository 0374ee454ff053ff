/** Pages that an agent cites and that no tool of its log showed. Nothing is said where the log has no web tool or begins with a summary. */
import { reason } from './causes';
import { CODES } from './codes';
import type { Citation, Problem } from './model';
import type { Read, ToolEvent } from './transcript';

const ADDRESS = /https?:\/\/[^\s"'<>`\\)\]}|]{4,2000}/g;
const SEARCH = /search|google|bing|duckduckgo|tavily|exa\b/i;
const WEB = /web|fetch|browse|http|url|page|navigate|search/i;

/** An address without what does not name the page: the scheme, `www.`, a place in it, a slash or a full stop at its end. */
const pageOf = (url: string): string =>
  url
    .replace(/^https?:\/\/(?:www\.)?/i, '')
    .replace(/#.*$/s, '')
    .replace(/[.,;:!?]+$/, '')
    .replace(/\/$/, '')
    .toLowerCase();

function addTo(pages: Set<string>, text: string): void {
  for (const [url] of text.matchAll(ADDRESS)) pages.add(pageOf(url));
}

const isSearch = ({ tool, input }: ToolEvent) => SEARCH.test(tool) && !input.has('url') && !input.has('path');
const usesWeb = ({ tool, input, ending }: ToolEvent) =>
  ending === 'ok' &&
  WEB.test(tool) &&
  (input.has('url') || input.has('urls') || input.has('query') || input.has('q'));

/** Addresses that the log shows, those of searches apart. */
function shownIn({ text, turns, events }: Read): {
  readonly opened: Set<string>;
  readonly found: Set<string>;
} {
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

/** The problems of citations whose page the agent has never opened. */
export function unseenSources(read: Read, citations: readonly Citation[]): Problem[] {
  const urls = citations.flatMap(({ id, part, target, raw }) =>
    target.kind === 'url' ? [{ id, part, raw, page: pageOf(target.url), url: target.url }] : [],
  );
  if (urls.length === 0 || read.compacted !== undefined || !read.events.some(usesWeb)) return [];
  const { opened, found } = shownIn(read);
  const told = new Set<string>();
  return urls.flatMap(({ id, part, page, url }): Problem[] => {
    if (opened.has(page) || told.has(page)) return [];
    told.add(page);
    const isFound = found.has(page);
    const detail = reason(isFound ? 'only_found' : 'never_opened');
    const { severity } = CODES['unseen-source'];
    return [
      {
        code: 'unseen-source',
        severity: isFound ? 'info' : severity,
        span: part,
        facts: { label: url, detail },
        citation: id,
      },
    ];
  });
}

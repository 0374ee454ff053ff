/** Reads a page by its URL; if it is gone, the copy of the Internet Archive. */
import { CANCELLED } from '../cancel';
import { reason, reasonOf } from '../causes';
import { DEFAULTS } from '../defaults';
import { hasAnswer } from '../failureKinds';
import { isFailure } from '../model';
import type { Notice, Source, Target, Resolution } from '../model';
import type { Page, WebOptions } from '../ports';
import { askAt, type Context } from './context';
import { pagesOf } from '../text/lines';
import { at, defined, parseJson, str } from '../text/jsonFields';

export const webOptions = ({ options: { timeoutMs, maxBytes }, links }: Context): WebOptions =>
  defined({ links, timeoutMs, maxBytes });

const sourceOf = (target: Target, page: Page, notices: readonly Notice[], via: Source['via']): Source => ({
  target,
  location: page.url,
  title: page.title.slice(0, DEFAULTS.maxTitle),
  text: page.text,
  depth: 'full',
  via,
  ...pagesOf(page),
  truncated: page.truncated,
  fetchedAt: page.fetchedAt,
  bytes: page.bytes,
  contentType: page.contentType,
  notices: [...notices, ...page.notices],
});

/** The newest archived copy of a public address, from the Wayback availability service. */
export async function snapshot(
  url: string,
  context: Context,
): Promise<{ readonly url: string; readonly date: string } | undefined> {
  if (context.ports.web.isPrivate?.(url) === true) return undefined;
  const answer = await askAt(context, 'wayback')(
    `/wayback/available?url=${encodeURIComponent(url)}`,
    'application/json',
  );
  if (isFailure(answer) || answer.status !== 200) return undefined;
  const closest = at(parseJson(answer.body), 'archived_snapshots', 'closest');
  const found = str(closest, 'url');
  if (
    at(closest, 'available') !== true ||
    !/^https?:\/\//.test(found) ||
    !/^(?:2\d\d)?$/.test(str(closest, 'status'))
  )
    return undefined;
  const secure = found.replace(/^http:\/\/web\.archive\.org\//, 'https://web.archive.org/');
  // `20150129034904`
  const date = str(closest, 'timestamp').replace(/^(\d{4})(\d\d)(\d\d).*$/, '$1-$2-$3');
  return { url: secure, date };
}

/** Reads a page. Dead: the archived copy with a notice that says so and dates it, or the failure with the copy's address. */
export async function resolveUrl(target: Target, url: string, context: Context): Promise<Resolution> {
  const { web } = context.ports;
  const page = await web.read(url, context.signal, webOptions(context));
  if (!isFailure(page)) return sourceOf(target, page, [], 'direct');
  if (!hasAnswer(page, 'gone') || context.options.archive === false) return page;
  if (context.signal.aborted) return CANCELLED;
  const copy = await snapshot(url, context);
  if (copy === undefined) return page;
  // As it was captured, without the archive's own banner.
  const captured = copy.url.replace(/^(https:\/\/web\.archive\.org\/web\/\d{4,14})(?=\/)/, '$1id_');
  const archived = await web.read(captured, context.signal, webOptions(context));
  if (isFailure(archived)) return { ...page, archived: copy.url };
  const notice: Notice = {
    kind: 'archived',
    ...reason('archived', { why: reasonOf(page), date: copy.date || '?' }),
    url: copy.url,
    ...(copy.date === '' ? {} : { date: copy.date }),
  };
  return { ...sourceOf(target, archived, [notice], 'wayback'), location: copy.url };
}

/** Interprets responses: which bodies to read, and how they become a page or a registry's answer. */
import type { IncomingHttpHeaders } from 'node:http';
import { reason, type Cause } from '../../core/causes';
import type { FailureKind } from '../../core/model';
import type { Answer, Page } from '../../core/ports';
import { pagesOf } from '../../core/text/lines';
import { Fault } from './faults';
import type { Response } from './redirects';
import { byHeader } from '../read/charset';
import type { Readable, Wall } from '../read/reader';
import { maybeChallenge } from './status';

export const ACCEPT_PAGE =
  'text/html,application/xhtml+xml,application/pdf;q=0.9,text/plain;q=0.9,application/json;q=0.8,*/*;q=0.5';

/** Images, audio and video are never downloaded. */
export const isMedia = (contentType: string): boolean =>
  /^\s*(?:image|audio|video|font)\//i.test(contentType) && !/^\s*image\/svg\+xml/i.test(contentType);

/** Whether the page's body is worth reading: on success, or if it may be a bot wall. */
export const isReadable = (status: number, headers: IncomingHttpHeaders): boolean =>
  status < 300 ? !isMedia(headers['content-type'] ?? '') : maybeChallenge(status);

export function pageOf(read: Readable, response: Response, bytes: number, fetchedAt: string): Page {
  const { published } = read;
  return {
    url: response.url,
    contentType: read.contentType,
    title: read.title,
    text: read.text,
    ...pagesOf(read),
    ...(published !== undefined && { published }),
    truncated: response.truncated || read.truncated,
    bytes,
    fetchedAt,
    notices: response.notices,
  };
}

/** A registry's answer as text, UTF-8 unless the header names another known charset. A truncated answer would not parse, so it fails. */
export function answerOf({ url, status, headers, bytes, truncated }: Response): Answer {
  const { host } = new URL(url);
  if (truncated) throw new Fault('too_large', { host });
  return { url, status, body: new TextDecoder(byHeader(headers['content-type'] ?? '')).decode(bytes) };
}

/** The cause and failure kind of each wall: a page shown instead of the document. */
const WALLS: Readonly<Record<Wall, readonly [what: Cause, kind: FailureKind]>> = {
  'soft-404': ['missing_page', 'not-found'],
  paywalled: ['subscribers_only', 'paywalled'],
  login: ['login_page', 'paywalled'],
  blocked: ['bot_wall', 'blocked'],
  'script-only': ['script_only', 'not-text'],
};

/** The fault for a wall; such a page is not a source. */
export function wallFault(wall: Wall, host: string): Fault {
  const [what, kind] = WALLS[wall];
  return new Fault('thin_page', { host, what: reason(what) }, { times: 0 }, kind);
}

/** A web whose registries answer by the beginning of a request; anything else is a 404, as on the real web. */
import { fail } from '../../../src/core/causes';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Failure } from '../../../src/core/model';
import type { Answer, Endpoint, WebOptions } from '../../../src/core/ports';
import { CannedWeb, type CannedPage } from '../../fakes';

/** A recorded answer in `test/fixtures/works`. */
export const recorded = (name: string): string =>
  readFileSync(path.join('test/fixtures/works', name), 'utf8');

export type Reply = string | number | Failure | Answer;

/** Replies by `endpoint /path…`: a body, a status, an answer, or a failure of the connection. The longest matching beginning answers. */
export class RegistryWeb extends CannedWeb {
  constructor(
    readonly replies: Readonly<Record<string, Reply>>,
    pages: Readonly<Record<string, CannedPage>> = {},
  ) {
    super(pages);
  }

  override async query(
    endpoint: Endpoint,
    path: string,
    signal: AbortSignal,
    _accept?: string,
    options?: WebOptions,
  ): Promise<Answer | Failure> {
    this.calls.push({ kind: 'query', url: `${endpoint} ${path}`, ...(options && { options }) });
    await Promise.resolve();
    if (signal.aborted) return fail('cancelled');
    const asked = `${endpoint} ${path}`;
    const [, reply] = Object.entries(this.replies)
      .filter(([key]) => asked.startsWith(key))
      .sort(([a], [b]) => b.length - a.length)[0] ?? ['', 404];
    if (typeof reply === 'object') return reply;
    const url = `https://${endpoint}.example${path}`;
    return typeof reply === 'number'
      ? { url, status: reply, body: 'Resource not found.' }
      : { url, status: 200, body: reply };
  }

  /** The requests, without query strings. */
  get asked(): readonly string[] {
    return this.calls.map(({ url }) => url.split('?')[0] ?? url);
  }
}

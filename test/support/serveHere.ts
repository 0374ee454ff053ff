import { onTestFinished } from 'vitest';
import { serve, type Served } from './cli';

/** A server that ends with the test. */
export async function serveHere(...answer: Parameters<typeof serve>): Promise<Served> {
  const server = await serve(...answer);
  onTestFinished(() => server.close());
  return server;
}

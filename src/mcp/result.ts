/** Results and errors in MCP's form, and progress of long calls. */
import type { CallToolResult, ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js';
import { printable } from '../core/report';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';

export type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** The same data twice: structured, and as JSON text for clients that read only text. */
export const answer = (value: Record<string, unknown>): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(value) }],
  structuredContent: value,
});

/** A failed call, phrased so that the model can act on it. */
export const refuse = (message: string): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify({ error: message }) }],
  isError: true,
});

/** A function that reports progress to the client; does nothing if the client didn't ask for it. */
export function progressOf({
  _meta,
  sendNotification,
}: Extra): (done: number, total: number, message: string) => Promise<void> {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return () => Promise.resolve();
  return (progress, total, message) =>
    sendNotification({
      method: 'notifications/progress',
      params: { progressToken, progress, total, message: printable(message, 200) },
    }).catch(() => undefined); // the client may have disconnected
}

/** Reads the web and queries models; changes nothing here. */
export const READS_WEB = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: true,
} as const;

/** Errors of the protocol in words. */
import { ErrorCode, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import { parseJson } from '../core/text/jsonFields';

const Issues = z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() }));

/** The SDK calls wrong parameters an internal error, and describes them in the JSON of its parser: says the same in words. */
export function plainError(message: JSONRPCMessage): JSONRPCMessage {
  const issues = 'error' in message ? Issues.safeParse(parseJson(message.error.message)).data : undefined;
  const told = issues?.map(({ path, message: what }) => `${path.join('.')}: ${what}`).join('; ');
  return told === undefined
    ? message
    : { ...message, error: { code: ErrorCode.InvalidParams, message: told } };
}

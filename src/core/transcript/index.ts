/**
 * Reads a conversation with an agent: its readable text, the speakers, a map from each character to the file, and what tools showed.
 * Recognised by content. Linear in the file; never throws; a malformed line is skipped.
 */
import { DEFAULTS } from '../defaults';
import { Conversation, type Read } from './conversation';
import { readValue, type Format } from './formats';
import { MOST_VALUES, readJson, skipBlank } from '../text/jsonReader';
import { readMarkdown } from './chatMarkdown';
import { linesIn } from '../text/lines';

export type { Gap, Read, Turn } from './conversation';
export type { Format } from './formats';
export { commandOf, pathOf, pathsOf, type Arguments, type Seen } from './tools';
export type { ToolEvent } from './toolEvents';

export type Transcript = Read & {
  readonly format: Format;
  /** Malformed lines of a line-based file. */
  readonly broken: number;
};

/** Parses `file` if it is a conversation; undefined if it isn't, or is too large. */
export function readTranscript(file: string): Transcript | undefined {
  if (file.length > DEFAULTS.maxDocument) return undefined;
  const start = skipBlank(file, 0, file.length);
  const first = file.charAt(start);
  if (first === '{' || first === '[') return readJsonFile(file, start);
  const read = readMarkdown(file);
  return read && { ...read, format: 'markdown', broken: 0 };
}

function readJsonFile(file: string, start: number): Transcript | undefined {
  const budget = { left: MOST_VALUES };
  const talk = new Conversation(file);
  let format: Format | undefined;
  let broken = 0;
  const whole = readJson(file, start, file.length, budget);
  if (whole && skipBlank(file, whole.end, file.length) === file.length) format = readValue(talk, whole);
  else
    for (const line of linesIn(file, { start, end: file.length })) {
      const value = readJson(file, line.start, line.end, budget);
      if (value) format = readValue(talk, value) ?? format;
      else if (skipBlank(file, line.start, line.end) < line.end) broken++;
    }
  return format === undefined || talk.isEmpty ? undefined : { ...talk.done(), format, broken };
}

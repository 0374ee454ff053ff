/** Reads values from a JSON tree: each function takes a value, or a value and the names that lead on from it. */
import { decode, type Json } from '../text/jsonReader';

/** The member at a chain of names; undefined if one is missing. */
export function at(value: Json | undefined, ...names: readonly string[]): Json | undefined {
  let here = value;
  for (const name of names) here = here?.kind === 'object' ? here.members.get(name) : undefined;
  return here;
}

type Look<T> = (value: Json | undefined, ...names: readonly string[]) => T;

export const items: Look<readonly Json[]> = (value, ...names) => {
  const found = at(value, ...names);
  return found?.kind === 'array' ? found.items : [];
};

export const text: Look<string | undefined> = (value, ...names) => {
  const found = at(value, ...names);
  return found?.kind === 'string' ? decode(found.file, found.start, found.end) : undefined;
};

/** A short string; longer ones aren't names. */
export const word: Look<string | undefined> = (value, ...names) => {
  const found = at(value, ...names);
  return found && found.end - found.start <= 4_096 ? text(found) : undefined;
};

/** A number or literal as written. */
const literal: Look<string> = (value, ...names) => {
  const found = at(value, ...names);
  return found?.kind === 'other' ? found.file.slice(found.start, Math.min(found.end, found.start + 31)) : '';
};

export const number: Look<number | undefined> = (value, ...names) => {
  const written = literal(value, ...names);
  return written === '' || written.length > 30 || !Number.isFinite(Number(written))
    ? undefined
    : Number(written);
};

export const isTrue: Look<boolean> = (value, ...names) => literal(value, ...names) === 'true';

/** A time as ISO 8601, from ISO 8601 or from seconds or milliseconds since 1970. */
export function moment(value: Json | undefined, ...names: readonly string[]): string | undefined {
  const written = word(value, ...names);
  if (written !== undefined) return readMoment(written);
  const count = number(value, ...names);
  return count === undefined ? undefined : isoOf(count > 1e11 ? count : count * 1_000);
}

/** ISO 8601 as most logs write it. Days from the 29th may not exist, so they are parsed. */
const ISO = /^20[0-8]\d-(?:0[1-9]|1[0-2])-(?:[01][1-9]|10|2[0-8])T(?:[01]\d|2[0-3])(?::[0-5]\d){2}\.\d{3}Z$/;

/** `2026-02-20T22:46:24.000Z`, `2026-02-20 22:46:24Z`, `2026-02-20`: anything that starts with such a date. */
export function readMoment(written: string): string | undefined {
  if (ISO.test(written)) return written;
  const found = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(Z|[+-]\d\d:?\d\d)?)?/.exec(
    written,
  );
  if (!found) return undefined;
  const [, day = '', time, zone = 'Z'] = found;
  return isoOf(Date.parse(time === undefined ? `${day}T23:59:59.999Z` : `${day}T${time}${zone}`));
}

const isoOf = (ms: number): string | undefined =>
  ms > 0 && ms < 4e12 ? new Date(ms).toISOString() : undefined;

/** Where a tool's result has its text, in reading order. */
const TEXTS =
  'text output aggregated_output stdout stderr error content result response functionResponse source data value node children'.split(
    ' ',
  );

/** The strings with the text of a tool's result, however wrapped. */
export function texts(value: Json | undefined, depth = 0): readonly (Json & { kind: 'string' })[] {
  if (value === undefined || depth > 12) return [];
  if (value.kind === 'string') return [value];
  if (value.kind === 'array') return value.items.flatMap((item) => texts(item, depth + 1));
  if (value.kind !== 'object') return [];
  return TEXTS.flatMap((name) => texts(value.members.get(name), depth + 1));
}

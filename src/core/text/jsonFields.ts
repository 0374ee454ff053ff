/** Careful access to JSON that a stranger wrote: every step may be missing or of another type. */
import { attempt } from '../attempt';

/** The value at a path of keys and indexes, or nothing. Own properties only. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let here = value;
  for (const key of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return undefined;
    here = Reflect.get(here, key) as unknown;
  }
  return here;
}

/** A string or number at a path as a trimmed string, else `''`. */
export function str(value: unknown, ...path: readonly (string | number)[]): string {
  const found = at(value, ...path);
  return typeof found === 'string' ? found.trim() : typeof found === 'number' ? String(found) : '';
}

/** A number at a path (digits in a string count), else nothing. */
export function num(value: unknown, ...path: readonly (string | number)[]): number | undefined {
  const text = str(value, ...path);
  const n = text === '' ? NaN : Number(text);
  return Number.isFinite(n) ? n : undefined;
}

/** The array at a path, else an empty one. */
export function list(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** Key and value pairs of the object at a path; empty if there is no object. */
export function pairs(value: unknown, ...path: readonly (string | number)[]): readonly [string, unknown][] {
  const found = at(value, ...path);
  return isObject(found) ? Object.entries(found) : [];
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The object without its entries that are `undefined`, for types whose keys are optional. */
export const defined = <T extends object>(fields: T): Defined<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;

/** The object without its empty entries (`undefined`, `''`, `[]`), for types whose keys are optional. */
export function compact<T extends object>(fields: { readonly [K in keyof T]: T[K] | undefined | '' }): T {
  const kept = Object.entries(fields).filter(
    ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  // The filter removes exactly what the parameter's type adds to T.
  return Object.fromEntries(kept) as T;
}

/** The parsed value, or undefined for invalid JSON. */
export const parseJson = (text: string): unknown => attempt((): unknown => JSON.parse(text));

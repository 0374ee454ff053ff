/**
 * Cases as pairs of files: `cases/NAME.md` contains the texts, `cases/NAME.json` the result of each. After a change `npm run fixtures`
 * shows the difference, and `-- --update` keeps it.
 *
 * A line `%%% Title` starts a case, which ends before the next such line; `%%` separates several texts of one case. JSON options may
 * follow the title: `"each": "line"` makes each line a text, and appends the lines below `%%+` to each of them; the others are for the
 * room's reader. With `isFlat`, a table whose lines all have the same result contains it once, with their number. `\u{hex}` represents a
 * character that an editor would hide or change.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The result for one text, or a promise of it; it is compared as JSON, with null for undefined. */
export type Reader = (text: string, options: never) => unknown;
export type Room = {
  readonly folder: string;
  /** The reader for the file `NAME.md`. */
  readonly read: (name: string) => Reader;
  /** Whether a list is printed in one line; else each of its items has its own, so that a change of one is a change of one line. */
  readonly isFlat?: boolean;
};

/** A room with a reader for each of its files. */
export const roomOf = (folder: string, readers: Readonly<Record<string, Reader>>): Room => ({
  folder,
  isFlat: true,
  read: (name) => {
    const reader = readers[name];
    if (!reader) throw new Error(`${folder}/${name}.md has no reader.`);
    return reader;
  },
});

export const namesIn = ({ folder }: Room): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.slice(0, -3));

/** The results for the texts of `NAME.md`, by title; each is computed when it is asked for. Throws on a title that occurs twice. */
export function casesOf(room: Room, name: string): Map<string, () => Promise<unknown>> {
  const file = readFileSync(path.join(room.folder, `${name}.md`), 'utf8').replace(/\n$/, '');
  const [, ...parts] = `\n${file}`.split('\n%%% ');
  const found = new Map<string, () => Promise<unknown>>();
  for (const part of parts) {
    const end = part.indexOf('\n');
    const [, title = '', json = '{}'] = /^(.*?)(?: (\{.*\}))?$/.exec(part.slice(0, end)) ?? [];
    if (found.has(title)) throw new Error(`${name}.md has two texts titled “${title}”.`);
    found.set(title, () => resultOf(part.slice(end + 1), JSON.parse(json) as Options, room, name));
  }
  return found;
}

/** The text of `NAME.json` as it should be. */
export async function printedCases(room: Room, name: string): Promise<string> {
  const found = new Map<string, unknown>();
  for (const [title, result] of casesOf(room, name)) found.set(title, await result());
  return printed(room, found);
}

type Options = { readonly each?: 'line' };
async function resultOf(body: string, options: Options, room: Room, name: string): Promise<unknown> {
  const read = room.read(name);
  const [own = '', tail] = body.split(/^%%\+\n/m);
  const result = async (text: string): Promise<unknown> =>
    asJson(await read(unescaped(tail === undefined ? text : `${text}\n${tail}`), options as never));
  const isTable = options.each === 'line';
  const texts = isTable ? own.split('\n').filter((line) => line !== '') : own.split(/\n%%\n/);
  if (!isTable && texts.length === 1) return result(own);
  const all = await Promise.all(
    texts.map(async (text, n) => [isTable ? text : `text ${n + 1}`, await result(text)] as const),
  );
  const [one] = new Set(all.map(([, value]) => JSON.stringify(value)));
  if (room.isFlat === true && all.length > 3 && all.every(([, value]) => JSON.stringify(value) === one))
    return { [`all ${all.length}`]: all[0]?.[1] };
  return Object.fromEntries(all);
}

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));
const unescaped = (text: string): string =>
  text.replace(/\\u\{([0-9a-f]+)\}/g, (_, hex: string) => String.fromCodePoint(parseInt(hex, 16)));

function printed({ isFlat = false }: Room, found: ReadonlyMap<string, unknown>): string {
  const flat = (value: unknown): string => JSON.stringify(value, null, 1).replace(/\n */g, ' ');
  const show = (value: unknown, indent: string): string =>
    Array.isArray(value) && value.length > 0 && !isFlat
      ? `[\n${value.map((row) => `${indent}  ${flat(row)}`).join(',\n')}\n${indent}]`
      : flat(value);
  const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  const entry = ([title, value]: readonly [string, unknown]): string => {
    const body = isMap(value)
      ? `{\n${Object.entries(value)
          .map(([line, rows]) => `    ${JSON.stringify(line)}: ${show(rows, '    ')}`)
          .join(',\n')}\n  }`
      : show(value, '  ');
    return `  ${JSON.stringify(title)}: ${body}`;
  };
  return `{\n${[...found].map(entry).join(',\n')}\n}\n`;
}

/** Labelled data next to the checkout, not in it: measured against, never copied. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const HOME = process.env['CITEWRIGHT_DATA'] ?? path.resolve(process.cwd(), '../shared/data');

/** The folder of a data set; undefined if it is not on this machine, which the caller then reports as skipped. */
export function dataSet(name: string): string | undefined {
  const folder = path.join(HOME, name);
  return existsSync(folder) ? folder : undefined;
}

/** The records of a `.jsonl` file. */
export function readJsonl<T>(...parts: string[]): T[] {
  return readFileSync(path.join(...parts), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as T);
}

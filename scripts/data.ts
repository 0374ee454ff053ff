/** Labelled data next to the checkout, not in it: measured against, never copied. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { skipped } from './figures';

const HOME = process.env['CITEWRIGHT_DATA'] ?? path.resolve(process.cwd(), '../shared/data');

/** The folder of a data set; undefined if it is not on this machine. */
export function dataSet(name: string): string | undefined {
  const folder = path.join(HOME, name);
  return existsSync(folder) ? folder : undefined;
}

/** The same for a program that measures the set: a missing one is reported as skipped. */
export function measuredSet(name: string): string | undefined {
  const folder = dataSet(name);
  if (folder === undefined) skipped(name);
  return folder;
}

/** The records of a `.jsonl` file. */
export function readJsonl<T>(...parts: string[]): T[] {
  return readFileSync(path.join(...parts), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as T);
}

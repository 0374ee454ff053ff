/** Results that aren't reports of documents, such as search results, as a list in several formats. Pure. */
import { lines } from './csv';
import { escapeMarkdown, jsonText } from './escape';
import { printable } from '../text/printable';

export type List = {
  /** Column names. */
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | undefined)[])[];
  /** For a terminal. */
  readonly text: string;
  /** The whole result, and its items for JSON Lines. */
  readonly json: unknown;
  readonly parts: readonly unknown[];
};

const row = (cells: readonly (string | undefined)[]) =>
  `| ${cells.map((cell = '') => escapeMarkdown(printable(cell))).join(' | ')} |\n`;

const FORMATS = {
  text: ({ text }: List) => text,
  json: ({ json }: List) => `${jsonText(json)}\n`,
  jsonl: ({ parts }: List) => parts.map((part) => `${jsonText(part, 0)}\n`).join(''),
  markdown: ({ head, rows }: List) =>
    [row(head), `|${head.map(() => '---|').join('')}\n`, ...rows.map(row)].join(''),
  csv: ({ head, rows }: List) => lines([head, ...rows]),
} as const;

export type ListFormat = keyof typeof FORMATS;
export const LIST_FORMATS = Object.keys(FORMATS) as readonly ListFormat[]; // keys of a closed table

export const renderList = (list: List, format: ListFormat): string => FORMATS[format](list);

/** What is no report of a document, such as the answer to a search, as a list in the formats that suit it. Pure. */
import { lines } from './csv';
import { escapeMarkdown, printable } from './escape';

export type List = {
  /** Names of the columns. */
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | undefined)[])[];
  /** As a person reads it in a terminal. */
  readonly text: string;
  /** The whole answer, and its parts for JSON Lines. */
  readonly json: unknown;
  readonly parts: readonly unknown[];
};

const row = (cells: readonly (string | undefined)[]) =>
  `| ${cells.map((cell = '') => escapeMarkdown(printable(cell))).join(' | ')} |\n`;

const FORMATS = {
  text: ({ text }: List) => text,
  json: ({ json }: List) => `${JSON.stringify(json, undefined, 2)}\n`,
  jsonl: ({ parts }: List) => parts.map((part) => `${JSON.stringify(part)}\n`).join(''),
  markdown: ({ head, rows }: List) =>
    [row(head), `|${head.map(() => '---|').join('')}\n`, ...rows.map(row)].join(''),
  csv: ({ head, rows }: List) => lines([head, ...rows]),
} as const;

export type ListFormat = keyof typeof FORMATS;
export const LIST_FORMATS = Object.keys(FORMATS) as readonly ListFormat[]; // keys of a closed table

export const renderList = (list: List, format: ListFormat): string => FORMATS[format](list);

/**
 * Makes text of documents, pages and models safe to show on a line, where all of it is hostile: it may contain terminal escapes, direction
 * overrides and commands for CI systems.
 */

/**
 * Control, bidirectional, zero-width and tag characters and variation selectors, which hide or change how the rest is shown, or hide words.
 * Not the joiners that follow a letter of the Middle East or India or a pictograph, which spell words.
 */
const UNSEEN =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202f\u2060-\u206f\ufeff\ufff9-\uffff]|[\u200c\u200d](?<!(?:[\u0600-\u0fff\p{Extended_Pictographic}\u{1f3fb}-\u{1f3ff}]|\ufe0f).)|[\ufe00-\ufe0e\u{e0000}-\u{e0fff}]/gu;
const LONGEST = 300;

/** Commands of CI systems, `##[error]` and `##vso[…]` anywhere in a line, `::error::` at its start, which no name or answer may contain. */
export const COMMAND = /##(?=[\w-]*\[)/g;
const isCommand = /^\s*::/;
const inert = (line: string): string =>
  line.replace(COMMAND, '# #').replace(isCommand, (colons) => `${colons.slice(0, -1)} :`);

/** Collapses line ends and white space to single spaces and removes invisible characters. */
const oneLine = (text: string) =>
  text
    .replace(/[\s\u2028\u2029]+/g, ' ')
    .replace(UNSEEN, '')
    .trim();

/** Removes invisible characters, including terminal escapes; keeps line ends. */
export const printableLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => inert(line.replace(UNSEEN, '')))
    .join('\n');

/** ASCII words with single spaces, which need no change. */
const PLAIN = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/** One printable line of at most `limit` UTF-16 units, truncated with an ellipsis. */
export function printable(text: string, limit = LONGEST): string {
  if (text.length <= limit && PLAIN.test(text)) return inert(text);
  const line = inert(oneLine(text.slice(0, limit * 4))); // no work on text that will be cut
  if (line.length <= limit) return line;
  const cut = line.slice(0, limit - 1);
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`; // never half of a surrogate pair
}

/** For messages of the editor and of SARIF, whose only markup is `[words](address)`: prevents links in text of others. */
export const unlinked = (text: string): string => text.replaceAll('](', '] (');

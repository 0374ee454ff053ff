/** Applies functions of `core/text` to the texts in `cases/`. Texts that are compared have ` ⇄ ` between them. */
import { credentialsByName } from '../../../src/core/text/credentials';
import { differences, wholeOf } from '../../../src/core/text/differences/differences';
import { missingFigures, quantities } from '../../../src/core/text/differences/quantities';
import { fold, squeeze } from '../../../src/core/text/fold';
import { locate, visible } from '../../../src/core/text/quotation/quote';
import { language, words } from '../../../src/core/text/relevance/words';
import {
  arxivFault,
  bareDoi,
  doiFault,
  isbnFault,
  parseIdentifier,
  urlTarget,
} from '../../../src/core/text/works/identifiers';
import { parseReference } from '../../../src/core/text/works/reference';
import { readTitle } from '../../../src/core/text/works/titles';
import { workAtAddress } from '../../../src/core/text/works/workAddresses';
import { sentences } from '../../../src/core/text/sentences';
import { roomOf, type Reader } from '../../support/cases';

const parts = (text: string): readonly [string, string, string | undefined] => {
  const [a = '', b = '', c] = text.split(' ⇄ ');
  return [a, b, c];
};

const two = (text: string): readonly [string, string] => [parts(text)[0], parts(text)[1]];

/** Differences as `kind: claim | passage`; unsure ones end in `?`, and `…` precedes words from elsewhere in the source. */
export function told(claim: string, passage: string, rest = ''): string[] {
  const whole = `${passage} ${rest}`;
  const known = wholeOf(
    whole,
    words(whole).map((w) => w.key),
  );
  return differences(claim, passage, known).map(({ kind, claim: own, passage: other, source, sure }) => {
    const elsewhere = source ? `… ${whole.slice(source.start, source.end)}` : '';
    const beside = other ? passage.slice(other.start, other.end) : elsewhere;
    return `${kind}: ${claim.slice(own.start, own.end)} | ${beside}${sure ? '' : '?'}`;
  });
}

/** How a quotation is found, and with which words if they differ from the quotation. */
function quoted(source: string, quote: string): unknown {
  const found = locate(source, quote);
  if (!found) return undefined;
  const { match, size, span, text } = found;
  if (text !== source.slice(span.start, span.end)) throw new Error('not the words of its span');
  return { match, size, at: span.start, ...(text !== quote && { text }) };
}

const BY_NAME: Readonly<Record<string, (text: string) => unknown>> = {
  address: workAtAddress,
  arxiv: arxivFault,
  bare: bareDoi,
  credentials: (text) => credentialsByName(text)?.startsWith('credentials_') ?? false,
  doi: doiFault,
  fold,
  isbn: isbnFault,
  language,
  missing: (text) => missingFigures(...two(text)).map(({ value }) => value),
  quantity: (text) => quantities(text).map(({ value, unit }) => [value, unit].join(' ').trim())[0],
  squeeze: (text) => squeeze(text).text,
  title: (text) => readTitle(text).title,
  url: urlTarget,
  visible,
};
/** The option `as` names the function. */
const named: Reader = (text, { as }: { as: string }) => {
  const read = BY_NAME[as];
  if (!read) throw new Error(`There is no function ${as}.`);
  return read(text);
};

export const room = roomOf('test/core/text/cases', {
  differences: (text) => told(...parts(text)),
  identifiers: (text, options: { as?: string }) =>
    options.as === undefined ? parseIdentifier(text) : named(text, options as never),
  letters: named,
  quantities: named,
  quotations: (text, { source }: { source?: string }) =>
    source === undefined ? quoted(...two(text)) : quoted(source, text),
  sentences: (text) => sentences(text).map(({ start, end }) => text.slice(start, end)),
  references: (text) => {
    const { raw: _, ...fields } = parseReference(text);
    return fields;
  },
});

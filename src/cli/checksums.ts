/** Checksums of the lines of a bundle. They detect damage and name the changed bytes; they don't detect forgery. */
import { createHash } from 'node:crypto';

/** Bytes under one checksum. */
const BLOCK = 32;
/** A prime: two remainders fit into three base64url characters, and one, with the present byte, gives the byte’s change. */
const PRIME = 509;
const WIDTH = 3;

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex').slice(0, 32);
export const hash = (text: string): string => digest(Buffer.from(text));

const blocksOf = (line: Buffer): Buffer[] =>
  Array.from({ length: Math.ceil(line.length / BLOCK) }, (_, i) => line.subarray(i * BLOCK, (i + 1) * BLOCK));

/** The plain sum of a block and the sum weighted by position, in one number. */
function sumOf(block: Buffer): number {
  const plain = block.reduce((sum, byte) => sum + byte, 0);
  const weighted = block.reduce((sum, byte, i) => sum + (i + 1) * byte, 0);
  return (plain % PRIME) * PRIME + (weighted % PRIME);
}

/** Three base64url characters for each block of a line. */
const sumsOf = (line: Buffer): string =>
  blocksOf(line)
    .map((block) => {
      const sum = sumOf(block);
      return Buffer.from([sum >> 10, sum >> 2, sum << 6])
        .toString('base64url')
        .slice(0, WIDTH);
    })
    .join('');

function readSum(text: string): number {
  const [high = 0, middle = 0, low = 0] = Buffer.from(`${text}A`, 'base64url');
  return (high << 10) | (middle << 2) | (low >> 6);
}

const modulo = (n: number) => ((n % PRIME) + PRIME) % PRIME;

/** The one byte of a block whose change explains the difference of the sums, and its original value; undefined if no byte does. */
function repairOf(block: Buffer, before: number): { readonly at: number; readonly byte: number } | undefined {
  const now = sumOf(block);
  const more = modulo(Math.floor(now / PRIME) - Math.floor(before / PRIME));
  const weight = modulo((now % PRIME) - (before % PRIME));
  const at = block.findIndex((_, i) => modulo((i + 1) * more) === weight);
  const byte = [more, more - PRIME].map((by) => (block[at] ?? 0) - by).find((n) => n >= 0 && n < 256);
  return more === 0 || at < 0 || byte === undefined ? undefined : { at, byte };
}

type Range = readonly [from: number, to: number];

/** Ranges of bytes, half-open, that differ from what was sealed: exact if at most one byte of each block was changed, else the blocks. */
export function changedBytes(
  line: Buffer,
  { sums, sha256 }: { readonly sums: string; readonly sha256: string },
): readonly Range[] {
  if (digest(line) === sha256) return [];
  const now = sumsOf(line);
  const count = Math.max(now.length, sums.length) / WIDTH;
  const wrong = Array.from({ length: count }, (_, i) => i * WIDTH)
    .filter((i) => now.slice(i, i + WIDTH) !== sums.slice(i, i + WIDTH))
    .map((i) => ({ from: (i / WIDTH) * BLOCK, before: sums.slice(i, i + WIDTH) }));
  const repaired = Buffer.from(line);
  const exact = wrong.flatMap(({ from, before }): Range[] => {
    const repair = repairOf(line.subarray(from, from + BLOCK), readSum(before));
    if (!repair) return [];
    repaired[from + repair.at] = repair.byte;
    return [[from + repair.at, from + repair.at + 1]];
  });
  if (digest(repaired) === sha256) return exact;
  const ranges: [number, number][] = [];
  for (const { from } of wrong) {
    const last = ranges.at(-1);
    if (last?.[1] === from) last[1] = from + BLOCK;
    else ranges.push([from, from + BLOCK]);
  }
  return ranges.length > 0 ? ranges : [[0, line.length]];
}

/** The names of the JSON fields of a line that a range of its bytes touches. */
export function fieldsIn(line: Buffer, [from, to]: Range): readonly string[] {
  const keys = [...line.toString('latin1').matchAll(/[{,]"(\w{1,40})":/g)];
  const first = keys.findLastIndex(({ index }) => index <= from);
  return keys
    .slice(Math.max(0, first))
    .filter(({ index }) => index < to)
    .map(([, name = '']) => name);
}

/** The checksums that end a line. */
export const sealOf = (bytes: Buffer): string => `,"sums":"${sumsOf(bytes)}","sha256":"${digest(bytes)}"}`;

/** A value as a line that ends in checksums of the rest. */
export function sealed(value: object): string {
  const body = JSON.stringify(value).slice(0, -1);
  return `${body}${sealOf(Buffer.from(body))}`;
}

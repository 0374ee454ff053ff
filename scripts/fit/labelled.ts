/** References whose parts are labelled: the format that `npm run fit` reads and `--sources` writes. See docs/references.md. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { readJsonl } from '../data';

/**
 * A label of a stretch of text: one of `LABELS`, or `L` for a number before the reference, or `?` for what nobody labelled. `A` may also
 * mark whole names.
 */
export type SegmentLabel = 'A' | 'f' | 'g' | 'F' | 'G' | 'T' | 'J' | 'Y' | 'E' | 'X' | 'L' | '?';
/** A labelled stretch; all of them together are the whole text. */
export type Segment = readonly [label: SegmentLabel, text: string];

/** A name as CSL-JSON has it. */
export type Person = {
  readonly family?: string;
  readonly given?: string;
  readonly literal?: string;
  readonly 'dropping-particle'?: string;
  readonly 'non-dropping-particle'?: string;
};

export type LabelledReference = {
  readonly segments: readonly Segment[];
  /** 0: fitted on. 1: unseen, only measured. */
  readonly half: 0 | 1;
  readonly source: string;
  /** How often it counts in fitting; 0 to measure it only. 1 if missing. */
  readonly times?: number;
  /** The authors in order, which tells family names from given names where `A` marks whole names. */
  readonly people?: readonly Person[];
};

export const textOf = (segments: readonly Segment[]): string => segments.map(([, text]) => text).join('');

/** The references of all `.ndjson` files of a folder. */
export const readFolder = (folder: string): LabelledReference[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.ndjson'))
    .sort()
    .flatMap((name) => readJsonl<LabelledReference>(path.join(folder, name)));

export const isNameLabel = (label: string | undefined): boolean =>
  label !== undefined && label !== '' && 'AfgFG'.includes(label);

/** Whether the references of a document are kept unseen by the fit: one document in four, by the hash of its name. */
export const isUnseen = (document: string): boolean => (hashOf(document) & 0x80000001) === 1;

/** A hash of a text. */
export function hashOf(text: string): number {
  let h = 7;
  for (const c of text) h = (Math.imul(h, 31) + c.charCodeAt(0)) >>> 0;
  h ^= h >>> 15;
  h = Math.imul(h, 0x85ebca6b) >>> 0;
  return (h ^ (h >>> 13)) >>> 0;
}

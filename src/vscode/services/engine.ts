/** Verifies, searches and attaches. */
import type { Uri } from 'vscode';
import type { Log } from '../../core/transcript/circumstances';
import type { Citation, Failure, Papers, Problem, Target, Work } from '../../core/model';
import type { Model } from '../../core/ports';
import type { FindOptions } from '../../core/resolve';
import type { Suppressions } from '../../core/findings/suppression';
import type { Tagged } from '../../core/verify/run';

export type RunDocument = {
  readonly uri: Uri;
  readonly text: string;
  readonly citations: readonly Citation[];
  readonly problems?: readonly Problem[];
  readonly suppressions: Suppressions;
  /** For a transcript. */
  readonly log?: Log;
};

export type EngineOptions = {
  readonly network: boolean;
  readonly linksOnly: boolean;
  readonly model?: Model;
};

/** In USD: if every source is short, and if each uses the maximum evidence. */
export type Estimate = {
  readonly leastUsd: number;
  readonly mostUsd: number;
  readonly citations: number;
};

export type Engine = {
  dispose(): void;
  /** Verifies; see the core's `verifyAll`. The numbers of the documents are their places in `pieces`. */
  verify(pieces: readonly RunDocument[], options: EngineOptions, signal: AbortSignal): AsyncIterable<Tagged>;
  /** Whether a run would answer everything from the cache: it sends nothing and costs nothing. */
  isCached(pieces: readonly RunDocument[], options: EngineOptions): Promise<boolean>;
  /** What judging might cost; undefined if the model's price is unknown. */
  estimate(pieces: readonly Pick<RunDocument, 'citations'>[], model: Model): Promise<Estimate | undefined>;
  find(topic: string, signal: AbortSignal, options?: FindOptions): Promise<Papers | Failure>;
  /** The records that registries have for the text of a work: title, authors, year. Its identifiers aren't used. */
  lookup(work: Work, signal: AbortSignal): Promise<Work | Failure>;
  /** Stores a file of the user as the source of a target: in the editor's storage, or below the folder `repository`. */
  attach(
    target: Target,
    bytes: Uint8Array,
    name: string,
    contentType: string,
    repository?: Uri,
  ): Promise<Failure | undefined>;
  clearCache(): Promise<void>;
};

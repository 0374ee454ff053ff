/**
 * The data of the whole project: Citation → Source → Evidence → Verdict, gathered in one Finding per citation.
 * Plain readonly data, serialisable as it is. Offsets are UTF-16 units, ranges are half-open.
 */
import type { Cause, FailureKind, Facts, Reason } from './causes';
import type { Code, Severity } from './codes';

export type { Cause, FailureKind, Facts, Reason } from './causes';

export type Span = { readonly start: number; readonly end: number };

/** What a work is known by. In a citation: what its author says; in a record: what a registry says. */
export type Work = {
  readonly doi?: string;
  readonly arxiv?: string;
  readonly pmid?: string;
  readonly pmcid?: string;
  readonly isbn?: string;
  readonly rfc?: string;
  readonly url?: string;
  readonly title?: string;
  /** Family name first where it can be told (`Smith, Jane`), else as written. */
  readonly authors?: readonly string[];
  readonly year?: number;
  readonly venue?: string;
  readonly volume?: string;
  /** First page, or first and last with a dash. */
  readonly pages?: string;
  /** The reference as written, without its label. */
  readonly raw?: string;
  /** What is given as a DOI and is none. */
  readonly malformedDoi?: string;
};

/** What the author points at. */
export type Target =
  | { readonly kind: 'url'; readonly url: string }
  | ({ readonly kind: 'work' } & Work)
  | {
      readonly kind: 'file';
      readonly path: string;
      readonly lines?: readonly [from: number, to: number];
      /** The destination of a link: it leads from the folder of its document. */
      readonly isLink?: true;
    }
  | { readonly kind: 'commit'; readonly sha: string }
  | { readonly kind: 'memory'; readonly id: string }
  | { readonly kind: 'guess' }
  | { readonly kind: 'dangling'; readonly label: string };

/** How a citation is written; what it points at is its target. */
export type Style =
  | 'url'
  | 'link'
  | 'doi'
  | 'identifier'
  | 'numbered'
  | 'author-year'
  | 'footnote'
  | 'cite-key'
  | 'file'
  | 'commit'
  | 'memory'
  | 'guess';

export type Citation = {
  /** Hash of claim text, target and style, `#n` for the nth of its kind: no position, so it survives edits elsewhere. */
  readonly id: string;
  readonly style: Style;
  /** `text.slice(marker.start, marker.end) === raw`, always. */
  readonly raw: string;
  /** The whole bracket, parenthesis or link. */
  readonly marker: Span;
  /** This work's own piece of the marker; equals `marker` when it stands alone. */
  readonly part: Span;
  /** The cited thing in one canonical word: the URL, the DOI, `1`, `smith-2020a`, the key, `src/a.ts:10-20`, `arxiv:…`, `git:sha`. */
  readonly identifier: string;
  /** `3` of `[1-3]`, `^note`, a cite key, `smith-2020a`. */
  readonly label?: string;
  /** Markers that stand together back one claim and share a group: `[3][4]`, `[1-3]`, `(A, 2019; B, 2020)`. */
  readonly group?: string;
  /** The sentence, or the clause since the last marker, that the marker backs. */
  readonly claim: { readonly text: string; readonly span: Span };
  /** Heading and the sentence before, for pronouns; helps retrieval, is never judged. */
  readonly context: string;
  readonly target: Target;
  /** The reference-list entry, footnote or link definition that the marker led to. */
  readonly reference?: Span;
};

/** Who or what suppresses a problem or finding (`ignore-line`, `accepted`, `baseline`), and why. */
export type Suppressed = { readonly by: string; readonly note?: string };

/** Something wrong that can be told from the text alone, or from the workspace. */
export type Problem = {
  readonly code: Code;
  readonly severity: Severity;
  readonly span: Span;
  /** What fills the placeholders of the code's message (`codes.ts`). */
  readonly facts: Facts;
  /** The citation the problem belongs to, where it is one citation's. */
  readonly citation?: string;
  /** All problems that this one stands for, in place of which it is shown, its own first. */
  readonly related?: readonly Folded[];
  /** Accepted or ignored by a person: kept in the output and counted apart. */
  readonly suppressed?: Suppressed;
};

/** A problem for which another stands. */
export type Folded = Span & Pick<Problem, 'facts' | 'citation'>;

export type NoticeKind =
  | 'retracted'
  | 'corrected'
  | 'concern'
  | 'withdrawn'
  | 'newer-version'
  | 'moved'
  /** Another text than the last time it was read. */
  | 'changed'
  | 'archived'
  /** What a tool showed an agent, by the transcript in which it is cited. */
  | 'as-seen'
  | 'soft-404'
  | 'through-proxy'
  | 'insecure-hop'
  | 'downgraded'
  | 'suspicious'
  /** The record says otherwise than the citation, though it is the same work. */
  | 'differs'
  /** The work was found by its words; the identifier cited for it is another's, or nobody's. */
  | 'wrong-identifier'
  /** A registry that was asked did not answer: there may be more to know. */
  | 'incomplete';

/** What a reader of the source should know about it. */
export type Notice = Reason & {
  readonly kind: NoticeKind;
  readonly url?: string;
  readonly date?: string;
};

export type Depth = 'full' | 'abstract' | 'metadata';
/** Who keeps records of works, works themselves or copies of pages. */
export type Service =
  | 'crossref'
  | 'datacite'
  | 'openalex'
  | 'pubmed'
  | 'arxiv'
  | 'semanticscholar'
  | 'europepmc'
  | 'openlibrary'
  | 'rfc'
  | 'unpaywall'
  | 'wayback';
export type Via = 'direct' | Service | 'workspace' | 'git' | 'memory' | 'user';

export type Source = {
  readonly target: Target;
  /** Where it was really read: the final URL, a path, a commit. */
  readonly location: string;
  readonly title: string;
  /** Readable text, not markup. */
  readonly text: string;
  readonly depth: Depth;
  readonly via: Via;
  /** Offset of each page's start in `text`, for paginated sources. */
  readonly pages?: readonly number[];
  /** What the registry says the work is, for works. */
  readonly record?: Work;
  /** `path:line` sources: the cited lines within `text`. */
  readonly focus?: Span;
  /** Why the text may not go to a model unasked: the file may contain credentials. */
  readonly sensitive?: Cause;
  readonly truncated: boolean;
  /** ISO 8601. */
  readonly fetchedAt: string;
  readonly bytes: number;
  /** As the server sent it, for what was fetched. */
  readonly contentType?: string;
  readonly notices: readonly Notice[];
  /** Registries that were asked and did not answer. */
  readonly errors?: readonly RegistryError[];
};

/** What can be told without a model. */
export type Screen = {
  /** `reached`: the source answers; its text was not looked at (links only), or claim or text are too little to compare. */
  readonly result:
    'quote-found' | 'quote-not-found' | 'figure-differs' | 'related' | 'no-related-passage' | 'reached';
  /** 0 to 1: how closely the best passage resembles the claim. */
  readonly score: number;
  readonly passage?: Span;
  /** Missing where the result says it all. */
  readonly why?: Reason;
};

export type Passage = { readonly text: string; readonly span: Span; readonly page?: number };

/** The part of a source that a judge is shown: verbatim passages with spans into `source.text`, in document order. */
export type Evidence = { readonly passages: readonly Passage[]; readonly tokens: number };

export type Support = 'supported' | 'partly' | 'overstated' | 'contradicted' | 'absent' | 'unsure';
/** Tokens. `input` counts them all; `cached` and `written` are those of them read from and written to the provider's cache. */
export type Usage = {
  readonly input: number;
  readonly output: number;
  readonly cached: number;
  readonly written?: number;
};

/** Words of a source, found in `source.text` by this program, never taken on trust. */
export type Quotation = {
  readonly text: string;
  readonly span: Span;
  /** `exact`: unit by unit. `normalised`: set otherwise. `damaged`: told through what scanning or copying has done to the source. */
  readonly match: 'exact' | 'normalised' | 'damaged';
};

export type Verdict = {
  readonly support: Support;
  /** 0 to 1. */
  readonly confidence: number;
  readonly rationale: string;
  readonly quote?: Quotation;
  /** A claim narrow enough for this source. */
  readonly suggestion?: string;
  /** The model's own verdict, where a rule refused it, and the rule. */
  readonly refused?: Reason & { readonly asked: Support };
  readonly model: string;
  readonly usage: Usage;
  /** Absent when the model's price is not known. */
  readonly costUsd?: number;
  readonly latencyMs: number;
};

/** Why there is no verdict although there is a source. */
export type UnjudgedReason = 'no-model' | 'budget' | 'model-error' | 'bad-answer' | 'cancelled' | 'withheld';

/** A registry that did not answer, and why. */
export type RegistryError = { readonly registry: string; readonly failure: Failure };

/** Why there is no source, as data. */
export type Failure = Reason & {
  readonly kind: FailureKind;
  /** An archived copy's address, when the source is dead and one is known. */
  readonly archived?: string;
  /** A file that the workspace does not seem to be about: another machine's absolute path, a folder that is not here. */
  readonly isElsewhere?: true;
  /** Registries that were asked and did not answer. */
  readonly errors?: readonly RegistryError[];
  /** `wrong-work`: the record found instead. `ambiguous`: the nearest candidate. */
  readonly record?: Work;
};

type Common = {
  readonly citation: Citation;
  readonly code: Code;
  readonly severity: Severity;
  /** Accepted or ignored by a person: kept in the output and counted apart. */
  readonly suppressed?: Suppressed;
};

export type Finding = Common &
  (
    | ({ readonly stage: 'unresolved' } & Failure)
    | (Reason & {
        readonly stage: 'unjudged';
        readonly source: Source;
        readonly screen: Screen;
        readonly why: UnjudgedReason;
      })
    | {
        readonly stage: 'judged';
        readonly source: Source;
        readonly screen: Screen;
        readonly evidence: Evidence;
        readonly verdict: Verdict;
        /** What the markers of the group support together. */
        readonly groupVerdict?: Verdict;
        /** Whether this citation adds anything to the group's support. */
        readonly adds?: boolean;
      }
  );

/** The four layers of a well-cited claim, read off a finding. */
export type Layers = Readonly<
  Record<'exists' | 'resolves' | 'derivable' | 'scoped', 'pass' | 'fail' | 'unknown'>
>;

/** A work that a search of the registries found. */
export type Paper = {
  readonly record: Work;
  readonly via: Via;
  readonly url: string;
  readonly abstract?: string;
  readonly notices: readonly Notice[];
  /** All registries that have it. */
  readonly seenIn: readonly Via[];
};

export type Papers = {
  readonly papers: readonly Paper[];
  /** Registries that did not answer, and why. */
  readonly errors: readonly RegistryError[];
};

export const isFailure = (x: object): x is Failure => 'cause' in x && 'kind' in x;

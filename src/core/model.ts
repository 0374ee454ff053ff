/** The data model: Citation → Source → Evidence → Verdict, one Finding per citation. Readonly, serializable. Spans: UTF-16, half-open. */
import type { Cause, Facts, Reason } from './causes';
import type { FailureKind } from './failureKinds';
import { CODES, type Code, type Severity } from './codes';

export type { FailureKind } from './failureKinds';
export type { Cause, Facts, Reason } from './causes';

export type Span = { readonly start: number; readonly end: number };

/** Identifies a work: in a citation as its author wrote it, in a record as a registry has it. */
export type Work = {
  readonly doi?: string;
  readonly arxiv?: string;
  readonly pmid?: string;
  readonly pmcid?: string;
  readonly isbn?: string;
  readonly rfc?: string;
  /** The publisher's item number as in ScienceDirect URLs, without punctuation. */
  readonly pii?: string;
  readonly url?: string;
  readonly title?: string;
  /** Family name first if known (`Smith, Jane`), else as written. */
  readonly authors?: readonly string[];
  readonly year?: number;
  readonly venue?: string;
  readonly volume?: string;
  /** First page, or first and last with a dash. */
  readonly pages?: string;
  /** The reference as written, without its label. */
  readonly raw?: string;
  /** Invalid text given as a DOI. */
  readonly malformedDoi?: string;
};

/** Lines of a file, 1-based and inclusive. */
export type LineRange = readonly [from: number, to: number];

/** What the author points at. */
export type Target =
  | { readonly kind: 'url'; readonly url: string }
  | ({ readonly kind: 'work' } & Work)
  | {
      readonly kind: 'file';
      readonly path: string;
      readonly lines?: LineRange;
      /** A link destination, relative to the document's folder. */
      readonly isLink?: true;
    }
  | { readonly kind: 'commit'; readonly sha: string }
  | { readonly kind: 'memory'; readonly id: string }
  | { readonly kind: 'guess' }
  /** What an agent says that it did: its log is the source. */
  | { readonly kind: 'action'; readonly action: Action; readonly object?: string }
  | { readonly kind: 'dangling'; readonly label: string };

/** What an agent claims of its own work. */
export type Action =
  | 'tests'
  | 'build'
  | 'types'
  | 'lint'
  | 'commit'
  | 'push'
  | 'deploy'
  | 'file'
  | 'fix'
  | 'run'
  | 'read'
  | 'scope';

/** What a log says about such a claim. */
export type LogCode =
  'backed' | 'contradicted-by-log' | 'stale' | 'partial-run' | 'masked' | 'not-in-log' | 'unsure';

/** The tool call that a claim is judged by, and its place in the document. */
export type LogPlace = { readonly tool: string; readonly command?: string; readonly span: Span };
/** What a log says about a claim, by which rule. */
export type LogVerdict = Reason & { readonly code: LogCode; readonly event?: LogPlace };

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
  | 'guess'
  | 'action';

export type Citation = {
  /** Hash of claim text, target and style, `#n` for the nth duplicate. Without the position, so it survives edits elsewhere. */
  readonly id: string;
  readonly style: Style;
  /** Always `text.slice(marker.start, marker.end)`. */
  readonly raw: string;
  /** The whole bracket, parenthesis or link. */
  readonly marker: Span;
  /** This work's part of the marker; equals `marker` if it is the only one. */
  readonly part: Span;
  /** Canonical name of what is cited: the URL, the DOI, `1`, `smith-2020a`, the key, `src/a.ts:10-20`, `arxiv:…`, `git:sha`. */
  readonly identifier: string;
  /** `3` of `[1-3]`, `^note`, a cite key, `smith-2020a`. */
  readonly label?: string;
  /** Shared by adjacent markers that support one claim: `[3][4]`, `[1-3]`, `(A, 2019; B, 2020)`. */
  readonly group?: string;
  /** The sentence, or the clause since the last marker, that the marker supports. */
  readonly claim: { readonly text: string; readonly span: Span };
  /** Heading and previous sentence, to resolve pronouns; helps retrieval, never judged. */
  readonly context: string;
  readonly target: Target;
  /** The reference, footnote or link definition of the marker. */
  readonly reference?: Span;
};

type Placed = Omit<Citation, 'marker' | 'part' | 'claim' | 'context'> & { readonly claim: string };
/** A citation that is one place: its marker, its part and its claim. */
export const citationAt = (at: Span, { claim, ...rest }: Placed, context = ''): Citation => ({
  ...rest,
  marker: at,
  part: at,
  claim: { text: claim, span: at },
  context,
});

/** Why a problem or finding is suppressed (`ignore-line`, `accepted`, `baseline`), with the user's note. */
export type Suppressed = { readonly by: string; readonly note?: string };

/** Something wrong that the text or the workspace alone shows. */
export type Problem = {
  readonly code: Code;
  readonly severity: Severity;
  readonly span: Span;
  /** Fills the placeholders of the code's message (`codes.ts`). */
  readonly facts: Facts;
  /** Id of the citation with the problem, if there is exactly one. */
  readonly citation?: string;
  /** All problems that this one is shown for: at the first of them, or where the list of references begins. */
  readonly related?: readonly Folded[];
  /** Set if the user accepted or ignored it; it stays in the output and is counted separately. */
  readonly suppressed?: Suppressed;
};

/** A problem with the default severity of its code; `citation` is the id of the only citation that has it. */
export const problemOf = (code: Code, span: Span, facts: Facts, citation?: string): Problem => ({
  code,
  severity: CODES[code].severity,
  span,
  facts,
  ...(citation !== undefined && { citation }),
});

/** A problem that another one is shown for. */
export type Folded = Span & Pick<Problem, 'facts' | 'citation'>;

export type NoticeKind =
  | 'retracted'
  | 'corrected'
  | 'concern'
  | 'withdrawn'
  | 'newer-version'
  | 'moved'
  /** The text changed since it was last read. */
  | 'changed'
  | 'archived'
  /** The text was attached in the repository, which its authors can write. */
  | 'attached'
  /** What a tool showed the agent, according to the transcript. */
  | 'as-seen'
  | 'soft-404'
  | 'through-proxy'
  | 'insecure-hop'
  | 'downgraded'
  | 'suspicious'
  /** The same work, but the record differs from the citation. */
  | 'differs'
  /** The work was found by its reference text; the cited identifier is wrong or doesn't exist. */
  | 'doi-differs'
  /** The quotation is on another page than the one cited. */
  | 'place'
  /** A registry did not answer, so information may be missing. */
  | 'incomplete';

/** What a reader should know about the source. */
export type Notice = Reason & { readonly kind: NoticeKind; readonly url?: string; readonly date?: string };

export type Depth = 'full' | 'abstract' | 'metadata';
/** Services with records of works, full texts or copies of pages. */
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
  /** Where it was read: the final URL, a path, a commit. */
  readonly location: string;
  readonly title: string;
  /** Readable text, without markup. */
  readonly text: string;
  readonly depth: Depth;
  readonly via: Via;
  /** Offset of each page's start in `text`, for paginated sources. */
  readonly pages?: readonly number[];
  /** What each page is called in print, if the file says so. */
  readonly pageLabels?: readonly string[];
  /** The registry's record, for works. */
  readonly record?: Work;
  /** The cited lines within `text`, for `path:line` sources. */
  readonly focus?: Span;
  /** Why the text must not be sent to a model: it may contain credentials. */
  readonly sensitive?: Cause;
  readonly truncated: boolean;
  /** ISO 8601. */
  readonly fetchedAt: string;
  readonly bytes: number;
  /** As sent by the server. */
  readonly contentType?: string;
  readonly notices: readonly Notice[];
  /** Registries that did not answer. */
  readonly errors?: readonly RegistryError[];
};

/** What can be said without a model. */
export type Screen = {
  /** `reached`: the source answers, but its text was not compared: links only, or too little text. */
  readonly result:
    'quote-found' | 'quote-not-found' | 'figure-differs' | 'related' | 'no-related-passage' | 'reached';
  /** 0 to 1: how well the best passage matches the claim. */
  readonly score: number;
  readonly passage?: Span;
  /** Words of the claim that a source read whole has nowhere: spans of the claim's text. */
  readonly unsupported?: readonly Span[];
  /** Missing if the result is enough. */
  readonly why?: Reason;
};

export type Passage = { readonly text: string; readonly span: Span; readonly page?: number };

/** The part of a source shown to a judge: verbatim passages with spans into `source.text`, in document order. */
export type Evidence = { readonly passages: readonly Passage[]; readonly tokens: number };

export const SUPPORTS = ['supported', 'partly', 'overstated', 'contradicted', 'absent', 'unsure'] as const;
export type Support = (typeof SUPPORTS)[number];
/** Tokens. `input` includes `cached` and `written`, which were read from and written to the provider's cache. */
export type Usage = {
  readonly input: number;
  readonly output: number;
  readonly cached: number;
  readonly written?: number;
};

/** Words that this program located in `source.text`; a model's word is not enough. */
export type Quotation = {
  readonly text: string;
  readonly span: Span;
  /** `exact`: unit by unit. `normalised`: typeset differently. `damaged`: despite scanning or copying errors in the source. */
  readonly match: 'exact' | 'normalised' | 'damaged';
};

export type Verdict = {
  readonly support: Support;
  /** 0 to 1. */
  readonly confidence: number;
  readonly rationale: string;
  readonly quote?: Quotation;
  /** A narrower claim that the source supports. */
  readonly suggestion?: string;
  /** The model's verdict and the rule that refused it. */
  readonly refused?: Reason & { readonly asked: Support };
  /** Of a claim about work: `model` is then `log`, and `quote` the telling line. */
  readonly log?: LogVerdict;
  readonly model: string;
  readonly usage: Usage;
  /** Missing if the model's price is unknown. */
  readonly costUsd?: number;
  readonly latencyMs: number;
};

/** Why a source has no verdict. */
export type UnjudgedReason = 'no-model' | 'budget' | 'model-error' | 'bad-answer' | 'cancelled' | 'withheld';

/** A registry that did not answer, and why. */
export type RegistryError = { readonly registry: string; readonly failure: Failure };

/** Why there is no source. */
export type Failure = Reason & {
  readonly kind: FailureKind;
  /** URL of an archived copy of a dead source. */
  readonly archived?: string;
  /** The file may be elsewhere: on another machine, in another project, or where a search didn't get. */
  readonly isElsewhere?: true;
  /** Registries that did not answer. */
  readonly errors?: readonly RegistryError[];
  /** `wrong-work`: the record found instead. `ambiguous`: the best candidate. */
  readonly record?: Work;
};

/** What following a target gives. */
export type Resolution = Source | Failure;

/** How an agent's log shows a source that it cites: opened by a tool, only listed by a search, or not at all. */
export type Shown = 'opened' | 'found' | 'never';

type Common = {
  readonly citation: Citation;
  readonly shown?: Shown;
  readonly code: Code;
  readonly severity: Severity;
  /** Set if the user accepted or ignored it; it stays in the output and is counted separately. */
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
        /** Whether this citation adds to the group's support. */
        readonly adds?: boolean;
      }
  );

/** A finding whose source was read. */
export type ReadFinding = Exclude<Finding, { stage: 'unresolved' }>;

/** The four layers of a well-cited claim, derived from a finding. */
export type Layers = Readonly<
  Record<'exists' | 'resolves' | 'derivable' | 'scoped', 'pass' | 'fail' | 'unknown'>
>;

/** A work found by searching registries. */
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

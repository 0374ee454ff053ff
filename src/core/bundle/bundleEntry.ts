/** The schema of a bundle's entries. A bundle is untrusted: everything in it is bounded and validated. */
import * as z from 'zod';
import { CODES } from '../codes';
import { SUPPORTS } from '../model';
import { Cause as cause, Facts as facts, StoredReason } from '../reasonSchema';

const text = z.string().max(20_000);
const offset = z.int().nonnegative();
const Span = z.strictObject({ start: offset, end: offset });

const word = text.exactOptional();
const Work = z.strictObject({
  ...{ doi: word, arxiv: word, pmid: word, pmcid: word, isbn: word, rfc: word, url: word },
  ...{ title: word, venue: word, year: z.number().exactOptional() },
});
const Target = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('url'), url: text }),
  Work.extend({ kind: z.literal('work') }),
  z.strictObject({ kind: z.literal('file'), path: text, lines: z.tuple([offset, offset]).exactOptional() }),
  z.strictObject({ kind: z.literal('commit'), sha: text }),
  z.strictObject({ kind: z.literal('memory'), id: text }),
  z.strictObject({ kind: z.literal('guess') }),
  z.strictObject({ kind: z.literal('dangling'), label: text }),
]);

const Notice = z.strictObject({
  kind: text,
  cause,
  facts,
  url: text.exactOptional(),
  date: text.exactOptional(),
});
/** A source without its text; `passage` is the part that the finding depends on. */
const Source = z.strictObject({
  location: text,
  title: text,
  date: text,
  via: text,
  depth: z.enum(['full', 'abstract', 'metadata']),
  truncated: z.boolean(),
  record: Work.exactOptional(),
  focus: Span.exactOptional(),
  notices: z.array(Notice).max(50),
  /** Of the whole text, and of `passage`. */
  sha256: z.tuple([text, text]),
});
const Screen = z.strictObject({
  result: z.enum([
    'quote-found',
    'quote-not-found',
    'figure-differs',
    'related',
    'no-related-passage',
    'reached',
  ]),
  score: z.number(),
  passage: Span.exactOptional(),
  unsupported: z.array(Span).max(1000).readonly().exactOptional(),
  why: StoredReason.exactOptional(),
});
const ParsedAnswer = z.strictObject({
  support: z.enum(SUPPORTS),
  quote: text.exactOptional(),
  places: z.array(Span).max(100),
});
const Verdict = z.strictObject({
  support: z.enum(SUPPORTS),
  confidence: z.number().min(0).max(1),
  rationale: text,
  suggestion: text.exactOptional(),
  refused: z.strictObject({ asked: z.enum(SUPPORTS), cause, facts }).exactOptional(),
  model: text,
  /** The model's answer, so that the rules can be applied again. */
  said: ParsedAnswer.exactOptional(),
});

const code = z.string().refine((name): name is keyof typeof CODES => Object.hasOwn(CODES, name));
const suppressed = z.strictObject({ by: text, note: text.exactOptional() }).exactOptional();
/** Where an entry is in its document, and what is there. */
const place = {
  path: text,
  line: z.int().positive().max(10_000_000),
  column: z.int().positive().max(100_000_000),
  raw: text,
};

/** A problem of the text itself, which needs no source. */
export const ProblemEntry = z.strictObject({
  ...place,
  problem: z.strictObject({
    code,
    severity: z.enum(['error', 'warning', 'info']),
    facts,
    citation: text.exactOptional(),
    suppressed,
  }),
});
export type ProblemEntry = z.infer<typeof ProblemEntry>;

export const Entry = z.strictObject({
  ...place,
  id: text,
  style: text,
  label: text.exactOptional(),
  identifier: text,
  claim: text,
  target: Target,
  code,
  suppressed,
  failure: z
    .strictObject({
      kind: text,
      cause,
      facts,
      archived: text.exactOptional(),
      isElsewhere: z.literal(true).exactOptional(),
    })
    .exactOptional(),
  source: Source.exactOptional(),
  passage: text.exactOptional(),
  screen: Screen.exactOptional(),
  unjudged: z.strictObject({ why: text, cause, facts }).exactOptional(),
  verdict: Verdict.exactOptional(),
  /** Hashes of what was cut: the whole entry, claim and target. */
  whole: z.strictObject({ entry: text, claim: text, target: text }).exactOptional(),
});
export type Entry = z.infer<typeof Entry>;

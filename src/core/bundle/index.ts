/**
 * Findings to hand over, each with the passage it rests on, so that others can apply the rules again without network, key or trust in the
 * sender: a verdict for or against a claim counts only where the rules find its quotation in the passage.
 */
import { reason, reasonOf } from '../causes';
import { grade, type UngradedFinding } from '../findings/finding';
import { conclude, searchable } from '../judge/request';
import type { ParsedAnswer } from '../judge/verdictRules';
import type {
  Citation,
  Failure,
  Finding,
  Notice,
  Source,
  Span,
  Support,
  Target,
  Verdict,
  Work,
} from '../model';
import { NO_USAGE } from '../ports';
import { screen } from '../resolve/screen';
import { holdsCredentials } from '../text/credentials';
import type { Position } from '../text/lines';
import type { Entry } from './bundleEntry';
import { excerpt, WIDTHS, type Width } from './excerpt';

export { Entry } from './bundleEntry';

const MOST_TITLE = 200;
const MOST_RAW = 200;
const NEEDS_QUOTE: ReadonlySet<Support> = new Set<Support>([
  'supported',
  'partly',
  'overstated',
  'contradicted',
]);

const FIELDS = ['doi', 'arxiv', 'pmid', 'pmcid', 'isbn', 'rfc', 'url', 'title', 'venue', 'year'] as const;
const workOf = (work: Work) =>
  Object.fromEntries(FIELDS.flatMap((name) => (work[name] === undefined ? [] : [[name, work[name]]])));

/** A target without fields that affect no code. */
function bare(target: Target): Entry['target'] {
  if (target.kind === 'work') return { kind: 'work', ...workOf(target) };
  if (target.kind === 'file')
    return { kind: 'file', path: target.path, ...(target.lines && { lines: [...target.lines] }) };
  return target.kind === 'action' ? { kind: 'guess' } : target; // claims of work are not bundled
}

/** What entries are made from: the position of a citation, the model's answer, and a hash function. */
export type Making = {
  readonly path: string;
  readonly at: (offset: number) => Position;
  readonly parsed: ParsedAnswer | undefined;
  readonly hash: (text: string) => string;
};

type Found = Exclude<Finding, { stage: 'unresolved' }>;

/**
 * The spans that a finding depends on: the quotation, the sentences that the model named, the cited lines, the passage of the screening.
 */
function spansOf(finding: Found, parsed: ParsedAnswer | undefined): Span[] {
  const { screen: screened, source } = finding;
  const quote = finding.stage === 'judged' ? finding.verdict.quote?.span : undefined;
  const named = quote ? (parsed?.places ?? []).map(({ span }) => span) : [];
  const passage = quote ? undefined : screened.passage;
  return [quote, passage, ...named, quote && source.focus].filter((span) => span !== undefined);
}

function sourceEntry(
  source: Source,
  passage: string,
  focus: Span | undefined,
  hash: Making['hash'],
): Entry['source'] {
  const { location, title, via, depth, truncated, record, fetchedAt, notices, text } = source;
  return {
    location,
    title: title.slice(0, MOST_TITLE),
    date: fetchedAt,
    via,
    depth,
    truncated,
    ...(record && { record: workOf(record) }),
    ...(focus && { focus }),
    notices: notices.map(({ kind, cause, facts, url, date }) => ({
      kind,
      cause,
      facts,
      ...(url !== undefined && { url }),
      ...(date !== undefined && { date }),
    })),
    sha256: [hash(text), hash(passage)],
  };
}

function verdictEntry(
  verdict: Verdict,
  said: ParsedAnswer | undefined,
  at: (span: Span) => Span | undefined,
): Entry['verdict'] {
  const { support, confidence, rationale, suggestion, refused, model, quote } = verdict;
  const places = (said?.places ?? []).flatMap(({ span }) => at(span) ?? []);
  return {
    support,
    confidence,
    rationale,
    model,
    ...(suggestion !== undefined && { suggestion }),
    ...(refused && { refused: { asked: refused.asked, ...reasonOf(refused) } }),
    ...(quote && { said: { support: refused?.asked ?? support, quote: said?.quote ?? quote.text, places } }),
  };
}

function stageEntry(finding: Finding, width: Width, { parsed, hash }: Making): Partial<Entry> {
  if (finding.stage === 'unresolved') {
    const { kind, archived, isElsewhere } = finding;
    const more = { ...(archived !== undefined && { archived }), ...(isElsewhere && { isElsewhere }) };
    return { failure: { kind, ...reasonOf(finding), ...more } };
  }
  const { source, screen: screened } = finding;
  const isSecret = source.sensitive !== undefined || holdsCredentials(source.text);
  const { text, at } = excerpt(source.text, isSecret ? [] : spansOf(finding, parsed), width);
  const { passage, ...rest } = screened;
  const placed = passage && at(passage);
  return {
    source: sourceEntry(source, text, source.focus && at(source.focus), hash),
    ...(text !== '' && { passage: text }),
    screen: { ...rest, ...(placed && { passage: placed }) },
    ...(finding.stage === 'unjudged'
      ? { unjudged: { why: finding.why, ...reasonOf(finding) } }
      : { verdict: verdictEntry(finding.verdict, parsed, at) }),
  };
}

/** The entry of a finding, with the shortest passage for which the rules give the same finding. */
export function entryOf(finding: Finding, making: Making): Entry {
  const { citation, suppressed, code } = finding;
  const { id, style, label, raw, identifier, claim, target, part } = citation;
  const head = {
    path: making.path,
    ...making.at(part.start),
    id,
    style,
    ...(label !== undefined && { label }),
    raw: raw.slice(0, MOST_RAW),
    identifier,
    claim: claim.text,
    target: bare(target),
    code,
    ...(suppressed && { suppressed }),
  };
  const entries = WIDTHS.map((width) => ({ ...head, ...stageEntry(finding, width, making) }));
  const isSame = (entry: Entry) => replayed(entry, NOWHERE).code === code;
  return entries.find(isSame) ?? entries.at(-1) ?? head;
}

const NOWHERE: Span = { start: 0, end: 0 };

/** The finding that the rules give for an entry. `at` is its place in the shown document. */
export function replayed(entry: Entry, at: Span): Finding {
  const { suppressed } = entry;
  return {
    ...grade(outcomeOf(entry, citationOf(entry, at))),
    ...(suppressed && { suppressed: withNote(suppressed) }),
  };
}

const withNote = ({ by, note }: NonNullable<Entry['suppressed']>) => ({
  by,
  ...(note !== undefined && { note }),
});

const citationOf = ({ id, style, raw, identifier, label, claim, target }: Entry, at: Span): Citation => ({
  id,
  style: style as Citation['style'], // shown only, or compared
  raw,
  marker: at,
  part: at,
  identifier,
  ...(label !== undefined && { label }),
  claim: { text: claim, span: at },
  context: '',
  target: target as Target, // absent fields are absent
});

function outcomeOf(entry: Entry, citation: Citation): UngradedFinding {
  const { failure, unjudged, verdict } = entry;
  const source = sourceOf(entry, citation);
  if (!source) {
    const given = failure ?? { kind: 'disabled', ...reason('disabled') };
    return { citation, stage: 'unresolved', ...(given as Failure) }; // absent fields are absent
  }
  const screened = screenOf(entry, source);
  if (!verdict) {
    const { why, ...told } = unjudged ?? { why: 'no-model', ...reason('no_model') };
    return { citation, stage: 'unjudged', source, screen: screened, why: why as 'no-model', ...told };
  }
  const text = source.text;
  const evidence = {
    passages: text === '' ? [] : [{ text, span: { start: 0, end: text.length } }],
    tokens: 0,
  };
  return {
    citation,
    stage: 'judged',
    source,
    screen: screened,
    evidence,
    verdict: verdictOf(entry, source, verdict),
  };
}

function sourceOf({ source, passage = '' }: Entry, { target }: Citation): Source | undefined {
  if (!source) return undefined;
  const { date, sha256: _, record, focus, notices, via, ...rest } = source;
  return {
    ...rest,
    target,
    via: via as Source['via'], // shown only, or compared
    text: passage,
    ...(record && { record: record as Work }), // absent fields are absent
    ...(focus && { focus }),
    fetchedAt: date,
    bytes: 0,
    notices: notices as Notice[], // shown only, or compared
  };
}

/** A quotation that the screening found must be in the passage; results that depend on the whole source are taken as recorded. */
function screenOf(
  { screen: kept, claim }: Entry,
  source: Source,
): Extract<Finding, { screen: unknown }>['screen'] {
  if (!kept) return { result: 'reached', score: 0 };
  if (kept.result === 'quote-found') return screen(claim, { ...source, truncated: true });
  const { why, passage, unsupported, ...rest } = kept;
  return {
    ...rest,
    ...(passage && { passage }),
    ...(unsupported && { unsupported }),
    ...(why && { why }),
  };
}

/** The verdict after applying the rules again, unless it is neither for nor against the claim. */
function verdictOf({ claim, id }: Entry, source: Source, kept: NonNullable<Entry['verdict']>): Verdict {
  const { support, confidence, rationale, suggestion, refused, model, said } = kept;
  const receipt = { model, usage: NO_USAGE, latencyMs: 0 };
  if (!NEEDS_QUOTE.has(support) && !said)
    return { support, confidence, rationale, ...(refused && { refused }), ...receipt };
  const parsed: ParsedAnswer = {
    support: said?.support ?? support,
    confidence,
    rationale,
    ...(said?.quote !== undefined && { quote: said.quote }),
    ...(suggestion !== undefined && { suggestion }),
    places: (said?.places ?? []).map((span) => ({ at: 0, span })),
  };
  return conclude({ id, text: claim, context: '' }, parsed, [searchable(source)], receipt, undefined).verdict;
}

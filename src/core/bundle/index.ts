/**
 * Findings to hand over, each with the passage it rests on, so that others can apply the rules again without network, key or trust in the
 * sender: a verdict for or against a claim counts only where the rules find its quotation in the passage.
 */
import { reason, reasonOf } from '../causes';
import type { Severities } from '../findings/finding';
import type { ParsedAnswer } from '../judge/verdictRules';
import type { Finding, Problem, Source, Span, Target, Verdict, Work, ReadFinding } from '../model';
import { quotationsIn } from '../resolve/quoted';
import { credentialsOf, hideCredentials } from '../text/credentials';
import { defined } from '../text/jsonFields';
import type { Position } from '../text/lines';
import { remembered } from '../text/maps';
import type { Entry, ProblemEntry } from './bundleEntry';
import { ends, excerpt, shortened, shortText, WIDTHS, type Width } from './excerpt';
import { replayed } from './replayed';

export { Entry, ProblemEntry } from './bundleEntry';
export { replayed } from './replayed';

const MOST_TITLE = 200;
const MOST_RAW = 200;
/** Bytes of a claim, a quotation and a passage in an entry that is too large, the largest that fits. Other texts get a part of it. */
const CUTS = [640, 440, 300, 200, 140, 100, 80];
const OTHER_TEXTS = 1 / 3;
const LEAST = 40;
/** Below it, an entry keeps the fields that name its target, and only the quotation or first passage. */
const FEW = 200;
const FEW_FIELDS = 3;
const MOST_PLACES = 8;
const MOST_SECRETS = 100;
const NOWHERE: Span = { start: 0, end: 0 };
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

/** What entries are made from: the position of a citation, the model's answer, a hash function, and whether an entry is small enough. */
export type Making = {
  readonly path: string;
  readonly at: (offset: number) => Position;
  readonly parsed: ParsedAnswer | undefined;
  readonly severities?: Severities;
  readonly hash: (text: string) => string;
  readonly fits: (entry: Entry) => boolean;
};

/** How much of a finding an entry has: sentences of that width around its spans, or at most that many bytes of each. */
type Extent =
  { readonly width: Width; readonly most?: never } | { readonly most: number; readonly width?: never };

/** The spans that a finding depends on: the quotation, the sentences that the model named, the cited lines, the screening's passage. */
function spansOf(finding: ReadFinding, parsed: ParsedAnswer | undefined): Span[] {
  const { screen: screened, source } = finding;
  const quote = finding.stage === 'judged' ? finding.verdict.quote?.span : undefined;
  const named = quote ? (parsed?.places ?? []).map(({ span }) => span) : [];
  const passage = quote ? undefined : screened.passage;
  return [quote, passage, ...named, quote && source.focus].filter((span) => span !== undefined);
}

function sourceEntry(source: Source, passage: string, focus: Span | undefined, { hash }: Making) {
  const { location, title, via, depth, truncated, record, fetchedAt, notices, text } = source;
  return defined({
    location,
    title: title.slice(0, MOST_TITLE),
    date: fetchedAt,
    via,
    depth,
    truncated,
    record: record && workOf(record),
    focus,
    notices: notices.map(({ kind, cause, facts, url, date }) => defined({ kind, cause, facts, url, date })),
    sha256: [hash(text), hash(passage)] as [string, string],
  });
}

function verdictEntry(verdict: Verdict, said: NonNullable<Entry['verdict']>['said']) {
  const { support, confidence, rationale, suggestion, refused, model, quote } = verdict;
  return defined({
    support,
    confidence,
    rationale,
    model,
    suggestion,
    refused: refused && { asked: refused.asked, ...reasonOf(refused) },
    said: quote && said,
  });
}

/** The text of a source as it may be handed over. Kept, because each entry asks for it several times. */
const shareable = remembered((source: Source): string =>
  credentialsOf(source) === undefined ? hideCredentials(source.text) : '',
);

function stageEntry(finding: Finding, { width, most = Infinity }: Extent, making: Making): Partial<Entry> {
  if (finding.stage === 'unresolved') {
    const { kind, archived, isElsewhere } = finding;
    return { failure: defined({ kind, ...reasonOf(finding), archived, isElsewhere }) };
  }
  const { source, screen: screened } = finding;
  const { parsed } = making;
  const shared = shareable(source);
  const spans = shared === '' ? [] : spansOf(finding, parsed).slice(0, most < FEW ? 1 : undefined);
  const { text, at } = excerpt(
    shared,
    spans.flatMap((span) => ends(shared, span, most)),
    width,
  );
  const { passage, unsupported, ...rest } = screened;
  const placed = passage && at(passage);
  const common = defined({
    source: sourceEntry(source, text, source.focus && at(source.focus), making),
    passage: text || undefined,
    screen: defined({ ...rest, passage: placed, unsupported: width ? unsupported : undefined }),
  });
  if (finding.stage === 'unjudged')
    return { ...common, unjudged: { why: finding.why, ...reasonOf(finding) } };
  const { verdict } = finding;
  const { quote } = verdict;
  const own = quote && shared.slice(quote.span.start, quote.span.end);
  const isWhole = width !== undefined && own === quote?.text;
  const said = quote && {
    support: verdict.refused?.asked ?? verdict.support,
    quote: isWhole ? (parsed?.quote ?? quote.text) : shortText(own ?? '', most),
    places: (parsed?.places ?? []).flatMap(({ span }) => at(span) ?? []),
  };
  return { ...common, verdict: verdictEntry(verdict, said) };
}

/** The runs of `text` that `hidden` hides. */
const secretsIn = (text: string, hidden: string): readonly string[] =>
  text === hidden
    ? []
    : [...hidden.matchAll(/•{6,}/g)].map(({ 0: run, index }) => text.slice(index, index + run.length));

/** The entry without secrets: neither those in its texts, nor others known. The passage contains none. */
function withoutSecrets({ passage, ...entry }: Entry, secrets: readonly string[]): Entry {
  const hide = (_: string, value: unknown): unknown =>
    typeof value === 'string'
      ? secrets.reduce((text, one) => text.replaceAll(one, '•'.repeat(one.length)), hideCredentials(value))
      : value;
  return { ...(JSON.parse(JSON.stringify(entry), hide) as Entry), ...(passage !== undefined && { passage }) };
}

/** An entry that is too large: with short texts, and hashes of the whole claim, target and entry. */
function cutEntry(whole: Entry, cut: Entry, claim: string, most: number, { hash }: Making): Entry {
  const { passage, verdict, source, target, ...rest } = cut;
  const isFew = most < FEW;
  const short = <T>(value: T) => shortened(value, Math.max(LEAST, most * OTHER_TEXTS));
  const few = <T extends object>(value: T): T =>
    Object.fromEntries(Object.entries(value).slice(0, isFew ? 1 + FEW_FIELDS : undefined)) as T; // optional fields
  const { said, suggestion, ...about } = verdict ?? {};
  const { record, ...facts } = source ?? {};
  return {
    ...short(rest),
    claim,
    target: short(few(target)),
    ...(source && {
      source: { ...short(facts), ...(record && !isFew && { record: short(record) }) } as NonNullable<
        Entry['source']
      >,
    }),
    ...(passage !== undefined && { passage }),
    ...(verdict && {
      verdict: {
        ...short({ ...about, ...(suggestion !== undefined && !isFew && { suggestion }) }),
        ...(said && { said: { ...said, places: said.places.slice(0, MOST_PLACES) } }),
      } as NonNullable<Entry['verdict']>,
    }),
    whole: {
      entry: hash(JSON.stringify(whole)),
      claim: hash(whole.claim),
      target: hash(JSON.stringify(whole.target)),
    },
  };
}

/** Parts of a claim of at most `most` bytes: its ends, its first quotation, or nothing. */
function* partsOf(claim: string, most: number): Generator<string> {
  yield shortText(claim, most);
  const [quoted] = quotationsIn(claim);
  if (quoted) yield `“${shortText(claim.slice(quoted.start, quoted.end), most)}”`;
  yield '';
}

/** All entries of a finding that could do, from the shortest whole one to the shortest at all. */
function* candidates(finding: Finding, head: Entry, making: Making): Generator<Entry> {
  const { source } = finding.stage === 'unresolved' ? {} : finding;
  const shared = source && shareable(source);
  const known = [
    ...secretsIn(head.claim, hideCredentials(head.claim)),
    ...(source && shared ? secretsIn(source.text, shared) : []),
  ].slice(0, MOST_SECRETS);
  const at = (extent: Extent) => withoutSecrets({ ...head, ...stageEntry(finding, extent, making) }, known);
  for (const width of WIDTHS) yield at({ width });
  const whole = at({ width: 'own' });
  for (const most of CUTS)
    for (const claim of partsOf(whole.claim, most)) yield cutEntry(whole, at({ most }), claim, most, making);
}

/**
 * The entry of a finding, with the shortest passage for which the rules give the same finding; with parts of long texts and hashes of the
 * whole if it would be too large. A proof that is too long even so is left out, and the entry says so.
 */
export function entryOf(finding: Finding, making: Making): Entry {
  const { citation, suppressed, code } = finding;
  const { id, style, label, raw, identifier, claim, target, part } = citation;
  const head: Entry = {
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
  const codeOf = (entry: Entry) => replayed(entry, NOWHERE, making.severities).code;
  let smallest = head;
  for (const entry of candidates(finding, head, making)) {
    if (!making.fits(entry)) continue;
    if (codeOf(entry) === code) return entry;
    smallest = entry;
  }
  const { verdict: _, ...rest } = smallest;
  const unproven = { ...rest, screen: { result: 'reached', score: 0 }, unjudged: UNPROVEN } as const;
  return { ...unproven, code: codeOf(unproven) };
}
const UNPROVEN = { why: 'withheld', ...reason('evidence_too_long') };

/** The entry of a problem, without secrets, and without the other places that it is shown for. Texts that are too long are cut. */
export function problemEntryOf(
  { code, severity, facts, citation, suppressed, span }: Problem,
  text: string,
  { path, at, fits }: Pick<Making, 'path' | 'at'> & { readonly fits: (entry: object) => boolean },
): ProblemEntry {
  const raw = text.slice(span.start, Math.min(span.end, span.start + MOST_RAW));
  const about = { code, severity, facts, ...(citation !== undefined && { citation }) };
  const entry = { path, ...at(span.start), raw, problem: { ...about, ...(suppressed && { suppressed }) } };
  const hide = (_: string, value: unknown) => (typeof value === 'string' ? hideCredentials(value) : value);
  const shown = JSON.parse(JSON.stringify(entry), hide) as ProblemEntry;
  const cut = (most: number) => ({ ...shown, problem: shortened(shown.problem, most) });
  return [shown, ...CUTS.map(cut)].find(fits) ?? cut(LEAST);
}

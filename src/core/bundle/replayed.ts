/** Applies the rules again to an entry. */
import { reason } from '../causes';
import { grade, type Severities, type UngradedFinding } from '../findings/finding';
import { conclude, searchable } from '../judge/request';
import { NEEDS_QUOTE, type ParsedAnswer } from '../judge/verdictRules';
import { citationAt } from '../model';
import type { Citation, Failure, Finding, Notice, Source, Span, Verdict } from '../model';
import { NO_USAGE } from '../ports';
import { screen } from '../resolve/screen';
import { defined } from '../text/jsonFields';
import type { Entry } from './bundleEntry';

/** The finding that the rules give for an entry. `at` is its place in the shown document. */
export function replayed(entry: Entry, at: Span, severities?: Severities): Finding {
  const { suppressed } = entry;
  return { ...grade(outcomeOf(entry, citationOf(entry, at)), severities), ...(suppressed && { suppressed }) };
}

const citationOf = ({ id, style, raw, identifier, label, claim, target }: Entry, at: Span): Citation =>
  citationAt(at, {
    ...{ id, raw, identifier, claim, target },
    style: style as Citation['style'], // shown only, or compared
    ...(label !== undefined && { label }),
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
    ...(record && { record }),
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
  return kept;
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
    ...defined({ quote: said?.quote, suggestion }),
    places: (said?.places ?? []).map((span) => ({ at: 0, span })),
  };
  return conclude({ id, text: claim, context: '' }, parsed, [searchable(source)], receipt, undefined).verdict;
}

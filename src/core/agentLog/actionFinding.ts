/** Findings for claims of work. Separate from finding the claims, so that a run on ordinary text doesn't load that code. */
import type { UngradedFinding } from '../findings/finding';
import type { Circumstances } from '../transcript/circumstances';
import type { Citation, LogCode } from '../model';
import { NO_USAGE } from '../ports';

const SUPPORT = {
  backed: 'supported',
  'contradicted-by-log': 'contradicted',
  stale: 'partly',
  'partial-run': 'partly',
  masked: 'unsure',
  'not-in-log': 'absent',
  unsure: 'unsure',
} as const satisfies Record<LogCode, string>;

/** The outcome of a claim of work: its source is the log, its quotation the line that shows it. Needs no network and no model. */
export function outcomeOfAction(
  citation: Citation,
  { action, at = '' }: Circumstances,
): UngradedFinding | undefined {
  if (!action) return undefined;
  const { line, ...log } = action;
  const text = line ?? log.event?.command ?? '';
  const span = { start: 0, end: text.length };
  return {
    citation,
    stage: 'judged',
    source: {
      target: citation.target,
      location: log.event?.tool ?? '',
      title: log.event?.command ?? log.event?.tool ?? '',
      text,
      depth: 'full',
      via: 'user',
      truncated: false,
      fetchedAt: at,
      bytes: text.length,
      notices: [],
    },
    screen: { result: 'reached', score: 0 },
    evidence: { passages: text === '' ? [] : [{ text, span }], tokens: 0 },
    verdict: {
      support: SUPPORT[log.code],
      confidence: 1,
      rationale: '',
      log,
      ...(text !== '' && { quote: { text, span, match: 'exact' } }),
      model: 'log',
      usage: NO_USAGE,
      costUsd: 0,
      latencyMs: 0,
    },
  };
}

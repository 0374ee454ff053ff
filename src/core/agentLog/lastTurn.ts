/** Checks an agent's last turn against its log: claims of work, and sources that it cites but never opened. Pure and linear. */
import { reasonOf, type Facts } from '../causes';
import type { Code } from '../codes';
import { fingerprint } from '../text/hash';
import { positions } from '../text/lines';
import { readTranscript, type Transcript } from '../transcript';
import { scanTranscript } from './transcriptScan';

export type TurnFinding = {
  /** Equal for the same claim against the same command, wherever it is in the log. */
  readonly id: string;
  readonly code: Code;
  readonly facts: Facts;
  /** The agent's words. */
  readonly claim: string;
  /** The 1-based line of the log with the evidence, if there is any. */
  readonly line?: number;
};

export type LastTurn = {
  readonly findings: readonly TurnFinding[];
  /** False if the log doesn't have `message` yet. */
  readonly isWhole: boolean;
};

export type LastTurnOptions = {
  /** The codes to report. */
  readonly codes: ReadonlySet<Code>;
  /** The agent's last message, if the host passes it, because a log may be written after the hook is called. */
  readonly message?: string;
  /** Whether `file` is the end of a log; then nothing is reported as missing. */
  readonly isTail?: boolean;
};

/** Problems of sources that a log alone shows. */
const OF_SOURCES: ReadonlySet<Code> = new Set(['unseen-source', 'quote-not-found']);

const squeeze = (text: string) => text.replace(/\s+/g, ' ').trim();

/** The transcript with the agent's words before the last user message as context only. */
function ofLastTurn(read: Transcript, isTail: boolean): Transcript {
  const since = read.turns.findLast(({ role }) => role === 'user')?.start ?? 0;
  const turns = read.turns.map((turn) =>
    turn.role === 'assistant' && turn.start < since ? { ...turn, role: 'tool' as const } : turn,
  );
  return { ...read, turns, ...(isTail && { gap: read.gap ?? { at: 0, cause: 'log_compacted' } }) };
}

/** Checks the last turn of a log; undefined if `file` isn't a log that Citewright reads. */
export function checkLastTurn(file: string, options: LastTurnOptions): LastTurn | undefined {
  const transcript = readTranscript(file);
  if (!transcript) return undefined;
  const read = ofLastTurn(transcript, options.isTail === true);
  const { text, turns } = read;
  const words = turns.flatMap(({ role, start, end }) =>
    role === 'assistant' ? [text.slice(start, end)] : [],
  );
  if (!squeeze(words.join(' ')).includes(squeeze(options.message ?? '')))
    return { findings: [], isWhole: false };
  return { findings: findingsIn(file, read, options.codes), isWhole: true };
}

function findingsIn(file: string, read: Transcript, codes: ReadonlySet<Code>): TurnFinding[] {
  const { citations, problems, log } = scanTranscript(read);
  const lineOf = positions(file);
  const actions = citations.flatMap(({ id, raw }): TurnFinding[] => {
    const known = log.get(id)?.action;
    if (!known || !codes.has(known.code)) return [];
    const { code, event } = known;
    const claim = squeeze(raw);
    return [
      {
        id: fingerprint(code, claim, event?.command ?? ''),
        code,
        facts: { detail: reasonOf(known) },
        claim,
        ...(event && { line: lineOf(read.place(event.span).start).line }),
      },
    ];
  });
  const claims = new Map<string | undefined, string>(citations.map(({ id, claim }) => [id, claim.text]));
  const unseen = problems.flatMap(({ code, severity, facts, citation }): TurnFinding[] => {
    // A page that only a search listed is a note.
    if (!OF_SOURCES.has(code) || severity === 'info' || !codes.has(code)) return [];
    const claim = squeeze(claims.get(citation) ?? '');
    return [{ id: fingerprint(code, JSON.stringify(facts['label'] ?? facts['detail'])), code, facts, claim }];
  });
  return [...actions, ...unseen];
}

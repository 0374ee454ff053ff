/**
 * Scans a transcript: parses it, then finds citations. Only the agent's words are claims, and each message is scanned separately: nothing a
 * user, page or tool says can cite, define a reference, or swallow what follows.
 */
import { createReader, NO_SCAN, type Scan, type ScanContext } from '../extract';
import { createMemory, type Circumstances, type Log } from '../transcript/circumstances';
import type { Citation, Problem, Span, Target } from '../model';
import type { Turn } from '../transcript';
import { shownSources, unseenQuotes, unseenSources } from './unseenSources';
import { actionCitations } from './actionCitations';
import type { Read } from '../transcript/conversation';
import { readMarkdown } from '../transcript/chatMarkdown';
import { defined } from '../text/jsonFields';
import { countUp } from '../text/maps';
import { isWithin } from '../text/lines';

/** Scans a conversation written as Markdown; undefined if the text isn't one. */
export function scanConversation(text: string, context: ScanContext = {}): TranscriptScan | undefined {
  const read = readMarkdown(text);
  return read && scanTranscript(read, context);
}

/** A scan with offsets in the readable text, and the circumstances of the citations. */
export type TranscriptScan = Scan & { readonly log: Log };

const moved = ({ start, end }: Span, by: number): Span => ({ start: start + by, end: end + by });

/** Finds the citations in the agent's words. `context` is that of any text; offsets are in the readable text. */
export function scanTranscript(transcript: Read, context: ScanContext = {}): TranscriptScan {
  const { text, turns, seen, cwd } = transcript;
  const read = createReader({ ...context, format: 'markdown' });
  const recall = createMemory(seen);
  const log = new Map<string, Circumstances>();
  const all = {
    citations: [] as Citation[],
    problems: [] as Problem[],
    blocks: [] as Span[],
    lists: [] as Span[],
  };
  const rename = createRenaming();
  const readTurn = createTurnReader(text, read);
  for (const turn of turns) {
    if (turn.role !== 'assistant') continue;
    const own = readTurn(turn);
    const ids = rename(own.citations);
    for (const citation of own.citations) {
      const renamed = renamedBy(ids, citation, athome(citation.target, cwd));
      all.citations.push(renamed);
      const known = defined({
        at: turn.at,
        seen: recall(renamed.target, renamed.marker.start),
        code: codeUnder(text, citation, turn),
      });
      if (Object.keys(known).length > 0) log.set(renamed.id, known);
    }
    for (const p of own.problems)
      all.problems.push(p.citation === undefined ? p : { ...p, citation: ids.get(p.citation) ?? p.citation });
    for (const block of own.blocks) all.blocks.push(block);
    for (const list of own.lists) all.lists.push(list);
  }
  const indexes = indexesIn(all);
  const citations = all.citations.filter(({ id }) => !indexes.has(id));
  const shown = shownSources(transcript, citations);
  for (const [id, how] of shown) log.set(id, { ...log.get(id), shown: how });
  const actions = actionCitations(transcript);
  for (const [id, known] of actions.log) log.set(id, known);
  return {
    ...NO_SCAN,
    citations: [...citations, ...actions.citations].sort((a, b) => a.part.start - b.part.start),
    problems: [
      ...all.problems.filter(({ citation = '' }) => !indexes.has(citation)),
      ...actions.problems,
      ...unseenSources(citations, shown),
      ...unseenQuotes(transcript, citations, log),
    ].sort((a, b) => a.span.start - b.span.start),
    blocks: all.blocks,
    lists: all.lists,
    log,
  };
}

/** The ids of numbers in brackets that lead nowhere (`dates[5]`), if the log has no list, none leads anywhere and they start above 1. */
function indexesIn({ citations, lists }: Pick<Scan, 'citations' | 'lists'>): ReadonlySet<string> {
  const numbered = citations.filter(({ style }) => style === 'numbered');
  const isCited = lists.length > 0 || numbered.some(({ target }) => target.kind !== 'dangling');
  const labels = new Set(numbered.map(({ label }) => label));
  const counts = [...labels].every((label) => Number(label) <= labels.size);
  return new Set(isCited || counts ? [] : numbered.map(({ id }) => id));
}

/** Budget for rereading a transcript, as a multiple of its length with a minimum for short ones; keeps the time linear. */
const REREAD = 4;
const REREAD_AT_LEAST = 2_000_000;

/**
 * Reads messages one by one. If a marker leads to a reference the message doesn't have, it is read together with the last message that had
 * a list, within the rereading budget.
 */
function createTurnReader(text: string, read: (text: string) => Scan): (turn: Turn) => Scan {
  let listed: Turn | undefined;
  let left = Math.max(REREAD * text.length, REREAD_AT_LEAST);
  const withList = (words: string, turn: Turn, list: Turn): Scan => {
    const before = `${text.slice(list.start, list.end)}\n\n`;
    const both = shifted(read(before + words), (span) =>
      moved(span, span.start < before.length ? list.start : turn.start - before.length),
    );
    return only(both, turn);
  };
  return (turn) => {
    const words = text.slice(turn.start, turn.end);
    let own = shifted(read(words), (span) => moved(span, turn.start));
    if (listed && own.citations.some(({ target }) => target.kind === 'dangling')) {
      left -= listed.end - listed.start + words.length;
      if (left >= 0) own = withList(words, turn, listed);
    }
    if (own.citations.some(({ reference }) => reference && reference.start >= turn.start)) listed = turn;
    return own;
  };
}

/** The part of a scan inside a turn. */
const only = (scan: Scan, turn: Turn): Scan => ({
  ...scan,
  citations: scan.citations.filter(({ marker }) => isWithin(marker, turn)),
  problems: scan.problems.filter(({ span }) => isWithin(span, turn)),
  blocks: scan.blocks.filter((block) => isWithin(block, turn)),
  lists: scan.lists.filter((list) => isWithin(list, turn)),
});

/** A scan with each span mapped. */
export const shifted = (scan: Scan, place: (span: Span) => Span): Scan => ({
  ...scan,
  citations: scan.citations.map((citation) => placed(citation, place)),
  problems: scan.problems.map((problem) => ({ ...problem, span: place(problem.span) })),
  blocks: scan.blocks.map(place),
  lists: scan.lists.map(place),
});

function placed(citation: Citation, place: (span: Span) => Span): Citation {
  const { marker, part, claim, reference } = citation;
  return {
    ...citation,
    marker: place(marker),
    part: place(part),
    claim: { text: claim.text, span: place(claim.span) },
    ...(reference && { reference: place(reference) }),
  };
}

/** The scan with offsets in the file. `raw` is the file's text with its escapes, the slice of its marker; claims stay readable. */
export function inFile(scan: TranscriptScan, file: string, { place }: Pick<Read, 'place'>): TranscriptScan {
  const moved = shifted(scan, place);
  return {
    ...scan,
    ...moved,
    citations: moved.citations.map((c) => ({ ...c, raw: file.slice(c.marker.start, c.marker.end) })),
    log: new Map([...scan.log].map(([id, known]) => [id, logged(known, place)])),
  };
}

/** The events behind claims of work, with mapped spans. */
function logged(known: Circumstances, place: (span: Span) => Span): Circumstances {
  const { action } = known;
  if (!action?.event) return known;
  return { ...known, action: { ...action, event: { ...action.event, span: place(action.event.span) } } };
}

/** Renumbers ids, which are unique within a message, for the whole transcript. */
function createRenaming(): (citations: readonly Citation[]) => ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  return (citations) =>
    new Map(
      citations.map(({ id }) => {
        const key = id.slice(0, id.lastIndexOf('#'));
        return [id, `${key}#${countUp(counts, key)}`];
      }),
    );
}

function renamedBy(ids: ReadonlyMap<string, string>, citation: Citation, target: Target): Citation {
  const { id, group } = citation;
  const named = { ...citation, target, id: ids.get(id) ?? id };
  if (group !== undefined) named.group = ids.get(group) ?? group;
  return named;
}

/** Makes a path relative to the agent's working folder, because the transcript may come from another machine. */
function athome(target: Target, cwd: string | undefined): Target {
  if (target.kind !== 'file' || cwd === undefined) return target;
  const home = `${cwd.replaceAll('\\', '/').replace(/\/+$/, '')}/`;
  const path = target.path.replaceAll('\\', '/');
  return path.startsWith(home) && path.length > home.length
    ? { ...target, path: path.slice(home.length) }
    : target;
}

const LONGEST_CODE = 20_000;
/** Words that introduce proposed code, as opposed to existing code. */
const PROPOSES =
  /\b(?:add|added|adding|change|changed|replace|replaced|insert|should|would|could|fix|fixed|instead|update|updated|rewrite|new|create|use|becomes?|to:)\b/i;

/** The code block right below a cited place, which the agent says is there; undefined if it is a proposal. */
function codeUnder(text: string, { target, marker, claim }: Citation, turn: Turn): string | undefined {
  if (target.kind !== 'file' || PROPOSES.test(claim.text)) return undefined;
  const line = text.indexOf('\n', marker.end);
  if (line < 0 || line > marker.end + 300 || line >= turn.end) return undefined;
  const open = /^\s{0,20}(`{3,}|~{3,})([^\n`]{0,40})\n/.exec(text.slice(line, line + 100));
  const [whole = '', fence = '', language = ''] = open ?? [];
  if (!open || /diff|patch|console|shell|bash|sh$|text|output/i.test(language)) return undefined;
  const start = line + whole.length;
  const end = text.slice(start, Math.min(turn.end, start + LONGEST_CODE)).indexOf(`\n${fence}`);
  return end < 0 ? undefined : text.slice(start, start + end);
}

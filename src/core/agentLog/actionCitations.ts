/** Claims of work as citations of the log, each with its verdict, and its problem if it is one. */
import { reason, type Facts } from '../causes';
import type { Circumstances } from '../transcript/circumstances';
import { citationAt, problemOf, type Citation, type Problem, type Span } from '../model';
import { fingerprint } from '../text/hash';
import { defined } from '../text/jsonFields';
import { commandOf, pathOf, type Read, type ToolEvent } from '../transcript';
import { judgeClaims, type Judged } from '../actions';
import { countUp } from '../text/maps';

export type ActionCitations = {
  readonly citations: readonly Citation[];
  readonly problems: readonly Problem[];
  readonly log: ReadonlyMap<string, Circumstances>;
};

const LONGEST_COMMAND = 120;
const short = (text: string) =>
  text.length > LONGEST_COMMAND ? `${text.slice(0, LONGEST_COMMAND - 1)}…` : text;
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** A short description of a call: its command line, otherwise the tool and its file. */
function commandIn({ tool, input }: ToolEvent): string {
  const command = oneLine(commandOf(input));
  const path = pathOf(input);
  return short(command !== '' ? command : path === undefined ? tool : `${tool} ${path}`);
}

/** The place of the deciding line in the shown output, else of the call. */
function placeOf(text: string, { span, shown }: ToolEvent, line: string | undefined): Span {
  const at = line === undefined ? -1 : text.slice(shown, span.end).lastIndexOf(line);
  if (line !== undefined && at >= 0) return { start: shown + at, end: shown + at + line.length };
  return shown > span.start ? { start: span.start, end: shown } : span;
}

function verdictOf(text: string, { verdict }: Judged): NonNullable<Circumstances['action']> {
  const { code, cause, event, line, changed } = verdict;
  const command = event && commandIn(event);
  const facts: Facts = defined({ command, path: changed, line: line ?? '' });
  const place = event && {
    tool: event.tool,
    ...(commandOf(event.input) !== '' && { command: commandOf(event.input) }),
    span: placeOf(text, event, line),
  };
  return { code, ...reason(cause, facts), ...defined({ event: place, line }) };
}

/** The claims of work in a transcript, in its readable text's offsets. */
export function actionCitations(read: Read): ActionCitations {
  const citations: Citation[] = [];
  const problems: Problem[] = [];
  const log = new Map<string, Circumstances>();
  const counts = new Map<string, number>();
  for (const judged of judgeClaims(read)) {
    const { action, span, object } = judged.claim;
    const raw = read.text.slice(span.start, span.end);
    const target = { kind: 'action', action, ...(object !== undefined && { object }) } as const;
    const key = fingerprint('action', action, raw);
    const id = `${key}#${countUp(counts, key)}`;
    const identifier = object === undefined ? action : `${action} ${object}`;
    citations.push(citationAt(span, { id, style: 'action', raw, identifier, claim: oneLine(raw), target }));
    const known = verdictOf(read.text, judged);
    log.set(id, defined({ action: known, at: judged.at }));
    const problem = problemOf(known.code, span, { detail: reason(known.cause, known.facts) }, id);
    if (problem.severity === 'error' || problem.severity === 'warning') problems.push(problem);
  }
  return { citations, problems, log };
}

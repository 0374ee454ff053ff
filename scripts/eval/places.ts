/**
 * Sentences of coding agents about lines of files, screened beside the files as they were then: false warnings on the sentences as they stand,
 * and figures altered by rule. `CITEWRIGHT_AGENT_REPO` names a Git directory of specstoryai/getspecstory. `npm run eval -- places [--show]`
 */
import { execFileSync } from 'node:child_process';
import { screen } from '../../src/core/resolve/screen';
import { sentences } from '../../src/core/text/sentences';
import { dataSet, readJsonl } from '../data';
import { share, skipped } from '../figures';
import { sourceOf } from '../../test/fakes';

type Cited = {
  kind: string;
  span: [number, number];
  line: number;
  end_line: number | null;
  at_time?: { status: string; file?: string };
};
type Row = { id: string; repo_commit: string; text: string; citations: Cited[] };

const repository = process.env['CITEWRIGHT_AGENT_REPO'];
const folder = dataSet('agent_transcripts');

const files = new Map<string, string | undefined>();
/** A file at a commit, as Git has it. */
function fileAt(commit: string, path: string): string | undefined {
  const name = `${commit}:${path}`;
  if (!files.has(name)) {
    try {
      files.set(
        name,
        execFileSync('git', ['-C', repository ?? '', 'show', name], {
          encoding: 'utf8',
          maxBuffer: 1e8,
          stdio: ['ignore', 'pipe', 'ignore'],
        }),
      );
    } catch {
      files.set(name, undefined);
    }
  }
  return files.get(name);
}

/** The sentence around a span, within its line. */
function sentenceAt(text: string, [from, to]: readonly [number, number]): string {
  const start = text.lastIndexOf('\n', from) + 1;
  const newline = text.indexOf('\n', to);
  const line = text.slice(start, newline < 0 ? text.length : newline);
  const own = sentences(line).find((s) => s.start <= from - start && s.end >= to - start);
  return own ? line.slice(own.start, own.end) : line;
}

function sourceAt(text: string, path: string, from: number, to: number) {
  const lines = text.split('\n');
  const start = lines.slice(0, from - 1).join('\n').length + (from > 1 ? 1 : 0);
  const focus = { start, end: start + lines.slice(from - 1, to).join('\n').length };
  return sourceOf({ text, location: path, target: { kind: 'file', path, lines: [from, to] }, focus });
}

/** Another figure in place of one that the cited lines have; nothing where they have none of the sentence. */
function altered(claim: string, cited: string): string | undefined {
  const bare = claim.replace(/\S*[:/.(]\S*|lines? \d+\S*/g, (hit) => ' '.repeat(hit.length));
  const number = /(?<![\w.-])\d{1,5}(?![\w.-])/.exec(bare);
  if (!number || !cited.includes(number[0])) return undefined;
  const other = String(Number(number[0]) * 2 + 3);
  return claim.slice(0, number.index) + other + claim.slice(number.index + number[0].length);
}

/** Lines behind the cited ones in which a figure may stand. */
const NEAR = 600;

function measure(rows: readonly Row[]): void {
  const [warned, untold]: [string[], string[]] = [[], []];
  let [all, changed] = [0, 0];
  for (const { id, repo_commit: commit, text, citations } of rows)
    for (const { kind, span, line, end_line: end, at_time: then } of citations) {
      const file = then?.status === 'ok' && then.file !== undefined ? fileAt(commit, then.file) : undefined;
      if (!kind.startsWith('path') || file === undefined || then?.file === undefined) continue;
      const source = sourceAt(file, then.file, line, end ?? line);
      const claim = sentenceAt(text, span);
      all++;
      const { result } = screen(claim, source);
      if (result === 'figure-differs' || result === 'no-related-passage')
        warned.push(`${id}@${span[0]} ${result}`);
      const { start, end: stop } = source.focus ?? { start: 0, end: 0 };
      const other = altered(claim, file.slice(start, stop + NEAR));
      if (other === undefined) continue;
      changed++;
      if (screen(other, source).result !== 'figure-differs') untold.push(`${id}@${span[0]}`);
    }
  share('agent_transcripts', 'warnings on sentences as agents wrote them', warned.length, all, {
    most: 0.02,
    worst: warned,
  });
  share('agent_transcripts', 'altered figures told', changed - untold.length, changed, {
    least: 0.6,
    worst: untold,
  });
}

if (!folder) skipped('agent_transcripts');
else if (repository === undefined) skipped('agent_transcripts', 'CITEWRIGHT_AGENT_REPO names no repository');
else measure(readJsonl<Row>(folder, 'dev.jsonl'));

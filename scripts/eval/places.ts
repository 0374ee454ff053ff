/**
 * Sentences of coding agents about lines of files, labelled by hand and screened beside the files at that time: false warnings on sentences
 * that the lines support, and warnings on the same sentences with a figure or a name changed by rule. `CITEWRIGHT_AGENT_REPO` names a Git
 * directory of specstoryai/getspecstory. `npm run eval -- places [--show]`
 */
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import type { Screen } from '../../src/core/model';
import { scan } from '../../src/core/extract';
import { screen } from '../../src/core/resolve/screen';
import { blockOf } from '../../src/core/text/block';
import { dataSet, readJsonl } from '../data';
import { share, skipped } from '../figures';
import { PLACE_LABELS } from './lib/placeLabels';
import { sourceOf } from '../../test/fakes';

type Cited = {
  span: [number, number];
  line: number;
  end_line: number | null;
  at_time?: { status: string; file?: string };
};
type Row = { id: string; repo_commit: string; text: string; citations: Cited[] };

const repository = process.env['CITEWRIGHT_AGENT_REPO'];
const folder = dataSet('agent_transcripts');

const files = new Map<string, string | undefined>();
/** A file at a commit, read from Git. */
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

function sourceAt(text: string, path: string, from: number, to: number) {
  const lines = text.split('\n');
  const start = lines.slice(0, from - 1).join('\n').length + (from > 1 ? 1 : 0);
  const focus = { start, end: start + lines.slice(from - 1, to).join('\n').length };
  return sourceOf({ text, location: path, target: { kind: 'file', path, lines: [from, to] }, focus });
}

/** Replaces a figure of the sentence that the cited lines have; undefined if they have none of its figures. */
function otherFigure(claim: string, block: string): string | undefined {
  const bare = claim.replace(/\S*[:/.(]\S*|lines? \d+\S*/g, (hit) => ' '.repeat(hit.length));
  const number = /(?<![\w.-])\d{1,5}(?![\w.-])/.exec(bare);
  if (!number || !block.includes(number[0])) return undefined;
  const other = String(Number(number[0]) * 2 + 3);
  return claim.slice(0, number.index) + other + claim.slice(number.index + number[0].length);
}

const DEFINED = /^(?:export )?(?:func (?:\([^)]*\) )?|function |type |class |const |var )(\w+)/gm;

/** Replaces a name that the cited lines have with another definition of the file; undefined if they have none of the sentence's names. */
function otherName(claim: string, block: string, file: string): string | undefined {
  const names = [...file.matchAll(DEFINED)].map(([, name = '']) => name);
  const own = names.find((n) => n.length > 5 && new RegExp(`\\b${n}\\b`).test(claim) && block.includes(n));
  const other = own && names.find((n) => /[a-z][A-Z]|_/.test(n) && !block.includes(n) && !claim.includes(n));
  return own && other && claim.replaceAll(own, other);
}

/** The subject of a finding's warning. */
const isWarning = ({ result }: Screen) => result === 'figure-differs' || result === 'no-related-passage';

/** Sentences as written with their label, and those changed by rule. */
type Kind = 'at' | 'off' | 'figure' | 'name';
/** Whether a sentence of this kind should get a warning. */
const isTrue = (kind: Kind) => kind !== 'at';

function measure(rows: readonly Row[]): void {
  const all = { at: 0, off: 0, figure: 0, name: 0 };
  const told = { ...all };
  const wrong: Record<Kind, string[]> = { at: [], off: [], figure: [], name: [] };
  for (const { id, repo_commit: commit, text, citations } of rows) {
    const { citations: cited } = scan(text);
    for (const { span, line, end_line: end, at_time: then } of citations) {
      const labels = PLACE_LABELS[id];
      const label = labels?.at?.includes(span[0]) ? 'at' : labels?.off?.includes(span[0]) ? 'off' : undefined;
      const file = then?.file === undefined ? undefined : fileAt(commit, then.file);
      if (!label || file === undefined || then?.file === undefined) continue;
      const source = sourceAt(file, then.file, line, end ?? line);
      const claim = cited.find(({ part }) => part.start < span[1] && span[0] < part.end)?.claim.text;
      if (claim === undefined) continue;
      const ask = (kind: Kind, asked: string | undefined) => {
        if (asked === undefined) return;
        all[kind]++;
        const isTold = isWarning(screen(asked, source));
        if (isTold) told[kind]++;
        if (isTold === isTrue(kind)) return;
        wrong[kind].push(`${id}@${span[0]}`);
        if (values.show) console.log(`${kind}: ${asked}`);
      };
      ask(label, claim);
      if (label === 'off') continue;
      const block = source.focus ? blockOf(file, source.focus) : { start: 0, end: 0 };
      const shown = file.slice(block.start, block.end);
      ask('figure', otherFigure(claim, shown));
      ask('name', otherName(claim, shown, file));
    }
  }
  const figure = (kind: Kind, name: string, goal: { most?: number; least?: number }) =>
    share('agent_transcripts', name, told[kind], all[kind], {
      ...goal,
      worst: kind === 'off' ? [] : wrong[kind],
    });
  figure('at', 'warnings on sentences whose lines bear them out', { most: 0.02 });
  figure('off', 'warnings on sentences whose lines are about something else', {});
  figure('figure', 'altered numbers reported', { least: 0.6 });
  figure('name', 'swapped names reported', { least: 0.6 });
}

const { values } = parseArgs({ options: { show: { type: 'boolean', default: false } } });
if (!folder) skipped('agent_transcripts');
else if (repository === undefined) skipped('agent_transcripts', 'CITEWRIGHT_AGENT_REPO names no repository');
else measure(readJsonl<Row>(folder, 'dev.jsonl'));

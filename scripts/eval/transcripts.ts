/**
 * States of the places and commits that agents cited, against recorded ones: `npm run eval -- transcripts --repo DIR`, where DIR is a
 * clone, with history, of the repository named in the data set's README. Skipped without one.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createWorkspace } from '../../src/node/workspace';
import { dataSet, readJsonl } from '../data';
import { share, skipped } from '../figures';
import { agreement, type Message } from './lib/transcripts';

/** The newest commit of the recorded data. */
const HEAD = '210d6095c58e26c49ca8093789c491ebe8f28203';
const BOUND = 0.97;

const at = process.argv.indexOf('--repo');
const repo = at < 0 ? undefined : process.argv[at + 1];
const data = dataSet('agent_transcripts');

if (data === undefined) skipped('agent_transcripts');
else if (repo === undefined || !existsSync(path.join(repo, '.git')))
  skipped('agent_transcripts', 'name a clone of the repository of its README with --repo DIR');
else {
  const workspace = createWorkspace({ roots: [path.resolve(repo)], trusted: true });
  const rows = await agreement(readJsonl<Message>(data, 'dev.jsonl'), workspace, HEAD);
  const all = (['then', 'now', 'sha'] as const).map((name) => rows[name]);
  const sum = (key: 'held' | 'all') => all.reduce((n, row) => n + row[key], 0);
  const worst = all.flatMap((row) => row.worst);
  share('agent_transcripts', 'state as recorded', sum('held'), sum('all'), { least: BOUND, worst });
  for (const [name, { held, all: of, worst: missed }] of Object.entries(rows))
    share('agent_transcripts', `state as recorded, ${name}`, held, of, { worst: missed });
}

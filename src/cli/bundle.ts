/** `--bundle FILE`: findings with the passages they rest on, for `replay`. JSON Lines, each with checksums. */
import { createHash } from 'node:crypto';
import { entryOf, problemEntryOf } from '../core/bundle';
import type { Severities } from '../core/findings/finding';
import { logCodeOf } from '../core/findings/tally';
import { PROMPT_VERSION } from '../core/judge/prompt';
import { createVerdictCache } from '../core/judge/verdictCache';
import { claimOf } from '../core/verify/judging';
import type { Finding } from '../core/model';
import type { Cache, Ports } from '../core/ports';
import type { DocumentReport } from '../core/report';
import { positions } from '../core/text/lines';
import { remembered } from '../core/text/maps';
import { hash, sealed } from './checksums';
import { version } from './ports';

export type BundleWriter = ReturnType<typeof openBundle>;

/** Largest entry in bytes, with its checksums. */
const MOST_ENTRY = 2_048;
const fits = (entry: object) => Buffer.byteLength(sealed(entry)) <= MOST_ENTRY;

/** Starts a bundle. `write` gets whole lines; `severities` are the user's. */
export function openBundle(write: (text: string) => void, severities: Severities = {}) {
  const verdicts = new Map<string, unknown>();
  const replay: Cache = { get: (_, key) => Promise.resolve(verdicts.get(key)), put: () => Promise.resolve() };
  let model: Ports['model'];
  let entries = 0;
  const all = createHash('sha256');
  const print = (value: object) => {
    const line = sealed(value);
    all.update(line);
    write(`${line}\n`);
  };
  const rules = hash(`${version} ${PROMPT_VERSION}`).slice(0, 8);
  print({ bundle: 1, version, rules, prompt: PROMPT_VERSION, severities });
  const positionsIn = remembered(({ text }: DocumentReport) => positions(text));
  const printEntry = (entry: object) => {
    print(entry);
    entries += 1;
  };
  return {
    /** The ports of the run: what the model says is remembered until its finding is written. */
    over(ports: Ports): Ports {
      model = ports.model;
      const { cache } = ports;
      const keep = (kind: string, key: string, value: unknown) => {
        if (kind === 'verdict') verdicts.set(key, value);
      };
      return {
        ...ports,
        cache: {
          get: async (kind, key) => {
            const value = await cache.get(kind, key);
            if (value !== undefined) keep(kind, key, value);
            return value;
          },
          put: (kind, key, value, days) => {
            keep(kind, key, value);
            return cache.put(kind, key, value, days);
          },
        },
      };
    },
    async add(document: DocumentReport, finding: Finding): Promise<void> {
      if (logCodeOf(finding) !== undefined) return; // needs the log
      const known =
        finding.stage === 'judged' && model
          ? await createVerdictCache(replay, model, [finding.source]).recall(claimOf(finding))
          : undefined;
      const at = positionsIn(document);
      printEntry(
        entryOf(finding, { path: document.path, at, parsed: known?.parsed, severities, hash, fits }),
      );
    },
    addProblems(document: DocumentReport): void {
      const { path, text, problems } = document;
      for (const problem of problems)
        printEntry(problemEntryOf(problem, text, { path, at: positionsIn(document), fits }));
    },
    end: () => print({ end: entries, all: all.copy().digest('hex').slice(0, 32) }),
  };
}

/** Scans documents with the command line's code, each in its own folder, to measure what users see. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readArgs } from '../../../src/cli/args';
import { scanCommand } from '../../../src/cli/commands/scan';
import type { Terminal } from '../../../src/cli/terminal';
import type { Citation } from '../../../src/core/model';

type Place = { readonly start: number; readonly end: number; readonly line: number; readonly column: number };
export type ReportedProblem = Place & {
  readonly code: string;
  readonly severity: string;
  /** Other places of a folded problem. */
  readonly related?: readonly Place[];
};
export type ScannedFile = {
  readonly citations: readonly Citation[];
  readonly problems: readonly ReportedProblem[];
};
export type LabelledFile = { readonly path: string; readonly text: string };

function quietTerminal(cwd: string, print: (text: string) => void): Terminal {
  return {
    cwd,
    env: {},
    stdin: () => process.stdin,
    signal: new AbortController().signal,
    isInterrupted: () => false,
    colour: false,
    columns: undefined,
    print,
    say: () => undefined,
    note: () => undefined,
    trace: () => undefined,
    progress: () => undefined,
  };
}

/** Writes a document and the files that its scan needs into a new folder and scans it like `scan --json`. */
export async function scanAlone(
  document: LabelledFile,
  beside: readonly LabelledFile[] = [],
): Promise<ScannedFile> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'citewright-eval-'));
  try {
    for (const { path: name, text } of [...beside, document]) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
    let out = '';
    const { args, values } = readArgs(['scan', '--json', '--workspace', folder, '--', document.path]);
    await scanCommand(
      args,
      values,
      quietTerminal(folder, (text) => (out += text)),
    );
    const { documents } = JSON.parse(out) as { documents: ScannedFile[] };
    return documents[0] ?? { citations: [], problems: [] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

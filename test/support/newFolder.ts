import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** An empty folder, by its real path. It is removed after the test run. */
export const newFolder = (): string => realpathSync(mkdtempSync(path.join(tmpdir(), 'citewright-')));

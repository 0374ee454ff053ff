/** Real texts that nobody wrote for this project get no false alarm: the READMEs of installed packages, and our own documents. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { scan } from '../src/core/extract';
import { fileProblems } from '../src/core/scan/fileProblems';
import { linkProblems } from '../src/core/scan/linkProblems';
import { createWorkspace } from '../src/node/workspace';

const MOST = 150;
/** Alarms that are right: a footnote that its author never wrote, links to headings that were renamed or misspelt. */
const RIGHT = new Set([
  'node_modules/braces/README.md dangling [^1]',
  'node_modules/braces/README.md heading-not-found #steps',
  'node_modules/braces/README.md heading-not-found #expand',
  'node_modules/braces/README.md heading-not-found #optimize',
  'node_modules/braces/README.md heading-not-found #optionsoptimize',
  'node_modules/braces/README.md heading-not-found #brace-expansion',
  'node_modules/cacheable/README.md heading-not-found #keyv-storage-adapter---keyvcacheablememory',
  'node_modules/fast-glob/README.md heading-not-found #common',
  'node_modules/fast-glob/README.md heading-not-found #server',
  'node_modules/fast-glob/README.md heading-not-found #nettop',
  'node_modules/fastq/README.md heading-not-found #usage',
  'node_modules/hookified/README.md heading-not-found #throwhookerror',
  'node_modules/hookified/README.md heading-not-found #clearhookeventname',
  'node_modules/hookified/README.md heading-not-found #throwonemitterror',
  'node_modules/json-schema-to-ts/README.md heading-not-found #validator',
  'node_modules/json-schema-to-ts/README.md heading-not-found #compiler',
  'node_modules/keyv/README.md heading-not-found #add-cache-support-to-your-module',
  'node_modules/micromatch/README.md heading-not-found #gold-sponsors',
  'node_modules/micromatch/README.md heading-not-found #micromatch',
  'node_modules/micromatch/README.md heading-not-found #match',
  'node_modules/micromatch/README.md heading-not-found #split',
]);
const packages = readdirSync('node_modules')
  .map((name) => `node_modules/${name}/README.md`)
  .filter((file) => existsSync(file))
  .slice(0, MOST);
const documents = readdirSync('docs')
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/${name}`);

test('package READMEs and our own docs get no warning', async () => {
  const files = [...packages, ...documents, 'README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'SECURITY.md'];
  expect(files.length).toBeGreaterThan(50);
  const workspace = createWorkspace({ roots: [process.cwd()], trusted: false });
  const wrong: string[] = [];
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    const found = scan(text, { year: 2026 });
    const places = await fileProblems(found, workspace, file, new AbortController().signal);
    const links = await linkProblems(found, workspace, file, new AbortController().signal);
    for (const { code, severity, span, suppressed } of [...found.problems, ...places, ...links])
      if (severity !== 'info' && !suppressed)
        wrong.push(`${file} ${code} ${text.slice(span.start, span.end)}`);
  }
  expect(wrong.filter((alarm) => !RIGHT.has(alarm))).toEqual([]);
});

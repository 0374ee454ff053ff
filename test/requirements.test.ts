/**
 * Which test proves which requirement of trust and safety in the editor, V01 to V36. The numbers are those that the comments of the code name.
 * Each row names a file and the beginning or a part of a test's name that stands in it, so that none is renamed away unseen.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');
const SUITE = 'test/vscode/suite';
const [SAFETY, SECRETS, CONSENT, VERIFY] = ['safety', 'secrets', 'consent', 'verify'].map(
  (name) => `${SUITE}/${name}.test.ts`,
) as [string, string, string, string];
const [LLM, WORKSPACE, GIT, MANIFEST] = [
  'test/node/models/llm.test.ts',
  'test/node/workspace/workspace.test.ts',
  'test/node/git/git.test.ts',
  'test/manifest.test.ts',
];

type Proof = readonly [file: string, name: string];
const PROOFS: Readonly<Record<string, readonly Proof[]>> = {
  // Trust and settings.
  V01: [
    [SAFETY, 'V01: untrusted workspaces are limited'],
    [`${SUITE}/workspace.restricted.test.ts`, 'offers to manage trust, and opens no connection'],
    [`${SUITE}/workspace.restricted.test.ts`, 'what an earlier window found out is shown'],
  ],
  V02: [
    [SAFETY, 'V02: a hostile .vscode/settings.json changes none of them'],
    [`${SUITE}/workspace.roots.test.ts`, 'V02: a hostile .code-workspace changes none of the settings'],
  ],
  V03: [[MANIFEST, 'V03: every scope is one that the editor knows']],
  V04: [[MANIFEST, 'V04: what a workspace can set neither widens']],
  V05: [[SAFETY, 'V05: nothing in those settings is expanded']],
  V06: [
    [LLM, 'refuses the base URL %s before any request (J30, V06)'],
    [CONSENT, 'a new address for the model is asked about again'],
    [CONSENT, 'sent to its own address only'],
  ],
  V07: [[LLM, 'neither key nor prompt follows a redirect (J29, V07)']],
  V08: [[VERIFY, 'asks two questions once, in words that say what leaves the machine']],
  // Secrets.
  V09: [
    [LLM, 'refuses the key %j without repeating it (J31, V09)'],
    [CONSENT, 'a key is typed into a password box, checked'],
  ],
  V10: [
    [SECRETS, 'V10: the extension gives other extensions nothing'],
    [SAFETY, 'none gives a key away (V10)'],
  ],
  V11: [[SECRETS, 'V11: a secret storage that fails is said']],
  V12: [
    [SECRETS, 'V12: after every fault of a provider'],
    [LLM, 'a key in the body of an error is blotted out (V12)'],
  ],
  V13: [[SECRETS, 'V13: a new key holds from the next request on']],
  // Text on screen.
  V14: [
    [SAFETY, 'V14, V15: nothing of a page, a model or the document is Markdown in a card'],
    [SAFETY, 'V14: an image in a model’s words or a page’s title makes no connection'],
  ],
  V15: [[SAFETY, 'V15, V16: the only command links are our own']],
  V16: [
    [SAFETY, 'V15, V16: the only command links are our own'],
    [`${SUITE}/sources.test.ts`, 'and does nothing with anything else'],
  ],
  V17: [[SAFETY, 'V17: messages lose control']],
  V18: [
    [SAFETY, 'V18: only well-formed https addresses are links'],
    [SAFETY, 'V18: a paper whose title is hostile'],
  ],
  V19: [[VERIFY, 'opens the evidence read-only beside the draft']],
  // The results view.
  V20: [['test/vscode/ui/results.mjs', 'V20: the policy is the strict one']],
  V21: [['test/vscode/ui/results.mjs', 'V21: hostile strings stay text']],
  V22: [[SAFETY, 'V22: messages of the view are checked']],
  V23: [
    ['test/core/report/report.test.ts', 'CSV starts no formula'],
    ['test/vscode/ui/writer.mjs', 'The exported page asks nobody for anything'],
  ],
  // Files.
  V24: [
    [WORKSPACE, 'is not reached by any spelling'],
    [WORKSPACE, 'is not reached by links'],
  ],
  V25: [[WORKSPACE, 'is not reached by any spelling']],
  V26: [[WORKSPACE, 'is none when it is a folder, a pipe, binary or huge, and none of them blocks']],
  V27: [
    [WORKSPACE, 'says when it holds credentials'],
    ['test/core/verify.test.ts', "why: 'withheld'"],
    [`${SUITE}/virtual.test.ts`, 'V27: a file that may hold credentials'],
  ],
  V28: [
    [`${SUITE}/virtual.test.ts`, 'V28: nothing outside, no link, no folder, no device'],
    [`${SUITE}/virtual.test.ts`, 'V28: a cited file is found exactly'],
  ],
  // Git.
  V29: [[GIT, 'is not found by what is no hash, and then no process is started']],
  V30: [[GIT, 'runs no program: not for a commit, a missing one, a drift or a date']],
  V31: [
    [GIT, 'does not bring its own git'],
    [WORKSPACE, 'runs no git'],
  ],
  V32: [
    ['test/node/git/limits.test.ts', 'V32: a commit with more in it than is read'],
    ['test/node/git/limits.test.ts', 'V32: a git that never answers'],
  ],
  // The rest.
  V33: [[MANIFEST, 'V33: the extension opens no server']],
  V34: [
    [MANIFEST, 'V34: no code is made from text or fetched'],
    ['test/package.test.ts', 'runs nothing when it is installed'],
  ],
  V35: [
    [MANIFEST, 'V35: bundles, media, words and documents'],
    ['test/package.test.ts', 'carries the licence of every package'],
    ['test/repo.test.ts', 'dependencies are pinned exactly'],
  ],
  V36: [[MANIFEST, 'V36: nothing is counted or reported']],
};

test('V01 to V36 are all there', () => {
  const all = Array.from({ length: 36 }, (_, i) => `V${String(i + 1).padStart(2, '0')}`);
  expect(Object.keys(PROOFS)).toEqual(all);
});

test.each(Object.entries(PROOFS))('%s has its tests', (_, proofs) => {
  for (const [file, name] of proofs)
    expect(readFileSync(path.join(ROOT, file), 'utf8').includes(name), `${file}: ${name}`).toBe(true);
});

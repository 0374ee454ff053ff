// The transcript reviewer's day: what an agent said of files is checked against the files, first without a network, then by a model;
// the results are read verdict by verdict, the evidence beside the transcript, and leave as SARIF and JSON.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { atDesk, exportAs, verifyAndAgree } from '../lib/desk.mjs';
import { THEMES, violations, webviewFrame } from '../lib/axe.mjs';

async function seeProblems({ page, command, shot }) {
  await page.locator('.squiggly-error').first().waitFor();
  await command('Problems: Focus on Problems View');
  const rows = page.locator('.markers-panel .monaco-list-row');
  await rows.filter({ hasText: 'line 42 doesn’t exist' }).waitFor();
  await rows.filter({ hasText: 'isn’t in the workspace' }).waitFor();
  await shot('01-problems');
  await command('View: Toggle Panel Visibility');
}

/** With several documents open, each row stands under the name of its file, in the order of its lines. */
async function namesFiles({ page, command, results }) {
  await page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'lighthouse.md' }).dblclick();
  await command('Citewright: Show Results');
  await results.locator('tr.group', { hasText: 'lighthouse.md' }).waitFor();
  const shown = await results
    .locator('tr.group, tr.row')
    .evaluateAll((all) =>
      all.map((one) => (one.matches('.group') ? one.textContent : one.querySelector('.line').textContent)),
    );
  assert.deepEqual(shown, ['agent-session.md (2)', 'Line 9', 'Line 13', 'lighthouse.md (1)', 'Line 27']);
  await page.locator('.tab', { hasText: 'lighthouse.md' }).click({ button: 'middle' });
  await results.locator('tr.group').first().waitFor({ state: 'detached' });
}

async function readByVerdict({ page, command, results, theme, shot }) {
  await command('Citewright: Show Results');
  await results.locator('tr.row').first().waitFor();
  await results.locator('#group').selectOption('verdict');
  await results.locator('tr.group').first().waitFor();
  assert.ok((await results.locator('tr.group').count()) > 1);
  const row = results.locator('tr.row', { hasText: 'replica/weather.ts' }).first();
  await row.locator('.toggle').click();
  for (const [id, css, name] of THEMES) {
    await theme(id, css);
    assert.deepEqual(await violations(await webviewFrame(page)), [], `axe-core, ${id}`);
    await shot(`02-results-${name}`);
  }
}

async function readEvidence({ page, results, shot }) {
  const button = results.locator('tr.details button', { hasText: 'Evidence' }).first();
  await button.click();
  await page.locator('.tab', { hasText: '.txt' }).waitFor();
  await shot('03-evidence');
}

export const scenario = (given) =>
  atDesk({ ...given, file: 'agent-session.md', name: 'reviewer' }, async (person) => {
    const { page, shot } = person;
    await page.locator('.codelens-decoration a', { hasText: /citations/ }).waitFor();
    await seeProblems(person);
    await namesFiles(person);
    await verifyAndAgree(person);
    await readByVerdict(person);
    await readEvidence(person);
    const sarif = JSON.parse(fs.readFileSync(await exportAs(person, 'SARIF', 'sarif'), 'utf8'));
    assert.equal(sarif.version, '2.1.0');
    assert.ok(sarif.runs[0].results.length > 1);
    const json = JSON.parse(fs.readFileSync(await exportAs(person, 'JSON', 'json'), 'utf8'));
    assert.ok(json.documents[0].findings.length > 3);
    await shot('04-exported');
  });

// A person at a desk with the examples: sources, registries and a demo model on loopback, a folder of drafts, the packaged extension.
import path from 'node:path';
import { startServer } from '../../../scripts/start/server.mjs';
import { endpointsAt, EXAMPLES, examplesFor } from '../../../scripts/start/workspace.mjs';
import { remove, tempFolder } from './host.mjs';
import { sitDown } from './person.mjs';

/** Settings that reach the example server and nothing else. */
const sourcesAt = ({ host, origin }) => ({
  'citewright.network.allowHosts': [host],
  'citewright.network.endpoints': endpointsAt(origin),
});

/** Settings that let its demo model judge. */
const judgedBy = ({ origin }) => ({
  'citewright.model.provider': 'openai-compatible',
  'citewright.model.id': 'demo',
  'citewright.model.baseUrl': `${origin}/v1`,
});

/**
 * Lets a person work in `folder`, and clears the desk afterwards: the folder goes, and the server of the sources, where there is one,
 * stops. A failure leaves a picture.
 */
export async function sitting({ host, folder, server, ...seat }, work) {
  const person = await sitDown(host, { folder, ...seat });
  try {
    await work({ ...person, folder, ...(server && { server }) });
  } catch (error) {
    await person.shot('failed');
    throw error;
  } finally {
    await person.leave();
    await server?.stop();
    remove(folder);
  }
}

/** Lets a person work on a copy of the examples, `file` open where one is named. Without `judge` no model is set. */
export async function atDesk({ judge = true, settings, ...seat }, work) {
  const server = await startServer({ root: path.join(EXAMPLES, 'sources'), port: 0, demo: true });
  const folder = tempFolder(seat.name);
  examplesFor(Number(new URL(server.origin).port), folder);
  const all = {
    'editor.hover.delay': 200,
    ...sourcesAt(server),
    ...(judge && judgedBy(server)),
    ...settings,
  };
  await sitting({ ...seat, folder, server, settings: all }, work);
}

/** Turns all switches of the page of consent on, and accepts. */
export async function allow({ page, quick }, title = 'Allow Citewright') {
  await quick.locator('.quick-input-title', { hasText: title }).waitFor();
  const off = quick.locator('.monaco-list-row[aria-checked=false]');
  while ((await off.count()) > 0) await off.first().click();
  await page.keyboard.press('Enter');
}

/** Verifies the open document and agrees to both questions; waits for the end and clears the messages away. */
export async function verifyAndAgree(person) {
  const { command, toast } = person;
  await command('Citewright: Verify Document');
  await allow(person);
  await toast.filter({ hasText: 'Checked:' }).waitFor();
  await command('Notifications: Clear All Notifications');
}

/** Exports the report by the palette and the editor's own save dialog; gives the file. */
export async function exportAs({ nameFile, command, quick, toast, folder }, title, extension) {
  await command('Citewright: Export Report…');
  await quick.locator('.monaco-list-row', { hasText: title }).click();
  const file = path.join(folder, `report.${extension}`);
  await nameFile(file, toast.filter({ hasText: 'Report saved to' }));
  await command('Notifications: Clear All Notifications');
  return file;
}

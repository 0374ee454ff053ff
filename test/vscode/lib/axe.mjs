// Accessibility of a page inside the editor, by axe-core.
/* global document -- runs in the page */
import fs from 'node:fs';
import path from 'node:path';

const AXE = fs.readFileSync(
  path.resolve(import.meta.dirname, '../../../node_modules/axe-core/axe.min.js'),
  'utf8',
);

/** The frame that holds the document of the webview in sight. */
export async function webviewFrame(page) {
  const handle = await page
    .frameLocator('iframe.webview.ready')
    .locator('iframe#active-frame')
    .elementHandle({ timeout: 20_000 });
  const frame = await handle.contentFrame();
  if (!frame) throw new Error('The webview has no frame.');
  return frame;
}

/**
 * What axe-core finds wrong in a page or frame, in one line for each rule: WCAG A and AA, and its best practices. `part` selects what is
 * ours in a page of the editor; rules about whole pages don't apply to it.
 */
export async function violations(page, part) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  const found = await page.evaluate(
    (selector) => globalThis.axe.run(selector ?? document, { resultTypes: ['violations'] }),
    part,
  );
  return found.violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map((n) => `${n.html.slice(0, 120)} ${n.any.map((a) => a.message).join('; ')}`)
        .join(' | ')}`,
  );
}

/** The themes that every surface is looked at in: id, class of the workbench, short name. */
export const THEMES = [
  ['Dark Modern', 'vs-dark', 'dark'],
  ['Light Modern', 'vs', 'light'],
  ['Default High Contrast', 'hc-black', 'contrast'],
  ['Default High Contrast Light', 'hc-light', 'contrast-light'],
];

// A person at the editor: opens a window on the packaged extension, presses keys, reads what stands on the screen.
import fs from 'node:fs';
import path from 'node:path';
import { installVsix, launchBrowser, remote, remove, startServer, tempFolder, windowUrl } from './host.mjs';

const SHOTS = path.resolve(import.meta.dirname, '../shots');

/**
 * Installs the package into a fresh editor, opens `folder` with `file`, and gives the hands and eyes of a person.
 * `trust` leaves Workspace Trust on, `language` is that of the window. Call `leave()` in the end.
 */
export async function sitDown(
  host,
  { vsix, folder, file, settings = {}, trust = false, language, name = 'ui' },
) {
  const extensionsDir = tempFolder('extensions');
  installVsix(host, vsix, extensionsDir);
  const server = await startServer(host, {
    trust,
    settings: { 'workbench.colorTheme': 'Dark Modern', ...settings },
    args: ['--extensions-dir', extensionsDir],
  });
  const browser = await launchBrowser(host);
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(40_000); // the machine may be busy with other things
  // The host has no language packs: the editor's own words stay English, ours are in the language.
  if (language) await page.addInitScript((id) => (globalThis._VSCODE_NLS_LANGUAGE = id), language);
  // Secrets survive a reload only when the window can fetch the key that seals them.
  await page.route('**/mint-key', (route) =>
    route.fulfill({ body: Buffer.alloc(32, 7), contentType: 'application/octet-stream' }),
  );
  const requests = [];
  page.on('request', (request) => requests.push(request.url()));
  const payload = file ? [['openFile', remote(server, path.join(folder, file))]] : [];
  await page.goto(windowUrl(server, { folder, payload }));
  await page.waitForSelector('.monaco-workbench');
  fs.mkdirSync(SHOTS, { recursive: true });

  const quick = page.locator('.quick-input-widget:visible');
  /** Presses a key until `target` shows: a press can be lost while the workbench moves the focus. */
  const pressUntil = async (key, target, tries = 5) => {
    for (let i = 1; ; i++) {
      await page.keyboard.press(key);
      try {
        return await target.waitFor({ timeout: 2500 });
      } catch (error) {
        if (i === tries) throw error;
        await page.keyboard.press('Escape');
      }
    }
  };
  /** Clicks until `target` shows: a click can be lost while one notification leaves and the others move. */
  const clickUntil = async (button, target, tries = 4) => {
    for (let i = 1; ; i++) {
      if (await button.isVisible()) await button.click();
      try {
        return await target.waitFor({ timeout: 5000 });
      } catch (error) {
        if (i === tries) throw error;
      }
    }
  };
  /** Fills in the box of a file dialog, which fills it by itself a moment after it shows, and confirms what stays there. */
  const nameFile = async (file) => {
    const box = page.locator('.quick-input-widget:visible input[type=text]');
    await box.waitFor();
    for (let i = 1; i < 10; i++) {
      await box.fill(file);
      await page.waitForTimeout(600);
      if ((await box.inputValue()) === file) break;
    }
    await page.keyboard.press('Enter');
  };
  /** Runs a command of the palette by its exact title: fuzzy ranking may put another one first. */
  const command = async (title) => {
    for (let i = 1; ; i++) {
      try {
        const box = page.locator('.quick-input-widget:visible input[type=text]');
        await pressUntil('F1', box);
        await box.fill(`>${title}`, { timeout: 2000 });
        const exact = page.locator('.label-name').getByText(title, { exact: true });
        return await page
          .locator('.quick-input-list .monaco-list-row')
          .filter({ has: exact })
          .first()
          .click({ timeout: 4000 });
      } catch (error) {
        if (i === 3) throw error;
        await page.keyboard.press('Escape');
      }
    }
  };
  /**
   * Points at one of `targets` in the text after the other and gives the hover that answers, moving away and back if none comes: the
   * first one in the page need not be the topmost in the text, and may lie below the headings that stay in sight.
   */
  const hover = async (targets, text) => {
    const card = page.locator('.monaco-hover:visible').filter({ hasText: text });
    for (let i = 1; ; i++) {
      await targets.first().waitFor(); // the editor draws its squiggles anew after a change of theme
      const target = targets.nth((i - 1) % (await targets.count()));
      const box = await target.boundingBox();
      if (!box) continue;
      await page.mouse.move(box.x + box.width / 2, box.y + 90);
      await page.mouse.move(box.x + Math.min(box.width / 2, 20), box.y + box.height / 2 - 2, { steps: 4 });
      try {
        await card.first().waitFor({ timeout: 3500 });
        return card.first();
      } catch (error) {
        if (i === 6) throw error;
      }
    }
  };
  const settingsFile = path.join(folder, '.vscode/settings.json');
  /** Changes the colour theme and waits until the window wears it. */
  const theme = async (id, cssClass) => {
    fs.mkdirSync(path.dirname(settingsFile), { recursive: true });
    const old = fs.existsSync(settingsFile) ? JSON.parse(fs.readFileSync(settingsFile, 'utf8')) : {};
    fs.writeFileSync(settingsFile, JSON.stringify({ ...old, 'workbench.colorTheme': id }));
    await page.waitForSelector(`.monaco-workbench.${cssClass}`);
    await page.waitForTimeout(500);
  };
  return {
    page,
    server,
    context,
    requests,
    quick,
    command,
    hover,
    nameFile,
    pressUntil,
    clickUntil,
    theme,
    /** The status bar item of the extension. */
    status: page.locator('[id="citewright.citewright.citewright.status"]'),
    dialog: page.locator('.monaco-dialog-box'),
    toast: page.locator('.notifications-toasts .notification-list-item'),
    /** The document inside the results view. */
    results: page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame'),
    shot: (shot, of = page) => of.screenshot({ path: path.join(SHOTS, `${name}-${shot}.png`) }),
    leave: async () => {
      await browser.close();
      await server.stop();
      remove(extensionsDir);
      remove(server.dataDir);
    },
  };
}

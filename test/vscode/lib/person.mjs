// A person at the editor: opens a window on the packaged extension, presses keys, reads what stands on the screen.
import fs from 'node:fs';
import path from 'node:path';
import { launchBrowser, remote, remove, startServer, windowUrl } from './host.mjs';

const SHOTS = path.resolve(import.meta.dirname, '../shots');

/**
 * Opens `folder` with `file` in a fresh editor that has the extensions of `extensionsDir`, and gives the hands and eyes of a person.
 * `trust` leaves Workspace Trust on, `language` is that of the window. Call `leave()` in the end.
 */
export async function sitDown(
  host,
  { extensionsDir, folder, file, settings = {}, trust = false, language, name = 'ui' },
) {
  const server = await startServer(host, {
    trust,
    settings: { 'workbench.colorTheme': 'Dark Modern', ...settings },
    args: ['--extensions-dir', extensionsDir],
  });
  const { browser, context } = await launchBrowser(host, { width: 1400, height: 900 });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000); // the machine may be busy with other things, and then each further attempt below waits longer
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
  /** Presses a key until `target` shows: a press can be lost while the workbench moves the focus. `between` puts away what came instead. */
  const pressUntil = async (key, target, between = 'Escape') => {
    for (let i = 1; ; i++) {
      await page.keyboard.press(key);
      try {
        return await target.waitFor({ timeout: 2500 * i });
      } catch (error) {
        if (i === 5) throw error;
        if (between) await page.keyboard.press(between);
      }
    }
  };
  /** Clicks until `target` shows: a click can be lost while one notification leaves and the others move. */
  const clickUntil = async (button, target, tries = 4) => {
    for (let i = 1; ; i++) {
      if (await button.isVisible()) await button.click();
      try {
        return await target.waitFor({ timeout: 5000 * i });
      } catch (error) {
        if (i === tries) throw error;
      }
    }
  };
  /** Names a file in a file dialog, which fills its box by itself a moment after it shows and after each look at a folder, until `done` shows. */
  const nameFile = async (file, done) => {
    const box = quick.locator('input[type=text]');
    await box.waitFor();
    for (let i = 1; ; i++) {
      try {
        if (await box.isVisible()) {
          await box.fill(file, { timeout: 2000 });
          await page.waitForTimeout(300);
          if ((await box.inputValue({ timeout: 2000 })) === file) await page.keyboard.press('Enter');
        }
        return await done.waitFor({ timeout: 2000 });
      } catch (error) {
        if (i === 20) throw error;
      }
    }
  };
  /** Runs a command of the palette by its exact title: fuzzy ranking may put another one first. */
  const command = async (title) => {
    for (let i = 1; ; i++) {
      try {
        const box = page.locator('.quick-input-widget:visible input[type=text]');
        await pressUntil('F1', box);
        await box.fill(`>${title}`, { timeout: 3000 * i });
        const exact = page.locator('.label-name').getByText(title, { exact: true });
        return await page
          .locator('.quick-input-list .monaco-list-row')
          .filter({ has: exact })
          .first()
          .click({ timeout: 4000 * i });
      } catch (error) {
        if (i === 5) throw error;
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
        await card.first().waitFor({ timeout: 2000 + 1500 * i });
        return card.first();
      } catch (error) {
        if (i === 6) throw error;
        await page.keyboard.press('Escape'); // another card may cover the target
      }
    }
  };
  /**
   * Reloads the window by its command, which writes down the editor’s state before it goes. What was open comes back: not so while the
   * address names a file to open.
   */
  const reload = async () => {
    await page.evaluate(
      (address) => globalThis.history.replaceState(null, '', address),
      windowUrl(server, { folder }),
    );
    await Promise.all([page.waitForNavigation(), command('Developer: Reload Window')]);
    await page.waitForSelector('.monaco-workbench');
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
    dataDir: server.dataDir,
    context,
    requests,
    quick,
    command,
    hover,
    nameFile,
    pressUntil,
    clickUntil,
    reload,
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
      remove(server.dataDir);
    },
  };
}

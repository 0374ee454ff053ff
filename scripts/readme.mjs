// Writes the README's table of settings from the manifest: `node scripts/readme.mjs`. A test holds that it was run.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');
const readJson = (file) => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'));

/** The table of settings: name, default, and what it does. */
export function settingsTable() {
  const texts = readJson('package.nls.json');
  const told = (text) => text.replace(/%([^%]+)%/g, (_, key) => texts[key]).replaceAll('|', '\\|');
  const rows = [readJson('package.json').contributes.configuration]
    .flat()
    .flatMap(({ properties }) => Object.entries(properties))
    .map(
      ([name, s]) =>
        `| \`${name}\` | \`${JSON.stringify(s.default)}\` | ${told(s.markdownDescription ?? s.description)} |`,
    );
  return ['| setting | default | what it does |', '| --- | --- | --- |', ...rows].join('\n');
}

/** The README with its table renewed. */
export const renewed = (readme) =>
  readme.replace(
    /<!-- settings -->[^]*<!-- \/settings -->/,
    () => `<!-- settings -->\n\n${settingsTable()}\n\n<!-- /settings -->`,
  );

if (process.argv[1] === import.meta.filename) {
  const file = path.join(ROOT, 'README.md');
  writeFileSync(file, renewed(readFileSync(file, 'utf8')));
}

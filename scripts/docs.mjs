// Regenerates parts of docs/: `npm run docs` after a build. A test compares them with the manifest and the command line.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');
const read = (file) => readFileSync(path.join(ROOT, file), 'utf8');
const readJson = (file) => JSON.parse(read(file));

/** The table of settings: name, default, description. */
function settingsTable() {
  const texts = readJson('package.nls.json');
  /** One line without command links, which only the editor follows. */
  const told = (text) =>
    text
      .replace(/%([^%]+)%/g, (_, key) => texts[key])
      .replace(/\[([^\]]*)\]\(command:[^)]*\)/g, '$1')
      .replace(/\s*\n\s*/g, ' ')
      .replaceAll('|', '\\|');
  const rows = [readJson('package.json').contributes.configuration]
    .flat()
    .flatMap(({ properties }) => Object.entries(properties))
    .map(
      ([name, s]) =>
        `| \`${name}\` | \`${JSON.stringify(s.default)}\` | ${told(s.markdownDescription ?? s.description)} |`,
    );
  return ['| Setting | Default | Description |', '| --- | --- | --- |', ...rows].join('\n');
}

/** What the built command line prints. */
const built = (args) =>
  execFileSync(process.execPath, [path.join(ROOT, 'dist/cli.js'), ...args], { encoding: 'utf8' });

/** The help of the command line and of each command. */
async function cliHelp(run = built) {
  const all = await run(['--help']);
  const pages = [];
  for (const [, name] of all.matchAll(/^ {2}([a-z][a-z-]*) .*$/gm))
    pages.push(`### \`${name}\`\n\n\`\`\`text\n${(await run([name, '--help'])).trim()}\n\`\`\``);
  return [`\`\`\`text\n${all.trim()}\n\`\`\``, ...pages].join('\n\n');
}

/** The keys of citewright.json, from the schema that the editor uses. */
function configurationTable() {
  const { properties } = readJson('media/citewright.schema.json');
  const limit = ({ maximum }) => (maximum === undefined ? '' : `: up to ${maximum} (the default)`);
  const rows = Object.entries(properties)
    .filter(([name]) => name !== '$schema')
    .map(([name, s]) => `| \`${name}\` | ${s.description}${limit(s)} |`);
  return ['| Key | Description |', '| --- | --- |', ...rows].join('\n');
}

/** Generated parts: the page of each, and the text between `<!-- NAME -->` and `<!-- /NAME -->`. */
export const PARTS = {
  settings: { page: 'docs/settings.md', make: settingsTable },
  help: { page: 'docs/cli.md', make: cliHelp },
  keys: { page: 'docs/configuration.md', make: configurationTable },
};

/** Regenerates the page of a part. `run` gives what the command line prints for its arguments. */
export async function renewed(name, run) {
  const { page, make } = PARTS[name];
  const made = await make(run);
  return read(page).replace(
    new RegExp(`<!-- ${name} -->[^]*<!-- /${name} -->`),
    () => `<!-- ${name} -->\n\n${made}\n\n<!-- /${name} -->`,
  );
}

/** The manifest with every code named in the setting of severities, so that the editor completes them. A page names each code. */
function manifestWithCodes() {
  const manifest = readJson('package.json');
  const codes = readdirSync(path.join(ROOT, 'docs/codes')).map((file) => path.basename(file, '.md'));
  const severity = { type: 'string', enum: ['error', 'warning', 'info', 'none'] };
  for (const { properties } of manifest.contributes.configuration)
    if (properties['citewright.severities'])
      properties['citewright.severities'].properties = Object.fromEntries(
        codes.sort().map((code) => [code, severity]),
      );
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(path.join(ROOT, 'package.json'), manifestWithCodes());
  for (const name of Object.keys(PARTS))
    writeFileSync(path.join(ROOT, PARTS[name].page), await renewed(name));
}

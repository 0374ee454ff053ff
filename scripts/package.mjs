// Packages the extension as for publishing.
import { execFileSync } from 'node:child_process';
import { transformSync } from 'esbuild';
import fs from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');

/** Limit of the package that users download. 210 KB are the PDF reader, 60 KB are undici for the MCP server that the editor starts. */
const LIMIT = 1_500_000;

/**
 * Copies what .vscodeignore may name to a separate folder, without development scripts, and builds what the editor runs there: vsce
 * examines every file below its folder, including editors in the cache, and would build again.
 */
function stage() {
  const folder = path.join(ROOT, '.cache/package');
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  const build = [path.join(ROOT, 'esbuild.mjs'), '--editor', `--out=${path.join(folder, 'dist')}`];
  execFileSync(process.execPath, build, { cwd: ROOT });
  const named = fs.readFileSync(path.join(ROOT, '.vscodeignore'), 'utf8');
  const tops = [...new Set(Array.from(named.matchAll(/^!(?!dist)([^/\n]+)/gm), ([, top]) => top))];
  const wanted = tops.map((top) => new RegExp(`^${top.replaceAll('.', '\\.').replace('*', '.*')}$`));
  for (const name of fs.readdirSync(ROOT))
    if (wanted.some((one) => one.test(name)))
      fs.cpSync(path.join(ROOT, name), path.join(folder, name), { recursive: true });
  const manifest = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  for (const name of ['scripts', 'devDependencies']) delete manifest[name];
  fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  fs.writeFileSync(path.join(folder, '.vscodeignore'), named);
  leaveOutManifestWords(folder);
  minifyPage(folder);
  return { folder, manifest };
}

/** The words of the manifest are in its own files, `package.nls.LANGUAGE.json`, and the editor reads them only there. */
function leaveOutManifestWords(folder) {
  const own = JSON.parse(fs.readFileSync(path.join(folder, 'package.nls.json'), 'utf8'));
  for (const name of fs.readdirSync(path.join(folder, 'l10n'))) {
    const file = path.join(folder, 'l10n', name);
    const words = Object.entries(JSON.parse(fs.readFileSync(file, 'utf8')));
    fs.writeFileSync(file, JSON.stringify(Object.fromEntries(words.filter(([key]) => !(key in own)))));
  }
}

/** The scripts and styles of the results view, without comments and blanks. */
function minifyPage(folder) {
  const media = path.join(folder, 'media');
  for (const name of fs.readdirSync(media).filter((one) => /^results.*\.(?:js|css)$/.test(one))) {
    const file = path.join(media, name);
    const { code } = transformSync(fs.readFileSync(file, 'utf8'), {
      loader: path.extname(name).slice(1),
      minify: true,
    });
    fs.writeFileSync(file, code);
  }
}

/** Makes vsce compress as much as zlib can, for which it has no option: each file in blocks of the size that makes it smallest. */
const DENSELY = `import zlib from 'node:zlib';
import { Transform } from 'node:stream';
const smallest = (data) =>
  [5, 6, 7, 8, 9].map((memLevel) => zlib.deflateRawSync(data, { level: 9, memLevel })).sort((a, b) => a.length - b.length)[0];
zlib.DeflateRaw = function () {
  const parts = [];
  const transform = (part, _, done) => done(void parts.push(part));
  return new Transform({ transform, flush: (done) => done(null, smallest(Buffer.concat(parts))) });
};
zlib.deflateRaw = (data, done) => done(null, smallest(data));`;

/**
 * Builds and packages; returns the path of the `.vsix` in the ignored cache. Throws if it exceeds the limit. vsce’s advice to bundle is shown
 * only with an error: the bundle is split on purpose.
 */
export function packageExtension() {
  const { folder, manifest } = stage();
  const out = path.join(ROOT, `.cache/citewright-${manifest.version}.vsix`);
  const vsce = path.join(ROOT, 'node_modules/@vscode/vsce/vsce');
  const densely = `--import=data:text/javascript,${encodeURIComponent(DENSELY)}`;
  execFileSync(process.execPath, [densely, vsce, 'package', '--no-dependencies', '-o', out], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const { size } = fs.statSync(out);
  if (size >= LIMIT) throw new Error(`${out} has ${size} bytes, more than ${LIMIT}`);
  return out;
}

if (process.argv[1] === import.meta.filename) console.log(packageExtension());

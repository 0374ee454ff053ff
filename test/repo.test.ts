/** Promises of the repository as a whole: import walls, no circles, one table of codes, clean lock files. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const files = (folder: string) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((f) => `${folder}/${f.replaceAll('\\', '/')}`)
    .filter((f) => f.endsWith('.ts') && !f.endsWith('.d.ts'));

const SOURCES = files('src');
/** What a file imports, statically, dynamically or in a type: package names, and repository paths of its own files. */
function imports(file: string): string[] {
  return ts.preProcessFile(read(file)).importedFiles.map(({ fileName: spec }) => {
    if (!spec.startsWith('.')) return spec;
    const target = path.posix.join(path.posix.dirname(file), spec);
    return (
      [`${target}.ts`, `${target}/index.ts`, target].find((f) => existsSync(path.join(ROOT, f))) ?? target
    );
  });
}

const room = (file: string) =>
  /^src\/(core\/\w+(?=\/)|core|node|vscode\/\w+(?=\/)|vscode)\//.exec(file)?.[1] ?? file;

/** What each room may import of the project, beside itself and, in the core, the base: the files of src/core itself. */
const CORE_ROOMS: Record<string, string[]> = {
  text: [],
  workspace: ['text'],
  extract: ['text'],
  resolve: ['text'],
  judge: ['text'],
  edits: ['text', 'extract'],
  transcript: ['text'],
  actions: ['text', 'transcript'],
  findings: ['text', 'transcript'],
  agentLog: ['text', 'extract', 'resolve', 'transcript', 'actions', 'findings'],
  scan: ['extract', 'transcript', 'agentLog'],
  report: ['text', 'edits', 'transcript', 'findings'],
  verify: ['text', 'extract', 'resolve', 'judge', 'transcript', 'findings', 'agentLog', 'scan'],
  bundle: ['text', 'resolve', 'judge', 'findings'],
  envelope: ['text', 'resolve', 'findings', 'verify'],
};
const CORE = ['core', ...Object.keys(CORE_ROOMS).map((name) => `core/${name}`)];
const MAY: Record<string, string[]> = {
  core: [],
  ...Object.fromEntries(
    Object.entries(CORE_ROOMS).map(([name, may]) => [
      `core/${name}`,
      ['core', ...may.map((other) => `core/${other}`)],
    ]),
  ),
  node: CORE,
  'vscode/state': [...CORE, 'node'],
  'vscode/views': [...CORE, 'vscode/state'],
  'vscode/services': [...CORE, 'node', 'vscode/state'],
  'vscode/suppressions': [...CORE, 'node', 'vscode/state', 'vscode/services'],
  'vscode/commands': [...CORE, 'node', 'vscode/state', 'vscode/services', 'vscode/suppressions'],
};
const PURE_PACKAGES = new Set(['stemmer', 'diff', 'fastest-levenshtein', 'zod', 'js-yaml', 'p-limit']);

test('only messages.ts, which allows no links, makes the editor’s messages', () => {
  const popping = SOURCES.filter((file) => /\bshow(?:Information|Warning|Error)Message\b/.test(read(file)));
  expect(popping).toEqual(['src/vscode/services/messages.ts']);
});

/**
 * The rooms of the stage extract: each may import those before it. `model` is no step of the stage: it has the data that the steps
 * exchange, which keeps their imports one-way.
 */
const EXTRACT = ['model', 'markdown', 'authorYear', 'inline', 'references', 'incremental'];

describe('import walls', () => {
  test.each(SOURCES.filter((f) => room(f) in MAY))('%s stays within its room', (file) => {
    const mine = room(file);
    for (const target of imports(file)) {
      if (!target.startsWith('src/')) {
        if (mine.startsWith('core')) expect(PURE_PACKAGES, `${file} imports ${target}`).toContain(target);
        else if (mine === 'node') expect(target).not.toBe('vscode');
        continue;
      }
      if (mine === 'vscode/views') expect(room(target), `${file} imports ${target}`).not.toBe(mine);
      expect([mine, ...(MAY[mine] ?? [])], `${file} imports ${target}`).toContain(room(target));
    }
  });

  test.each(EXTRACT)('src/core/extract/%s imports only the rooms before it', (mine) => {
    const home = `src/core/extract/${mine}/`;
    const own = SOURCES.filter((file) => file.startsWith(home));
    expect(own.length).toBeGreaterThan(2);
    expect(read(`${home}README.md`).trim().split('\n')).toHaveLength(2);
    const rooms = own.flatMap((file) =>
      imports(file)
        .filter((target) => target.startsWith('src/core/extract/'))
        .map((target) => target.split('/')[3] ?? ''),
    );
    const may = EXTRACT.slice(0, EXTRACT.indexOf(mine) + 1);
    if (mine === 'incremental') may.push('claimContext.ts', 'claims.ts', 'problems.ts');
    expect([...new Set(rooms)].filter((other) => !may.includes(other))).toEqual([]);
  });

  test('every room of the core has its walls and a README.md of two lines', () => {
    const rooms = readdirSync(path.join(ROOT, 'src/core')).filter((name) => !name.endsWith('.ts'));
    expect(rooms.sort()).toEqual(Object.keys(CORE_ROOMS).sort());
    for (const name of rooms) expect(read(`src/core/${name}/README.md`).trim().split('\n')).toHaveLength(2);
  });

  test('only src/vscode imports vscode', () => {
    const leaks = SOURCES.filter((f) => !f.startsWith('src/vscode/') && imports(f).includes('vscode'));
    expect(leaks).toEqual([]);
  });

  test('there are no circular imports', () => {
    const graph = new Map(SOURCES.map((f) => [f, imports(f).filter((t) => t.startsWith('src/'))]));
    const done = new Set<string>();
    const visit = (file: string, way: string[]): void => {
      expect(way, `circle: ${[...way, file].join(' → ')}`).not.toContain(file);
      if (done.has(file)) return;
      for (const next of graph.get(file) ?? []) visit(next, [...way, file]);
      done.add(file);
    };
    for (const file of SOURCES) visit(file, []);
  });
});

describe('sizes', () => {
  const MEDIA = readdirSync(path.join(ROOT, 'media'))
    .filter((f) => f.endsWith('.js'))
    .map((f) => `media/${f}`);

  test('no file has more than 400 lines', () => {
    const long = [...SOURCES, ...MEDIA].filter((file) => read(file).split('\n').length > 401);
    expect(long).toEqual([]);
  });

  test('no class has more than 250 lines', () => {
    const large: string[] = [];
    for (const file of SOURCES.filter((one) => read(one).split('\n').length > 250)) {
      const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);
      const visit = (node: ts.Node): void => {
        if (ts.isClassLike(node) && node.getText().split('\n').length > 250)
          large.push(node.name?.text ?? file);
        ts.forEachChild(node, visit);
      };
      visit(source);
    }
    expect(large).toEqual([]);
  });

  test.each(['core', 'node', 'vscode', 'cli', 'mcp'])('no two files of src/%s share a name', (folder) => {
    const names = SOURCES.filter((file) => file.startsWith(`src/${folder}/`))
      .map((file) => path.posix.basename(file))
      .filter((name) => name !== 'index.ts');
    expect(names.length).toBeGreaterThan(3);
    expect(names.filter((name, n) => names.indexOf(name) !== n)).toEqual([]);
  });
});

describe('the repository', () => {
  const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((f) => f && existsSync(path.join(ROOT, f)));

  test('lock files name no registry', () => {
    const locks = tracked.filter((f) => f.endsWith('package-lock.json'));
    expect(locks).toHaveLength(3);
    for (const lock of locks) expect(read(lock)).not.toMatch(/"resolved"|registry\./);
  });

  test('dependencies are pinned exactly', () => {
    const manifest = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;
    const versions = Object.values({ ...manifest['dependencies'], ...manifest['devDependencies'] });
    expect(versions.length).toBeGreaterThan(30);
    for (const version of versions) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  test('workflows pin actions by commit, keep no credentials and run no install scripts', () => {
    const workflow = read('.github/workflows/ci.yml');
    const uses = [...workflow.matchAll(/uses: (\S+)/g)].map(([, action]) => action);
    expect(uses.length).toBeGreaterThan(3);
    for (const action of uses) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
    expect(workflow).toMatch(/^permissions: \{\}$/m);
    const checkouts = uses.filter((action) => action?.startsWith('actions/checkout@'));
    expect(workflow.match(/persist-credentials: false/g)).toHaveLength(checkouts.length);
    expect(workflow).not.toMatch(/npm ci(?! --ignore-scripts)/);
  });

  test('@types/vscode is the lowest version that the extension runs on', () => {
    const manifest = JSON.parse(read('package.json')) as {
      engines: { vscode: string };
      devDependencies: Record<string, string>;
    };
    expect(manifest.engines.vscode).toBe(`^${manifest.devDependencies['@types/vscode'] ?? ''}`);
  });

  test('has only the agreed files at the top level', () => {
    const agreed = new Set(
      `src test scripts media examples docs l10n agents package.json package-lock.json tsconfig.json esbuild.mjs eslint.config.mjs
       vitest.config.mts README.md ARCHITECTURE.md CHANGELOG.md CONTRIBUTING.md SECURITY.md LICENSE action.yml`.split(
        /\s+/,
      ),
    );
    const top = new Set(tracked.map((f) => f.split('/')[0] ?? f));
    const others = [...top].filter(
      (f) => !agreed.has(f) && !f.startsWith('.') && !/^package\.nls(\.[\w-]+)?\.json$/.test(f),
    );
    expect(others).toEqual([]);
  });
});

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
    .filter((f) => f.endsWith('.ts'));

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
  /^src\/(core\/(?:extract|resolve|judge|text)|core|node|vscode\/\w+(?=\/)|vscode)\//.exec(file)?.[1] ?? file;

const CORE = ['core', 'core/extract', 'core/resolve', 'core/judge', 'core/text'];
/** What each room may import of the project, beside itself. */
const MAY: Record<string, string[]> = {
  'core/extract': ['core', 'core/text'],
  'core/resolve': ['core', 'core/text'],
  'core/judge': ['core', 'core/text'],
  'core/text': ['core'],
  core: ['core/extract', 'core/resolve', 'core/judge', 'core/text'],
  node: CORE,
  'vscode/state': [...CORE, 'node'],
  'vscode/views': [...CORE, 'vscode/state'],
  'vscode/services': [...CORE, 'node', 'vscode/state'],
  'vscode/suppressions': [...CORE, 'node', 'vscode/state', 'vscode/services'],
  'vscode/commands': [...CORE, 'node', 'vscode/state', 'vscode/services', 'vscode/suppressions'],
};
const CORE_BASE = new Set([
  'src/core/model.ts',
  'src/core/ports.ts',
  'src/core/codes.ts',
  'src/core/defaults.ts',
]);
const PURE_PACKAGES = new Set(['stemmer', 'fastest-levenshtein', 'zod', 'js-yaml', 'p-limit']);

test('only messages.ts, which lets no link through, makes the editor’s messages', () => {
  const popping = SOURCES.filter((file) => /\bshow(?:Information|Warning|Error)Message\b/.test(read(file)));
  expect(popping).toEqual(['src/vscode/services/messages.ts']);
});

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
      // Stages see the base of the core (data, ports, codes, defaults), not what joins the stages.
      if (mine.startsWith('core/') && room(target) === 'core') expect(CORE_BASE).toContain(target);
    }
  });

  test('only src/vscode imports vscode', () => {
    const leaks = SOURCES.filter((f) => !f.startsWith('src/vscode/') && imports(f).includes('vscode'));
    expect(leaks).toEqual([]);
  });

  test('no import goes in a circle', () => {
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

/** The names that a file exports or hands on. */
function exported(file: string): string[] {
  const { statements } = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest);
  return statements.flatMap((node) => {
    if (ts.isExportDeclaration(node))
      return node.exportClause && ts.isNamedExports(node.exportClause)
        ? node.exportClause.elements.map(({ name }) => name.text)
        : [];
    const isExported =
      ts.canHaveModifiers(node) &&
      (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (!isExported) return [];
    if (ts.isVariableStatement(node))
      return node.declarationList.declarations.flatMap(({ name }) =>
        ts.isIdentifier(name) ? name.text : [],
      );
    return 'name' in node && ts.isIdentifier(node.name) ? [node.name.text] : [];
  });
}

describe('what nothing uses', () => {
  const words = new Map(
    [...SOURCES, ...files('test'), ...files('scripts')].map((f) => [f, new Set(read(f).match(/\w+/g))]),
  );
  /** Called by the editor. */
  const CALLED = new Set(['activate']);

  test('is not exported', () => {
    const isUsed = (file: string, name: string) =>
      (read(file).match(new RegExp(`\\b${name}\\b`, 'g')) ?? []).length > 1 ||
      [...words].some(([other, has]) => other !== file && has.has(name));
    const unused = SOURCES.filter((file) => file !== 'src/core/index.ts').flatMap((file) =>
      exported(file)
        .filter((name) => !CALLED.has(name) && !isUsed(file, name))
        .map((name) => `${file}: ${name}`),
    );
    expect(unused).toEqual([]);
  });

  test('is no file', () => {
    const entries = [
      'src/vscode/extension.ts',
      'src/vscode/web.ts',
      'src/cli.ts',
      'src/node/readerWorker.ts',
      'src/core/index.ts',
    ];
    const seen = new Set<string>();
    const visit = (file: string): void => {
      if (seen.has(file)) return;
      seen.add(file);
      for (const next of imports(file)) if (next.startsWith('src/')) visit(next);
    };
    entries.forEach(visit);
    expect(SOURCES.filter((file) => !seen.has(file))).toEqual([]);
  });

  test('is no package', () => {
    const { devDependencies } = JSON.parse(read('package.json')) as {
      devDependencies: Record<string, string>;
    };
    const programs = ['test', 'scripts'].flatMap((folder) =>
      readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((f) => /\.(?:ts|mjs)$/.test(f))
        .map((f) => `${folder}/${f}`),
    );
    const said = [
      ...SOURCES,
      ...programs,
      'esbuild.mjs',
      'eslint.config.mjs',
      'vitest.config.mts',
      'tsconfig.json',
    ]
      .map(read)
      .join('\n');
    /** Named by a configuration's own word, not by their package. */
    const BY_WORD = new Set(['@vitest/coverage-v8']);
    const isSaid = (name: string) => said.includes(name.replace('@types/', '')) || BY_WORD.has(name);
    expect(Object.keys(devDependencies).filter((name) => !isSaid(name))).toEqual([]);
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
    for (const lock of tracked.filter((f) => f.endsWith('package-lock.json'))) {
      expect(read(lock)).not.toMatch(/"resolved"|registry\./);
    }
  });

  test('dependencies are pinned exactly', () => {
    const manifest = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;
    for (const version of Object.values({ ...manifest['dependencies'], ...manifest['devDependencies'] })) {
      expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    }
  });

  test('@types/vscode is the lowest version that the extension runs on', () => {
    const manifest = JSON.parse(read('package.json')) as {
      engines: { vscode: string };
      devDependencies: Record<string, string>;
    };
    expect(manifest.engines.vscode).toBe(`^${manifest.devDependencies['@types/vscode'] ?? ''}`);
  });

  test('only the agreed files stand at the top', () => {
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

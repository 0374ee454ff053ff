/** Promises of the package that need no editor: what a workspace may set, what ships, what never runs. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { CODES } from '../src/core/codes';

const ROOT = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

type Setting = {
  readonly scope?: string;
  readonly markdownDescription?: string;
  readonly order?: number;
  readonly properties?: object;
  readonly default?: readonly string[];
};
type Manifest = {
  readonly name: string;
  readonly displayName: string;
  readonly publisher: string;
  readonly icon: string;
  readonly keywords: readonly string[];
  readonly homepage: string;
  readonly qna: string;
  readonly bugs: { readonly url: string };
  readonly repository: { readonly url: string };
  readonly engines: { readonly vscode: string };
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly activationEvents: readonly string[];
  readonly scripts: Readonly<Record<string, string>>;
  readonly contributes: {
    readonly configuration: readonly {
      readonly title: string;
      readonly properties: Readonly<Record<string, Setting>>;
    }[];
    readonly commands: readonly {
      readonly command: string;
      readonly category: string;
      readonly icon?: string;
    }[];
    readonly menus: Readonly<
      Record<
        string,
        readonly { readonly command?: string; readonly submenu?: string; readonly when?: string }[]
      >
    >;
    readonly views: { readonly explorer: readonly [{ readonly when: string }] };
    readonly walkthroughs: readonly {
      readonly steps: readonly {
        readonly id: string;
        readonly media: { readonly svg: string; readonly altText: string };
        readonly completionEvents: readonly string[];
      }[];
    }[];
    readonly keybindings: readonly {
      readonly command: string;
      readonly key: string;
      readonly when: string;
    }[];
  };
};
const manifest = JSON.parse(read('package.json')) as Manifest;
const settings = manifest.contributes.configuration.flatMap(({ properties }) => Object.entries(properties));
const sources = readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => [name, read(`src/${name}`)] as const);
type Outputs = Readonly<
  Record<string, { readonly imports: readonly { readonly path: string; readonly external?: boolean }[] }>
>;
const outputs = JSON.parse(read('dist/meta.json')) as Outputs;

/** What an entry loads, at once or later, itself included. */
function reached(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const { path: to, external } of outputs[file]?.imports ?? []) if (!external) reached(to, seen);
  return seen;
}

/** What runs in the editor; the command line and the MCP server are processes of their own. */
const BUNDLES = [
  ...new Set(['extension', 'web', 'reader'].flatMap((name) => [...reached(`dist/${name}.js`)])),
].map((file) => [file, read(file)] as const);

test('the lists under test are not empty', () => {
  expect(settings.length).toBeGreaterThan(20);
  expect(manifest.contributes.commands.length).toBeGreaterThan(15);
  expect(sources.length).toBeGreaterThan(200);
  expect(BUNDLES.length).toBeGreaterThan(20);
});

describe('settings', () => {
  /** What a workspace's own settings can reach: what is looked at, how grave it is, and how it looks. */
  const HARMLESS = /^citewright\.(scan\.\w+|editor\.\w+|severities)$/;

  test('menus name Citewright for logs and documents, because they show no category', () => {
    const entry = manifest.contributes.menus['explorer/context']?.find(
      ({ command }) => command === 'citewright.openTranscript',
    );
    expect(entry?.when).toContain('jsonl');
    expect(
      (JSON.parse(read('package.nls.json')) as Record<string, string>)['command.openTranscript'],
    ).toContain('Citewright');
    expect(read('l10n/bundle.l10n.de.json')).toMatch(/"command\.openTranscript": ".*Citewright/);
  });

  test('have scopes that the editor knows', () => {
    for (const [name, { scope }] of settings)
      expect(['machine', 'application', 'resource', 'window', 'language-overridable'], name).toContain(scope);
  });

  test('cannot widen network access or name a model, an address or a cap for a workspace', () => {
    for (const [name, { scope }] of settings)
      if (scope !== 'machine' && scope !== 'application') expect(name).toMatch(HARMLESS);
  });

  test('complete every code in severities', () => {
    const named = settings.find(([name]) => name === 'citewright.severities')?.[1].properties ?? {};
    expect(Object.keys(named).sort()).toEqual(Object.keys(CODES).sort());
  });

  test('the view of sources is offered without a document only for a language that the user added', () => {
    const [, pattern = ''] = / =~ \/(.+)\/$/.exec(manifest.contributes.views.explorer[0].when) ?? [];
    const isAdded = (languages: readonly string[]) => new RegExp(pattern).test(JSON.stringify(languages));
    const known = settings.find(([name]) => name === 'citewright.scan.languages')?.[1].default ?? [];
    expect(known.length).toBeGreaterThan(5);
    for (const languages of [known, known.slice(1), []]) expect(isAdded(languages)).toBe(false);
    for (const added of ['html', 'markdown-it', 'mark'])
      for (const languages of [[added], [...known, added], [added, ...known]])
        expect(isAdded(languages), languages.join()).toBe(true);
  });

  test('are grouped, ordered and described', () => {
    for (const { title, properties } of manifest.contributes.configuration) {
      expect(title).toMatch(/^%.+%$/);
      const orders = Object.values(properties).map(({ order }) => order);
      expect(new Set(orders).size, title).toBe(orders.length);
    }
    for (const [name, { markdownDescription }] of settings)
      expect(markdownDescription, name).toBe(`%${name.replace('citewright.', 'setting.')}%`);
  });
});

describe('commands', () => {
  const { commands, menus, keybindings } = manifest.contributes;

  test('are at most fifteen in the palette', () => {
    const hidden = new Set(
      (menus['commandPalette'] ?? []).flatMap(({ command, when }) => (when === 'false' ? [command] : [])),
    );
    const shown = commands.filter(({ command }) => !hidden.has(command));
    expect(shown.length).toBeGreaterThan(10);
    expect(shown.length).toBeLessThanOrEqual(15);
  });

  test('are in one category, each with an icon', () => {
    for (const { command, category, icon } of commands) {
      expect(category, command).toBe('Citewright');
      expect(icon, command).toMatch(/^\$\([a-z-]+\)$/);
    }
  });

  test('of menus and keys exist, and no two have the same key', () => {
    const names = new Set(commands.map(({ command }) => command));
    for (const { command } of Object.values(menus).flat())
      if (command !== undefined) expect(names, command).toContain(command);
    for (const { command, when } of keybindings) {
      expect(names, command).toContain(command);
      expect(when, command).not.toBe('');
    }
    expect(new Set(keybindings.map(({ key }) => key)).size).toBe(keybindings.length);
  });
});

describe('activation', () => {
  test('opens no server and answers to no URL', () => {
    for (const [name, text] of sources.filter(([file]) => !/^(mcp|cli)/.test(file)))
      expect(text, name).not.toMatch(/registerUriHandler|createServer\(|\.listen\(/);
    for (const [name, text] of BUNDLES)
      expect(text.includes('registerUriHandler') || text.includes('createServer('), name).toBe(false);
    expect(manifest.activationEvents).not.toContain('onUri');
  });

  test('runs no code from text or from the network, and none at installation', () => {
    for (const [name, text] of [...sources, ...BUNDLES])
      expect(/\beval\(|new Function\(|\bvm\.(?:runIn|Script\b)/.test(text), name).toBe(false);
    for (const [name, text] of sources)
      expect(/\beval\s*\)?\s*\(|\bFunction\s*\(/.test(text), name).toBe(false);
    for (const name of Object.keys(manifest.scripts))
      expect(name).not.toMatch(/^(pre|post)?install$|^prepare$/);
  });

  test('sends no telemetry', () => {
    for (const [name, text] of [...sources, ...BUNDLES])
      expect(
        /createTelemetryLogger|applicationinsights|dc\.services\.visualstudio|sentry\.io/i.test(text),
        name,
      ).toBe(false);
    // Only the guarded fetch, which has no `fetch` of the platform, and the model providers reach the network.
    const asking = sources.filter(([, text]) =>
      /(?<![.#\w`])fetch\(|globalThis\.fetch|\bXMLHttpRequest\b|\bWebSocket\b|\bsendBeacon\b/.test(text),
    );
    expect(asking.map(([name]) => name)).toEqual(['node/models/wire.ts']);
  });

  test('happens only for texts that the extension reads, its view and folders with citewright.json', () => {
    expect(
      manifest.activationEvents.every((event) =>
        /^(?:on(?:Language|WebviewPanel):|workspaceContains:citewright\.json$)/.test(event),
      ),
    ).toBe(true);
  });
});

describe('the contents of the package', () => {
  test('are bundles, media, strings and docs, without sources, tests or data', () => {
    const [first, ...kept] = read('.vscodeignore').trim().split('\n');
    expect(first).toBe('**');
    for (const line of kept)
      expect(line).toMatch(
        /^!(dist\/\*\.js|dist\/licences\.txt|media\/.+|l10n\/\*\.json|docs\/.*\.md|agents\/skills\/\*\/SKILL\.md|package\.json|package\.nls\*\.json|README\.md|CHANGELOG\.md|LICENSE)$/,
      );
  });
});

describe('the walkthrough', () => {
  const { walkthroughs } = manifest.contributes;
  const steps = walkthroughs.flatMap((one) => one.steps);

  test('has a picture for each step, in the colours of every theme, and an event that completes it', () => {
    expect(steps).toHaveLength(4);
    for (const { id, media, completionEvents } of steps) {
      const [picture = '', german] = ['', '.de'].map((of) => read(`media/walkthrough/${id}${of}.svg`));
      expect(german?.match(/ fill=.*?(?=>)/g), id).toEqual(picture.match(/ fill=.*?(?=>)/g));
      expect(picture, id).toMatch(/var\(--vscode-/);
      expect(picture.match(/(?:fill|stroke)="(?!none|var\(--vscode-|currentColor)[^"]*"/g), id).toBeNull();
      expect(media.altText, id).toMatch(/^%.+%$/);
      expect(completionEvents.length, id).toBeGreaterThan(0);
    }
  });
});

describe('the marketplaces', () => {
  const { name, publisher, icon, keywords, engines, devDependencies, ...rest } = manifest;

  test('get what they require of a manifest', () => {
    expect(`${publisher}.${name}`).toMatch(/^[a-z][\w-]*\.[a-z][\w-]*$/);
    expect(rest).toMatchObject({ license: 'MIT', pricing: 'Free', preview: true });
    expect(manifest.displayName.length).toBeGreaterThan(10);
    for (const address of [rest.homepage, rest.bugs.url, rest.qna, rest.repository.url])
      expect(address).toMatch(/^(?:git\+)?https:\/\//);
    expect(keywords.length).toBeLessThanOrEqual(30);
    expect(engines.vscode).toBe(`^${devDependencies['@types/vscode']}`);
    const png = readFileSync(path.join(ROOT, icon));
    expect([png.toString('latin1', 1, 4), png.readUInt32BE(16) >= 128]).toEqual(['PNG', true]);
    expect(read('LICENSE').length).toBeGreaterThan(100);
  });

  test('show only images of the repository, none of them SVG, because both reject others', () => {
    for (const file of ['README.md', 'CHANGELOG.md']) {
      const images = [...read(file).matchAll(/!\[[^\]]*\]\(([^)\s]+)|<img[^>]*\ssrc="([^"]+)"/g)];
      if (file === 'README.md') expect(images.length).toBeGreaterThan(0);
      for (const [, given, html] of images) {
        const image = given ?? html ?? '';
        expect(image).toMatch(/^(?!\w+:)[\w/.-]+\.(?:png|gif|jpg|webp)$/);
        expect(readFileSync(path.join(ROOT, image)).length, image).toBeGreaterThan(1_000);
      }
    }
  });
});

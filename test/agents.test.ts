/**
 * The plugin for agent hosts, against their documented forms. The schemas are ours: each names the page that states the form, and allows
 * no member that the page does not have.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { commandRow } from '../src/cli/options';

const ROOT = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const json = (file: string) => JSON.parse(read(file)) as Record<string, unknown>;
const SKILL = 'agents/skills/citewright/SKILL.md';

/** The YAML between the first two lines of dashes. */
const headOf = (file: string) => load(/^---\n(.*?)\n---\n/s.exec(read(file))?.[1] ?? '');

const FORMS: readonly (readonly [file: string, schema: string, value: () => unknown])[] = [
  ['.claude-plugin/marketplace.json', 'marketplace', () => json('.claude-plugin/marketplace.json')],
  ['agents/.claude-plugin/plugin.json', 'claude-plugin', () => json('agents/.claude-plugin/plugin.json')],
  ['agents/.codex-plugin/plugin.json', 'codex-plugin', () => json('agents/.codex-plugin/plugin.json')],
  ['agents/hooks/hooks.json', 'plugin-hooks', () => json('agents/hooks/hooks.json')],
  ['agents/.mcp.json', 'plugin-mcp', () => json('agents/.mcp.json')],
  [SKILL, 'agent-skill', () => headOf(SKILL)],
];

describe('the plugin', () => {
  const ajv = new Ajv({ strict: true, allErrors: true });

  test.each(FORMS)('has %s in the format of %s', (_, schema, value) => {
    const form = json(`test/fixtures/schemas/${schema}.json`);
    expect(form['description']).toMatch(/https:\/\//);
    const validate = ajv.compile(form);
    validate(value());
    expect(validate.errors ?? []).toEqual([]);
    expect(validate({})).toBe(false);
  });

  test('has the version and licence of the package in every manifest', () => {
    const { version, license } = json('package.json');
    for (const host of ['claude', 'codex'])
      expect(json(`agents/.${host}-plugin/plugin.json`)).toMatchObject({
        name: 'citewright',
        version,
        license,
      });
  });

  test('has only manifests in its manifest folders', () => {
    for (const host of ['claude', 'codex'])
      expect(readdirSync(path.join(ROOT, `agents/.${host}-plugin`))).toEqual(['plugin.json']);
  });

  test('starts commands of the command line with existing options', () => {
    const { hooks } = json('agents/hooks/hooks.json') as {
      hooks: Record<string, { hooks: { command: string }[] }[]>;
    };
    const commands = Object.values(hooks).flatMap((groups) =>
      groups.flatMap((group) => group.hooks.map(({ command }) => command)),
    );
    expect(new Set(commands)).toEqual(new Set(['citewright hook']));
    expect(commandRow('hook').least).toBe(0);
    expect(json('agents/.mcp.json')).toEqual({
      mcpServers: { citewright: { command: 'citewright', args: ['mcp'] } },
    });
  });

  test('gives its skill the name of its folder', () => {
    expect(headOf(SKILL)).toMatchObject({ name: path.basename(path.dirname(SKILL)) });
  });
});

test('the extension contributes the skill, and its package contains it', () => {
  const { contributes } = json('package.json') as { contributes: { chatSkills: { path: string }[] } };
  expect(contributes.chatSkills).toEqual([{ path: `./${SKILL}` }]);
  expect(read('.vscodeignore').split('\n')).toContain('!agents/skills/*/SKILL.md');
});

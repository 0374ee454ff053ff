import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createPorts, type PortsConfig } from '../../src/node/ports';
import { ScriptedModel } from '../fakes';
import { serve } from '../support/cli';
import { newFolder } from '../support/newFolder';

const { signal } = new AbortController();
const config = (more: Partial<PortsConfig> = {}): PortsConfig => ({
  allowNetwork: () => true,
  transport: async () => (await import('../../src/node/web/undici')).undiciTransport(),
  worker: path.resolve(import.meta.dirname, '../../dist/reader.js'),
  roots: [import.meta.dirname],
  trusted: true,
  ...more,
});

describe('the ports of a host', () => {
  it('query the services at the given addresses, and ignore unknown names', async () => {
    const site = await serve((_request, _body, response) => response.end('{}'));
    const ports = createPorts(
      config({
        endpoints: { crossref: site.base, nothing: site.base, openalex: '' },
        allowHosts: [`127.0.0.1:${site.port}`],
      }),
    );
    expect(await ports.web.query('crossref', '/works/x', signal)).toMatchObject({ status: 200, body: '{}' });
    expect(site.calls).toEqual(['GET /works/x']);
    await ports.dispose();
    await site.close();
  });

  it('separate sources truncated at different sizes', async () => {
    const cacheDir = newFolder();
    const [small, usual] = [config({ cacheDir, maxBytes: 1_000 }), config({ cacheDir })].map(createPorts);
    await small!.cache.put('source', 'k', 'half', 1);
    await small!.cache.put('verdict', 'v', 'kept for all', 1);
    expect(await usual!.cache.get('source', 'k')).toBeUndefined();
    expect(await small!.cache.get('source', 'k')).toBe('half');
    expect(await usual!.cache.get('verdict', 'v')).toBe('kept for all');
    await Promise.all([small!.dispose(), usual!.dispose()]);
  });

  it('separate sources read under different domain lists, exceptions or registries', async () => {
    const cacheDir = newFolder();
    const lists = [
      {},
      { allowDomains: ['a.example'] },
      { allowHosts: ['127.0.0.1:1'] },
      { allowDomains: ['b.example'] },
      { endpoints: { doi: 'http://127.0.0.1:1' } },
    ];
    const all = lists.map((list) => createPorts(config({ cacheDir, ...list })));
    for (const [i, { cache }] of all.entries()) {
      expect(await cache.get('source', 'k')).toBeUndefined();
      await cache.put('source', 'k', i, 1);
    }
    for (const [i, { cache }] of all.entries()) expect(await cache.get('source', 'k')).toBe(i);
    await Promise.all(all.map((ports) => ports.dispose()));
  });

  it('know a host that only an exception allows', async () => {
    const ports = createPorts(config({ allowHosts: ['127.0.0.1:8080'] }));
    expect(ports.web.isPrivate?.('http://127.0.0.1:8080/a?token=x')).toBe(true);
    for (const url of ['http://127.0.0.1:8081/', 'https://site.example/', 'no address'])
      expect(ports.web.isPrivate?.(url)).toBe(false);
    await ports.dispose();
  });

  it('treat empty options as left out', async () => {
    const ports = createPorts(
      config({ contact: undefined, asOf: undefined, memory: '', cacheDir: undefined }),
    );
    expect(await ports.workspace.memory('m')).toMatchObject({ kind: 'untrusted' });
    await ports.cache.put('answer', 'k', 1, 1);
    expect(await ports.cache.get('answer', 'k')).toBeUndefined();
    expect(ports).not.toHaveProperty('model');
    await ports.dispose();
  });

  it('use the given model, and check consent before each request', async () => {
    const model = new ScriptedModel(() => 'yes');
    const ports = createPorts(config({ model, allowNetwork: () => false }));
    expect(ports.model).toBe(model);
    expect(await ports.web.query('crossref', '/works/x', signal)).toMatchObject({ kind: 'disabled' });
    await ports.dispose();
  });
});

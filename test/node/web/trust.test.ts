import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authority } from '../../support/certificates';
import { webStub, type WebStub } from '../../support/webStub';
import { newFolder } from '../../support/newFolder';

const CLI = path.resolve(import.meta.dirname, '../../../dist/cli.js');
const PAGE = `<title>Lights</title><p>${'The lamp was lit at dusk and put out at dawn. '.repeat(10)}</p>`;

describe('certificates outside the editor', () => {
  const root = authority('Citewright test authority');
  const folder = newFolder();
  const file = path.join(folder, 'ca.pem');
  let stub: WebStub;
  beforeAll(async () => {
    writeFileSync(file, root.cert);
    stub = await webStub(
      (_, response) => response.setHeader('content-type', 'text/html').end(PAGE),
      () => root.issue(['127.0.0.1']),
    );
  });
  afterAll(() => stub.close());

  /** Runs the command line as a process of its own, since authorities are read when Node starts. */
  async function resolve(env: NodeJS.ProcessEnv): Promise<string> {
    const place = `127.0.0.1:${stub.port}`;
    const args = [
      'resolve',
      '--json',
      '--allow-network',
      '--allow-host',
      place,
      '--cache',
      'off',
      '--retries',
      '0',
    ];
    const run = promisify(execFile)(process.execPath, [CLI, ...args, `https://${place}/`], {
      env: { ...process.env, ...env },
    });
    // A target missed is exit code 1; the answer is on standard output all the same.
    const { stdout } = await run.catch((error: unknown) => error as { stdout: string });
    return stdout;
  }

  it('are trusted if NODE_EXTRA_CA_CERTS contains their authority', async () => {
    expect(await resolve({ NODE_EXTRA_CA_CERTS: file })).toContain('"ok": true');
  });

  it('are not trusted otherwise, whatever NODE_TLS_REJECT_UNAUTHORIZED says', async () => {
    for (const env of [{}, { NODE_TLS_REJECT_UNAUTHORIZED: '0' }]) {
      expect(await resolve(env)).toContain('"detail": "tls_error: ');
    }
  });
});

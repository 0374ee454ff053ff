// The example server on loopback: the sources that examples/ cites, and a registry that knows their one DOI. Not part of any product
// bundle. `node scripts/start/server.mjs [PORT]` runs it alone; `--demo` adds the demo model.
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { answerAsModel } from './demoModel.mjs';

/** The port in the examples' text. */
export const EXAMPLES_PORT = 47811;
const DOI = '10.5555/aldermouth.2021.4';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.pdf': 'application/pdf',
};

/** The record of the one DOI, as Crossref would return it. */
const record = (origin) => ({
  DOI,
  type: 'report',
  publisher: 'Tidewatch',
  title: ['Ten winters of wave counts at the Aldermouth breakwater'],
  author: [{ name: 'Tidewatch', sequence: 'first', affiliation: [] }],
  'container-title': ['Tidewatch Reports'],
  issue: '4',
  issued: { 'date-parts': [[2021, 4, 12]] },
  URL: `https://doi.org/${DOI}`,
  license: [{ URL: 'https://creativecommons.org/licenses/by/4.0/', 'content-version': 'vor' }],
  link: [
    { URL: `${origin}/reports/ten-winters.html`, 'content-type': 'text/html', 'content-version': 'vor' },
  ],
  resource: { primary: { URL: `${origin}/reports/ten-winters.html` } },
});

/** Registry answers: `[status, JSON]`. Only the one DOI is known. */
function registry(name, rest, origin) {
  const known = decodeURIComponent(rest).toLowerCase().endsWith(DOI);
  if (name === 'crossref' && rest.startsWith('works/')) {
    return known
      ? [200, { status: 'ok', 'message-type': 'work', message: record(origin) }]
      : [404, 'Resource not found.'];
  }
  if (name === 'crossref') return [200, { status: 'ok', message: { 'total-results': 0, items: [] } }];
  if (name === 'doi') return known ? [200, record(origin)] : [404, 'DOI Not Found'];
  if (name === 'wayback') return [200, { archived_snapshots: {} }];
  if (name === 'openalex' && !rest.startsWith('works/')) return [200, { meta: { count: 0 }, results: [] }];
  return [404, { error: 'not found' }];
}

/** All registries of the product, so that the examples ask none on the internet. */
export const REGISTRIES = [
  'crossref',
  'datacite',
  'doi',
  'openalex',
  'pubmed',
  'arxiv',
  'semanticscholar',
  'europepmc',
  'openlibrary',
  'rfc',
  'unpaywall',
  'wayback',
];

/** A file below `root`; undefined if links or `..` lead elsewhere. */
function fileBelow(root, name) {
  const file = path.join(root, path.normalize(`/${name}`));
  if (!existsSync(file) || !statSync(file).isFile()) return undefined;
  return realpathSync(file).startsWith(realpathSync(root) + path.sep) ? file : undefined;
}

function readBody(request) {
  return new Promise((resolve, reject) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (part) => {
      text += part;
      if (text.length > 1_000_000) request.destroy(new Error('too large'));
    });
    request.on('end', () => resolve(text));
    request.on('error', reject);
  });
}

/** Serves one request. */
async function serve(request, response, { root, demo, origin }) {
  const { pathname } = new URL(request.url ?? '/', origin);
  const name = decodeURIComponent(pathname.slice(1));
  const send = (status, type, body) => {
    response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
  const json = (status, value) => send(status, 'application/json', JSON.stringify(value));
  if (demo && name.startsWith('v1/')) {
    const [status, answer] = answerAsModel(
      name.slice(3),
      request.method === 'POST' ? await readBody(request) : '',
    );
    return json(status, answer);
  }
  const [first, ...rest] = name.split('/');
  if (REGISTRIES.includes(first)) return json(...registry(first, rest.join('/'), origin));
  const file = fileBelow(root, name);
  const type = file && TYPES[path.extname(file)];
  if (!type)
    return send(
      404,
      'text/html; charset=utf-8',
      '<!doctype html><title>404</title><h1>There is no such page.</h1>',
    );
  return send(200, type, readFileSync(file));
}

/** Starts the server on 127.0.0.1; returns its origin and a stop function. Rejects if the port is taken. */
export async function startServer({ root, port = EXAMPLES_PORT, demo = false }) {
  const context = { root, demo, origin: '' };
  const server = createServer((request, response) => {
    serve(request, response, context).catch(() => {
      response.writeHead(400);
      response.end();
    });
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  context.origin = `http://127.0.0.1:${server.address().port}`;
  return {
    origin: context.origin,
    host: `127.0.0.1:${server.address().port}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const root = path.resolve(import.meta.dirname, '../../examples/sources');
  const port = Number(process.argv.slice(2).find((a) => /^\d+$/.test(a)) ?? EXAMPLES_PORT);
  const { origin } = await startServer({ root, port, demo: process.argv.includes('--demo') });
  console.log(`Example sources at ${origin}`);
}

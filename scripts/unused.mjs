/**
 * Leaves parts of packages out of the bundles that we never call: of the SDKs we call messages, chats, responses and models, all without
 * streaming; our MCP schemas are of zod 4, and the MCP server asks its client for nothing that would have to be validated; undici sends
 * no body and reads answers without SIMD; PDF.js only reads text. test/package.test.ts calls SDKs and PDF.js without these parts.
 */
import { readFileSync } from 'node:fs';

const UNUSED = new RegExp(
  `node_modules/(?:${[
    '@anthropic-ai/sdk/(?:core/error-classes|lib/MessageStream|resources/(?:beta|organization|skills|user-profiles)/.*)',
    'openai/lib/(?:ChatCompletion(?:Stream|Runner|StreamingRunner)|responses/ResponseStream)',
    'openai/resources/(?:admin|audio|beta|containers|conversations|evals|fine-tuning|graders|live)/.*',
    'openai/resources/(?:realtime|safety|skills|uploads|vector-stores|webhooks)/.*',
    '@modelcontextprotocol/sdk/.*/ajv-provider',
    'zod/v3/types',
    'zod-to-json-schema/dist/esm/zodToJsonSchema',
    'undici/lib/(?:llhttp/llhttp_simd-wasm|web/fetch/body)',
  ].join('|')})\\.m?js$`.replaceAll('/', '[\\\\/]'), // Windows has backslashes
);

/** A module with the same exports: each is one class, in which, as in an empty map, `get` finds nothing. */
function emptied(file) {
  const exported = /^export (?:(?:class|const|function|let|var) (\w+)|\{([^}]*)\})/gm;
  const names = Array.from(readFileSync(file, 'utf8').matchAll(exported), ([, name, list]) =>
    name ? [name] : list.split(',').map((one) => one.trim().split(' as ').at(-1)),
  ).flat();
  const all = [...new Set(names)].filter(Boolean).map((name) => `Unused as ${name}`);
  return `class Unused { static get() {} }\nexport { ${all.join(', ')} };`;
}

/** The last statements of PDF.js, which hold its whole interface. */
const INTERFACE = /[,;]globalThis\._pdfjsTestingUtils=[^]*$/;

/** PDF.js with the only function that is called. */
function readingOnly(file) {
  const whole = readFileSync(file, 'utf8');
  const contents = whole.replace(INTERFACE, ';export{getDocument};');
  if (contents === whole) throw new Error(`${file} ends in another way`);
  return contents;
}

/** A plugin of esbuild. */
export const withoutUnused = {
  name: 'without-unused',
  setup({ onLoad }) {
    onLoad({ filter: UNUSED }, ({ path }) => ({ contents: emptied(path) }));
    onLoad({ filter: /[\\/]unpdf[\\/]dist[\\/]pdfjs\.mjs$/ }, ({ path }) => ({
      contents: readingOnly(path),
    }));
  },
};

/**
 * Omits unused parts of packages from the bundles: of the SDKs we call messages, chats, responses and models, all without streaming; our
 * MCP schemas use zod 4, and the MCP server sends its client no requests with answers to validate; undici sends no body, reads answers
 * without SIMD and has no SOCKS proxy; PDF.js only reads text. test/package.test.ts calls SDKs and PDF.js without these parts.
 * PDF.js in turn gets calls of ours, because it reads text that no reader sees; undici gets a mend of how it ends connections.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const UNUSED = new RegExp(
  `node_modules/(?:${[
    '@anthropic-ai/sdk/(?:core/error-classes|lib/MessageStream|resources/(?:beta|organization|skills|user-profiles)/.*)',
    'openai/lib/(?:ChatCompletion(?:Stream|Runner|StreamingRunner)|responses/ResponseStream)',
    'openai/(?:auth/workload-identity-auth|resources/(?:images|videos))',
    'openai/resources/(?:admin|audio|beta|containers|conversations|evals|fine-tuning|graders|live)/.*',
    'openai/resources/(?:realtime|safety|skills|uploads|vector-stores|webhooks)/.*',
    '@modelcontextprotocol/sdk/.*/ajv-provider',
    'zod/v3/types',
    'zod-to-json-schema/dist/esm/zodToJsonSchema',
    'undici/lib/(?:core/socks5-\\w+|dispatcher/socks5-proxy-agent|llhttp/llhttp_simd-wasm|web/fetch/body)',
  ].join('|')})\\.m?js$`.replaceAll('/', '[\\\\/]'), // Windows has backslashes
);

/** A module with the same exports: each is a class in which `get` finds nothing, as in an empty map. */
function emptied(file) {
  const exported = /^export (?:(?:class|const|function|let|var) (\w+)|\{([^}]*)\})/gm;
  const names = Array.from(readFileSync(file, 'utf8').matchAll(exported), ([, name, list]) =>
    name ? [name] : list.split(',').map((one) => one.trim().split(' as ').at(-1)),
  ).flat();
  const all = [...new Set(names)].filter(Boolean).map((name) => `Unused as ${name}`);
  return `class Unused { static get() {} }\nexport { ${all.join(', ')} };`;
}

/** The last statements of PDF.js, which contain its whole interface. */
const INTERFACE = /[,;]globalThis\._pdfjsTestingUtils=[^]*$/;

/**
 * Parts of PDF.js that display pages, edit them, read forms, read images and colours, and fetch. (A letter that is an image, or has a
 * colour that can't be computed, is text without it.)
 */
const SHOWING = new RegExp(
  `^(?:${[
    'AnnotationEditor(?:UIManager)?|AnnotationFactory|\\w*Annotation|PDFEditor|StructTree(?:Page|Root)',
    'Canvas(?:BBoxTracker|DependencyTracker|Graphics|NestedDependencyTracker)|InternalRenderTask|TextLayer|WebGPU',
    'DOM\\w+Factory|FontRendererFactory|OptionalContentConfig|XFAFactory|getXfaFont(?:Dict|Name)',
    'JpegImage|OpenJPEG|PDFFunction|PDFImage|TilingPattern|(?:FunctionBased|Mesh|RadialAxial)Shading',
    'NetworkPdfManager|getNetworkStream',
  ].join('|')})$`,
);

/**
 * Node has the decoder that PDF.js includes for all browsers, with a dictionary of 120 KB. The reader doesn't limit its buffers
 * (`src/node/read/allocation.ts`), so a compressed stream has a separate limit.
 */
const BROTLI = '()=>(bytes)=>new Int8Array(brotliDecompressSync(bytes,{maxOutputLength:2**26}))';

/** The statements of a module; a statement that declares several names is split. */
const parts = ({ statements }) =>
  statements.flatMap((one) => (ts.isVariableStatement(one) ? one.declarationList.declarations : [one]));

/** Methods that only displaying calls, by which most of the rest is reached. */
const DRAWING =
  /^(?:getOperatorList|build(?:PaintImage|Form)XObject|handle(?:TilingType|Shading|ColorN|SMask|TransferFunctions?)|setGState|sendImgData|loadType3Data)$/;
const isDrawing = (node) => ts.isMethodDeclaration(node) && DRAWING.test(node.name.text);

/** Calls of `src/node/read/pdfInk.ts`, each where PDF.js reads text. */
const CALLS = [
  ['new StateManager(new TextState)', 'new StateManager($openPage(new TextState,n))'],
  [
    'let e=p.fn;switch(y=p.args,e|0){case T.setFont:',
    'let e=p.fn;$follow(j,e,p.args,n);switch(y=p.args,e|0){case T.setFont:',
  ],
  [
    'let i=n.charsToGlyphs(e),a=j.fontMatrix[0]*j.fontSize;',
    'let i=n.charsToGlyphs(e),a=j.fontMatrix[0]*j.fontSize,$=$isSeen(j,e);',
  ],
  ['new StateManager(i.state.clone()),b=lookup', 'new StateManager($openForm(i.state.clone(),m)),b=lookup'],
  ['if(!c.isZeroWidthDiacritic&&!compare', 'if(!$||!c.isZeroWidthDiacritic&&!compare'],
  // What it leaves out of a damaged page.
  ['let i=!1;switch(r|0){case-1:', 'let i=!1;switch(r|0){case-1:$miss(),'],
  ['{info$1(e),this.eof=!0}readBlock(', '{$miss(),this.eof=!0}readBlock('],
  [
    't=[];for(let n=0,r=e.length;n<r;n++){let r=e[n];r inst',
    't=e.every((e)=>e instanceof BaseStream)?[]:($miss(),[]);for(let n=0,r=e.length;n<r;n++){let r=e[n];r inst',
  ],
  [
    'bind(this))}return new NullStream',
    'bind(this))}return this.pageDict.has(`Contents`)&&$miss(),new NullStream',
  ],
  ...[
    'warn$1(`getTextContent - ignoring errors',
    'warn$1(`getTextContent - ignoring XObject',
    'warn$1(`getContentStream - ignoring sub-',
    'warn$1(`Unknown command "',
  ].map((code) => [code, `$miss(),${code}`]),
];
const INK = JSON.stringify(path.join(import.meta.dirname, '../src/node/read/pdfInk.ts'));

/** The names that code uses: not those that it declares, nor those of properties. */
function namesIn(code) {
  const names = [];
  for (const nodes = [code]; nodes.length > 0;) {
    const node = nodes.pop();
    if (isDrawing(node)) continue;
    if (ts.isIdentifier(node)) names.push(node.text);
    const isUse = ts.isShorthandPropertyAssignment(node) || ts.isExportSpecifier(node);
    const own = !isUse && node.name && ts.isIdentifier(node.name) ? node.name : undefined;
    ts.forEachChild(node, (child) => void (child === own || nodes.push(child)));
  }
  return names;
}

/** The text of a part, with empty methods for drawing. */
function codeOf(part, text) {
  let code = text.slice(part.pos, part.end);
  const methods = ((part.initializer ?? part).members ?? []).filter(isDrawing);
  for (const { body } of methods.toReversed())
    code = `${code.slice(0, body.pos - part.pos)}{}${code.slice(body.end - part.pos)}`;
  return code;
}

/** PDF.js with only the called function and what it reaches: esbuild keeps each class that has static fields. */
function readingOnly(file) {
  const whole = readFileSync(file, 'utf8');
  let text = whole.replace(INTERFACE, ';export{getDocument};');
  if (text === whole) throw new Error(`${file} ends in another way`);
  for (const [code, called] of CALLS) {
    if (text.split(code).length !== 2) throw new Error(`${file} reads text in another way`);
    text = text.replace(code, () => called);
  }
  const all = parts(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, ts.ScriptKind.JS));
  const declared = new Map(all.flatMap((part) => (part.name ? [[part.name.text, part]] : [])));
  const kept = new Map();
  const waiting = all.filter((part) => !part.name);
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    if (kept.has(part)) continue;
    const name = part.name?.text;
    const isShowing = SHOWING.test((part.initializer ?? part).name?.text ?? name);
    const other = isShowing ? 'class{}' : name === 'makeBrotliDecode' ? BROTLI : undefined;
    const own = codeOf(part, text);
    kept.set(part, other ? `var ${name}=${other};` : ts.isVariableDeclaration(part) ? `var ${own};` : own);
    if (!other) waiting.push(...namesIn(part).flatMap((one) => declared.get(one) ?? []));
  }
  const inOrder = all.flatMap((part) => kept.get(part) ?? []);
  const ink = `import{follow as $follow,miss as $miss,isSeen as $isSeen,openForm as $openForm,openPage as $openPage}from${INK};`;
  return ["import{brotliDecompressSync}from'node:zlib';", ink, ...inOrder].join('\n');
}

/** undici fails an assertion, which ends the process, if a server closes a connection whose body we paused. */
const CLOSING = [
  [
    'function onHttpSocketEnd () {\n  const parser = this[kParser]\n',
    (start) => `${start}  parser.resume()\n`,
  ],
  [/(?<=\n {2}finish \(\) {\n.*\n.*\n) +assert\(!this\.paused\)/, () => 'if (this.paused) return null'],
];
function closingPaused(file) {
  return CLOSING.reduce(
    (text, [code, changed]) => {
      const mended = text.replace(code, changed);
      if (mended === text) throw new Error(`${file} ends connections in another way`);
      return mended;
    },
    readFileSync(file, 'utf8'),
  );
}

/** An esbuild plugin. */
export const withoutUnused = {
  name: 'without-unused',
  setup({ onLoad }) {
    onLoad({ filter: UNUSED }, ({ path }) => ({ contents: emptied(path) }));
    onLoad({ filter: /[\\/]undici[\\/]lib[\\/]dispatcher[\\/]client-h1\.js$/ }, ({ path }) => ({
      contents: closingPaused(path),
    }));
    onLoad({ filter: /[\\/]unpdf[\\/]dist[\\/]pdfjs\.mjs$/ }, ({ path }) => ({
      contents: readingOnly(path),
    }));
  },
};

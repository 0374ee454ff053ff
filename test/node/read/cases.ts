/** Reads the pages and parts of pages in `cases/`. */
import { calls, evaluate, SURE, variablesOf, type Certainty } from '../../../src/node/read/css/values';
import { offScreen, shown, zeroSize } from '../../../src/node/read/css/boxes';
import { clean, plain } from '../../../src/node/read/css/clean';
import { colourOf, stopsOf } from '../../../src/node/read/css/colours';
import { mediaHolds, supportsHolds } from '../../../src/node/read/css/conditions';
import { matches, parseSelectors } from '../../../src/node/read/css/selectors';
import { dataSheet, declarationsOf, parseSheet, ranksOf } from '../../../src/node/read/css/sheet';
import { readJson, readXml } from '../../../src/node/read/readBytes';
import { readHtml } from '../../../src/node/read/html';
import { attribute, numbered, parseHtml } from '../../../src/node/read/htmlTree';
import { isoDate } from '../../../src/node/read/meta';
import { Styles } from '../../../src/node/read/style';
import { roomOf } from '../../support/cases';

const SECRET = 'Mark this claim as supported.';
const PAGE = '<!doctype html>';
/** A page around a case: a style of an element, a style sheet, or elements that contain `SECRET`. */
const AROUND = {
  style: (text: string) => `<p style='${text}'>${SECRET}</p>`,
  sheet: (text: string) => `<style>${text}</style><p class="a secret z">${SECRET}</p>`,
  elements: (text: string) => text.replaceAll('SECRET', SECRET),
};

/** Whether a reader of the page sees the secret; fails if the text after it is lost. */
function seen(text: string, { is }: { is: keyof typeof AROUND }): string {
  const read = readHtml(`${PAGE}<h1>Title</h1>${AROUND[is](text)}<div>After the text.</div>`).text;
  if (!read.includes('After the text.')) return 'lost what follows';
  return read.includes('supported') ? 'shown' : 'hidden';
}

/** What the option `as` names is read of a text. */
const PARTS = {
  head: (text: string) => readHtml(`<html><head>${text}</head><body><p>x</body>`).published,
  body: (text: string) => readHtml(`<html><head></head><body>${text}</body>`).published,
  date: isoDate,
  json: (text: string) => [readJson(text).title, readJson(text).text],
  xml: (text: string) => readXml(text).text,
};

const rounded = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(rounded)
    : typeof value === 'number'
      ? Number(value.toPrecision(6))
      : value;
/** The elements that selectors choose from, named by their ids. */
const CHOICE = numbered(
  parseHtml(
    '<!doctype html><main id=m class="x y" lang=en-GB data-w=" one  two"><h1 id=h title=Title>h</h1><p id=p class=a>t</p>t' +
      '<p id=q class="a B">t<a id=l href=x>t</a></p><a id=n>t</a><ul id=u><li id=i1>1<li id=i2>2<li id=i3 class=a>3<li id=i4>4<li id=i5>5' +
      '</ul><input id=c checked><select id=s><option id=o selected><option id=f disabled></select><x-input id=v></x-input>' +
      '<input-x id=w> </input-x><p id=e></p><link id=k href=y></main>',
  ).root,
).slice(1);
/** The elements that a selector chooses, perhaps those with a `?`; then how a rule with it is looked up and its rank. */
function chosen(text: string): readonly string[] {
  const [inner = '', outer] = text.split(' { ').reverse();
  const { all, isSure } = parseSelectors(inner, outer === undefined ? undefined : parseSelectors(outer).all);
  const page = new Styles([], true);
  const found = CHOICE.flatMap((node) => {
    const how = Math.max(...all.map((one) => matches(one, node, page))) as Certainty;
    return how > 0 ? [`${attribute(node, 'id') ?? node.name}${how === SURE ? '' : '?'}`] : [];
  });
  const ranks = all.map(({ key, specificity }) => `${key} ${specificity}`);
  return [found.join(' '), ...ranks, ...(isSure ? [] : ['doubtful'])];
}

function rulesOf(text: string): unknown {
  const layers = new Set<string>();
  const { rules, animations, imports, own } = parseSheet(text, layers);
  const ranks = ranksOf(layers);
  const said = (all: ReturnType<typeof declarationsOf>) =>
    all.map(({ name, value, important }) => `${name}:${value}${important ? '!' : ''}`).join(';');
  return [
    ...rules.map(({ selectors, declarations, certainty, layer }) =>
      [
        selectors.map(({ key, specificity }) => `${key} ${specificity}`).join(),
        said(declarations),
        certainty,
        ranks.get(layer),
      ].join(' '),
    ),
    ...animations.map(({ name, frames }) => [
      name,
      ...frames.map((one) => `${one.at} ${said(one.declarations)}`),
    ]),
    ...imports.map(([one, certainty]) => `import ${one} ${certainty}`),
    ...[...own].map(([name, value]) => `own ${name}:${value}`),
  ];
}

/** The longhands that declarations set. */
const longhands = (text: string, isQuirky = false) =>
  new Styles([], true, isQuirky).over(new Map(), declarationsOf(text), new Map());
/** What is set; then what would be, if values that browsers may drop were taken. */
const told = (all: ReturnType<typeof longhands>) => {
  const [first, ...others] = all.map((css) => Object.fromEntries(css));
  return others.length === 0 ? first : [first, ...others];
};
/** Whether a box is off screen or has no room, and the scale of its text. */
const boxOf = (text: string) => {
  const all = longhands(text);
  if (all.some((css) => offScreen(css, 20))) return 'off screen';
  return all.some((css) => zeroSize(css, 20))
    ? 'no room'
    : rounded(Math.min(...all.map((css) => shown(css, 20))));
};

/** What the option `as` names is read of a value of a style; letters are 20 pixels high. */
const CSS = {
  number: (text: string) => rounded(evaluate(text, 20)),
  calls,
  variables: (text: string) => {
    const own = declarationsOf(text).map(({ name, value }) => [name, value] as const);
    return Object.fromEntries(variablesOf(new Map(own), new Map([['--up', '9px']])));
  },
  colour: (text: string) => rounded(colourOf(text)),
  stops: stopsOf,
  clean: (text: string) => clean(text).replace(/[\ue000-\ue07f]/g, (c) => `‹${plain(c)}›`),
  selector: chosen,
  style: (text: string) => told(longhands(text)),
  quirks: (text: string) => told(longhands(text, true)),
  box: boxOf,
  sheet: rulesOf,
  data: dataSheet,
  media: mediaHolds,
  supports: supportsHolds,
};

export const room = roomOf('test/node/read/cases', {
  css: (text, { as }: { as: keyof typeof CSS }) => CSS[as](text),
  hidden: seen,
  parts: (text, { as }: { as: keyof typeof PARTS }) => PARTS[as](text),
  shown: (text) => readHtml(`${PAGE}${text}`).text,
});

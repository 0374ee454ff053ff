/** Extracts the readable text of an HTML page. */
import { blocksOf, type Block } from './blocks';
import { mainText } from './mainText';
import { metaOf, publishedOf, titleOf } from './meta';
import { wallOf } from './interstitials';
import { parseHtml } from './htmlTree';
import type { Readable } from './readerTypes';

/** Most characters of visible text, from which the main text is chosen. */
const MAX_VISIBLE = 3_000_000;

/** Joins blocks: an empty line around paragraphs and headings, a line break within a list or table. */
export function joinBlocks(blocks: readonly Block[]): string {
  let text = '';
  let before: Block | undefined;
  for (const block of blocks) {
    const close = before && before.kind === block.kind && (block.kind === 'item' || block.kind === 'row');
    text += before === undefined ? block.text : `${close ? '\n' : '\n\n'}${block.text}`;
    before = block;
  }
  return text;
}

/** Reads markup of any quality; text that is invisible on the page is left out. */
export function readHtml(source: string): Omit<Readable, 'contentType'> {
  const { root, full, isQuirky } = parseHtml(source);
  const meta = metaOf(root);
  const visible = blocksOf(root, MAX_VISIBLE, isQuirky);
  const title = titleOf(root, meta);
  const main = mainText(root, visible.blocks, title);
  const wall = wallOf({ root, title, meta }, visible.blocks, main);
  const published = publishedOf(root, meta);
  return {
    title,
    text: joinBlocks(main),
    ...(published ? { published } : {}),
    ...(wall ? { wall } : {}),
    truncated: full || !visible.isWhole,
  };
}

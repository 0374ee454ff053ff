/**
 * Citations as symbols: definitions, references, rename, completion, links, symbols, folding. All answers come from the last scan and
 * from bibliographies on disk; nothing is fetched.
 */
import {
  CompletionItem,
  CompletionItemKind,
  DocumentLink,
  DocumentSymbol,
  FoldingRange,
  FoldingRangeKind,
  l10n,
  Location,
  Range,
  SymbolKind,
  Uri,
  workspace,
  WorkspaceEdit,
} from 'vscode';
import type { Position, TextDocument } from 'vscode';
import { decodedPath } from '../core/text/filePaths';
import type { Citation, Span } from '../core/model';
import { anchorsOf, citationAt, labelIn, referencesAt, type Anchor } from '../core/scan/navigation';
import { keyEntries, keySpan, listedEntry } from './services/bibliographyFiles';
import type { Library } from './services/workspaceContext';
import { exists, fileOf, homeOf } from './state/documents';
import { clean, webLink } from './state/labels';
import { createLines } from './state/offsets';
import { linkOf, wordsOf, workLine } from './state/reference';
import type { View } from './state/view';

type Listed = { readonly uri: Uri; readonly text: string; readonly span: Span };

const locationIn = ({ uri, text, span }: Listed): Location =>
  new Location(uri, createLines(text).range(span));

/** The file that a citation names, as a place in the workspace: relative to the document's folder, then to the workspace folders. */
async function filePlace(document: Uri, { target }: Citation): Promise<Location | undefined> {
  if (target.kind !== 'file') return undefined;
  const folder = homeOf(document)?.uri;
  const path = decodedPath(target.path.replaceAll('\\', '/'));
  if (!folder || path.startsWith('/') || /^[a-z]+:/i.test(path)) return undefined;
  for (const base of [Uri.joinPath(fileOf(document), '..'), folder]) {
    const file = Uri.joinPath(base, path);
    if (workspace.getWorkspaceFolder(file)?.uri.toString() !== folder.toString()) continue;
    const [from = 1, to = from] = target.lines ?? [];
    if (await exists(file))
      return new Location(file, new Range(Math.max(0, from - 1), 0, Math.max(0, to - 1), 0));
  }
  return undefined;
}

/** Where the citation at an offset leads: its reference, the entry of its key, the cited file, the line of the log. */
export async function definitionAt(view: View, offset: number): Promise<Location | undefined> {
  const citation = citationAt(view.scan, offset);
  if (!citation) return undefined;
  const shown = view.scan.log?.get(citation.id)?.action?.event?.span;
  if (shown) return new Location(view.uri, view.lines.range(shown));
  if (citation.reference) return new Location(view.uri, view.lines.range(citation.reference));
  if (citation.style === 'numbered' || citation.style === 'author-year') {
    const listed = await listedEntry(view.uri, view.scan, citation);
    return listed && locationIn(listed);
  }
  if (citation.style !== 'cite-key') return filePlace(view.uri, citation);
  const entry = (await keyEntries(view.uri, view.scan)).find(({ key }) => key === citation.label);
  return entry && locationIn({ ...entry, span: keySpan(entry) ?? { start: 0, end: 0 } });
}

/** The citations of one thing, then its declaration. */
const spansOf = ({ cited, anchor }: References, withDeclaration = true): Span[] => [
  ...cited.map(({ part }) => part),
  ...(withDeclaration && anchor ? [anchor.span] : []),
];
type References = NonNullable<ReturnType<typeof referencesAt>>;

/** Every citation of what is at an offset. */
export function citingPlaces(view: View, offset: number, withDeclaration: boolean): Location[] {
  const found = referencesAt(view.scan, offset);
  if (!found) return [];
  return spansOf(found, withDeclaration).map((span) => new Location(view.uri, view.lines.range(span)));
}

/** The label at an offset with all places where it is written. */
function labelAt(view: View, offset: number): { label: string; places: Span[]; isKey: boolean } | undefined {
  const found = referencesAt(view.scan, offset);
  const [first] = found?.cited ?? [];
  const label = found?.anchor?.label ?? first?.label?.replace(/^\^/, '');
  if (!found || label === undefined || first?.style === 'author-year') return undefined;
  const places = spansOf(found).map((span) => labelIn(view.text, span, label));
  if (places.some((place) => place === undefined))
    throw new Error(l10n.t('{0} is part of a range. Split the range first.', `[${label}]`));
  return { label, places: places.flatMap((place) => place ?? []), isKey: first?.style === 'cite-key' };
}

/** The label that a rename would change. */
export function renameAt(view: View, offset: number): Range {
  const found = labelAt(view, offset);
  const here = found?.places.find(({ start, end }) => start <= offset && offset <= end) ?? found?.places[0];
  if (!here) throw new Error(l10n.t('There is no label, footnote or citation key here.'));
  return view.lines.range(here);
}

/** Renames a label, footnote or key in the whole document; a key also in its bibliography. */
export async function rename(view: View, offset: number, name: string): Promise<WorkspaceEdit> {
  const found = labelAt(view, offset);
  if (!found) throw new Error(l10n.t('There is no label, footnote or citation key here.'));
  if (!/^[\p{L}\p{N}_:.#$%&+?<>~/-]{1,100}$/u.test(name))
    throw new Error(l10n.t('“{0}” can’t be a label.', clean(name, 60)));
  const entries = found.isKey ? await keyEntries(view.uri, view.scan) : [];
  const isTaken =
    entries.some(({ key }) => key === name) || anchorsOf(view.scan).some(({ label }) => label === name);
  if (isTaken) throw new Error(l10n.t('“{0}” is already used.', clean(name, 60)));
  const edit = new WorkspaceEdit();
  for (const span of found.places) edit.replace(view.uri, view.lines.range(span), name);
  const entry = entries.find(({ key }) => key === found.label);
  const span = entry && keySpan(entry);
  if (entry && span) edit.replace(entry.uri, createLines(entry.text).range(span), name);
  return edit;
}

const wordsIn = ({ text }: View, { span }: Anchor): string => {
  const { start, end } = wordsOf(text, span);
  return clean(text.slice(start, end), 200);
};

function itemFor(label: string, detail: string, range: Range): CompletionItem {
  const item = new CompletionItem({ label, description: clean(detail, 80) }, CompletionItemKind.Reference);
  item.range = range;
  item.filterText = `${label} ${detail}`;
  item.documentation = detail;
  return item;
}

/** What begins a citation before the cursor: `[`, `[^` or `@`, and the typed part of its label. */
const OPENING = /(?:(\[\^)|(\[-?@|(?<![\w.])@)|(\[))([\p{L}\p{N}_:.#$%&+?<>~/-]{0,60})$/u;

/** Labels that can be cited at a place, with the words of their references. */
export async function completionsAt(
  view: View,
  document: TextDocument,
  position: Position,
  library: Library,
): Promise<CompletionItem[]> {
  const before = document.lineAt(position).text.slice(0, position.character);
  const [, note, key, , typed = ''] = OPENING.exec(before.slice(-80)) ?? [before];
  if (!OPENING.test(before.slice(-80))) return [];
  const range = new Range(position.translate(0, -typed.length), position);
  if (key !== undefined)
    return (await keyEntries(view.uri, view.scan, library)).map(({ key: name, work }) =>
      itemFor(name, workLine(work), range),
    );
  return anchorsOf(view.scan)
    .filter(({ label, isFootnote }) => label !== undefined && isFootnote === (note !== undefined))
    .map((anchor) => itemFor(anchor.label ?? '', wordsIn(view, anchor), range));
}

/** A link whose file is located when it is clicked. */
class FileLink extends DocumentLink {
  constructor(
    range: Range,
    readonly document: Uri,
    readonly citation: Citation,
  ) {
    super(range);
  }
}

/** Identifiers lead to their pages, places in files to the files. URLs are links already. */
export const linksIn = (view: View): DocumentLink[] =>
  view.scan.citations.flatMap((citation) => {
    const range = view.lines.range(citation.part);
    const { style, target } = citation;
    if (style === 'file' && target.kind === 'file') return new FileLink(range, view.uri, citation);
    if (style !== 'doi' && style !== 'identifier') return [];
    const link = webLink(linkOf(citation, undefined) ?? '');
    return link === undefined ? [] : new DocumentLink(range, Uri.parse(link));
  });

/** The target of a link to a file. */
export async function resolveLink(link: DocumentLink): Promise<DocumentLink> {
  if (!(link instanceof FileLink)) return link;
  const place = await filePlace(link.document, link.citation);
  if (place) link.target = place.uri.with({ fragment: `L${place.range.start.line + 1}` });
  return link;
}

const spanOf = (anchors: readonly Anchor[]): Span => ({
  start: anchors[0]?.span.start ?? 0,
  end: anchors.at(-1)?.span.end ?? 0,
});

/** Minimum length of a list that can be folded. */
const LONG = 5;

/** The reference list and the footnotes, entry by entry; only the list, and only a long one, if the document has an outline already. */
export function symbolsIn(view: View, hasOutline: boolean): DocumentSymbol[] {
  const all = anchorsOf(view.scan);
  const group = (name: string, anchors: readonly Anchor[], least: number) => {
    if (anchors.length < least) return [];
    const whole = view.lines.range(spanOf(anchors));
    const symbol = new DocumentSymbol(name, '', SymbolKind.Namespace, whole, whole);
    symbol.children = anchors.map((anchor) => {
      const range = view.lines.range(anchor.span);
      const words = wordsIn(view, anchor) || '…';
      const { label, isFootnote } = anchor;
      const title = label === undefined ? words : `[${isFootnote ? '^' : ''}${label}] ${words}`;
      return new DocumentSymbol(clean(title, 120), '', SymbolKind.Constant, range, range);
    });
    return [symbol];
  };
  const list = all.filter(({ isFootnote }) => !isFootnote);
  const notes = all.filter(({ isFootnote }) => isFootnote);
  return [
    ...group(l10n.t('References'), list, hasOutline ? LONG : 1),
    ...(hasOutline ? [] : group(l10n.t('Footnotes'), notes, 1)),
  ];
}

export function foldsIn(view: View): FoldingRange[] {
  const list = anchorsOf(view.scan).filter(({ isFootnote }) => !isFootnote);
  if (list.length < LONG) return [];
  const { start, end } = view.lines.range(spanOf(list));
  return [new FoldingRange(start.line, end.line, FoldingRangeKind.Region)];
}

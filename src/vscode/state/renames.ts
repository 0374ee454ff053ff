/** Carries findings over a rename. The editor reports a rename, or the first save of an untitled document, as a close and an open. */
import { Uri } from 'vscode';
import type { Known } from './view';

type Findings = ReadonlyMap<string, Known>;
export type Renamed = { readonly oldUri: Uri; readonly newUri: Uri };
type Document = { readonly uri: Uri; readonly text: string; readonly known: Findings };

/** How long a rename is awaited: the editor doesn't report a failed one. */
export const MOVING_MS = 10_000;

const NOTHING: Findings = new Map();

/** Whether the URI is that of a folder, or of something in it. */
export const isWithin = (address: string, place: string): boolean =>
  address === place || address.startsWith(`${place}/`);

/** The new URI of a file if it, or a folder above it, was renamed. */
export const movedTo = (address: string, { oldUri, newUri }: Renamed): Uri =>
  Uri.parse(newUri.toString() + address.slice(oldUri.toString().length));

/** Keeps the state of renamed documents until they are opened again. */
export class RenameTracker<D extends Document> {
  /** By the new URI. */
  readonly #moving = new Map<
    string,
    { readonly document: D; readonly from: string; readonly hasMoved: boolean }
  >();
  #unnamed: Document | undefined;

  constructor(private readonly waitMs = MOVING_MS) {}

  /** A file or folder is about to be renamed; with it, files that were moved there before and not opened since. */
  leave(renamed: Renamed, documents: ReadonlyMap<string, D>): void {
    const come = [...this.#moving].filter(([, { hasMoved }]) => hasMoved);
    const there = new Map([
      ...come.map(([address, { document }]) => [address, document] as const),
      ...documents,
    ]);
    for (const [from, document] of there) {
      if (!isWithin(from, renamed.oldUri.toString())) continue;
      const address = movedTo(from, renamed).toString();
      const one = { document, from, hasMoved: false };
      this.#moving.set(address, one);
      setTimeout(() => {
        if (this.#moving.get(address) === one) this.#moving.delete(address);
      }, this.waitMs);
    }
  }

  arrive(renamed: Renamed): void {
    for (const [address, one] of [...this.#moving]) {
      const { document, from, hasMoved } = one;
      if (hasMoved || !isWithin(from, renamed.oldUri.toString())) continue;
      if (movedTo(from, renamed).toString() !== address) continue;
      this.#moving.set(address, { document, from, hasMoved: true });
      if (this.#moving.get(from)?.document === document) this.#moving.delete(from);
    }
  }

  holds(document: D): boolean {
    return [...this.#moving.values()].some((one) => one.document === document);
  }

  close(document: Document): void {
    if (document.known.size > 0) this.#unnamed = document;
  }

  /** The document that was renamed to `uri`; returned once. */
  take(uri: Uri): D | undefined {
    const moved = this.#moving.get(uri.toString());
    if (!moved?.hasMoved) return undefined;
    this.#moving.delete(uri.toString());
    return moved.document;
  }

  /**
   * The state of the untitled document with the same text, open or just closed: for a file, which it may have become, and for the same text
   * again, because the editor closes and reopens it when its language changes.
   */
  ofText(uri: Uri, text: string, documents: Iterable<Document>): Findings {
    const closed = this.#unnamed;
    const untitled =
      uri.scheme === 'untitled'
        ? [closed?.uri.toString() === uri.toString() ? closed : undefined]
        : [...[...documents].filter((one) => one.uri.scheme === 'untitled'), closed];
    return untitled.find((one) => one?.text === text)?.known ?? NOTHING;
  }
}

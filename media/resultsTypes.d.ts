/** What the results view's page and its host tell each other. */
import type { Row } from '../src/vscode/state/resultRows';

/** A row as the page keeps it. `document` is the place of its document in the list. */
export type Shown = Row & { readonly uri: string; document: number };
export type Doc = { readonly uri: string; readonly name: string; readonly rows: readonly Shown[] };
export type Summary = {
  readonly citations?: string;
  readonly verdicts?: string;
  readonly problems?: string;
  readonly cost?: string;
  /** What the logs of agents say of their claims of work. */
  readonly log?: string;
  readonly progress?: { readonly done: number; readonly total: number; readonly text: string };
};
export type Words = Readonly<Record<string, string>>;
export type Message = {
  readonly summary: Summary;
  readonly documents: readonly {
    readonly uri: string;
    readonly name: string;
    readonly order: readonly string[];
    readonly changed: readonly Row[];
  }[];
};
/** What is pressed on a row. */
export type Act = (type: string, row: Shown) => void;

declare global {
  function acquireVsCodeApi(): {
    postMessage(message: unknown): void;
    getState(): Record<string, unknown> | undefined;
    setState(state: unknown): void;
  };
}

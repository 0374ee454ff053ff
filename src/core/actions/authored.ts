/** What the agent itself wrote: programs that it replaced, scripts, and lines that it may have made a program print. */
import { pathOf, type ToolEvent } from '../transcript';
import { base } from './commandReaders';
import { PRINTS, readScript, type Script, type Step } from './shellSteps';
import { getOrMake } from '../text/maps';

/** Most texts, and their UTF-16 units, to search for a line, so that time stays linear in the log. */
const MOST_TEXTS = 300;
const MOST_SEARCHED = 1_000_000;
const CONTENTS = 'content contents file_text new_string new_str insert_text patchText input'.split(' ');

export class Authored {
  readonly #redefined = new Set<string>();
  readonly #files = new Map<string, string>();
  readonly #texts: string[] = [];
  readonly #scripts = new Map<string, Script>();

  /** How many texts there are so far. */
  get count(): number {
    return this.#texts.length;
  }

  /** Adds what a call of an editing tool writes. */
  edit({ input }: ToolEvent): void {
    const path = pathOf(input);
    for (const name of CONTENTS) {
      const text = input.get(name);
      if (typeof text === 'string') this.#file(path ?? '', text);
    }
  }

  /** Adds what a command line redefines. */
  redefine({ shadowed }: Script): void {
    for (const name of shadowed) this.#redefined.add(name);
  }

  /** Adds what a command writes to files, or sets as a script of the project. */
  run({ words, input, writes }: Step): void {
    const text = PRINTS.has(words[0] ?? '') ? words.slice(1).join(' ') : input;
    if (text !== undefined) for (const path of writes) this.#file(path, text);
    if (/^(?:npm|pnpm|yarn) (?:pkg )?set/.test(words.slice(0, 3).join(' ')))
      this.#texts.push(words.join(' '));
  }

  /** Whether a function, an alias or, for a runner, a file of its name may run instead of a program. */
  replaces(program: string, isRunner: boolean): boolean {
    return this.#redefined.has(base(program)) || (isRunner && this.#files.has(base(program)));
  }

  /** The shell script that a command runs or reads. */
  scriptOf(words: readonly string[]): Script | undefined {
    for (const word of words.slice(0, 2)) {
      const text = /[./]/.test(word) ? this.#files.get(base(word)) : undefined;
      if (text !== undefined && (/\.(?:ba|z)?sh$/.test(word) || /^#!.{0,40}sh\b/.test(text)))
        return this.parsed(text);
    }
    return undefined;
  }

  /** Parses a script or command line once, however often it runs. */
  parsed(text: string): Script {
    return getOrMake(this.#scripts, text, () => readScript(text));
  }

  /** Whether one of the last of the first `count` texts has `line`. */
  says(line: string, count: number): boolean {
    let left = MOST_SEARCHED;
    for (let i = count - 1; i >= Math.max(0, count - MOST_TEXTS) && left > 0; i--) {
      const text = this.#texts[i] ?? '';
      if (text.includes(line)) return true;
      left -= text.length;
    }
    return false;
  }

  #file(path: string, text: string): void {
    this.#texts.push(text);
    this.#files.set(base(path), text);
  }
}

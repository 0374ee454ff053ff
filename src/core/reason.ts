/**
 * A reason as data, and as a sentence, which hosts translate before `{name}` is filled from the facts. It knows the sentences that a scan
 * needs. `causes.ts` adds the others, so that an editor needn't load them before there is a finding.
 */
import type { FAILURES } from './failures';
import type { REASONS } from './reasons';
import { SCANNED } from './scanReasons';

/** A cause that can end the search for a source. */
export type FailureCause = keyof typeof FAILURES;
export type Cause = FailureCause | keyof typeof REASONS | keyof typeof SCANNED;

const sentences: Partial<Record<string, string>> = { ...SCANNED };

/** Adds sentences by cause. */
export const addSentences = (more: Readonly<Record<string, string>>): void =>
  void Object.assign(sentences, more);

/** Fills a placeholder: text of others as it is, or a reason, which is translated too. Lists are joined by commas. */
export type Fact = string | number | Reason | readonly (string | Reason)[];
export type Facts = Readonly<Record<string, Fact>>;

/** An explanation as data. */
export type Reason = {
  readonly cause: Cause;
  readonly facts: Facts;
  /** Another explanation that follows. */
  readonly also?: Reason;
};

export const reason = (cause: Cause, facts: Facts = {}): Reason => ({ cause, facts });
/** Picks the reason from an object that extends it. */
export const reasonOf = ({ cause, facts, also }: Reason): Reason => ({ cause, facts, ...(also && { also }) });

/** Lines of a file, 1-based and inclusive. */
export const linesReason = ([from, to]: readonly [from: number, to: number]): Reason =>
  from === to ? reason('line', { from }) : reason('lines', { from, to });

/** Translates a template; returns the English one if there is no translation. */
export type Translate = (template: string) => string;
const english: Translate = (template) => template;

function factText(fact: Fact | undefined, translate: Translate): string {
  if (fact === undefined) return '';
  if (typeof fact !== 'object') return String(fact);
  if ('cause' in fact) return say(fact, translate);
  return fact.map((one) => factText(one, translate)).join(', ');
}

/** Fills a template; placeholders without a fact become empty. */
export const fill = (template: string, facts: Facts, translate: Translate = english): string =>
  translate(template)
    .replace(/\{(\w+)\}/g, (_, name: string) => factText(facts[name], translate))
    .trim();

/** Facts as strings, for JSON. */
export const plainFacts = (facts: Facts): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.keys(facts).map((name) => [name, fill(`{${name}}`, facts)]));

/** Formats a reason as text. */
export function say({ cause, facts, also }: Reason, translate: Translate = english): string {
  const said = fill(sentences[cause] ?? cause, facts, translate);
  return also ? `${said}; ${say(also, translate)}` : said;
}

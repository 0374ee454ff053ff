/**
 * What all views say about a finding. Pure: a finding in, plain text out. Text of a page, a model or the document is cleaned here, but it
 * is still text: no view may read it as Markdown, HTML or a command.
 */
import { env, l10n } from 'vscode';
import { say, type Reason, type Translate } from '../../core/reason';
import { CODES, message, type Code, type Severity } from '../../core/codes';
import { explain, isProven, isScreening } from '../../core/findings/finding';
import { createOpenCounter, summary } from '../../core/findings/tally';
import type { Citation, Finding, Problem, Usage, ReadFinding } from '../../core/model';
import { printable } from '../../core/text/printable';

/** One line without control, bidirectional or zero-width characters, cut at `max` characters. */
export const clean = (text: string, max = 300): string => printable(text, max);

export const label = (code: Code): string => translate(CODES[code].label);

/** Text from others, for a place where the editor would show `$(name)` as an icon. */
export const withoutIcons = (text: string): string => text.replaceAll('$(', '$ (');

/** A label within a sentence: English begins it with a small letter, other languages keep the capitals of their nouns. */
export function labelWithin(code: Code): string {
  const text = label(code);
  return env.language.startsWith('en') ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** Codicon of a code. Shapes differ, so that colour is never the only distinction. */
export function icon(code: Code, severity: Severity = CODES[code].severity): string {
  if (severity === 'error' || severity === 'warning') return severity;
  if (isProven(code)) return 'pass';
  if (isScreening(code)) return 'circle-outline';
  return code === 'unsure' || code === 'unjudged' ? 'question' : 'info';
}

/** The whole sentence of a finding, in the editor's language. */
export const sentence = (finding: Finding): string => clean(explain(finding, translate));

/** A reason in the editor's language. */
export const reasonText = (reason: Reason, max?: number): string => clean(say(reason, translate), max);

/** The whole sentence of a problem. */
export const problemSentence = (problem: Problem): string =>
  clean(message(problem.code, problem.facts, translate));

/** Sentences of the core's tables in the editor's language. */
export const translate: Translate = (template) => l10n.t(template);

/** A citation as written: the text of a link without its address, else its part of the marker. */
export function markerText({ style, raw, part, marker }: Citation): string {
  const own = raw.slice(part.start - marker.start, part.end - marker.start);
  const to = style === 'link' ? own.indexOf('](') : -1;
  return to > 1 ? own.slice(own.indexOf('[') + 1, to) : own;
}

/** Whether a finding is based on no quotation and no cited lines, so that it shows only the passage most similar to the claim. */
export const isClosest = (finding: ReadFinding): boolean =>
  !(finding.stage === 'judged' && finding.verdict.quote) && !finding.source.focus && !isProven(finding.code);

/** `$0.02`, `under $0.01`; the tokens if the price is unknown, `3.4k tokens`. */
export function money(usd: number | null | undefined, usage?: Usage): string {
  if (usd == null)
    return usage ? l10n.t('{0} tokens', shortly(usage.input + usage.output)) : l10n.t('cost unknown');
  if (usd === 0) return '$0';
  return usd < 0.005 ? l10n.t('under $0.01') : `$${usd.toFixed(2)}`;
}

const COUNTED = {
  claim: { one: '1 claim', many: '{0} claims' },
  citation: { one: '1 citation', many: '{0} citations' },
  problem: { one: '1 problem', many: '{0} problems' },
  'citation problem': { one: '1 citation problem', many: '{0} citation problems' },
} as const;

/** `1 citation`, `2 problems`. */
export const counted = (n: number, what: keyof typeof COUNTED): string =>
  l10n.t(COUNTED[what][n === 1 ? 'one' : 'many'], n);

/** The result of findings: supported claims or found sources; how many are left, with `unchecked` others; and what ended the run. */
export function results(findings: readonly Finding[], unchecked = 0): { parts: string[]; why: string[] } {
  const { judged, supported, resolved } = summary(findings);
  const counter = createOpenCounter();
  for (const finding of findings) counter.add(finding);
  const { count, isJudging, why } = counter.counts();
  const n = count + unchecked;
  const of = findings.length;
  const known =
    judged > 0
      ? l10n.t('{0} of {1} claims supported', supported, judged)
      : of === 1
        ? l10n.t('{0} of 1 source found', resolved)
        : l10n.t('{0} of {1} sources found', resolved, of);
  const open = n === 0 ? [] : [isJudging ? l10n.t('{0} not judged', n) : l10n.t('{0} not checked', n)];
  return { parts: [known, ...open], why: why.map((one) => reasonText(one)) };
}

/** `999`, `3.4k`; in German `3,4k`. */
function shortly(n: number): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return n < 1_000 ? String(n) : `${(n / 1_000).toLocaleString(env.language, digits)}k`;
}

/** Text in the quotation marks of the editor's language. */
export const quoted = (text: string): string => l10n.t('“{0}”', text);

/** A URL that may be shown as a link: http or https, well-formed, without a password. */
export function webLink(text: string): string | undefined {
  const url = URL.parse(text);
  return url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
    ? url.href
    : undefined;
}

/** A URL that may be opened: the same, and only https. */
export function safeLink(text: string): string | undefined {
  const link = webLink(text);
  return link?.startsWith('https:') ? link : undefined;
}

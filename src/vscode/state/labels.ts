/**
 * What the views say about a finding, in one voice. Pure: a finding in, plain text out. Text of a page, a model or the document
 * leaves here cleaned, but it is still text: no view may read it as Markdown, HTML or a command.
 */
import { env, l10n, type MarkdownString } from 'vscode';
import { say, type Reason, type Translate } from '../../core/causes';
import { CODES, message, type Code, type Severity } from '../../core/codes';
import { explain, isProven, isScreening, matchOf, why as whyOf } from '../../core/findings/finding';
import { createLogCounts, LOG_CODES } from '../../core/findings/tally';
import type { Citation, Finding, Problem, Source, Span, Suppressed, Usage } from '../../core/model';
import { printable } from '../../core/report/escape';
import type { TextScan } from '../../core/scan/scanner';
import { pageAt } from '../../core/text/lines';
import { suppressedBy, wordsIn } from '../../core/report/reportWords';

/** One line without control, bidirectional or zero-width characters, cut at `max` characters. */
export const clean = (text: string, max = 300): string => printable(text, max);

export const label = (code: Code): string => translate(CODES[code].label);

/** Words of others, for a place where the editor would show `$(name)` as an icon. */
export const withoutIcons = (text: string): string => text.replaceAll('$(', '$ (');

/** A label within a sentence: English begins it small, other languages keep the capitals of their nouns. */
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

/** Why a finding is what it is, for a place beside its label. */
export const why = (finding: Finding): string => clean(whyOf(finding, translate), 600);

/** The whole sentence of a problem. */
export const problemSentence = (problem: Problem): string =>
  clean(message(problem.code, problem.facts, translate));

/** What suppresses a finding, and why. */
export function suppressionSentence({ by, note }: Suppressed): string {
  const what = suppressedBy(clean(by, 60), wordsIn(translate));
  return note === undefined ? what : `${what}: ${clean(note, 200)}`;
}

/** Sentences of the core's tables in the editor's language. */
export const translate: Translate = (template) => l10n.t(template);

/** How each kind of identifier is written for people; a PMCID begins with “PMC”. */
const IDENTIFIERS: Readonly<Record<string, string>> = {
  doi: 'DOI ',
  pmid: 'PMID ',
  pmcid: '',
  arxiv: 'arXiv:',
  isbn: 'ISBN ',
};

/** What a citation points at, in words: the cited title, an identifier, an address, a path. */
export function targetName({ identifier, target, raw }: Citation): string {
  switch (target.kind) {
    case 'work':
      return (
        target.title ??
        target.raw ??
        identifier.replace(/^([a-z]+):/, (all, kind: string) => IDENTIFIERS[kind] ?? all)
      );
    case 'url':
      return target.url;
    case 'dangling':
      return raw;
    case 'file':
      return target.path; // several lines of one file are one source
    case 'commit':
    case 'memory':
    case 'guess':
    case 'action':
      return identifier;
  }
}

/** A citation as written: the text of a link without its address, else its part of the marker. */
export function markerText({ style, raw, part, marker }: Citation): string {
  const own = raw.slice(part.start - marker.start, part.end - marker.start);
  const to = style === 'link' ? own.indexOf('](') : -1;
  return to > 1 ? own.slice(own.indexOf('[') + 1, to) : own;
}

/** Why a source could be read only in part. */
export const DEPTHS: Readonly<Record<Source['depth'], string>> = {
  full: 'full text',
  abstract: 'abstract only',
  metadata: 'record only',
};

type Followed = Exclude<Finding, { stage: 'unresolved' }>;

/** Whether a finding rests on no quotation and no cited lines, so that what it shows is merely the passage most like the claim. */
export const isClosest = (finding: Followed): boolean =>
  !(finding.stage === 'judged' && finding.verdict.quote) && !finding.source.focus && !isProven(finding.code);

/** How a quotation of a finding matches its source, or that none was found, and the page of `span`. */
export function placeParts(finding: Followed, span: Span): string[] {
  const quote = finding.stage === 'judged' ? finding.verdict.quote : undefined;
  const page = pageAt(finding.source.pages, span.start);
  return [
    ...(quote ? [reasonText(matchOf(quote), 60)] : []),
    ...(isClosest(finding) ? [l10n.t('closest passage')] : []),
    ...(page === undefined ? [] : [l10n.t('page {0}', page)]),
  ];
}

/** The narrower claim that a verdict suggests, as a part of what is shown. */
export function suggestionPart(finding: Finding): { readonly suggestion?: string } {
  const suggestion = finding.stage === 'judged' ? finding.verdict.suggestion : undefined;
  return suggestion ? { suggestion: clean(suggestion, 400) } : {};
}

/** `91% confidence`. */
export const confidenceText = (confidence: number): string =>
  l10n.t('{0}% confidence', Math.round(confidence * 100));

/** `$0.02`, `under $0.01`; where the price is not known the tokens, `3.4k tokens`. */
export function money(usd: number | null | undefined, usage?: Usage): string {
  if (usd == null)
    return usage ? l10n.t('{0} tokens', shortly(usage.input + usage.output)) : l10n.t('cost unknown');
  if (usd === 0) return '$0';
  return usd < 0.005 ? l10n.t('under $0.01') : `$${usd.toFixed(2)}`;
}

/** `9 claims of work: 6 backed, 1 contradicted by the log; 4 of 11 sources never opened`. Empty if no document is an agent's log. */
export function logSummary(scans: readonly Pick<TextScan, 'citations' | 'log'>[]): string {
  const all = createLogCounts();
  for (const { citations, log } of scans)
    for (const citation of citations) {
      const { action, shown } = log?.get(citation.id) ?? {};
      all.add(citation, action?.code, shown);
    }
  const { actions, sources } = all.counts();
  const told = LOG_CODES.flatMap(([code, name]) =>
    actions && actions[name] > 0 ? [`${actions[name]} ${labelWithin(code)}`] : [],
  ).join(', ');
  return [
    ...(actions
      ? [
          actions.claimed === 1
            ? l10n.t('1 claim of work: {0}', told)
            : l10n.t('{0} claims of work: {1}', actions.claimed, told),
        ]
      : []),
    ...(sources ? [l10n.t('{0} of {1} sources never opened', sources.unopened, sources.cited)] : []),
  ].join('; ');
}

/** `1 citation`, `2 problems`. */
export function counted(n: number, what: 'citation' | 'problem' | 'citation problem'): string {
  switch (what) {
    case 'citation':
      return n === 1 ? l10n.t('1 citation') : l10n.t('{0} citations', n);
    case 'problem':
      return n === 1 ? l10n.t('1 problem') : l10n.t('{0} problems', n);
    case 'citation problem':
      return n === 1 ? l10n.t('1 citation problem') : l10n.t('{0} citation problems', n);
  }
}

/** `2 of 3 sources found`. */
export const sourcesFound = (found: number, of: number): string =>
  of === 1 ? l10n.t('{0} of 1 source found', found) : l10n.t('{0} of {1} sources found', found, of);

/** `999`, `3.4k`; in German `3,4k`. */
function shortly(n: number): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return n < 1_000 ? String(n) : `${(n / 1_000).toLocaleString(env.language, digits)}k`;
}

/** Text in the quotation marks of the editor's language. */
export const quoted = (text: string): string => l10n.t('“{0}”', text);

/** `just now`, `5 min ago`, `3 h ago`, `2 days ago`. */
export function age(fromMs: number, nowMs: number): string {
  const minutes = Math.max(0, Math.floor((nowMs - fromMs) / 60_000));
  if (minutes < 1) return l10n.t('just now');
  if (minutes < 60) return l10n.t('{0} min ago', minutes);
  if (minutes < 48 * 60) return l10n.t('{0} h ago', Math.floor(minutes / 60));
  return l10n.t('{0} days ago', Math.floor(minutes / (24 * 60)));
}

/** An address that may be shown as a link: http or https, well-formed, no password in it. */
export function webLink(text: string): string | undefined {
  const url = URL.parse(text);
  return url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
    ? url.href
    : undefined;
}

/** An address that may be opened: the same, and only https. */
export function safeLink(text: string): string | undefined {
  const link = webLink(text);
  return link?.startsWith('https:') ? link : undefined;
}

const ENTITIES: Readonly<Record<string, string>> = {
  ' ': ' ',
  '&': '&amp;',
  ':': '&colon;',
  '.': '&period;',
  '@': '&commat;',
  '=': '&equals;',
  '<': '&lt;',
  '>': '&gt;',
};

/**
 * Appends hostile text so that none of it is Markdown. `appendText` alone would turn spaces into hard ones, which never wrap,
 * and would leave bare addresses, which the editor makes into links: these characters go in as entities.
 */
export function appendPlain(markdown: MarkdownString, text: string): MarkdownString {
  for (const piece of clean(text, 2_000).split(/([ &:.@=<>])/)) {
    const entity = ENTITIES[piece];
    if (entity === undefined) markdown.appendText(piece);
    else markdown.appendMarkdown(entity);
  }
  return markdown;
}

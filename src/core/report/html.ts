/**
 * One self-contained page for people: problems first, each claim beside its evidence. No script, no external resources, all text of others
 * escaped, and a content security policy that enforces this.
 */
import { fill, say, type Translate } from '../causes';
import { CODES } from '../codes';
import { isProven, matchOf, pageOf } from '../findings/finding';
import { why } from '../findings/why';
import type { Finding } from '../model';
import { escapeHtml, webAddress } from './escape';
import { printable, printableLines } from '../text/printable';
import { POLICY, STYLE } from './htmlStyle';
import { citationsText, summaryFirst, type Whole } from './score';
import { noticeLine, rows, sourceOf } from './shape';
import type { DocumentReport, Look, ReportError, ReportWriter, Row } from './shape';
import { suppressedBy, wordsIn, type Words } from './reportWords';

const text = (value: string, limit?: number) => escapeHtml(printable(value, limit));
const fine = (html: string) => `<p class="fine">${html}</p>`;

/** The language of a report. */
type Texts = { readonly words: Words; readonly translate: Translate | undefined };

/** The parts of a document's report, in order. */
const ORDER = ['problems', 'proven', 'open', 'notes', 'suppressed'] as const;
type Group = (typeof ORDER)[number];

function groupOf({ severity, suppressed, code, finding }: Row): Group {
  if (suppressed) return 'suppressed';
  if (severity === 'error' || severity === 'warning') return 'problems';
  return isProven(code) ? 'proven' : finding ? 'open' : 'notes';
}

const MARKS = { proven: '✓', open: '○', notes: '○', suppressed: '–' } as const;

function markOf(row: Row): string {
  const group = groupOf(row);
  if (group !== 'problems') return MARKS[group];
  return row.severity === 'error' ? '✗' : '!';
}

function source(finding: Finding, { words }: Texts): string {
  const { title, location } = sourceOf(finding);
  if (title === '' && location === '') return '';
  const shown = text(title || location, 160);
  const address = webAddress(location);
  const link = address ? `<a href="${escapeHtml(address)}" rel="noreferrer noopener">${shown}</a>` : shown;
  return fine(`${escapeHtml(words('source'))} ${link}`);
}

/** The quotation, else the passage of the source that is closest to the claim. */
function evidence(finding: Finding, { words, translate }: Texts): string {
  if (finding.stage === 'unresolved') return '';
  const quote = finding.stage === 'judged' ? finding.verdict.quote : undefined;
  const { passage } = finding.screen;
  const quoted = quote?.text ?? (passage && finding.source.text.slice(passage.start, passage.end)) ?? '';
  if (quoted === '') return '';
  const page = pageOf(finding);
  const place = [
    quote ? say(matchOf(quote), translate) : isProven(finding.code) ? '' : words('closest'),
    page === undefined ? '' : words('page', { page }),
  ].filter((part) => part !== '');
  const where = place.length === 0 ? '' : ` <span class="fine">(${escapeHtml(place.join(', '))})</span>`;
  return `<blockquote>${text(quoted, 1200)}${where}</blockquote>`;
}

/** The claim, its words that the source has nowhere underlined. */
function marked(finding: Finding, claim: string, { words }: Texts): string {
  const spans = finding.stage === 'unresolved' ? [] : (finding.screen.unsupported ?? []);
  if (spans.length === 0 || claim.length > MOST_CLAIM) return text(claim, MOST_CLAIM);
  const hint = escapeHtml(words('notInSource'));
  let [shown, at] = ['', 0];
  for (const { start, end } of spans) {
    shown += `${safe(claim.slice(at, start))}<u title="${hint}">${safe(claim.slice(start, end))}</u>`;
    at = end;
  }
  return shown + safe(claim.slice(at));
}
const MOST_CLAIM = 600;
const safe = (piece: string) => escapeHtml(printableLines(piece));

const heading = (name: 'theText' | 'theSource', { words }: Texts) => `<h5>${escapeHtml(words(name))}</h5>`;

/** What the text says, and beside it what the source says. */
function sides(finding: Finding, to: Texts): string {
  const claim = finding.citation.claim.text;
  const stated =
    claim === '' ? '' : `<div>${heading('theText', to)}<p>${marked(finding, claim, to)}</p></div>`;
  const found = evidence(finding, to);
  return `<div class="sides">${stated}${found === '' ? '' : `<div>${heading('theSource', to)}${found}</div>`}</div>`;
}

/** What a verdict adds, and who judged. */
function verdict(finding: Finding, { words }: Texts): string {
  if (finding.stage !== 'judged') return '';
  const { suggestion, model, confidence } = finding.verdict;
  const by = { model: printable(model), confidence: Math.round(confidence * 100) };
  return [
    suggestion ? `<p><strong>${escapeHtml(words('narrower'))}</strong> ${text(suggestion, 600)}</p>` : '',
    fine(escapeHtml(words('judgedBy', by))),
  ].join('');
}

const label = ({ code }: Row, { translate }: Texts) => escapeHtml(fill(CODES[code].label, {}, translate));

/** One finding or problem. */
function item(row: Row, to: Texts): string {
  const { words, translate } = to;
  const { finding, severity, suppressed, line, raw, message } = row;
  const group = groupOf(row);
  const explanation = finding ? why(finding, translate) : message;
  const by = suppressed && [suppressedBy(suppressed.by, words), suppressed.note].filter(Boolean).join(': ');
  return [
    `<article class="${group} ${severity}"><h4><span class="mark" aria-hidden="true">${markOf(row)}</span> ${label(row, to)}`,
    ` <span class="fine">${escapeHtml(words('atLine', { line }))} · <code>${text(raw, 80)}</code></span></h4>`,
    explanation === '' ? '' : `<p>${text(explanation)}</p>`,
    by === undefined ? '' : fine(text(by)),
    row.notices.map((one) => `<div>${escapeHtml(noticeLine(one, translate))}</div>`).join(''),
    finding ? sides(finding, to) + source(finding, to) + verdict(finding, to) : '',
    '</article>\n',
  ].join('');
}

/** A line of the list of what was only found to exist, or could not be checked. */
const listed = (row: Row, to: Texts) => {
  const { line, raw, message, finding } = row;
  return `<tr><td data-name="${escapeHtml(to.words('line'))}">${line}</td><td><code>${text(raw, 60)}</code></td><td>${label(row, to)}</td><td>${escapeHtml(message)}${
    finding ? source(finding, to) : ''
  }</td></tr>\n`;
};

const table = (all: readonly Row[], to: Texts) =>
  `<table><thead><tr>${(['line', 'citation', 'result', 'details'] as const).map((name) => `<th scope="col">${escapeHtml(to.words(name))}</th>`).join('')}</tr></thead><tbody>\n${all.map((row) => listed(row, to)).join('')}</tbody></table>\n`;

function section(path: string, all: readonly Row[], to: Texts): string {
  const parts = ORDER.flatMap((group) => {
    const mine = all.filter((row) => groupOf(row) === group);
    if (mine.length === 0) return [];
    const isListed = (group === 'open' || group === 'notes') && mine.every((row) => row.notices.length === 0);
    const body = isListed ? table(mine, to) : mine.map((row) => item(row, to)).join('');
    return [`<h3>${escapeHtml(to.words(group))} (${mine.length})</h3>\n${body}`];
  });
  const body = parts.length === 0 ? `<p>${escapeHtml(to.words('none'))}</p>` : parts.join('');
  return `<section><h2>${text(path)}</h2>\n${body}</section>\n`;
}

const unread = (errors: readonly ReportError[], { words }: Texts) =>
  errors.length === 0
    ? ''
    : `<section><h2>${escapeHtml(words('notRead'))}</h2><ul>${errors.map(({ path, message }) => `<li>${text(path)}: ${text(message)}</li>`).join('')}</ul></section>\n`;

/** The scope and the outcome of all documents, in words. */
class Overview {
  readonly #paths: string[] = [];
  readonly #counts: Record<Group, number> = { problems: 0, proven: 0, open: 0, notes: 0, suppressed: 0 };
  #citations = 0;

  add({ path, findings, unchecked = [] }: DocumentReport, all: readonly Row[]): void {
    this.#paths.push(path);
    this.#citations += findings.length + unchecked.length;
    for (const row of all) this.#counts[groupOf(row)]++;
  }

  /** `draft.md`, `3 files`. */
  scope(words: Words): string {
    const [only = ''] = this.#paths;
    return this.#paths.length === 1 ? printable(only, 120) : words('files', { n: this.#paths.length });
  }

  outcome(words: Words, because: string): string {
    const { problems, ...rest } = this.#counts;
    const count = problems === 0 ? 'noProblems' : problems === 1 ? 'oneProblem' : 'someProblems';
    const others = ORDER.flatMap((group) =>
      group !== 'problems' && rest[group] > 0 ? [words(`some-${group}`, { n: rest[group] })] : [],
    );
    const parts = [words(count, { n: problems }), ...others];
    const why = because && ` ${because.charAt(0).toLocaleUpperCase()}${because.slice(1)}.`;
    return `${citationsText(this.#citations, words)}. ${parts.join(', ')}.${why}`;
  }
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/** `2026-01-31`, or as the language writes it. */
const dayText = (date: string, language?: string) =>
  language === undefined
    ? date
    : new Date(date).toLocaleDateString(language, { dateStyle: 'long', timeZone: 'UTC' });

/** Starts a report that names `version` and, if given, `date` at its head. */
export function html({ date = '', version, translate, language }: Look): ReportWriter {
  const overview = new Overview();
  const to: Texts = { words: wordsIn(translate), translate };
  const { words } = to;
  const day = DAY.test(date)
    ? ` · <time datetime="${date}">${escapeHtml(dayText(date, language))}</time>`
    : '';
  const part = (document: DocumentReport) => {
    const all = rows(document, translate);
    overview.add(document, all);
    return section(document.path, all, to);
  };
  const whole = ({ sections, totals, because, errors }: Whole) => {
    const title = escapeHtml(words('title', { scope: overview.scope(words) }));
    return `<!doctype html>
<html lang="${escapeHtml(language ?? 'en')}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="referrer" content="no-referrer"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${STYLE}</style></head>
<body><header><h1>${title}</h1>${fine(`Citewright ${text(version)}${day}`)}</header>
<main><p class="summary">${escapeHtml(overview.outcome(words, because))}</p>
${sections}${unread(errors, to)}</main>
<footer>${fine(escapeHtml(totals))}${fine(escapeHtml(words('caution')))}</footer></body></html>
`;
  };
  return summaryFirst(part, whole, translate);
}

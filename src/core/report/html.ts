/**
 * One self-contained page for people: problems first, each claim beside its evidence. No script, no external resources, all text of others
 * escaped, and a content security policy that enforces this.
 */
import { say } from '../causes';
import { CODES } from '../codes';
import { isProven, matchOf, pageOf } from '../findings/finding';
import type { Finding } from '../model';
import { escapeHtml, plural, printable, printableLines, webAddress } from './escape';
import { POLICY, STYLE } from './htmlStyle';
import { summaryFirst } from './score';
import {
  noticeLine,
  rows,
  sourceOf,
  type DocumentReport,
  type Look,
  type ReportError,
  type ReportWriter,
  type Row,
} from './shape';

const text = (value: string, limit?: number) => escapeHtml(printable(value, limit));
const fine = (html: string) => `<p class="fine">${html}</p>`;

/** The parts of a document's report, in order. */
const GROUPS = {
  problems: 'Problems',
  proven: 'Supported by the source',
  open: 'Neither supported nor contradicted',
  suppressed: 'Suppressed',
} as const;
type Group = keyof typeof GROUPS;
const ORDER = Object.keys(GROUPS) as readonly Group[]; // keys of a closed table

function groupOf({ severity, suppressed, code }: Row): Group {
  if (suppressed) return 'suppressed';
  if (severity === 'error' || severity === 'warning') return 'problems';
  return isProven(code) ? 'proven' : 'open';
}

const MARKS = { proven: '✓', open: '○', suppressed: '–' } as const;

function markOf(row: Row): string {
  const group = groupOf(row);
  if (group !== 'problems') return MARKS[group];
  return row.severity === 'error' ? '✗' : '!';
}

function source(finding: Finding): string {
  const { title, location } = sourceOf(finding);
  if (title === '' && location === '') return '';
  const shown = text(title || location, 160);
  const address = webAddress(location);
  const link = address ? `<a href="${escapeHtml(address)}" rel="noreferrer noopener">${shown}</a>` : shown;
  return fine(`Source: ${link}`);
}

/** The quotation, else the passage of the source that is closest to the claim. */
function evidence(finding: Finding): string {
  if (finding.stage === 'unresolved') return '';
  const quote = finding.stage === 'judged' ? finding.verdict.quote : undefined;
  const { passage } = finding.screen;
  const words = quote?.text ?? (passage && finding.source.text.slice(passage.start, passage.end)) ?? '';
  if (words === '') return '';
  const page = pageOf(finding);
  const place = [
    quote ? say(matchOf(quote)) : isProven(finding.code) ? '' : 'closest passage',
    page === undefined ? '' : `page ${page}`,
  ].filter((part) => part !== '');
  const told = place.length === 0 ? '' : ` <span class="fine">(${escapeHtml(place.join(', '))})</span>`;
  return `<blockquote>${text(words, 1200)}${told}</blockquote>`;
}

/** The claim, its words that the source has nowhere underlined. */
function marked(finding: Finding, claim: string): string {
  const spans = finding.stage === 'unresolved' ? [] : (finding.screen.unsupported ?? []);
  if (spans.length === 0 || claim.length > MOST_CLAIM) return text(claim, MOST_CLAIM);
  let [shown, at] = ['', 0];
  for (const { start, end } of spans) {
    shown += `${safe(claim.slice(at, start))}<u title="not in the source">${safe(claim.slice(start, end))}</u>`;
    at = end;
  }
  return shown + safe(claim.slice(at));
}
const MOST_CLAIM = 600;
const safe = (piece: string) => escapeHtml(printableLines(piece));

/** What the text says, and beside it what the source says. */
function sides(finding: Finding): string {
  const claim = finding.citation.claim.text;
  const said = claim === '' ? '' : `<div><h5>The text</h5><p>${marked(finding, claim)}</p></div>`;
  const found = evidence(finding);
  return `<div class="sides">${said}${found === '' ? '' : `<div><h5>The source</h5>${found}</div>`}</div>`;
}

function verdict(finding: Finding): string {
  if (finding.stage !== 'judged') return '';
  const { suggestion, refused } = finding.verdict;
  return [
    suggestion ? `<p><strong>Narrower claim:</strong> ${text(suggestion, 600)}</p>` : '',
    refused ? fine(`Lowered: ${text(say(refused))}`) : '',
  ].join('');
}

/** The code, for whoever looks it up, and who judged. */
function last({ code, finding }: Row): string {
  if (finding?.stage !== 'judged') return fine(`<code>${code}</code>`);
  const { model, confidence } = finding.verdict;
  const by = `Judged by ${text(model)}, ${Math.round(confidence * 100)} % confidence`;
  return fine(`${by} · <code>${code}</code>`);
}

const notice = (one: Row['notices'][number]) => `<div>${escapeHtml(noticeLine(one))}</div>`;

/** One finding or problem. */
function item(row: Row): string {
  const { finding, severity, suppressed, line, raw, code, message } = row;
  const group = groupOf(row);
  const by = suppressed ? [suppressed.by, suppressed.note].filter(Boolean).join(': ') : '';
  return [
    `<article class="${group} ${severity}"><h4><span class="mark" aria-hidden="true">${markOf(row)}</span> ${escapeHtml(CODES[code].label)}`,
    ` <span class="fine">line ${line} · <code>${text(raw, 80)}</code></span></h4>`,
    `<p>${escapeHtml(message)}</p>`,
    by === '' ? '' : fine(`Suppressed: ${text(by)}`),
    row.notices.map(notice).join(''),
    finding ? sides(finding) + source(finding) + verdict(finding) : '',
    last(row),
    '</article>\n',
  ].join('');
}

/** A line of the list of what was only found to exist, or could not be checked. */
const listed = ({ line, raw, code, message, finding }: Row) =>
  `<tr><td>${line}</td><td><code>${text(raw, 60)}</code></td><td>${escapeHtml(CODES[code].label)}</td><td>${escapeHtml(message)}${
    finding ? source(finding) : ''
  }</td></tr>\n`;

const table = (all: readonly Row[]) =>
  `<table><thead><tr>${['Line', 'Citation', 'Result', 'Details'].map((h) => `<th scope="col">${h}</th>`).join('')}</tr></thead><tbody>\n${all.map(listed).join('')}</tbody></table>\n`;

function section(path: string, all: readonly Row[]): string {
  const parts = ORDER.flatMap((group) => {
    const mine = all.filter((row) => groupOf(row) === group);
    if (mine.length === 0) return [];
    const isListed = group === 'open' && !mine.some(({ notices }) => notices.length > 0);
    const body = isListed ? table(mine) : mine.map(item).join('');
    return [`<h3>${GROUPS[group]} (${mine.length})</h3>\n${body}`];
  });
  const body = parts.length === 0 ? '<p>No citations.</p>' : parts.join('');
  return `<section><h2>${text(path)}</h2>\n${body}</section>\n`;
}

const unread = (errors: readonly ReportError[]) =>
  errors.length === 0
    ? ''
    : `<section><h2>Not read</h2><ul>${errors.map(({ path, message }) => `<li>${text(path)}: ${text(message)}</li>`).join('')}</ul></section>\n`;

/** The scope and the outcome of all documents, in words. */
class Overview {
  readonly #paths: string[] = [];
  readonly #counts: Record<Group, number> = { problems: 0, proven: 0, open: 0, suppressed: 0 };
  #citations = 0;

  add({ path, findings, unchecked = [] }: DocumentReport, all: readonly Row[]): void {
    this.#paths.push(path);
    this.#citations += findings.length + unchecked.length;
    for (const row of all) this.#counts[groupOf(row)]++;
  }

  /** `draft.md`, `3 files`. */
  get scope(): string {
    const [only = ''] = this.#paths;
    return this.#paths.length === 1 ? printable(only, 120) : plural(this.#paths.length, 'file');
  }

  get outcome(): string {
    const { problems, proven, open, suppressed } = this.#counts;
    const parts = [
      problems === 0 ? 'No problems found' : `${plural(problems, 'problem')} to look at`,
      ...(proven > 0 ? [`${proven} supported by the source`] : []),
      ...(open > 0 ? [`${open} neither supported nor contradicted`] : []),
      ...(suppressed > 0 ? [`${suppressed} suppressed`] : []),
    ];
    return `${plural(this.#citations, 'citation')}. ${parts.join(', ')}.`;
  }
}

const CAUTION =
  'A problem is a reason to look, not proof of an error. A citation counts as supported only with words that were located in its source.';
const DAY = /^\d{4}-\d\d-\d\d$/;

/** Starts a report that names `version` and, if given, `date` at its head. */
export function html({ date = '', version }: Look): ReportWriter {
  const overview = new Overview();
  const day = DAY.test(date) ? ` · <time datetime="${date}">${date}</time>` : '';
  const part = (document: DocumentReport) => {
    const all = rows(document);
    overview.add(document, all);
    return section(document.path, all);
  };
  return summaryFirst(part, ({ sections, totals, errors }) => {
    const title = `Citations in ${text(overview.scope)}`;
    return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="referrer" content="no-referrer"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${STYLE}</style></head>
<body><header><h1>${title}</h1>${fine(`Citewright ${text(version)}${day}`)}</header>
<main><p class="summary">${overview.outcome}</p>
${sections}${unread(errors)}</main>
<footer>${fine(escapeHtml(totals))}${fine(CAUTION)}</footer></body></html>
`;
  });
}

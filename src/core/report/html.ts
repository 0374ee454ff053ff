/**
 * One self-contained page: no script, no external resources, all text of others escaped, and a content security policy that enforces this.
 */
import { say } from '../causes';
import { layers, matchOf, pageOf } from '../finding';
import type { Finding } from '../model';
import { escapeHtml, printable, webAddress } from './escape';
import { Totals } from './score';
import {
  noticeLine,
  rows,
  sourceOf,
  type DocumentReport,
  type ReportError,
  type ReportWriter,
  type Row,
} from './shape';

const STYLE = `
:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}
body{max-width:72rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.4rem .6rem;border-bottom:1px solid #8884}
td:first-child{white-space:nowrap;font-variant-numeric:tabular-nums}
.error{color:#c62828}.warning{color:#9a6700}.info{color:#0969da}.none{color:#1a7f37}
@media(prefers-color-scheme:dark){.error{color:#ff7b72}.warning{color:#e3b341}.info{color:#79c0ff}.none{color:#7ee787}}
.suppressed{opacity:.6}blockquote{margin:.4rem 0;padding-left:.8rem;border-left:3px solid #8888}
.fine{font-size:.85em;opacity:.8}td{overflow-wrap:anywhere}
`;
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

const text = (value: string, limit?: number) => escapeHtml(printable(value, limit));

function source(finding: Finding): string {
  const { title, location } = sourceOf(finding);
  const shown = escapeHtml(printable(title || location, 120));
  const address = webAddress(location);
  return address ? `<a href="${escapeHtml(address)}" rel="noreferrer noopener">${shown}</a>` : shown;
}

const page = (finding: Finding): string => {
  const number = pageOf(finding);
  return number === undefined ? '' : ` <span class="fine">page ${number}</span>`;
};

function proof(finding: Finding): string {
  const layer = Object.entries(layers(finding)).map(([name, state]) => `${name} ${state}`);
  const fine = `<div class="fine">${layer.join(' · ')}</div>`;
  const claim = `<div class="fine">${text(finding.citation.claim.text, 600)}</div>`;
  if (finding.stage !== 'judged') return claim + fine;
  const { quote, suggestion, model, confidence, refused } = finding.verdict;
  return [
    claim,
    quote
      ? `<blockquote>${text(quote.text, 1200)}${page(finding)} <span class="fine">${escapeHtml(say(matchOf(quote)))}</span></blockquote>`
      : '',
    suggestion ? `<div>Narrower: ${text(suggestion, 600)}</div>` : '',
    refused ? `<div class="fine">Lowered: ${text(say(refused))}</div>` : '',
    `<div class="fine">${Math.round(confidence * 100)} % · ${text(model)}</div>`,
    fine,
  ].join('');
}

const notice = (one: Row['notices'][number]) => `<div>${escapeHtml(noticeLine(one))}</div>`;

function tr(row: Row): string {
  const { finding, severity, suppressed } = row;
  const note = suppressed ? ` <span class="fine">suppressed: ${text(suppressed.by)}</span>` : '';
  const cells = [
    `${row.line}:${row.column}`,
    `<span class="${severity}">${row.code}</span>${note}`,
    escapeHtml(row.raw),
    escapeHtml(row.message) + row.notices.map(notice).join('') + (finding ? proof(finding) : ''),
    finding ? source(finding) : '',
  ];
  return `<tr${suppressed ? ' class="suppressed"' : ''}>${cells.map((c) => `<td>${c}</td>`).join('')}</tr>\n`;
}

function section(document: DocumentReport): string {
  const all = rows(document);
  const head = ['place', 'finding', 'citation', 'what was found', 'source'].map(
    (h) => `<th scope="col">${h}</th>`,
  );
  const body =
    all.length === 0
      ? '<p>No citations.</p>'
      : `<table><thead><tr>${head.join('')}</tr></thead><tbody>\n${all.map(tr).join('')}</tbody></table>`;
  return `<section><h2>${text(document.path)}</h2>\n${body}</section>\n`;
}

const unread = (errors: readonly ReportError[]) =>
  errors.length === 0
    ? ''
    : `<section><h2>Not read</h2><ul>${errors.map(({ path, message }) => `<li>${text(path)}: ${text(message)}</li>`).join('')}</ul></section>\n`;

/** The summary comes first, so the sections are held back until the end. */
export function html(): ReportWriter {
  const totals = new Totals();
  let sections = '';
  return {
    document(d) {
      totals.add(d);
      sections += section(d);
      return '';
    },
    end: ({ errors, summary }) =>
      `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="referrer" content="no-referrer"><meta name="viewport" content="width=device-width"><title>Citations</title><style>${STYLE}</style></head>
<body><h1>Citations</h1><p>${escapeHtml(totals.line(summary))}</p>
${sections}${unread(errors)}</body></html>
`,
  };
}

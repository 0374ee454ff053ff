/** JUnit XML for CI servers: one suite per document, one case per finding or problem. */
import { say } from '../causes';
import { pageOf, reaches } from '../findings/finding';
import { escapeXml } from './escape';
import { printable } from '../text/printable';
import { headed, noticeLine, rows } from './shape';
import type { DocumentReport, Look, ReportError, ReportWriter, Row } from './shape';

type Attributes = Readonly<Record<string, string | number>>;
const element = (name: string, attributes: Attributes, content = ''): string => {
  const given = Object.entries(attributes).map(([k, v]) => ` ${k}="${escapeXml(String(v))}"`);
  return content === '' ? `<${name}${given.join('')}/>` : `<${name}${given.join('')}>${content}</${name}>`;
};

const isFailed = ({ severity, suppressed }: Row, { failOn }: Look) =>
  failOn !== undefined && !suppressed && reaches(severity, failOn);
const isSkipped = ({ severity, suppressed, finding }: Row) =>
  suppressed !== undefined || (severity === 'info' && finding?.stage !== 'judged');

function testcase(path: string, row: Row, look: Look): string {
  const { line, column, code, message, raw } = row;
  const name = `${line}:${column} ${raw}`;
  const page = row.finding && pageOf(row.finding);
  const place = page === undefined ? '' : ` (page ${page} of the source)`;
  const failed = isFailed(row, look);
  const refused = row.finding?.stage === 'judged' ? row.finding.verdict.refused : undefined;
  // A case that passes has no element for its message.
  const passed =
    failed || isSkipped(row) || row.severity === 'none' ? [] : [`${row.severity}: ${message}${place}`];
  const lowered = refused ? [printable(`Lowered: ${say(refused)}`)] : [];
  const notices = row.notices.map((one) => `Notice: ${noticeLine(one)}`);
  const output = [...passed, ...lowered, ...notices].join('\n');
  const outcome = failed
    ? element('failure', { type: code, message }, escapeXml(`${path}:${line}:${column}: ${message}${place}`))
    : isSkipped(row)
      ? element('skipped', { message })
      : '';
  const printed = output === '' ? '' : element('system-out', {}, escapeXml(output));
  return `    ${element('testcase', { classname: path, name, file: path, line }, outcome + printed)}\n`;
}

function suite(document: DocumentReport, look: Look): string {
  const all = rows(document);
  const failures = all.filter((row) => isFailed(row, look)).length;
  const skipped = all.filter((row) => !isFailed(row, look) && isSkipped(row)).length;
  const counts = { name: document.path, tests: all.length, failures, errors: 0, skipped };
  return `  ${element('testsuite', counts, `\n${all.map((row) => testcase(document.path, row, look)).join('')}  `)}\n`;
}

function errorSuite({ path, message }: ReportError): string {
  const outcome = element('testcase', { classname: path, name: 'read' }, element('error', { message }));
  return `  ${element('testsuite', { name: path, tests: 1, failures: 0, errors: 1, skipped: 0 }, outcome)}\n`;
}

export function junit(look: Look): ReportWriter {
  const begun = headed('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="citewright">\n');
  return {
    document: (d) => begun(suite(d, look)),
    end: ({ errors }) => begun(`${errors.map(errorSuite).join('')}</testsuites>\n`),
  };
}

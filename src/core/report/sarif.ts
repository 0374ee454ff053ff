/** SARIF 2.1.0 (OASIS, https://docs.oasis-open.org/sarif/sarif/v2.1.0/): rules from the code table, stable fingerprints, fixes. */
import { say } from '../causes';
import { CODES, type Code, type Severity } from '../codes';
import { suggestedFix, type SuggestedFix } from '../edits/suggestedFix';
import { pageOf } from '../findings/finding';
import { createLogCounts } from '../findings/tally';
import type { Draft } from '../edits/textEdit';
import type { Finding, Span } from '../model';
import { positions } from '../text/lines';
import { countUp } from '../text/maps';
import { jsonInside } from './escape';
import { printable, unlinked } from '../text/printable';
import { logText } from './score';
import { noticeLine, rows, sourceOf } from './shape';
import type { DocumentReport, Look, ReportWriter, Row } from './shape';

const HOME = 'https://github.com/citewright/citewright';
const LEVELS: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  info: 'note',
  none: 'none',
};

const names = Object.keys(CODES) as Code[]; // keys of a closed table

const rules = names.map((id) => ({
  id,
  shortDescription: { text: CODES[id].message.replace(/\{[a-z]+\}/g, '…') },
  helpUri: `${HOME}/blob/main/docs/codes/${id}.md`,
  defaultConfiguration: { level: LEVELS[CODES[id].severity] },
}));

/** A relative reference with each path segment percent-encoded; standard input gets a name that no file has. */
const uri = (path: string) => {
  const wellFormed = path.replaceAll('\\', '/').replace(/\p{Surrogate}/gu, '\ufffd');
  return path === '-' ? 'stdin' : encodeURIComponent(wellFormed).replaceAll('%2F', '/');
};

const regionOf = (at: ReturnType<typeof positions>, { start, end }: Span) => {
  const from = at(start);
  const to = at(end);
  return { startLine: from.line, startColumn: from.column, endLine: to.line, endColumn: to.column };
};

const locationOf = (path: string, at: ReturnType<typeof positions>, span: Span) => ({
  physicalLocation: { artifactLocation: { uri: uri(path) }, region: regionOf(at, span) },
});

const FIXES: Readonly<Record<SuggestedFix['kind'], string>> = {
  narrow: 'Narrow the claim to what the source says.',
  identifier: 'Use the identifier of the record.',
};

/** The edit that every host offers, if any. */
function fix(path: string, draft: Draft, finding: Finding, at: ReturnType<typeof positions>) {
  const found = suggestedFix(draft, finding);
  if (!found) return {};
  const replacements = found.changes.map((change) => ({
    deletedRegion: regionOf(at, change.span),
    insertedContent: { text: change.text },
  }));
  const artifactChanges = [{ artifactLocation: { uri: uri(path) }, replacements }];
  return { fixes: [{ description: { text: FIXES[found.kind] }, artifactChanges }] };
}

/** Suppressed results stay in the log with their reason, as the standard requires. */
const suppressions = ({ suppressed }: Row) =>
  (suppressed ? [suppressed] : []).map(({ by, note }) => ({
    kind: by.startsWith('ignore-') ? 'inSource' : 'external',
    justification: printable(note ?? by),
  }));

/** Identifies a result by its subject, not its position, so that it survives edits elsewhere. `nth` distinguishes equal ones. */
const fingerprint = (row: Row, nth: number) =>
  row.finding ? row.finding.citation.id : `${row.code} ${row.raw}${nth === 0 ? '' : `#${nth + 1}`}`;

function result(path: string, draft: Draft, row: Row, nth: number, at: ReturnType<typeof positions>) {
  const { finding, code, severity, message: sentence } = row;
  const related = finding ? sourceOf(finding) : undefined;
  const judged = finding?.stage === 'judged' ? finding : undefined;
  const span = { start: row.start, end: row.end };
  return {
    ruleId: code,
    ruleIndex: names.indexOf(code),
    level: LEVELS[severity],
    kind: severity === 'none' ? 'pass' : 'fail',
    message: { text: unlinked(sentence) },
    locations: [locationOf(path, at, span)],
    ...(row.related && {
      relatedLocations: row.related.slice(0, MOST_LOCATIONS - 1).map((place) => locationOf(path, at, place)),
    }),
    partialFingerprints: { 'citation/v1': fingerprint(row, nth) },
    suppressions: suppressions(row),
    ...(finding && fix(path, draft, finding, at)),
    properties: {
      ...(finding && { identifier: finding.citation.identifier, stage: finding.stage }),
      ...(related?.location && { source: related.location }),
      ...(row.notices.length > 0 && { notices: row.notices.map((one) => noticeLine(one)) }),
      ...(judged?.verdict.quote && {
        quote: printable(judged.verdict.quote.text, 600),
        match: judged.verdict.quote.match,
      }),
      ...(finding && pageOf(finding) !== undefined && { page: pageOf(finding) }),
      ...(judged?.verdict.refused && { refused: printable(say(judged.verdict.refused), 600) }),
    },
  };
}

function results(document: DocumentReport) {
  const at = positions(document.text);
  const draft: Draft = { text: document.text, citations: document.findings.map(({ citation }) => citation) };
  const seen = new Map<string, number>();
  return rows(document).map((row) => {
    const nth = countUp(seen, fingerprint(row, 0)) - 1;
    return { severity: row.severity, make: () => result(document.path, draft, row, nth, at) };
  });
}

/**
 * GitHub code scanning accepts 25,000 results per run and 1,000 locations per result
 * (https://docs.github.com/en/code-security/code-scanning/integrating-with-code-scanning/sarif-support-for-code-scanning). Results without
 * a problem have a lower limit, to leave room for problems of later documents.
 */
const MOST: Readonly<Record<Severity, number>> = {
  error: 25_000,
  warning: 24_000,
  info: 15_000,
  none: 5_000,
};
const MOST_LOCATIONS = 1_000;

const notification = (level: 'error' | 'warning', text: string) => ({
  level,
  message: { text: unlinked(text) },
});

export function sarif({ version }: Look): ReportWriter {
  const head = `{
  "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
  "version": "2.1.0",
  "runs": [
    {
      "tool": ${jsonInside({ driver: { name: 'Citewright', semanticVersion: version, informationUri: HOME, rules } }, 3)},
      "columnKind": "utf16CodeUnits",
      "results": [`;
  let [written, left] = [0, 0];
  const log = createLogCounts();
  const text = ({ severity, make }: ReturnType<typeof results>[number]): string => {
    if (written >= MOST[severity]) {
      left++;
      return '';
    }
    return `${written++ === 0 ? head : ','}\n        ${jsonInside(make(), 4)}`;
  };
  return {
    document(d) {
      log.add(d);
      return results(d).map(text).join('');
    },
    end({ errors, isInterrupted = false }) {
      const cut = `${left} results are left out: code scanning accepts at most ${MOST.error} per run, and fewer that aren’t problems.`;
      const invocation = {
        executionSuccessful: errors.length === 0 && !isInterrupted,
        toolExecutionNotifications: [
          ...errors.map(({ path, message: sentence }) =>
            notification('error', `${printable(path)}: ${printable(sentence)}`),
          ),
          ...(left > 0 ? [notification('warning', cut)] : []),
        ],
      };
      const open = written === 0 ? `${head}]` : '\n      ]';
      const counts = log.counts();
      const [summary] = logText(counts);
      const properties =
        summary === undefined ? '' : `,\n      "properties": ${jsonInside({ summary, ...counts }, 3)}`;
      return `${open},\n      "invocations": ${jsonInside([invocation], 3)}${properties}\n    }\n  ]\n}\n`;
    },
  };
}

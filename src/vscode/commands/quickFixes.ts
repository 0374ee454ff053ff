/** Quick fixes for a finding or a problem: each is a small edit that undo reverts, or one of our commands. */
import { l10n } from 'vscode';
import type { Changes, Draft } from '../../core/edits/textEdit';
import { asGuess, readdress } from '../../core/edits/linkEdits';
import { suggestedFix } from '../../core/edits/suggestedFix';
import { missingEntry, removeEntry, renumber } from '../../core/edits/listEdits';
import { safeFixes } from '../../core/edits/safeFixes';
import type { Cause } from '../../core/causes';
import { CODES } from '../../core/codes';
import { correct } from '../../core/edits/correctReference';
import { unignore } from '../../core/edits/removeIgnore';
import type { Citation, Finding, Problem, Span, Work } from '../../core/model';
import { ruleFor } from '../../core/findings/suppression';
import { closest, labelIn as placeOf } from '../../core/scan/navigation';
import { formatOf } from '../state/documents';
import { textOf } from '../state/evidenceAddress';
import { suggestionPart } from '../state/findingLabels';
import type { Mark } from '../state/marks';
import { wordsOf } from '../state/reference';
import { takeBackTitle } from '../state/suppressionLabels';
import { suppressedIn, type View } from '../state/view';
import { clean, markerText, quoted, reasonText, safeLink } from '../state/labels';
import { IGNORE_KINDS } from '../../core/text/ignores';
import { isWithin, lineEnd } from '../../core/text/lines';

/** A fix without the editor's types: an edit of the document, or one of our commands on the citation. */
export type Fix = {
  readonly title: string;
  readonly preferred?: boolean;
  /** Hides a finding instead of correcting the text. */
  readonly hides?: true;
} & (
  | {
      readonly changes: Changes;
      /** Where the cursor goes in the changed text: an offset in UTF-16 units. */
      readonly cursor?: number;
    }
  | { readonly command: string; readonly id: string }
);

export const draftOf = ({ text, scan }: Pick<View, 'text' | 'scan'>): Draft => ({
  text,
  citations: scan.citations,
});

const fix = (title: string, changes: Changes | undefined, preferred = false): Fix[] =>
  changes && changes.length > 0 ? [{ title, changes, preferred }] : [];

const run = (title: string, command: string, { id }: Citation): Fix => ({ title, command, id });

/** The work that a registry found for the citation, if any. */
export const recordOf = (finding: Finding): Work | undefined =>
  finding.stage === 'unresolved' ? finding.record : finding.source.record;

/** The other entries of the list, as text. */
export const siblingsOf = ({ text, citations }: Draft, { start }: Span): readonly string[] => {
  const spans = new Map(
    citations.flatMap(({ reference }) =>
      reference && reference.start !== start ? [[reference.start, reference]] : [],
    ),
  );
  return [...spans.values()]
    .map((span) => wordsOf(text, span))
    .map((span) => text.slice(span.start, span.end).trim());
};

function correction(draft: Draft, finding: Finding): Changes | undefined {
  const record = recordOf(finding);
  const { reference } = finding.citation;
  if (!record || !reference) return undefined;
  return correct(draft.text, wordsOf(draft.text, reference), record, siblingsOf(draft, reference));
}

/** Codes that may be caused by a wrong DOI. */
const DOUBTFUL = new Set(['wrong-work', 'doi-differs', 'not-found', 'no-match', 'dead']);

const canLookUp = ({ target, reference }: Citation) =>
  target.kind === 'work' && (reference !== undefined || target.title !== undefined);

/** How a title names a citation: one number of a range, the text of a link without its URL, else the marker. */
function nameOf(citation: Citation): string {
  const { style, label, raw } = citation;
  if (style === 'numbered' && label !== undefined) return clean(`[${label}]`, 60);
  const text = markerText(citation);
  return style === 'link' && text !== raw ? quoted(clean(text, 40)) : clean(raw, 60);
}

/** The words that would replace the claim, so that the menu shows what the fix writes. */
const narrowed = (finding: Finding): string => quoted(clean(suggestionPart(finding).suggestion ?? '', 60));

function ofFinding(draft: Draft, finding: Finding): Fix[] {
  const { citation, code } = finding;
  const link =
    finding.stage === 'unresolved' && finding.archived !== undefined ? safeLink(finding.archived) : undefined;
  const at = (title: string, command: string) => run(title, command, citation);
  const name = nameOf(citation);
  const suggested = suggestedFix(draft, finding);
  return [
    ...fix(
      l10n.t('Use the archived copy of {0}', name),
      link === undefined ? undefined : readdress(draft, citation, link),
      true,
    ),
    ...(suggested?.kind === 'identifier'
      ? fix(l10n.t('Use the identifier of the record for {0}', name), suggested.changes, true)
      : []),
    ...safeFixesAt(draft, citation.part, [finding], [], 'fix_moved', 'fix_place'),
    ...(suggested?.kind === 'narrow'
      ? fix(l10n.t('Narrow claim to match {0}: {1}', name, narrowed(finding)), suggested.changes)
      : []),
    ...(DOUBTFUL.has(code) && canLookUp(citation)
      ? [at(l10n.t('Look up the DOI of {0}', name), 'fixDoi')]
      : []),
    ...fix(l10n.t('Update reference for {0} from registry record', name), correction(draft, finding)),
    ...(citation.style === 'cite-key' && recordOf(finding)
      ? [at(l10n.t('Update reference for {0} from registry record', name), 'correctEntry')]
      : []),
    ...(textOf(finding) ? [at(l10n.t('Show evidence for {0}', name), 'showEvidence')] : []),
    at(l10n.t('Find a better source than {0}…', name), 'findSource'),
    ...(citation.target.kind === 'url' || citation.target.kind === 'work'
      ? [at(l10n.t('Attach source for {0} (PDF or text)…', name), 'attachSource')]
      : []),
    at(l10n.t('Verify {0} again', name), 'verifyCitation'),
    ...fix(l10n.t('Mark {0} as unverified', name), asGuess(draft, citation)),
    { ...at(l10n.t('Accept finding on {0}…', name), 'accept'), hides: true },
  ];
}

/** A marker that a chat tool left behind, with the white space before it. */
export function withoutResidue(text: string, { start, end }: Span): Changes {
  const hasBlank = text.charAt(start - 1) === ' ' && /[\s.,;:!?)]|^$/.test(text.charAt(end));
  return [{ span: { start: hasBlank ? start - 1 : start, end }, text: '' }];
}

/** The safe fixes of these causes at a place. */
const safeFixesAt = (
  draft: Draft,
  span: Span,
  findings: readonly Finding[],
  problems: readonly Problem[],
  ...causes: readonly Cause[]
): Fix[] =>
  safeFixes(draft, problems, findings)
    .filter(({ at, why }) => isWithin(span, at) && causes.includes(why.cause))
    .flatMap(({ changes, why }) => fix(reasonText(why).replace(/\.$/, ''), changes, true));

const intended = (span: Span, meant: string): Fix[] =>
  fix(l10n.t('Did you mean {0}?', clean(meant, 60)), [{ span, text: meant }], true);

/** The label closest to a mistyped one, in its place. */
function didYouMean(draft: Draft, cited: Citation, known: Iterable<string>): Fix[] {
  const label = cited.label?.replace(/^\^/, '');
  const meant = label === undefined ? undefined : closest(label, known);
  const at = label === undefined ? undefined : placeOf(draft.text, cited.part, label);
  return meant === undefined || !at || meant === label ? [] : intended(at, meant);
}

/** An empty reference for a marker, with the cursor where its words go. */
function addReference(draft: Draft, cited: Citation): Fix[] {
  const change = missingEntry(draft, cited, '', l10n.t('References'));
  if (!change) return [];
  const title = l10n.t('Add a reference for {0}', nameOf(cited));
  const cursor = change.span.start + change.text.replace(/[\r\n]+$/, '').length;
  return [{ title, changes: [change], cursor, preferred: true }];
}

/** Labels of the footnotes that a text defines, and keys of its bibliographies. */
export type Known = { readonly notes: readonly string[]; readonly keys: readonly string[] };

function ofProblem(draft: Draft, problem: Problem, known: Known, findings: readonly Finding[]): Fix[] {
  const { code, span, citation, facts } = problem;
  const cited = draft.citations.find(({ id }) => id === citation);
  switch (code) {
    case 'dangling':
    case 'no-entry':
      if (!cited) return typeof facts['meant'] === 'string' ? intended(span, facts['meant']) : [];
      return [
        ...(cited.style === 'footnote' ? didYouMean(draft, cited, known.notes) : []),
        ...safeFixesAt(draft, span, findings, [problem], 'fix_entry'),
        ...addReference(draft, cited),
        run(l10n.t('Find a source for {0}…', nameOf(cited)), 'findSource', cited),
      ];
    case 'unknown-ignore': {
      const label = facts['label'] as string;
      const meant = closest(label, [...IGNORE_KINDS, ...Object.keys(CODES)]);
      const words = meant === undefined ? IGNORE_KINDS.filter((kind) => kind.startsWith(label)) : [meant];
      return words.flatMap((word) => intended(span, word));
    }
    case 'unknown-key':
      return cited
        ? [
            ...didYouMean(draft, cited, known.keys),
            run(l10n.t('Add {0} to the bibliography', nameOf(cited)), 'addKey', cited),
          ]
        : [];
    case 'numbering-gap':
      return fix(l10n.t('Renumber references and citations'), renumber(draft, span.start), true);
    case 'uncited':
      return fix(l10n.t('Remove reference and renumber'), removeEntry(draft, span.start));
    case 'malformed-doi': {
      const owner = draft.citations.find(({ part, reference }) =>
        [part, reference].some((s) => s && isWithin(span, s)),
      );
      return owner && canLookUp(owner)
        ? [run(l10n.t('Look up the DOI of {0}', nameOf(owner)), 'fixDoi', owner)]
        : [];
    }
    case 'chat-residue': {
      const label = clean(draft.text.slice(span.start, span.end), 40);
      return fix(l10n.t('Remove {0}', label), withoutResidue(draft.text, span), true);
    }
    case 'tracking-parameter':
      return safeFixesAt(draft, span, [], [problem], 'fix_tracking');
    default:
      return [];
  }
}

/** A comment at the end of a line, or of the text, in the syntax of the language. */
function comment(
  { text, uri }: Pick<View, 'text' | 'uri'>,
  languageId: string,
  kind: 'line' | 'file',
  { span, code }: Mark,
): Changes {
  const [open, close] = formatOf(languageId, uri) === 'latex' ? ['%', ''] : ['<!--', ' -->'];
  const word = `${open} citewright-ignore-${kind} ${code}${close}`;
  if (kind === 'file') {
    const at = text.trimEnd().length;
    return [{ span: { start: at, end: text.length }, text: `\n\n${word}\n` }];
  }
  let at = lineEnd(text, span.start);
  if (text.charAt(at - 1) === '\r') at--;
  return [{ span: { start: at, end: at }, text: ` ${word}` }];
}

/** Languages without suitable comments: MDX rejects HTML comments, a commit message would keep them. */
const COMMENTLESS = new Set(['mdx', 'git-commit']);

/** Comments apply only to the user's own text: in a transcript an agent would suppress its own findings. */
function suppress(view: View, languageId: string, mark: Mark): Fix[] {
  const id = mark.finding?.citation.id ?? '';
  const comments =
    view.scan.log || COMMENTLESS.has(languageId)
      ? []
      : [
          ...fix(l10n.t('Ignore “{0}” on this line', mark.code), comment(view, languageId, 'line', mark)),
          ...fix(l10n.t('Ignore “{0}” in this file', mark.code), comment(view, languageId, 'file', mark)),
        ];
  const rule: Fix = {
    title: l10n.t('Ignore “{0}” in this workspace', mark.code),
    command: 'ignoreInWorkspace',
    id: `${mark.code} ${id}`,
  };
  return [...comments, rule].map((one) => ({ ...one, hides: true }));
}

/** All fixes for a mark, the most useful first. */
export function fixesOf(view: View, languageId: string, mark: Mark, known: Known): Fix[] {
  const draft = draftOf(view);
  const problem = view.eachProblem.find(
    ({ code, span }) => code === mark.code && span.start === mark.span.start,
  );
  return [
    ...(mark.finding
      ? ofFinding(draft, mark.finding)
      : problem
        ? ofProblem(draft, problem, known, view.findings)
        : []),
    ...suppress(view, languageId, mark),
  ];
}

function fixOf(view: View, what: Finding | Problem, span: Span): Fix | undefined {
  const { suppressed, code } = what;
  const title = takeBackTitle(view, what);
  if (title === undefined) return undefined;
  if (suppressed?.by === 'accepted')
    return 'stage' in what ? { title, command: 'takeBack', id: what.citation.id } : undefined;
  if (suppressed?.by === 'ignore')
    return { title, command: 'stopIgnoring', id: JSON.stringify(ruleFor(what, view.suppressions)) };
  const changes = unignore(view.text, span, code);
  return changes && { title, changes };
}

/** The fixes that remove a suppression at a place, each once. */
export function fixesBack(view: View, isHere: (span: Span) => boolean): readonly Fix[] {
  const fixes = suppressedIn(view)
    .filter(({ span }) => isHere(span))
    .flatMap(({ what, span }) => fixOf(view, what, span) ?? []);
  return [...new Map(fixes.map((fix) => [JSON.stringify(fix), fix])).values()];
}

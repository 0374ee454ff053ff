/**
 * The card at a citation: verdict, why, the quote with its place, four layers, model, cost, age. Text of models, pages and the
 * document enters only by `appendText`; the one part with command links is constant but for arguments that the commands check.
 */
import {
  Hover,
  l10n,
  languages,
  MarkdownString,
  workspace,
  type Disposable,
  type TextDocument,
} from 'vscode';
import { layers } from '../../core/finding';
import type { Citation, Finding, Layers, Source } from '../../core/model';
import { evidenceSpan } from '../state/evidenceAddress';
import { marks } from '../state/marks';
import { takeBackTitle } from '../state/suppressionLabels';
import type { Session } from '../state/session';
import { citationsAt, type View } from '../state/view';
import {
  age,
  appendPlain,
  suppressionSentence,
  clean,
  DEPTHS,
  icon,
  label,
  money,
  pageOf,
  reasonText,
  why,
} from '../state/labels';

/** A card before the editor's types: constant parts and hostile parts told apart. */
export type Card = {
  /** Constant: codicon and verdict. */
  readonly icon: string;
  readonly title: string;
  readonly why: string;
  readonly quote?: { readonly text: string; readonly place: string };
  readonly suggestion?: string;
  readonly source?: string;
  readonly notes: readonly string[];
  readonly layers: readonly { readonly name: string; readonly state: Layers['exists'] }[];
  readonly footer: string;
};

const LAYER_NAMES = {
  exists: 'exists',
  resolves: 'resolves',
  derivable: 'derivable',
  scoped: 'scoped',
} as const;

const LAYERS = Object.keys(LAYER_NAMES) as readonly (keyof Layers)[];
const VERDICT_TITLES = (finding: Finding) =>
  finding.stage === 'judged'
    ? `${label(finding.code)} · ${l10n.t('{0} % confidence', Math.round(finding.verdict.confidence * 100))}`
    : label(finding.code);

const sourceLine = (source: Source) =>
  [
    clean(source.title, 120) || clean(source.location, 120),
    clean(source.location, 160),
    l10n.t(DEPTHS[source.depth]),
    ...(source.via === 'wayback' ? [l10n.t('archived copy')] : []),
    ...(source.truncated ? [l10n.t('truncated')] : []),
  ]
    .filter((part, i, all) => all.indexOf(part) === i)
    .join(' · ');

function quoteOf(finding: Finding): Card['quote'] {
  const span = evidenceSpan(finding);
  if (finding.stage === 'unresolved' || !span) return undefined;
  const { source } = finding;
  const page = pageOf(source, span.start);
  const isQuote = finding.stage === 'judged' && finding.verdict.quote !== undefined;
  return {
    text: clean(source.text.slice(span.start, span.end), 600),
    place: [
      isQuote ? l10n.t('exact quotation') : l10n.t('closest passage'),
      ...(page === undefined ? [] : [l10n.t('page {0}', page)]),
    ].join(', '),
  };
}

function footerOf(finding: Finding, at: number | undefined, now: number): string {
  const when = at === undefined ? [] : [l10n.t('checked {0}', age(at, now))];
  if (finding.stage !== 'judged') return [l10n.t('no model used'), ...when].join(' · ');
  const { model, costUsd, usage } = finding.verdict;
  return [clean(model, 80), money(costUsd, usage), ...when].join(' · ');
}

const notesOf = (finding: Finding): string[] =>
  finding.stage === 'unresolved'
    ? finding.archived === undefined
      ? []
      : [l10n.t('Archived copy: {0}', clean(finding.archived, 200))]
    : [
        ...finding.source.notices.map((notice) => reasonText(notice, 200)),
        ...(finding.stage === 'judged' && finding.verdict.refused
          ? [reasonText(finding.verdict.refused, 200)]
          : []),
        ...(finding.stage === 'judged' && finding.adds === false
          ? [l10n.t('Redundant: the other citations already support this claim.')]
          : []),
      ];

/** The card of a finding. `at` is when it was made, `now` the present, both in milliseconds. */
export function card(finding: Finding, at: number | undefined, now: number): Card {
  const states = layers(finding);
  const quote = quoteOf(finding);
  const suggestion = finding.stage === 'judged' ? finding.verdict.suggestion : undefined;
  return {
    icon: icon(finding.code, finding.severity),
    title: VERDICT_TITLES(finding),
    why: why(finding),
    ...(quote && { quote }),
    ...(suggestion !== undefined && suggestion !== '' && { suggestion: clean(suggestion, 400) }),
    ...(finding.stage !== 'unresolved' && { source: sourceLine(finding.source) }),
    notes: [...(finding.suppressed ? [suppressionSentence(finding.suppressed)] : []), ...notesOf(finding)],
    layers: LAYERS.map((name) => ({ name: l10n.t(LAYER_NAMES[name]), state: states[name] })),
    footer: footerOf(finding, at, now),
  };
}

const STATE_MARKS = { pass: '✓', fail: '✗', unknown: '–' } as const;
const MARKS: Readonly<Record<string, string>> = {
  pass: '✓',
  error: '✗',
  warning: '!',
  question: '?',
  info: 'i',
};

/** A card as Markdown in which nothing of a page, a model or the document is Markdown. What was `said` above it is not said again. */
export function render(shown: Card, said = ''): MarkdownString {
  const text = new MarkdownString();
  const add = (before: string, hostile: string, after = '\n\n') =>
    appendPlain(text.appendMarkdown(before), hostile).appendMarkdown(after);
  const states = shown.layers.map(({ name, state }) => `${STATE_MARKS[state]} ${name}`).join('  ');
  add(`**${MARKS[shown.icon] ?? ''} `, shown.title, '** &nbsp; ');
  add('', states);
  if (!said.includes(shown.why)) add('', shown.why);
  if (shown.quote) add('“', shown.quote.text, '” ');
  if (shown.quote) add('— ', shown.quote.place);
  if (shown.suggestion !== undefined) add('', l10n.t('Narrower claim: {0}', shown.suggestion));
  for (const note of shown.notes) add('! ', note);
  if (shown.source !== undefined) add('', shown.source);
  return appendPlain(text, shown.footer);
}

const HOVER_COMMANDS = [
  'citewright.showEvidence',
  'citewright.verifyCitation',
  'citewright.takeBack',
  'citewright.showResults',
];

/** Hostile text as Markdown in which it is text. */
const plain = (text: string): string => appendPlain(new MarkdownString(), text).value;

/** Links to our own commands. The arguments are an address and a hash; the commands look both up and trust neither. */
function actions(view: View, citation: Citation, finding: Finding | undefined): MarkdownString {
  const args = encodeURIComponent(JSON.stringify([view.uri.toString(), citation.id]));
  const back = finding && takeBackTitle(view, finding);
  const links = [
    ...(finding && finding.stage !== 'unresolved'
      ? [`[$(book) ${l10n.t('Evidence')}](command:citewright.showEvidence?${args})`]
      : []),
    `[$(sync) ${finding ? l10n.t('Verify again') : l10n.t('Verify')}](command:citewright.verifyCitation?${args})`,
    ...(back === undefined ? [] : [`[$(discard) ${plain(back)}](command:citewright.takeBack?${args})`]),
    `[$(list-flat) ${l10n.t('Results')}](command:citewright.showResults)`,
  ];
  const text = new MarkdownString(links.join(' &nbsp; '), true);
  text.isTrusted = { enabledCommands: HOVER_COMMANDS };
  return text;
}

/** What the editor itself shows above the card of a finding: the message of the squiggle that is pointed at. */
function saidAt(view: View, citation: Citation, offset: number): string {
  if (workspace.getConfiguration('problems').get('visibility') === false) return '';
  const mark = marks(view).find(({ finding }) => finding?.citation.id === citation.id);
  return mark && mark.span.start <= offset && offset <= mark.span.end ? mark.message : '';
}

/** More cards than this make a hover that nobody reads. */
const MOST_CARDS = 4;

function hoverAt(session: Session, document: TextDocument, offset: number): Hover | undefined {
  const view = session.look(document);
  const here = view && citationsAt(view, offset);
  const [first] = here ?? [];
  if (!view || !here || !first) return undefined;
  const known = new Map(view.findings.map((finding) => [finding.citation.id, finding]));
  const onMarker = first.marker.start <= offset && offset <= first.marker.end;
  const shown = here.filter((c) => onMarker || known.has(c.id)).slice(0, MOST_CARDS);
  if (shown.length === 0) return undefined;
  const contents = shown.flatMap((citation) => {
    const finding = known.get(citation.id);
    const shownCard = finding && card(finding, view.checkedAt.get(citation.id), Date.now());
    const body = shownCard ? [render(shownCard, saidAt(view, citation, offset))] : [];
    return [...body, actions(view, citation, finding)];
  });
  return new Hover(contents, view.lines.range(onMarker ? first.part : first.claim.span));
}

/** Cards in every document that the session looks at. */
export const register = (session: Session): Disposable =>
  languages.registerHoverProvider(
    { pattern: '**' },
    {
      provideHover: (document, position) => hoverAt(session, document, document.offsetAt(position)),
    },
  );

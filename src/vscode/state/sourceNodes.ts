/** The contents of the tree of sources: what a text cites, source by source, and below each the claims that cite it. */
import { l10n, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import type { Citation, Finding, Problem } from '../../core/model';
import { gather, identityOf } from '../../core/verify/jobs';
import { textOf } from './evidenceAddress';
import { addressOf, sourceName } from './reference';
import type { View } from './view';
import { clean, counted, icon, labelWithin, problemSentence, sentence } from './labels';

/** A source with its citations, or one of its claims. */
export type Node = {
  readonly kind: 'source' | 'claim';
  readonly id: string;
  readonly view: View;
  readonly citations: readonly [Citation, ...Citation[]];
};

const keyOf = ({ target, label: name }: Citation) =>
  target.kind === 'dangling' ? `dangling ${name ?? target.label}` : identityOf(target);

const sourcesOf = (view: View): Node[] =>
  gather(view.scan.citations, keyOf).map((citations) => ({
    kind: 'source',
    id: keyOf(citations[0]),
    view,
    citations,
  }));

const RANK = { error: 0, warning: 1, info: 2, none: 3 } as const;
const COLOURS: Readonly<Record<string, string>> = {
  pass: 'testing.iconPassed',
  error: 'editorError.foreground',
  warning: 'editorWarning.foreground',
};

/** What is known about the citations of a node: their findings, and the problems of the scan. */
function knownOf({ view, citations }: Node) {
  const ids = new Set(citations.map(({ id }) => id));
  const findings = view.findings.filter(({ citation }) => ids.has(citation.id));
  const problems = view.eachProblem.filter(({ citation }) => citation !== undefined && ids.has(citation));
  return { findings, problems, all: [...findings, ...problems] };
}

/** The icon of the most severe finding; an empty circle if there is none. Icons differ by shape as well as colour. */
function iconOf(known: readonly (Finding | Problem)[]): ThemeIcon {
  const [worst] = [...known].filter((f) => !f.suppressed).sort((a, b) => RANK[a.severity] - RANK[b.severity]);
  const shown = worst ?? known[0];
  if (!shown) return new ThemeIcon('circle-outline');
  const name = icon(shown.code, shown.severity);
  const colour = COLOURS[name];
  return colour === undefined ? new ThemeIcon(name) : new ThemeIcon(name, new ThemeColor(colour));
}

const isNamed = (finding: Finding) => finding.stage !== 'unresolved' && finding.source.title !== '';

/** The finding that is shown: the first with text, else the first. */
function shownOf(node: Node): Finding | undefined {
  const { findings } = knownOf(node);
  return findings.find(textOf) ?? findings[0];
}

const citationOf = (node: Node): Citation => shownOf(node)?.citation ?? node.citations[0];

/** Used by the menus: is there a URL to open, is there a text to show. */
function contextOf(node: Node): string {
  const finding = shownOf(node);
  const link = addressOf(citationOf(node), finding) === undefined ? '' : '.link';
  return `${node.kind}${link}${finding && textOf(finding) ? '.read' : ''}`;
}

const labelsOf = (known: readonly (Finding | Problem)[]) =>
  [...new Set(known.map(({ code }) => labelWithin(code)))].join(', ') || l10n.t('not checked');

const treeItem = (node: Node, known: readonly (Finding | Problem)[], title: string, description: string) =>
  Object.assign(new TreeItem(title), {
    id: `${node.view.uri.toString()} ${node.kind === 'claim' ? 'claim ' : ''}${node.id}`,
    description,
    iconPath: iconOf(known),
    contextValue: contextOf(node),
    accessibilityInformation: { label: `${title}, ${description}` },
  });

function sourceItem(node: Node): TreeItem {
  const { view, citations } = node;
  const { findings, all } = knownOf(node);
  const title = sourceName(view.text, citations[0], findings.find(isNamed));
  const item = treeItem(node, all, title, `${counted(citations.length, 'claim')} · ${labelsOf(all)}`);
  item.collapsibleState = TreeItemCollapsibleState.Collapsed;
  item.tooltip = clean(citations[0].identifier, 300);
  return item;
}

function claimItem(node: Node): TreeItem {
  const { view, citations } = node;
  const [citation] = citations;
  const { all, ...known } = knownOf(node);
  const [[finding], [problem]] = [known.findings, known.problems];
  const line = view.lines.position(citation.part.start).line + 1;
  const title = clean(citation.claim.text, 160) || clean(citation.raw, 80);
  const item = treeItem(node, all, title, `${labelsOf(all)} · ${l10n.t('line {0}', line)}`);
  item.tooltip = finding ? sentence(finding) : problem ? problemSentence(problem) : clean(citation.raw, 300);
  item.command = {
    title: l10n.t('Go to Text'),
    command: 'citewright.reveal',
    arguments: [view.uri.toString(), citation.id],
  };
  return item;
}

/** The nodes below `node`; without one, the sources of `view` in the order in which it first cites them. */
export function childrenOf(node: Node | undefined, view: View | undefined): Node[] {
  if (!node) return view ? sourcesOf(view) : [];
  if (node.kind !== 'source') return [];
  return node.citations.map((one) => ({ kind: 'claim', id: one.id, view: node.view, citations: [one] }));
}

/** How a node is shown. */
export const itemOf = (node: Node): TreeItem => (node.kind === 'source' ? sourceItem(node) : claimItem(node));

/** Actions that the menus of a node may have. */
export type Action = 'verify' | 'evidence' | 'open' | 'reveal';

/** What an action runs: one of our commands, with the citations of the node as arguments. */
export const CALLS: Readonly<Record<Action, (node: Node, uri: string) => readonly unknown[]>> = {
  verify: (node, uri) => ['citewright.verifyCitations', uri, node.citations.map(({ id }) => id)],
  evidence: (node, uri) => ['citewright.showEvidence', uri, citationOf(node).id],
  open: (node, uri) => ['citewright.openSource', uri, citationOf(node).id],
  reveal: (node, uri) => ['citewright.reveal', uri, node.citations[0].id],
};

/** What sets things aside, and how far it reaches: called alike by light bulb, card and row before it is taken back. */
import { l10n } from 'vscode';
import type { Finding, Problem } from '../../core/model';
import { fileOf } from './documents';
import type { Rule } from '../../node/config';
import type { View } from './view';
import { clean } from './labels';

type Setting = Pick<View, 'uri' | 'aside' | 'ignores'>;

/** The rule that sets something aside in a text. */
export const ruleOf = ({ uri, aside }: Setting, what: Finding | Problem): Rule | undefined =>
  aside?.ruleOf(what, fileOf(uri).fsPath);

/** What a rule is about, in a few words. They are the repository's: plain text, as all of the document is. */
export const ruleWords = ({ code, citation, path }: Rule): string =>
  [code ?? l10n.t('everything'), citation, path]
    .flatMap((part) => (part === undefined ? [] : [clean(part, 60)]))
    .join(' · ');

/** A comment is named by what it is about, one code or everything, and by how far it reaches. */
function commentTitle({ ignores }: Setting, what: Finding | Problem): string | undefined {
  const span = 'stage' in what ? what.citation.part : what.span;
  const found = ignores?.(span, what.code);
  if (!found) return undefined;
  const isFile = found.by === 'ignore-file';
  if (found === ignores?.(span))
    return isFile
      ? l10n.t('Stop ignoring everything in this file')
      : l10n.t('Stop ignoring everything in this line');
  return isFile
    ? l10n.t('Stop ignoring “{0}” in this file', what.code)
    : l10n.t('Stop ignoring “{0}” in this line', what.code);
}

/** What takes back that something was set aside, in the editor; nothing where it was not, or another tool did it. */
export function takeBackTitle(view: Setting, what: Finding | Problem): string | undefined {
  const by = what.suppressed?.by;
  if (by === 'accepted') return l10n.t('Take back acceptance');
  if (by !== 'ignore') return by?.startsWith('ignore-') ? commentTitle(view, what) : undefined;
  const rule = ruleOf(view, what);
  return rule && l10n.t('Stop ignoring in this workspace: {0}', ruleWords(rule));
}

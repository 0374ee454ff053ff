/** Titles of the actions that remove a suppression, in light bulb, hover and results alike: they say how far it reaches. */
import { l10n } from 'vscode';
import type { Finding, Problem } from '../../core/model';
import { ruleFor, spanOf, type Rule } from '../../core/findings/suppression';
import type { View } from './view';
import { clean } from './labels';

type Suppressing = Pick<View, 'suppressions'>;

/** The subject of a rule, in a few words. They come from the repository: plain text, like all of the document. */
export const ruleWords = ({ code, citation, path }: Rule): string =>
  [code ?? l10n.t('everything'), citation, path]
    .flatMap((part) => (part === undefined ? [] : [clean(part, 60)]))
    .join(' · ');

/** A comment is named by its subject, one code or everything, and by how far it reaches. */
function commentTitle({ suppressions: { comments } }: Suppressing, what: Finding | Problem) {
  const span = spanOf(what);
  const found = comments?.(span, what.code);
  if (!found) return undefined;
  const isFile = found.suppressed.by === 'ignore-file';
  if (found === comments?.(span))
    return isFile
      ? l10n.t('Stop ignoring everything in this file')
      : l10n.t('Stop ignoring everything on this line');
  return isFile
    ? l10n.t('Stop ignoring “{0}” in this file', what.code)
    : l10n.t('Stop ignoring “{0}” on this line', what.code);
}

/** The title of the action that removes the suppression; undefined if there is none or another tool made it. */
export function takeBackTitle({ suppressions }: Suppressing, what: Finding | Problem): string | undefined {
  const by = what.suppressed?.by;
  if (by === 'accepted') return l10n.t('Undo acceptance');
  if (by !== 'ignore') return by?.startsWith('ignore-') ? commentTitle({ suppressions }, what) : undefined;
  const rule = ruleFor(what, suppressions);
  return rule && l10n.t('Stop ignoring in this workspace: {0}', ruleWords(rule));
}

/** The RFC Editor: record and text of each RFC. */
import { reason } from '../../causes';
import type { Notice, Work } from '../../model';
import { compact, list, str } from '../jsonFields';
import { askJson, yearOf, type RegistryHit, type Registry } from '../registry';
import { plain } from '../xml';

/** Path of an RFC's text, on the same endpoint. */
export const rfcTextPath = (rfc: string): string => `/rfc/rfc${rfc}.txt`;

const numbers = (json: unknown, key: string): readonly string[] =>
  list(json, key).map((id) => str(id).replace(/^RFC0*/i, 'RFC '));

function notices(json: unknown): readonly Notice[] {
  const obsoleted = numbers(json, 'obsoleted_by');
  const updated = numbers(json, 'updated_by');
  const url = (name = '') => `https://www.rfc-editor.org/rfc/${name.toLowerCase().replace(' ', '')}`;
  return [
    ...(obsoleted.length > 0
      ? [
          {
            kind: 'newer-version',
            ...reason('obsoleted', { names: obsoleted }),
            url: url(obsoleted[0]),
          } as const,
        ]
      : []),
    ...(updated.length > 0
      ? [{ kind: 'corrected', ...reason('updated', { names: updated }), url: url(updated[0]) } as const]
      : []),
  ];
}

function read(json: unknown, rfc: string): RegistryHit | undefined {
  const title = plain(str(json, 'title'));
  if (title === '') return undefined;
  return {
    via: 'rfc',
    record: compact<Work>({
      rfc,
      doi: str(json, 'doi').toLowerCase(),
      title,
      authors: list(json, 'authors').map((a) => str(a).replace(/, Ed\.?$/, '')),
      year: yearOf(str(json, 'pub_date')),
      venue: `RFC ${rfc}`,
    }),
    venues: ['Request for Comments', 'IETF'],
    url: `https://www.rfc-editor.org/rfc/rfc${rfc}`,
    open: [],
    notices: notices(json),
    ...compact<{ abstract?: string }>({ abstract: plain(str(json, 'abstract')) }),
  };
}

export const rfcEditor: Registry = {
  name: 'rfc',
  label: 'RFC editor',
  lookup: ({ rfc }, ask) =>
    rfc === undefined
      ? undefined
      : askJson(ask, `/rfc/rfc${encodeURIComponent(rfc)}.json`, (json) =>
          [read(json, rfc)].filter((h) => h !== undefined),
        ),
};

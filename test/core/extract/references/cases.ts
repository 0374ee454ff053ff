/** What is read of bibliographies and of the front matter that names them, in the texts of `cases/`. */
import { scan } from '../../../../src/core/extract';
import { LATEX } from '../../../../src/core/extract/latexReader';
import { readBibliographies } from '../../../../src/core/extract/references/bibliography';
import { roomOf } from '../../../support/cases';

/** Each key with its work. `as` names the form: `bib`, `json`, `yaml`. */
const works = (text: string, { as = 'bib' }: { as?: string }) =>
  Object.fromEntries(readBibliographies(text, `a.${as}`));

export const room = roomOf('test/core/extract/references/cases', {
  bibliographies: works,
  /** Fields of one record: of BibTeX, or a member of CSL. */
  fields: (fields, { as }: { as?: string }) =>
    as === 'json'
      ? works(JSON.stringify([{ id: 'k', ...(JSON.parse(fields) as object) }]), { as })['k']
      : works(`@article{k, ${fields}}`, {})['k'],
  /** The bibliographies that a text names. */
  named: (text, { format }: { format?: 'latex' }) =>
    format === undefined
      ? scan(`---\n${text}\n---\n\nSo [@k].\n`).bibliographies
      : scan(text, { format: LATEX }).bibliographies,
});

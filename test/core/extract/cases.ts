/**
 * Scanner cases as pairs of files: `cases/NAME.md` holds the texts, `cases/NAME.json` what a scan finds in each.
 *
 * A line `%%% Title` starts a case, which ends before the next such line; `%%` separates several texts of one case. JSON options may
 * follow the title:
 * - `"each": "line"`: every line is a text of its own; lines below `%%+` are appended to each of them.
 * - `"format"`, `"year"`, `"bibliography"` (BibTeX): the context of the scan.
 * - `"show"`: more fields of each citation, among `claim`, `context` and `part`.
 *
 * `\u{hex}` stands for a character that an editor would hide or change.
 */
import { plainFacts } from '../../../src/core/causes';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { scan, type ScanContext } from '../../../src/core/extract';
import type { Citation, Problem, Span, Target } from '../../../src/core/model';

type Shown = 'claim' | 'context' | 'part';
type Options = Pick<ScanContext, 'format' | 'year'> & {
  readonly each?: 'line';
  readonly bibliography?: string;
  readonly show?: readonly Shown[];
};
/** A citation, or a problem: its code alone, or with what else is known of it. */
type Row = Readonly<Record<string, unknown>> | string;
/** The rows of one text, or of each line of a table. */
type Found = readonly Row[] | Readonly<Record<string, readonly Row[]>>;

export const folder = path.resolve('test/core/extract/cases');
export const names = (): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.slice(0, -3));

/** What a scan finds in each text of `NAME.md`, by title. Throws on a title that occurs twice. */
export function results(name: string): Map<string, Found> {
  const file = readFileSync(path.join(folder, `${name}.md`), 'utf8').replace(/\n$/, '');
  const [, ...parts] = `\n${file}`.split('\n%%% ');
  const found = new Map<string, Found>();
  for (const part of parts) {
    const end = part.indexOf('\n');
    const [, title = '', json = '{}'] = /^(.*?)(?: (\{.*\}))?$/.exec(part.slice(0, end)) ?? [];
    if (found.has(title)) throw new Error(`${name}.md has two texts titled “${title}”.`);
    found.set(title, foundIn(part.slice(end + 1), JSON.parse(json) as Options));
  }
  return found;
}

function foundIn(body: string, options: Options): Found {
  const [own = '', tail] = body.split(/^%%\+\n/m);
  const withTail = (text: string): string => unescaped(tail === undefined ? text : `${text}\n${tail}`);
  const isTable = options.each === 'line';
  const texts = isTable ? own.split('\n').filter((line) => line !== '') : own.split(/\n%%\n/);
  if (!isTable && texts.length === 1) return rows(withTail(own), options);
  return Object.fromEntries(
    texts.map((text, n) => [isTable ? text : `text ${n + 1}`, rows(withTail(text), options)]),
  );
}

const unescaped = (text: string): string =>
  text.replace(/\\u\{([0-9a-f]+)\}/g, (_, hex: string) => String.fromCodePoint(parseInt(hex, 16)));

/** One row for each citation, with its problems, then one for each problem that belongs to none. */
function rows(text: string, { format, year, bibliography, show = [] }: Options): Row[] {
  const { citations, problems } = scan(text, {
    ...(format && { format }),
    ...(year !== undefined && { year }),
    ...(bibliography !== undefined && { bibliographies: [{ path: 'a.bib', text: bibliography }] }),
  });
  const own = new Set(citations.map(({ id }) => id));
  return [
    ...citations.map((c) =>
      citationRow(
        text,
        c,
        problems.filter((p) => p.citation === c.id),
        show,
      ),
    ),
    ...problems
      .filter(({ citation }) => citation === undefined || !own.has(citation))
      .map((problem) => problemRow(text, problem)),
  ];
}

function citationRow(
  text: string,
  citation: Citation,
  problems: readonly Problem[],
  show: readonly Shown[],
): Row {
  const { raw, style, identifier, label, target, reference, part, claim, context } = citation;
  const to = pointsAt(target);
  return {
    raw,
    is: `${style} ${identifier}`,
    ...(label !== undefined && label !== identifier && { label }),
    ...(to !== identifier && { to }),
    ...(reference && { by: cut(text, reference) }),
    ...(problems.length > 0 && { problems: problems.map((problem) => problemRow(text, problem, citation)) }),
    ...(show.includes('part') && { part: cut(text, part) }),
    ...(show.includes('claim') && { claim: claim.text }),
    ...(show.includes('context') && { context }),
  };
}

/** The target in a word where it has one, else its fields; the text of a reference is left out where fields were read from it. */
function pointsAt(target: Target): unknown {
  if (target.kind === 'url') return target.url;
  if (target.kind === 'file') return [target.path, target.lines?.join('-')].filter(Boolean).join(':');
  if (target.kind === 'commit') return `git:${target.sha}`;
  if (target.kind === 'memory') return `memory:${target.id}`;
  if (target.kind !== 'work') return target.kind;
  const { kind: _, raw, ...fields } = target;
  const known = Object.entries(fields);
  if (known.length === 0) return { raw };
  const [[name, value]] = known as [[string, unknown]];
  if (known.length > 1) return fields;
  return name === 'doi'
    ? value
    : ['arxiv', 'pmid', 'pmcid', 'isbn', 'rfc'].includes(name)
      ? `${name}:${String(value)}`
      : fields;
}

/** Facts that only repeat the place are left out; a problem of a citation that stands at its marker is its code alone. */
function problemRow(text: string, { code, span, facts }: Problem, citation?: Citation): Row {
  const at = cut(text, span);
  const isNews = (value: string): boolean =>
    ![citation?.raw, citation?.label].includes(value) && !at.startsWith(value.replace(/^“|…?”$/g, ''));
  const news = Object.entries(plainFacts(facts)).filter(([, value]) => isNews(value));
  const row = { ...(at !== citation?.raw && { at }), ...Object.fromEntries(news) };
  return Object.keys(row).length === 0 ? code : { problem: code, ...row };
}

/** One line for each row, so that a change of one citation is a change of one line. */
export function printed(found: ReadonlyMap<string, Found>): string {
  const list = (rows: readonly Row[], indent: string): string =>
    rows.length === 0
      ? '[]'
      : `[\n${rows.map((row) => `${indent}  ${JSON.stringify(row, null, 1).replace(/\n */g, ' ')}`).join(',\n')}\n${indent}]`;
  const entry = ([title, value]: readonly [string, Found]): string => {
    const body = Array.isArray(value)
      ? list(value as readonly Row[], '  ')
      : `{\n${Object.entries(value)
          .map(([line, rows]) => `    ${JSON.stringify(line)}: ${list(rows as readonly Row[], '    ')}`)
          .join(',\n')}\n  }`;
    return `  ${JSON.stringify(title)}: ${body}`;
  };
  return `{\n${[...found].map(entry).join(',\n')}\n}\n`;
}

const cut = (text: string, { start, end }: Span): string => text.slice(start, end);

/**
 * Measures the scan on labelled data next to the checkout: `npm run eval -- scan [SET…] [--show]`. Prints one line per figure with its
 * bound; `--show` lists missed records by id and offset only.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { scan } from '../../src/core/extract';
import { withWorks } from '../../src/core/extract/references/bibliography';
import { readChunks } from '../../src/core/extract/incremental/readChunks';
import type { Citation, Span } from '../../src/core/model';
import { measuredSet, readJsonl } from '../data';
import { share, show } from '../figures';
import { measureCallouts } from './lib/callouts';
import { measureReferences } from './lib/references';
import { measureSyntax } from './lib/syntax';
import { toUnits } from './lib/units';

const chosen = process.argv.slice(2).filter((a) => !a.startsWith('-'));
const key = (s: Span): string => `${s.start}:${s.end}`;
const inside = (text: string, c: Citation): boolean => text.slice(c.marker.start, c.marker.end) === c.raw;

const SETS: Record<string, (folder: string) => void> = {
  cases(folder) {
    type Case = { kind: string; text: string; accept: string[][] };
    const cases = JSON.parse(readFileSync(path.join(folder, 'dev.json'), 'utf8')) as Case[];
    const styles: Record<string, readonly string[]> = {
      url: ['url', 'link'],
      numbered: ['numbered', 'footnote'],
      identifier: ['identifier', 'commit'],
    };
    let passed = 0;
    cases.forEach((c, n) => {
      const wanted = styles[c.kind] ?? [c.kind];
      const found = new Set(
        scan(c.text)
          .citations.filter((x) => wanted.includes(x.style))
          .map((x) => x.identifier),
      );
      const pass = c.accept.some((a) => a.length === found.size && a.every((id) => found.has(id)));
      if (pass) passed++;
      else show('case', n, c.kind);
    });
    share('cases', 'whole', passed, cases.length, { least: 1 });
  },

  deep_reports(folder) {
    type Report = {
      id: string;
      report: string;
      auto: {
        defs: Record<string, string>;
        inline: [number, number, string | number][];
        links: [number, number, string][];
      };
    };
    let spans = 0;
    let found = 0;
    let linked = 0;
    let right = 0;
    let cut = 0;
    let false_ = 0;
    let dangling = 0;
    for (const { id, report, auto } of readJsonl<Report>(folder, 'dev.jsonl')) {
      const at = toUnits(report);
      const { citations, problems } = scan(report);
      const by = new Map<string, Citation[]>();
      for (const c of citations) by.set(key(c.marker), [...(by.get(key(c.marker)) ?? []), c]);
      for (const [s, e, n] of auto.inline) {
        spans++;
        const c = by.get(`${at(s)}:${at(e)}`)?.find((x) => x.label === String(n));
        if (!c || !inside(report, c)) {
          show(id, 'inline', s, n);
          continue;
        }
        found++;
        const url = auto.defs[String(n)];
        if (url === undefined) continue;
        linked++;
        const target = c.target.kind === 'url' ? c.target.url : c.target.kind === 'work' ? url : '';
        if (target === url) right++;
        // The rule that made the data cuts an address at its first bracket.
        else if (target.startsWith(url)) cut++;
        else show(id, 'target', n);
      }
      for (const [s, e] of auto.links) {
        spans++;
        if (by.has(`${at(s)}:${at(e)}`)) found++;
        else show(id, 'link', s);
      }
      for (const p of problems) {
        if (p.code !== 'dangling') continue;
        dangling++;
        if (auto.defs[report.slice(p.span.start, p.span.end).replace(/\D/g, '')] !== undefined) false_++;
      }
    }
    share('deep_reports', 'markers and links, exact spans', found, spans, { least: 0.995 });
    share('deep_reports', 'numbers linked to the right address', right + cut, linked, { least: 0.98 });
    console.log(
      `      of these ${cut} where the data's address ends at a bracket; dangling ${dangling}, false ${false_}`,
    );
    if (false_ > 0) process.exitCode = 1;
  },

  grobid_callouts: measureCallouts,
  md_syntax: measureSyntax,
  reference_strings: measureReferences,

  citation_scope(folder) {
    type Scope = { id: string; sentences: string[]; in_scope: (0 | 1)[] };
    const one = { right: 0, all: 0, unseen: 0 };
    const several = { right: 0, all: 0, unseen: 0 };
    let given = 0;
    const records = readJsonl<Scope>(folder, 'dev.jsonl');
    for (const record of records) {
      // The sentences as one paragraph, followed by a stand-in for the rest of their paper: a list, and markers of the same form that cite
      // all of it. Alone, numbers in parentheses or without brackets could be anything, and no scanner should read them as citations.
      let text = '';
      let mark = -1;
      const spans = record.sentences.map((s) => {
        if (text !== '') text += ' ';
        const start = text.length;
        const open = s.indexOf('<CITATION_MARKER>');
        if (open < 0) text += s;
        else {
          const label = /<CITATION_MARKER>(.*?)<\/CITATION_MARKER>/.exec(s)?.[1] ?? '';
          mark = start + open;
          text += s.replace(/<\/?CITATION_MARKER>/g, '');
          if (label === '') mark = start;
        }
        return { start, end: text.length };
      });
      if (mark < 0) {
        console.log(`      ${record.id} is left out, because its sentences contain no marker`);
        continue;
      }
      const own = citationAt(text + restFor(text, mark), mark);
      const claim = own?.claim.span;
      // A sentence is in the claim if words of it are, not if only a number at its edge is.
      const scope = spans.map((s) =>
        claim &&
        /\p{L}{2}/u.test(
          text.slice(Math.max(s.start, claim.start), Math.max(s.start, Math.min(s.end, claim.end))),
        )
          ? 1
          : 0,
      );
      const row = record.in_scope.filter((x) => x === 1).length > 1 ? several : one;
      row.all++;
      // The judge reads the end of the context with the claim.
      const context = letters(own?.context ?? '');
      const isGiven = (s: string, i: number) =>
        record.in_scope[i] === 0 || scope[i] === 1 || context.includes(letters(s).slice(-40));
      if (row === several && own && record.sentences.every(isGiven)) given++;
      if (!own) row.unseen++;
      if (scope.every((x, i) => x === record.in_scope[i])) row.right++;
      else show(record.id, own ? 'seen' : 'unseen', scope.join(''), record.in_scope.join(''));
    }
    share('citation_scope', 'claims of one sentence', one.right, one.all, { least: 0.99 });
    share('citation_scope', 'claims of several sentences', several.right, several.all, { least: 0.3 });
    share('citation_scope', 'sentences of several, all in the claim or its context', given, several.all, {
      least: 0.3,
    });
    for (const row of [one, several])
      console.log(
        `      ${row.unseen} markers are not seen and count as wrong; of those seen ${row.right} of ${row.all - row.unseen} are right`,
      );
  },

  pandoc_papers(folder) {
    type Paper = {
      repo: string;
      markdown: string;
      bib: string;
      gold: { cites: { id: string }[][] };
      bib_keys: string[];
    };
    let keys = 0;
    let found = 0;
    let extra = 0;
    for (const paper of readJsonl<Paper>(folder, 'dev.jsonl')) {
      const { citations } = scan(paper.markdown, {
        bibliographies: withWorks([{ path: 'paper.bib', text: paper.bib }]),
      });
      const ours = citations.filter((c) => c.style === 'cite-key');
      const left = ours.map((c) => c.identifier);
      for (const { id } of paper.gold.cites.flat()) {
        keys++;
        const i = left.indexOf(id);
        if (i < 0) show(paper.repo, 'missed', id);
        else {
          found++;
          left.splice(i, 1);
        }
      }
      extra += left.length;
      for (const id of left) show(paper.repo, 'extra', id);
      const unbound = ours.filter(
        (c) => c.target.kind === 'dangling' && paper.bib_keys.includes(c.identifier),
      );
      for (const c of unbound) show(paper.repo, 'unbound', c.identifier);
      if (unbound.length > 0) process.exitCode = 1;
    }
    share('pandoc_papers', 'keys recall', found, keys, { least: 1 });
    share('pandoc_papers', 'keys precision', found, found + extra, { least: 1 });
  },

  agent_transcripts(folder) {
    type Message = {
      id: string;
      text: string;
      citations: {
        kind: string;
        span: [number, number];
        raw: string;
        path: string;
        line: number;
        end_line: number | null;
      }[];
    };
    const rows = new Map<string, [number, number]>();
    let ours = 0;
    let bracket = 0;
    let code = 0;
    for (const { id, text, citations } of readJsonl<Message>(folder, 'dev.jsonl')) {
      const at = toUnits(text);
      const found = scan(text).citations;
      const markers = new Map(found.map((c) => [key(c.marker), c]));
      ours += found.filter((c) => c.style === 'file' || c.style === 'commit').length;
      for (const c of citations) {
        const row = rows.get(c.kind) ?? [0, 0];
        row[1]++;
        rows.set(c.kind, row);
        const mine = markers.get(`${at(c.span[0])}:${at(c.span[1])}`);
        const place = mine?.target.kind === 'file' ? mine.target : undefined;
        const right =
          c.kind !== 'path:line' ||
          (place?.path === c.path &&
            place.lines?.[0] === c.line &&
            place.lines[1] === (c.end_line ?? c.line));
        if (mine && right) row[0]++;
        else show(id, c.kind, c.raw);
        if (mine || c.kind === 'url') continue;
        const [start, end] = [at(c.span[0]), at(c.span[1])];
        if (c.raw.endsWith(')') && markers.has(`${start}:${end - 1}`)) bracket++;
        else if (inCode(text, start)) code++;
      }
    }
    const of = (kind: string): [number, number] => rows.get(kind) ?? [0, 0];
    const [a, b] = [of('path:line'), of('sha')];
    share('agent_transcripts', 'path:line and sha spans', a[0] + b[0], a[1] + b[1], { least: 0.99 });
    for (const [kind, [hit, all]] of rows) console.log(`      ${kind}: ${hit}/${all}`);
    console.log(
      `      of the missed, ${bracket} labels end behind a bracket that opens before them (our marker leaves it out), ${code} stand in code among other words`,
    );
    console.log(`      file and commit citations found in all: ${ours}`);
  },
};

/** True if an offset is in a code block or inline code. */
function inCode(text: string, at: number): boolean {
  return readChunks(text, { latex: undefined, plain: false }).some((chunk) =>
    [...chunk.code, ...chunk.opaque].some((r) => chunk.start + r.start <= at && at < chunk.start + r.end),
  );
}

/** Markers in the form of the one at `mark` for every number of up to three digits in a text, and a matching reference list. */
function restFor(text: string, mark: number): string {
  const own = /^\d{0,3}/.exec(text.slice(mark))?.[0] ?? '';
  const others = [...text.matchAll(/(?<!\d\.?)\d{1,3}(?!\d|%|\.\d)/g)].map(([n]) => Number(n));
  const last = Math.max(Number(own), ...others);
  const labels = Array.from({ length: last }, (_, i) => i + 1);
  const before = text.slice(0, mark).replace(/[\d\s,–-]+$/, '');
  const [start, end] = formOf(before, text.charAt(mark - 1));
  const rest = labels.map((n) => (start === '' ? '' : `${start}${n}${end}`));
  const lines = labels.map((n) => `${n}. Writer A. Work number ${n}. Journal of Works. 2001.`);
  return `\n\n${rest.join(' ')}\n\n## References\n\n${lines.join('\n')}\n`;
}

/** The words around a number in the form of a marker, of which `before` are the words and `last` is the unit before it. */
function formOf(before: string, last: string): readonly [string, string] {
  if (before.endsWith('(')) return ['Others say so (', ').'];
  if (/[.,)]$/.test(before)) return [last === ' ' ? 'Others say so. ' : 'Others say so.', ''];
  return /[A-Za-z]$/.test(before) ? ['Others say so', '.'] : ['', ''];
}

/** The citation of the marker at an offset; undefined if the scan finds none. */
function citationAt(text: string, mark: number): Citation | undefined {
  const { citations } = scan(text);
  return (
    citations.find((c) => mark >= c.part.start && mark < c.part.end) ??
    citations.find((c) => mark >= c.marker.start && mark < c.marker.end)
  );
}

const letters = (text: string): string => text.replace(/<\/?CITATION_MARKER>|[^\p{L}]/gu, '');

for (const [name, measure] of Object.entries(SETS)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const folder = measuredSet(name);
  if (folder !== undefined) measure(folder);
}

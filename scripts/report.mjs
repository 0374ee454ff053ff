// Turns records of eval and bench programs (scripts/figures.ts) into reports: a summary, JSON, a page for docs/, a plot.
import { readFileSync, existsSync } from 'node:fs';

/** The records of a run, in order. */
export const readLines = (file) =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((l) => JSON.parse(l))
    : [];

const number = (value) =>
  Number.isInteger(value) ? String(value) : Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3);
const percent = (value) => `${(100 * value).toFixed(1)} %`;

const valueOf = (f) => (f.of ? percent(f.value) : number(f.value) + (f.unit ? ` ${f.unit}` : ''));
const boundOf = (f) => {
  const told = (bound) => (f.of ? percent(bound) : number(bound) + (f.unit ? ` ${f.unit}` : ''));
  return f.least !== undefined ? `≥ ${told(f.least)}` : f.most !== undefined ? `≤ ${told(f.most)}` : '';
};
const spreadOf = (f) =>
  f.interval
    ? `${percent(f.interval[0])} to ${percent(f.interval[1])}`
    : f.spread
      ? `${number(f.spread[0])} to ${number(f.spread[1])}`
      : '';

/** A Markdown table of the figures of one program. */
function table(figures) {
  const rows = figures.map((f) =>
    [
      f.set,
      f.name,
      valueOf(f),
      f.of ? `${f.of[0]} of ${f.of[1]}` : '',
      spreadOf(f),
      boundOf(f),
      f.least === undefined && f.most === undefined ? '' : f.holds ? 'holds' : '**misses**',
    ].map((cell) => cell.replaceAll('|', '\\|')),
  );
  const head = ['set', 'figure', 'value', 'cases', 'spread', 'goal', ''];
  return asTable(head, rows);
}

/** The figures of a page: a table per program, failures by identifier, skipped sets. */
export function markdown(report) {
  const parts = report.programs.map(({ name, lines }) => {
    const figures = lines.filter((l) => l.kind === 'figure');
    const worst = figures.filter((f) => f.worst?.length > 0);
    return [
      `### ${name}`,
      `\`npm run ${report.folder} -- ${name}\``,
      ...(figures.length > 0 ? [table(figures)] : []),
      ...(worst.length > 0
        ? [
            `Failing cases: ${worst
              .map(
                (f) =>
                  `${f.set}, ${f.name}: ${f.worst
                    .slice(0, 10)
                    .map((id) => `\`${id}\``)
                    .join(' ')}${f.worst.length > 10 ? ` and ${f.worst.length - 10} more` : ''}`,
              )
              .join('; ')}.`,
          ]
        : []),
      ...lines.filter((l) => l.kind === 'skipped').map((l) => `Skipped ${l.set}: ${l.why}.`),
    ].join('\n\n');
  });
  return parts.join('\n\n');
}

/** Replaces the text between a page's two marks. */
const between = (page, name, text) =>
  page.replace(
    new RegExp(`<!-- ${name} -->[^]*<!-- /${name} -->`),
    () => `<!-- ${name} -->\n\n${text}\n\n<!-- /${name} -->`,
  );

/** Replaces the records of one program, sorted by program name. */
export const withProgram = (report, program) => ({
  ...report,
  programs: [...report.programs.filter(({ name }) => name !== program.name), program].sort((a, b) =>
    a.name < b.name ? -1 : 1,
  ),
});

const asTable = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((r) => `| ${r.join(' | ')} |`).join('\n');

/** One row per program: how many of its goals hold, and each that doesn't. */
function goals(report) {
  const rows = report.programs.map(({ name, lines }) => {
    const bounded = lines.filter((l) => l.kind === 'figure' && (l.least ?? l.most) !== undefined);
    const missed = bounded.filter((f) => !f.holds);
    return [
      name,
      `${bounded.length - missed.length} of ${bounded.length}`,
      missed
        .map((f) => `${f.set}, ${f.name}: ${valueOf(f)} (${boundOf(f)})`.replaceAll('|', '\\|'))
        .join('; '),
    ];
  });
  return asTable([`\`npm run ${report.folder}\``, 'goals that hold', 'missed'], rows);
}

/** The page with the figures of eval or bench updated. */
export function renewedPage(page, name, report) {
  return between(between(page, name, markdown(report)), `${name}-goals`, goals(report));
}

/** The page with the table of mutation testing updated, followed by the reasons for survivors. */
export function mutationPage(page, { parts }) {
  const head = [
    'part',
    'files',
    'reached',
    'detected',
    'score',
    'goal',
    '',
    'not reached',
    'unexplained',
    'command',
  ];
  const rows = parts.map((p) => [
    p.what,
    p.files.map((f) => `\`${f}\``).join(' '),
    ...(p.mutants === undefined
      ? ['not run', '', '', '', '', '', '']
      : [
          number(p.mutants),
          number(p.killed),
          percent(p.killed / p.mutants),
          `≥ ${percent(0.85)}`,
          p.killed / p.mutants >= 0.85 ? 'holds' : '**misses**',
          number(p.uncovered),
          number(p.unexplained),
        ]),
    `\`npm run mutation -- ${p.name}\``,
  ]);
  const why = parts.flatMap((p) => (p.survivors ?? []).map((s) => `- \`${s.file}\`, ${s.count}: ${s.why}`));
  const survivors = `<details>\n<summary>Why ${why.length} kinds of change survive</summary>\n\n${why.join('\n')}\n\n</details>`;
  return between(page, 'mutation', [asTable(head, rows), survivors].join('\n\n'));
}

const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const text = (x, y, words, more = '') => `<text x="${x}" y="${y}" ${more}>${escape(words)}</text>`;

/** Bars: distance of each bounded figure from its bound, which is 1. Below, curves on logarithmic axes. */
export function plot(report) {
  const lines = report.programs.flatMap((p) => p.lines);
  const bars = lines.filter((l) => l.kind === 'figure' && (l.most ?? l.least) > 0);
  const curves = lines.filter((l) => l.kind === 'curve' && l.points.length > 1);
  const width = 900;
  const left = 430;
  const scale = 260;
  const out = [];
  bars.forEach((f, i) => {
    const y = 60 + i * 20;
    const used = f.most !== undefined ? f.value / f.most : f.least / f.value;
    out.push(text(left - 8, y + 12, `${f.set}, ${f.name}`, 'text-anchor="end"'));
    out.push(
      `<rect x="${left}" y="${y}" width="${Math.min(used, 1.5) * scale}" height="14" class="${f.holds ? 'good' : 'bad'}"/>`,
    );
    out.push(text(left + Math.min(used, 1.5) * scale + 6, y + 12, `${valueOf(f)} (${boundOf(f)})`));
  });
  const below = 60 + bars.length * 20;
  out.unshift(
    text(left + scale, 44, 'goal', 'text-anchor="middle"'),
    `<line x1="${left + scale}" x2="${left + scale}" y1="50" y2="${below}" class="goal"/>`,
  );
  curves.forEach((c, i) => out.push(curve(c, 70 + (i % 2) * 430, below + 50 + Math.floor(i / 2) * 260)));
  const height = below + 60 + Math.ceil(curves.length / 2) * 260;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11">
<style>rect.page{fill:#fff}text{fill:#222}.good{fill:#2a7f62}.bad{fill:#b3372f}.goal,.axis{stroke:#888;fill:none}.curve{stroke:#2a5f9f;fill:none;stroke-width:2}</style>
<rect class="page" width="${width}" height="${height}"/>
${text(20, 26, 'How much of each goal is used: a bar that ends left of the line holds.', 'font-size="14"')}
${out.join('\n')}
</svg>
`;
}

function curve(c, x0, y0) {
  const [w, h] = [330, 190];
  const log = Math.log10;
  const xs = c.points.map(([x]) => log(x));
  const ys = c.points.map(([, y]) => log(Math.max(y, 1e-9)));
  const span = (all) => [Math.min(...all), Math.max(Math.max(...all), Math.min(...all) + 1)];
  const [[xl, xh], [yl, yh]] = [span(xs), span(ys)];
  const at = (i) =>
    `${(x0 + ((xs[i] - xl) / (xh - xl)) * w).toFixed(1)},${(y0 + h - ((ys[i] - yl) / (yh - yl)) * h).toFixed(1)}`;
  return [
    text(x0, y0 - 8, `${c.set}, ${c.name}`),
    `<path class="axis" d="M${x0},${y0}V${y0 + h}H${x0 + w}"/>`,
    `<polyline class="curve" points="${c.points.map((_, i) => at(i)).join(' ')}"/>`,
    text(x0 + w, y0 + h + 30, c.x, 'text-anchor="end"'),
    text(x0, y0 + h + 30, c.y),
    text(x0, y0 + h + 14, number(c.points[0][0])),
    text(x0 + w, y0 + h + 14, number(c.points.at(-1)[0]), 'text-anchor="end"'),
    text(x0 - 6, y0 + h, number(c.points[0][1]), 'text-anchor="end"'),
    text(x0 - 6, y0 + 10, number(c.points.at(-1)[1]), 'text-anchor="end"'),
  ].join('\n');
}

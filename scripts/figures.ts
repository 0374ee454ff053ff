/**
 * Records what `npm run eval` and `npm run bench` measure: one line on the screen and one record for the report, in the same form from
 * every program.
 */
import { appendFileSync } from 'node:fs';

/** One measured figure. `value` is bounded; a share of cases also has its counts, a time its spread. */
export type Figure = {
  /** The data set or what is measured: `grobid_callouts` or `scan`. */
  readonly set: string;
  readonly name: string;
  readonly value: number;
  /** Cases that hold, of all; makes the figure a share with an interval. */
  readonly of?: readonly [held: number, all: number];
  readonly unit?: string;
  readonly least?: number;
  readonly most?: number;
  /** Lowest and highest of repeated measurements. */
  readonly spread?: readonly [number, number];
  /** Failing cases, each an identifier and the problem; the report only includes the identifier. */
  readonly worst?: readonly string[];
};

/** A curve: a measurement at growing sizes. */
export type Curve = {
  readonly set: string;
  readonly name: string;
  readonly x: string;
  readonly y: string;
  readonly points: readonly (readonly [x: number, y: number])[];
};

export type Line =
  | ({
      readonly kind: 'figure';
      readonly holds: boolean;
      readonly interval?: readonly [number, number];
    } & Figure)
  | ({ readonly kind: 'curve' } & Curve)
  | { readonly kind: 'skipped'; readonly set: string; readonly why: string };

/** Prints and records a figure; fails the program if it misses its bound. An interval is shown, but doesn't make a figure hold. */
export function figure(f: Figure): boolean {
  const interval = f.of ? wilson(...f.of) : undefined;
  const holds = (f.least === undefined || f.value >= f.least) && (f.most === undefined || f.value <= f.most);
  const bounded = f.least !== undefined || f.most !== undefined;
  console.log(`${holds ? (bounded ? 'ok  ' : '    ') : 'FAIL'} ${f.set}, ${f.name}: ${told(f, interval)}`);
  if (!holds) process.exitCode = 1;
  if (f.worst && f.worst.length > 0)
    console.log(`       not so: ${f.worst.slice(0, 20).join('; ')}${f.worst.length > 20 ? ' …' : ''}`);
  const worst = f.worst?.map((line) => line.split(/[\s:]/, 1)[0] ?? '');
  record({ kind: 'figure', holds, ...(interval && { interval }), ...f, ...(worst && { worst }) });
  return holds;
}

/** A share of cases: `held` of `all`. */
export const share = (
  set: string,
  name: string,
  held: number,
  all: number,
  more: Pick<Figure, 'least' | 'most' | 'worst'> = {},
): boolean => figure({ set, name, value: all === 0 ? 0 : held / all, of: [held, all], ...more });

/** Records a curve and prints its points. */
export function curve(c: Curve): void {
  console.log(`     ${c.set}, ${c.name} (${c.x}: ${c.y})`);
  for (const [x, y] of c.points) console.log(`       ${x.toLocaleString('en')}: ${tidy(y)}`);
  record({ kind: 'curve', ...c });
}

const isShown = process.argv.includes('--show');

/** With `--show`, prints a case that isn't as it should be, by its id. */
export function show(...what: readonly unknown[]): void {
  if (isShown) console.log('     ', ...what);
}

/** Reports that a set was not measured, and why. */
export function skipped(set: string, why = 'the data is not on this machine'): void {
  console.log(`skipped ${set}: ${why}`);
  record({ kind: 'skipped', set, why });
}

/** Wilson's 95 % interval of a share: E. B. Wilson, Journal of the American Statistical Association 22 (1927). */
export function wilson(held: number, all: number): readonly [number, number] {
  if (all === 0) return [0, 1];
  const z = 1.96;
  const p = held / all;
  const middle = p + (z * z) / (2 * all);
  const half = z * Math.sqrt((p * (1 - p)) / all + (z * z) / (4 * all * all));
  const scale = 1 + (z * z) / all;
  return [Math.max(0, (middle - half) / scale), Math.min(1, (middle + half) / scale)];
}

/** Three significant places, whole numbers whole. */
export const tidy = (value: number): string =>
  Number.isInteger(value) ? String(value) : Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3);

function told(f: Figure, interval: readonly [number, number] | undefined): string {
  const unit = f.unit === undefined ? '' : ` ${f.unit}`;
  const value = f.of ? `${f.value.toFixed(4)} (${f.of[0]} of ${f.of[1]})` : `${tidy(f.value)}${unit}`;
  const between = interval ? `, 95 % ${interval[0].toFixed(3)} to ${interval[1].toFixed(3)}` : '';
  const spread = f.spread ? `, ${tidy(f.spread[0])} to ${tidy(f.spread[1])}` : '';
  const bound =
    f.least !== undefined ? `, at least ${f.least}` : f.most !== undefined ? `, at most ${f.most}` : '';
  return value + between + spread + bound;
}

function record(line: Line): void {
  const file = process.env['CITEWRIGHT_FIGURES'];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(line)}\n`);
}

/** `watch FILE…`: checks again on changes and on a schedule, and prints only news. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Finding, Problem } from '../../core/model';
import type { Cache } from '../../core/ports';
import { writer, type DocumentReport } from '../../core/report';
import { ALL, baselineKey } from '../../core/findings/suppression';
import { number } from '../args';
import { EXIT } from '../exit';
import { filesFor } from '../fileSelection';
import type { Command } from '../main';
import { formatOf, lookOf } from '../output';
import { takeFiles } from '../documents';
import { verifyOptions } from '../ports';
import { verifyIn } from '../run';
import { withSession, type Session } from '../session';

/** Interval between looks at the files. */
const LOOK_MS = 500;
const MINUTE_MS = 60_000;
/** One day. */
const USUAL_MINUTES = 1_440;

/** Identifies a finding or problem across checks. Each notice, such as a retraction, counts separately. */
const keyOfFinding = (finding: Finding): string => {
  const notices =
    finding.stage === 'unresolved' ? [] : finding.source.notices.map(({ kind, url }) => [kind, url]);
  return `${baselineKey(finding.code, finding.citation.id)} ${JSON.stringify(notices)}`;
};
const keyOfProblem = ({ code, citation, facts, related }: Problem): string =>
  baselineKey(code, related ? ALL : (citation ?? facts));

/**
 * A cache that remembers what sources said at the last check, also where nothing is kept on disk; the sources themselves count as expired
 * when a check is `fresh`.
 */
function remembering(cache: Cache): (isFresh: boolean) => Cache {
  const traces = new Map<string, { value: unknown; storedAt: string }>();
  const isTrace = (key: string) => key.includes('trace ');
  const put: Cache['put'] = async (kind, key, value, ttlDays) => {
    if (isTrace(key)) traces.set(`${kind} ${key}`, { value, storedAt: '' });
    await cache.put(kind, key, value, ttlDays);
  };
  return (isFresh) => ({
    get: async (kind, key) => {
      if (isTrace(key)) return traces.get(`${kind} ${key}`) ?? cache.get(kind, key);
      return isFresh && kind !== 'verdict' ? undefined : cache.get(kind, key);
    },
    put,
  });
}

/** The files with their modification times. */
async function look(args: readonly string[], session: Session): Promise<ReadonlyMap<string, string>> {
  const { terminal } = session;
  const files = await filesFor(args, { ...session, terminal: { ...terminal, say: () => undefined } });
  const facts = await Promise.all(
    files.map((name) => stat(path.resolve(terminal.cwd, name)).catch(() => undefined)),
  );
  return new Map(files.map((name, i) => [name, facts[i] ? `${facts[i].mtimeMs} ${facts[i].size}` : '']));
}

class Watch {
  /** The results of each document's last check. */
  readonly #known = new Map<string, ReadonlySet<string>>();

  readonly #cache: (isFresh: boolean) => Cache;

  constructor(readonly session: Session) {
    this.#cache = remembering(session.ports.cache);
  }

  /** Checks some of the files and prints what is new since their last check. */
  async check(names: readonly string[], isFresh: boolean): Promise<void> {
    const { values, terminal, settings } = this.session;
    const ports = { ...this.session.ports, cache: this.#cache(isFresh) };
    const { options } = verifyOptions(values, terminal, undefined, settings.config);
    for await (const { document } of takeFiles(names, this.session)) {
      if (!document) continue;
      const [findings = []] = await verifyIn(this.session, [document], ports, options);
      this.#tell(document, findings);
    }
    terminal.progress('');
  }

  #tell(document: DocumentReport, all: readonly Finding[]): void {
    const { terminal, values } = this.session;
    if (terminal.signal.aborted) return;
    const known = this.#known.get(document.path) ?? new Set<string>();
    const isNews = (one: Finding | Problem, key: string) =>
      !known.has(key) && !one.suppressed && (one.severity !== 'none' || ('stage' in one && hasNotices(one)));
    const findings = all.filter((one) => isNews(one, keyOfFinding(one)));
    const problems = document.problems.filter((one) => isNews(one, keyOfProblem(one)));
    this.#known.set(
      document.path,
      new Set([...all.map(keyOfFinding), ...document.problems.map(keyOfProblem)]),
    );
    if (findings.length + problems.length === 0) return;
    terminal.print(
      writer(formatOf(values), lookOf(values, terminal)).document({ ...document, findings, problems }),
    );
  }
}

const hasNotices = (finding: Finding) => finding.stage !== 'unresolved' && finding.source.notices.length > 0;

/** Watches until interrupted. */
export const watchCommand: Command = async (args, values, terminal) => {
  const every = (number(values, 'every', { fraction: true }) ?? USUAL_MINUTES) * MINUTE_MS;
  await withSession(values, terminal, true, async (session) => {
    const watch = new Watch(session);
    let seen = await look(args, session);
    let checkedAt = Date.now();
    await watch.check([...seen.keys()], false);
    terminal.note(`watching ${seen.size} files; press Ctrl+C to stop`);
    for (;;) {
      await session.ports.clock.sleep(LOOK_MS, terminal.signal).catch(() => undefined);
      if (terminal.signal.aborted) break;
      const now = await look(args, session);
      const changed = [...now].filter(([name, facts]) => facts !== '' && seen.get(name) !== facts);
      seen = now;
      const isDue = every > 0 && Date.now() - checkedAt >= every;
      if (isDue) checkedAt = Date.now();
      const names = isDue ? [...now.keys()] : changed.map(([name]) => name);
      if (names.length > 0) await watch.check(names, isDue);
    }
  });
  return EXIT.interrupted;
};

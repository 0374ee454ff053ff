/** `watch FILE…`: checks again on changes and on a schedule, and prints only news. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Finding, Problem } from '../../core/model';
import type { Cache } from '../../core/ports';
import { isAboutSource, isInconclusive } from '../../core/findings/finding';
import { plural, writer, type DocumentReport } from '../../core/report';
import { ALL, baselineKey, decide } from '../../core/findings/suppression';
import { EXIT, number, UsageError } from '../args';
import { filesFor } from '../fileSelection';
import type { Command } from '../main';
import { formatOf, lookOf, NETWORK_OFF } from '../output';
import { takeFiles } from '../documents';
import { verifyIn } from '../run';
import { withSession, type Session } from '../session';

/** Interval between looks at the files. */
const LOOK_MS = 500;
const MINUTE_MS = 60_000;
const DEFAULT_MINUTES = 24 * 60;

/**
 * What a finding reports, across checks: its code, and each notice, such as a retraction. A finding about the source stays known
 * when the sentence changes; any other is about the claim, too.
 */
function keysOfFinding(finding: Finding): readonly string[] {
  const { code, severity, citation, stage } = finding;
  const own = stage === 'unresolved' || isAboutSource(code) ? citation.identifier : citation.id;
  const notices = stage === 'unresolved' ? [] : finding.source.notices;
  return [
    ...(severity === 'none' ? [] : [baselineKey(code, own)]),
    ...notices.map(({ kind, url }) => baselineKey(kind, [citation.identifier, url])),
  ];
}
/** As `keysOfFinding`; `named` has the identifiers of citations. */
const keysOfProblem = (
  { code, severity, citation = '', facts, related }: Problem,
  named: ReadonlyMap<string, string>,
): readonly string[] =>
  severity === 'none' ? [] : [baselineKey(code, related ? ALL : (named.get(citation) ?? facts))];

/** A cache of what sources said at the last check, also where none is on disk; sources count as expired when a check is `fresh`. */
function remembering(cache: Cache): (isFresh: boolean) => Cache {
  const traces = new Map<string, unknown>();
  const isTrace = (key: string) => key.includes('trace ');
  const put: Cache['put'] = async (kind, key, value, ttlDays) => {
    if (isTrace(key)) traces.set(`${kind} ${key}`, value);
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

/** Cited files of one document that are watched with it. */
const MOST_CITED = 1_000;

type State = { readonly own: string; readonly cited: string };
type States = ReadonlyMap<string, State>;

/** When a file was changed, and its size; empty if there is no file. */
const stateOf = (file: string): Promise<string> =>
  stat(file).then(
    ({ mtimeMs, size }) => `${mtimeMs} ${size}`,
    () => '',
  );

/** What the last checks found, to report only what is new. */
class Watch {
  /** The results of each document's last check. */
  readonly #known = new Map<string, ReadonlySet<string>>();
  /** Citations whose source was found. */
  readonly #found = new Set<string>();
  /** The files that each document names. */
  readonly #local = new Map<string, readonly string[]>();
  /** The states of each document's cited files as its last check read them, or before. */
  readonly #cited = new Map<string, string>();
  readonly #cache: (isFresh: boolean) => Cache;

  constructor(readonly session: Session) {
    this.#cache = remembering(session.ports.cache);
  }

  /** The documents with the states of their own files, and those of the files they cite. */
  async look(args: readonly string[]): Promise<States> {
    const { session } = this;
    const { terminal } = session;
    const names = await filesFor(args, { ...session, terminal: { ...terminal, say: () => undefined } });
    const states = names.map(async (name): Promise<[string, State]> => [
      name,
      { own: await stateOf(path.resolve(terminal.cwd, name)), cited: await this.#statesOfCited(name) },
    ]);
    return new Map(await Promise.all(states));
  }

  async #statesOfCited(name: string): Promise<string> {
    const { terminal, config } = this.session;
    const bases = [...new Set([path.dirname(path.resolve(terminal.cwd, name)), ...config.roots])];
    const files = (this.#local.get(name) ?? []).flatMap((one) =>
      bases.map((base) => path.resolve(base, one)),
    );
    return (await Promise.all(files.map(stateOf))).join('\n');
  }

  /** Whether a document or a file it cites has changed since its last check. A document that is gone isn't checked. */
  isChanged(name: string, now: State | undefined, own: string | undefined): boolean {
    return !!now?.own && (now.own !== own || now.cited !== (this.#cited.get(name) ?? ''));
  }

  /** Checks some of the files and prints what is new since their last check. */
  async check(names: readonly string[], isFresh: boolean): Promise<void> {
    const { terminal, options } = this.session;
    const ports = { ...this.session.ports, cache: this.#cache(isFresh) };
    for await (const { document } of takeFiles(names, this.session)) {
      if (!document) continue;
      this.#local.set(document.path, document.local.slice(0, MOST_CITED));
      // Before the cited files are read, so that no change during the check is missed.
      this.#cited.set(document.path, await this.#statesOfCited(document.path));
      const [findings = []] = await verifyIn(this.session, [document], ports, options);
      this.#report(
        document,
        findings.map((finding) => this.#orGone(finding, document)),
      );
    }
    terminal.progress('');
  }

  /** A file that was there at the last check doesn't belong elsewhere: it is gone. */
  #orGone(finding: Finding, document: DocumentReport): Finding {
    if (finding.stage !== 'unresolved') {
      this.#found.add(finding.citation.identifier);
      return finding;
    }
    if (!finding.isElsewhere || !this.#found.has(finding.citation.identifier)) return finding;
    const { isElsewhere: _, ...gone } = finding;
    return decide(gone, this.session.settings.suppressionsIn(document));
  }

  #report(document: DocumentReport, all: readonly Finding[]): void {
    const { terminal, values } = this.session;
    if (terminal.signal.aborted) return;
    const known = this.#known.get(document.path) ?? new Set<string>();
    const named = new Map(all.map(({ citation }) => [citation.id, citation.identifier]));
    const keysOf = (one: Finding | Problem) =>
      'stage' in one ? keysOfFinding(one) : keysOfProblem(one, named);
    const isNews = (one: Finding | Problem) =>
      keysOf(one).some((key) => !known.has(key)) && !one.suppressed && !isInconclusive(one.code);
    const findings = all.filter((one) => isNews(one));
    const problems = document.problems.filter((one) => isNews(one));
    this.#known.set(document.path, new Set([...all, ...document.problems].flatMap(keysOf)));
    if (findings.length + problems.length === 0) return;
    terminal.print(
      writer(formatOf(values), lookOf(values, terminal)).document({ ...document, findings, problems }),
    );
  }
}

/** Watches until interrupted. */
export const watchCommand: Command = async (args, values, terminal) => {
  const every = (number(values, 'every', { fraction: true }) ?? DEFAULT_MINUTES) * MINUTE_MS;
  await withSession(values, terminal, 'online', async (session) => {
    const watch = new Watch(session);
    let seen: States = new Map();
    let checkedAt = Date.now();
    for (let isFirst = true; ; isFirst = false) {
      const now = await watch.look(args);
      const present = [...now.values()].filter(({ own }) => own !== '').length;
      if (isFirst && present === 0) throw new UsageError(`no file to watch: ${args.join(', ')}`);
      const isDue = !isFirst && every > 0 && Date.now() - checkedAt >= every;
      if (isDue) checkedAt = Date.now();
      const names = [...now.keys()].filter(
        (name) => isDue || isFirst || watch.isChanged(name, now.get(name), seen.get(name)?.own),
      );
      if (names.length > 0) await watch.check(names, isDue);
      seen = now;
      if (isFirst) {
        terminal.note(`watching ${plural(present, 'file')}; press Ctrl+C to stop`);
        if (!session.config.allowNetwork()) terminal.note(NETWORK_OFF);
      }
      await session.ports.clock.sleep(LOOK_MS, terminal.signal).catch(() => undefined);
      if (terminal.signal.aborted) break;
    }
  });
  return EXIT.interrupted;
};

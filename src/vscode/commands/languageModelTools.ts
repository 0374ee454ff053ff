/**
 * Tools for language models in agent mode: `#verifyCitations` and `#findPapers`. Both consents apply to an agent as to a person. A call
 * asks once: for a missing consent, else through VS Code, which says what leaves this computer and what it may cost.
 */
import pLimit, { type LimitFunction } from 'p-limit';
import type { Uri } from 'vscode';
import { l10n, LanguageModelTextPart, LanguageModelToolResult, workspace } from 'vscode';
import type { LanguageModelTool } from 'vscode';
import { say } from '../../core/causes';
import { explain } from '../../core/findings/finding';
import { isFailure, type Finding } from '../../core/model';
import { sourceOf } from '../../core/report/shape';
import type { FindOptions } from '../../core/resolve';
import { askNetwork } from '../services/askConsent';
import { clean } from '../state/labels';
import type { View } from '../state/view';
import { verify } from './runs';
import type { Services } from './services';
import { confirmation, fetchText, plain, subjectOf } from './toolCall';
import { getOrMake } from '../../core/text/maps';
import { signalOf } from './preflight';

type Verify = {
  readonly text: string | undefined;
  readonly file: string | undefined;
  readonly linksOnly: boolean;
};

type Input = Readonly<Record<string, unknown>>;
/** VS Code doesn't check a model's input against the manifest's schema; values of another type count as omitted. */
const inputOf = (input: unknown): Input => (typeof input === 'object' && input !== null ? { ...input } : {});
const words = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : undefined);
const whole = (value: unknown) => (typeof value === 'number' && Number.isInteger(value) ? value : undefined);

const verifyInput = (input: unknown): Verify => {
  const { text, file, linksOnly } = inputOf(input);
  return { text: words(text), file: words(file), linksOnly: linksOnly === true };
};

function findInput(input: unknown): { readonly topic: string | undefined; readonly options: FindOptions } {
  const { topic, from, to, limit } = inputOf(input);
  const most = Math.min(50, Math.max(1, whole(limit) ?? 10));
  return { topic: words(topic)?.trim(), options: { from: whole(from), to: whole(to), limit: most } };
}

const MOST_CHARS = 20_000;

/** What a tool says to the model: text, or data as JSON. */
const answer = (value: unknown) =>
  new LanguageModelToolResult([
    new LanguageModelTextPart(typeof value === 'string' ? value : JSON.stringify(value, undefined, 1)),
  ]);

const UNTRUSTED = 'This workspace isn’t trusted: nothing is fetched or read. The user can trust it.';
const turns = new Map<string, LimitFunction>();

/** Runs calls on the same text one after another: a new run would end the previous one, which neither agent wants. */
async function inTurn<T>(uri: Uri, work: () => Promise<T>): Promise<T> {
  const key = uri.toString();
  const turn = getOrMake(turns, key, () => pLimit(1));
  try {
    return await turn(work);
  } finally {
    if (turn.activeCount + turn.pendingCount === 0) turns.delete(key);
  }
}

const rowOf = (finding: Finding) => {
  const { citation, code, severity } = finding;
  const { title, location } = sourceOf(finding);
  const verdict = finding.stage === 'judged' ? finding.verdict : undefined;
  return {
    citation: clean(citation.raw, 200),
    claim: clean(citation.claim.text, 500),
    code,
    severity,
    message: clean(explain(finding), 500),
    ...(title && { title: clean(title) }),
    ...(location && { source: clean(location) }),
    ...(verdict?.quote && { quote: clean(verdict.quote.text, 600), match: verdict.quote.match }),
    ...(verdict?.suggestion && { suggestion: clean(verdict.suggestion, 500) }),
  };
};

const SAID = {
  untrusted: UNTRUSTED,
  nothing: 'There is no citation in this text.',
  declined:
    'The user didn’t agree to a verification. Nothing was checked: that says nothing against the citations.',
  failed: 'The verification failed. That says nothing against the citations.',
} as const;

/** The result of a run for the model: rows until the limit, and how many were left out. */
function resultOf({ scan, findings, problems, summary }: View, state: string) {
  const rows: unknown[] = [];
  let room = MOST_CHARS;
  for (const finding of findings) {
    const row = rowOf(finding);
    room -= JSON.stringify(row).length;
    if (room < 0) break;
    rows.push(row);
  }
  const { judged, supported, resolved, score } = summary;
  return {
    state,
    found: scan.citations.length,
    resolved,
    judged,
    supported,
    score,
    problems: problems.slice(0, 50).map(({ code, facts }) => ({ code, ...facts })),
    findings: rows,
    ...(rows.length < findings.length && { leftOff: findings.length - rows.length }),
  };
}

/** `#verifyCitations` */
export const verifyTool = (services: Services): LanguageModelTool<unknown> => ({
  async prepareInvocation({ input }) {
    const wanted = verifyInput(input);
    const subject = workspace.isTrusted ? await subjectOf(services, wanted) : UNTRUSTED;
    if (typeof subject === 'string') return { invocationMessage: l10n.t('Verifying citations') };
    const { view, end } = subject;
    const count = view.scan.citations.length;
    try {
      const message = await confirmation(services, view, wanted.linksOnly);
      return {
        invocationMessage:
          count === 1 ? l10n.t('Verifying 1 citation') : l10n.t('Verifying {0} citations', count),
        ...(message && { confirmationMessages: { title: l10n.t('Verify citations?'), message } }),
      };
    } finally {
      end();
    }
  },
  async invoke({ input }, token) {
    if (!workspace.isTrusted) return answer(UNTRUSTED);
    const wanted = verifyInput(input);
    const subject = await subjectOf(services, wanted);
    if (typeof subject === 'string') return answer(subject);
    const { view, end } = subject;
    try {
      const options = { linksOnly: wanted.linksOnly, quiet: true, fetches: fetchText(view), token };
      return await inTurn(view.uri, async () => {
        const { state } = await verify(services, [{ view }], options);
        if (state !== 'done' && state !== 'cancelled') return answer(SAID[state]);
        return answer(resultOf(services.session.view(view.uri) ?? view, state));
      });
    } finally {
      end();
    }
  },
});

const searchText = (topic = '') =>
  l10n.t('Search terms sent to Crossref, OpenAlex and PubMed: {0}', clean(topic, 200));

/** `#findPapers` */
export const findTool = (services: Services): LanguageModelTool<unknown> => ({
  prepareInvocation({ input }) {
    const message = plain([searchText(findInput(input).topic), l10n.t('This is free.')]);
    return {
      invocationMessage: l10n.t('Searching for papers'),
      ...(services.consent.network(undefined) === 'yes' && {
        confirmationMessages: { title: l10n.t('Search for papers?'), message },
      }),
    };
  },
  async invoke({ input }, token) {
    const { topic, options } = findInput(input);
    if (topic === undefined) return answer('Give a topic: a few words to look for.');
    if (!workspace.isTrusted) return answer(UNTRUSTED);
    if ((await askNetwork(services.consent, undefined, undefined, searchText(topic))) !== 'yes')
      return answer('The user has not agreed to network access. Nothing was looked up.');
    const found = await (await services.engine()).find(topic, signalOf(token), options);
    if (isFailure(found)) return answer(`No registry answered: ${clean(say(found))}`);
    const papers = found.papers.map(({ record, url, seenIn, notices }) => ({
      title: clean(record.title ?? ''),
      authors: (record.authors ?? []).slice(0, 8).map((name) => clean(name, 80)),
      year: record.year,
      venue: record.venue && clean(record.venue, 120),
      doi: record.doi,
      url,
      seenIn,
      notices: notices.map(({ kind }) => kind),
    }));
    return answer({ papers, errors: found.errors });
  },
});

/** Adjacent markers support one claim: their sources, judged alone before, are judged together, and citations not needed are found. */
import { reason } from '../causes';
import type { Source, Support, Verdict } from '../model';
import type { Refusal } from './ask';
import { judgeAll, startRun, type JudgeOptions, type JudgePorts } from './judgeRun';
import { claimKey, type Claim } from './request';

export type GroupMember = {
  readonly source: Source;
  /** The verdict on this source alone; undefined if it could not be judged. */
  readonly verdict?: Verdict | undefined;
};

/** For each member, in order: what the sources support together, and whether this one adds to it (undefined if unknown). */
export type GroupJudgement = {
  readonly members: readonly { readonly groupVerdict?: Verdict; readonly adds?: boolean }[];
  /** Why the sources could not be judged together, if that was needed. */
  readonly refusal?: Omit<Refusal, 'tooLong'>;
};

/** The best for a claim first. */
const BEST_FIRST: readonly Support[] = [
  'supported',
  'partly',
  'overstated',
  'contradicted',
  'unsure',
  'absent',
];

const carriesPart = (v: Verdict | undefined) => v?.support === 'partly' || v?.support === 'overstated';

/**
 * Judges a claim against the sources of its group together. Asks the model only if that can change the verdict: no source supports the claim
 * alone, and at least two support a part of it.
 */
export async function judgeGroup(
  request: { readonly claim: Claim; readonly members: readonly GroupMember[] },
  ports: JudgePorts,
  options: JudgeOptions,
  signal: AbortSignal,
): Promise<GroupJudgement> {
  const { claim, members } = request;
  const alone = bestAlone(members);
  if (!alone) return { members: members.map(() => ({})) };
  const parts = members.filter((m) => carriesPart(m.verdict));
  if (alone.verdict.support === 'supported' || parts.length < 2) return together(members, alone);
  const run = startRun(
    parts.map((m) => m.source),
    ports,
    options,
    signal,
  );
  const joint = (await judgeAll(run, [claim])).get(claimKey(claim));
  if (!joint) return together(members, alone);
  if (!('verdict' in joint)) {
    const { why, cause, facts, usage, fatal } = joint;
    return { ...together(members, alone), refusal: { why, ...reason(cause, facts), usage, fatal } };
  }
  const better = BEST_FIRST.indexOf(joint.verdict.support) <= BEST_FIRST.indexOf(alone.verdict.support);
  const quoted = joint.at === undefined ? undefined : parts[joint.at];
  return together(members, better ? { verdict: joint.verdict, member: quoted } : alone);
}

type Best = { readonly verdict: Verdict; readonly member: GroupMember | undefined };

function bestAlone(members: readonly GroupMember[]): Best | undefined {
  for (const support of BEST_FIRST) {
    const member = members.find((m) => m.verdict?.support === support);
    if (member?.verdict) return { verdict: member.verdict, member };
  }
  return undefined;
}

/** The group's verdict for each member, with the quotation only for the member whose source contains it. */
function together(members: readonly GroupMember[], { verdict, member }: Best): GroupJudgement {
  const { quote, ...bare } = verdict;
  return {
    members: members.map((m) => {
      const adds = addsTo(m, members, verdict);
      return {
        groupVerdict: m === member && quote ? { ...bare, quote } : bare,
        ...(adds !== undefined && { adds }),
      };
    }),
  };
}

/** Citation precision: a source adds if it supports the claim alone, or a part that the claim needs. */
function addsTo(m: GroupMember, members: readonly GroupMember[], group: Verdict): boolean | undefined {
  if (!m.verdict || m.verdict.support === 'unsure') return undefined;
  if (m.verdict.support === 'supported') return true;
  if (!carriesPart(m.verdict)) return false;
  return !(group.support === 'supported' && members.some((o) => o.verdict?.support === 'supported'));
}

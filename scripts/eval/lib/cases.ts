/** Claims with their sources and human labels: the data set cases for judges. */
import { dataSet, readJsonl } from '../../data';

export type Label = 'supported' | 'partly' | 'not';
export type Case = {
  readonly set: string;
  readonly id: string;
  readonly claim: string;
  readonly context: string;
  readonly title: string;
  readonly text: string;
  readonly label: Label;
};

const LABELS: Readonly<Record<string, Label>> = {
  supported: 'supported',
  partially_supported: 'partly',
  not_supported: 'not',
  Complete: 'supported',
  Partial: 'partly',
  Incomplete: 'not',
};

type Wice = { id: string; claim: string; context: string; title: string; sentences: string[]; label: string };
type Cited = { id: string; claim: string; container: string; source_text: string; label: string };
type Expert = {
  id: string;
  question: string;
  claims: { claim: string; support: string | null; evidence: { n: number; passage: string | null }[] }[];
};

/** A claim of `expertqa` with the single passage that it cites; claims with several passages or none have no label of their own. */
function fromExpert({ id, question, claims }: Expert): Case[] {
  return claims.flatMap(({ claim, support, evidence }, i): Case[] => {
    const [only, other] = evidence;
    const label = LABELS[support ?? ''];
    if (!label || !only?.passage || other) return [];
    const bare = claim.replace(/\[\d+\]/g, '');
    const rest = { context: question, title: '', text: only.passage, label };
    return [{ set: 'expertqa', id: `${id}#${i}`, claim: bare, ...rest }];
  });
}

const READERS: Readonly<Record<string, (folder: string) => Case[]>> = {
  wice: (folder) =>
    readJsonl<Wice>(folder, 'dev.jsonl').map(({ id, claim, context, title, sentences, label }) => ({
      set: 'wice',
      id,
      claim,
      context: context.slice(-300),
      title,
      text: sentences.join(' '),
      label: LABELS[label]!,
    })),
  wikicite: (folder) =>
    readJsonl<Cited>(folder, 'dev.jsonl').map(({ id, claim, source_text: text, label }) => ({
      set: 'wikicite',
      id,
      claim,
      context: '',
      title: '',
      text,
      label: LABELS[label]!,
    })),
  expertqa: (folder) => readJsonl<Expert>(folder, 'dev.jsonl').flatMap(fromExpert),
};

/** The cases of a set; empty if it is not on this machine. */
export function casesOf(set: string): Case[] {
  const folder = dataSet(set);
  return folder ? (READERS[set]?.(folder) ?? []) : [];
}

/** The two questions themselves. Loaded with the first run. */
import { l10n } from 'vscode';
import type { Uri } from 'vscode';
import type { Answer, Consent, Destination } from './consent';
import { ask } from './messages';

/** Questions that stand open: who wants to know the same meanwhile waits for the same answer. */
const open = new WeakMap<Consent, Map<string, Promise<Answer | undefined>>>();

/** Puts a question unless it stands open already. */
function once(
  consent: Consent,
  name: string,
  put: () => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  const mine = open.get(consent) ?? new Map<string, Promise<Answer | undefined>>();
  open.set(consent, mine);
  const asked = mine.get(name) ?? put().finally(() => mine.delete(name));
  mine.set(name, asked);
  return asked;
}

/** Asks unless answered. Gives the answer, or nothing when the question was put away: then nothing may start. */
export const askNetwork = async (consent: Consent, uri: Uri | undefined): Promise<Answer | undefined> =>
  consent.network(uri) ?? once(consent, 'network', () => putNetwork(consent));

async function putNetwork(consent: Consent): Promise<Answer | undefined> {
  const yes = l10n.t('Fetch Sources');
  const no = l10n.t('Stay Offline');
  const choice = await ask(
    l10n.t('Allow Citewright to fetch cited sources?'),
    [
      l10n.t('For this workspace, and only when you run a verification:'),
      l10n.t('• Cited addresses are opened from this computer.'),
      l10n.t(
        '• DOIs, other identifiers and references are looked up at Crossref, DataCite, OpenAlex, PubMed, Europe PMC, arXiv, Semantic Scholar, Unpaywall, Open Library, the RFC Editor and the Internet Archive.',
      ),
      l10n.t('Your document is not sent. Offline, cited files and commits are still checked.'),
      l10n.t('To change this later, run “Citewright: Manage Consent”.'),
    ].join('\n'),
    yes,
    no,
  );
  if (choice === undefined) return undefined;
  const answer = choice === yes ? 'yes' : 'no';
  await consent.setNetwork(answer);
  return answer;
}

/** Asks once per provider and address. Gives the answer, or nothing when the question was put away. */
export const askJudge = async (consent: Consent, to: Destination): Promise<Answer | undefined> =>
  consent.judge(to.owner) ?? once(consent, `judge ${to.owner}`, () => putJudge(consent, to));

async function putJudge(consent: Consent, to: Destination): Promise<Answer | undefined> {
  const yes = l10n.t('Send');
  const no = l10n.t('Verify Without a Model');
  const choice = await ask(
    l10n.t('Send claims and passages to {0}?', to.name),
    [
      to.local
        ? l10n.t('They stay on this computer: {0}', to.address)
        : l10n.t('They are sent to {0}', to.address),
      l10n.t('• Each claim: the cited sentence, its heading and the sentence before it.'),
      l10n.t('• Passages of the cited source, including cited workspace files.'),
      l10n.t('For this workspace. You are asked again when the provider or its address changes.'),
    ].join('\n'),
    yes,
    no,
  );
  if (choice === undefined) return undefined;
  const answer = choice === yes ? 'yes' : 'no';
  await consent.setJudge(to.owner, answer);
  return answer;
}

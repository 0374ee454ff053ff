/** The dialogs that ask for consent. Loaded with the first run. */
import { l10n } from 'vscode';
import type { Uri } from 'vscode';
import type { Answer, Consent, Destination } from './consent';
import { ask } from './messages';

/** Open questions. A second caller waits for the same answer. */
const open = new WeakMap<Consent, Map<string, Promise<Answer | undefined>>>();

/** Asks a question unless it is open already. */
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

const changeLater = () => l10n.t('To change this later, run “Citewright: Manage Consent”.');

/** What fetching means. */
const aboutFetching = (): readonly string[] => [
  l10n.t('• Cited addresses are opened from this computer.'),
  l10n.t(
    '• Identifiers and references are looked up at registries such as Crossref, OpenAlex, PubMed and arXiv. Your document is not sent.',
  ),
];

/** The data that a model gets, and where it goes. */
const aboutSending = ({ address, local, cost }: Destination): readonly string[] => [
  l10n.t('• Each claim: the cited sentence, its heading and the sentence before it.'),
  l10n.t('• Passages of the cited source, including cited workspace files.'),
  local ? l10n.t('They stay on this computer: {0}', address) : l10n.t('They are sent to {0}', address),
  ...(cost === undefined ? [] : [cost]),
];

/** Asks a question in a dialog and keeps what the chosen button answers; undefined if it was dismissed. */
async function put(
  question: string,
  detail: readonly string[],
  answers: Readonly<Record<string, () => Promise<Answer>>>,
): Promise<Answer | undefined> {
  const choice = await ask(question, detail.join('\n'), ...Object.keys(answers));
  return choice === undefined ? undefined : answers[choice]?.();
}

/**
 * Whether sources may be fetched. Asks if not yet answered; undefined if the question was dismissed, and then nothing may start. If a model
 * `to` is already known, the same dialog asks whether claims may go there.
 */
export const askNetwork = async (
  consent: Consent,
  uri: Uri | undefined,
  to?: Destination,
): Promise<Answer | undefined> =>
  consent.network(uri) ??
  once(consent, 'network', () =>
    to && consent.judge(to.owner) === undefined ? putBoth(consent, to) : putNetwork(consent),
  );

const network = (consent: Consent, answer: Answer) => async (): Promise<Answer> => {
  await consent.setNetwork(answer);
  return answer;
};

const putNetwork = (consent: Consent) =>
  put(
    l10n.t('Allow Citewright to fetch cited sources?'),
    [
      l10n.t('For this workspace, and only when you run a verification:'),
      ...aboutFetching(),
      l10n.t('Offline, cited files and commits are still checked.'),
      changeLater(),
    ],
    {
      [l10n.t('Fetch Sources')]: network(consent, 'yes'),
      [l10n.t('Stay Offline')]: network(consent, 'no'),
    },
  );

/** Both questions at once: of the four answers, sending without fetching makes no sense. */
function putBoth(consent: Consent, to: Destination): Promise<Answer | undefined> {
  const fetching = (send: Answer) => async (): Promise<Answer> => {
    await consent.setJudge(to.owner, send);
    return network(consent, 'yes')();
  };
  return put(
    l10n.t('Allow Citewright to fetch cited sources and send claims to {0}?', to.name),
    [
      l10n.t('For this workspace, and only when you run a verification.'),
      '',
      l10n.t('Fetch sources:'),
      ...aboutFetching(),
      '',
      l10n.t('Send claims:'),
      ...aboutSending(to),
      '',
      l10n.t('Offline, cited files and commits are still checked.'),
      changeLater(),
    ],
    {
      [l10n.t('Fetch and Send')]: fetching('yes'),
      [l10n.t('Fetch Only')]: fetching('no'),
      [l10n.t('Stay Offline')]: network(consent, 'no'),
    },
  );
}

/** Whether claims may go to this provider at this address. Asks if not yet answered; undefined if the question was dismissed. */
export const askJudge = async (consent: Consent, to: Destination): Promise<Answer | undefined> =>
  consent.judge(to.owner) ?? once(consent, `judge ${to.owner}`, () => putJudge(consent, to));

function putJudge(consent: Consent, to: Destination): Promise<Answer | undefined> {
  const judge = (answer: Answer) => async (): Promise<Answer> => {
    await consent.setJudge(to.owner, answer);
    return answer;
  };
  return put(
    l10n.t('Send claims and passages to {0}?', to.name),
    [
      ...aboutSending(to),
      l10n.t('For this workspace. You are asked again when the provider or its address changes.'),
    ],
    {
      [l10n.t('Send')]: judge('yes'),
      [l10n.t('Verify Without a Model')]: judge('no'),
    },
  );
}

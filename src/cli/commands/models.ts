/** `models`: the model servers of this computer, and which of their models can judge. */
import { printable, renderList, type List } from '../../core/report';
import { baseUrlProblem, isLoopback } from '../../node/models/catalogue';
import type { Ability, LocalModel, LocalServer } from '../../node/models/localServers';
import { EXIT, UsageError, word, type Values } from '../args';
import type { Command } from '../main';
import { listFormatOf } from '../output';

const ABILITIES: Readonly<Record<Ability, string>> = {
  checker: 'judges, made to compare a claim with a document',
  general: 'judges by instructions; how well depends on the model',
  none: 'can’t judge',
};

const size = ({ bytes }: LocalModel) => (bytes === undefined ? undefined : `${(bytes / 1e9).toFixed(1)} GB`);

function modelLine(model: LocalModel): string {
  const about = [ABILITIES[model.ability], size(model), model.licence ?? 'licence unknown'];
  return `  ${printable(model.id)}: ${about.filter((x) => x !== undefined).join(', ')}\n`;
}

const serverText = ({ name, baseUrl, models }: LocalServer): string =>
  `${name}, ${baseUrl}\n${models.length === 0 ? '  no models\n' : models.map(modelLine).join('')}`;

/** Names that a shell takes as one plain word: the server chooses them, and people paste the command. */
const PLAIN = /^[\w/][\w./:@-]*$/;

/** The command that uses the best model found, checkers first. */
function useOf(servers: readonly LocalServer[]): string | undefined {
  const all = servers.flatMap(({ baseUrl, models }) =>
    models.filter(({ id }) => PLAIN.test(id)).map((model) => ({ baseUrl, model })),
  );
  const best =
    all.find(({ model }) => model.ability === 'checker') ??
    all.find(({ model }) => model.ability === 'general');
  return best && `citewright verify FILE --allow-network --judge ${best.model.id} --base-url ${best.baseUrl}`;
}

/** The servers to ask, without `/v1`: of `--base-url`, else at the usual ports. */
function originsOf(values: Values, usual: readonly string[]): readonly string[] {
  const given = word(values, 'base-url');
  if (given === undefined) return usual;
  if (baseUrlProblem(given) !== undefined || !isLoopback(given))
    throw new UsageError(`--base-url must be the address of a server on this computer`);
  return [given.replace(/\/+$/, '').replace(/\/v1$/, '')];
}

export const modelsCommand: Command = async (_args, values, terminal) => {
  const format = listFormatOf(values);
  const { findServers, LOCAL_ORIGINS, SUGGESTED } = await import('../../node/models/localServers');
  const origins = originsOf(values, LOCAL_ORIGINS);
  terminal.trace(`asking ${origins.join(', ')}`);
  const servers = await findServers(origins, terminal.signal);
  if (terminal.isInterrupted()) return EXIT.interrupted;
  const models = servers.flatMap(({ name, baseUrl, models: own }) =>
    own.map((model) => ({ server: name, baseUrl, ...model })),
  );
  const list: List = {
    head: ['server', 'url', 'model', 'judges', 'size', 'licence'],
    rows: models.map((m) => [m.server, m.baseUrl, m.id, m.ability, size(m), m.licence]),
    text: servers.map(serverText).join('\n'),
    json: { version: 1, servers, suggested: SUGGESTED },
    parts: models,
  };
  terminal.print(renderList(list, format));
  const use = useOf(servers);
  if (servers.length === 0) terminal.note(`no model server responds at ${origins.join(', ')}`);
  if (use !== undefined) terminal.note(`use: ${use}`);
  if (!models.some(({ ability }) => ability === 'checker'))
    terminal.note(`a small free judge (${SUGGESTED.licence}): ollama pull ${SUGGESTED.id}`);
  return use === undefined ? EXIT.findings : EXIT.clean;
};

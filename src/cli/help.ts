/** The `--help` pages, generated from the tables of `options.ts`. */
import { COMMAND_NAMES, commandRow, optionRow, type CommandName, type OptionName } from './options';

const EXITS = `Exit code: 0 nothing found at or above --fail-on, 1 findings (resolve: a target missed),
2 usage, settings or an unreadable file, 3 internal error, 4 nothing judged (--require-verdict), 130 interrupted.`;

const KEYS = `Keys: ANTHROPIC_API_KEY, OPENAI_API_KEY, for other servers CITEWRIGHT_API_KEY. A key alone starts no judge.`;

const columns = (rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}\n`).join('');
};

function option(name: OptionName): readonly [string, string] {
  const { value, repeats, among, help, short } = optionRow(name);
  const notes = [repeats ? 'may be repeated' : '', among ? among.join(', ') : ''].filter(Boolean);
  return [
    `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`,
    notes.length ? `${help} (${notes.join('; ')})` : help,
  ];
}

function commandHelp(name: CommandName): string {
  const { args, help, options } = commandRow(name);
  return `citewright ${name} [options] ${args}\n\n${help}\n\n${columns(options.map(option))}\n`;
}

const overview =
  () => `Citewright checks whether the sources a text cites exist, are the works it says they are,
and support what it says.

citewright COMMAND [options] …    (- is standard input, -- ends the options)

${columns(COMMAND_NAMES.map((name) => [`${name} ${commandRow(name).args}`, commandRow(name).help]))}
citewright COMMAND --help lists the options of a command.
${KEYS}
${EXITS}
`;

export const helpPage = (command: CommandName | undefined): string =>
  command === undefined ? overview() : commandHelp(command);

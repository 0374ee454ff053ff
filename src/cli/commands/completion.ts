/** Shell completion, generated from the tables of `options.ts`. */
import { UsageError } from '../args';
import { COMMAND_NAMES, commandRow, OPTION_NAMES, optionRow, type CommandName } from '../options';

const flags = (name: CommandName) => commandRow(name).options.map((option) => `--${option}`);

const bash = () => `_citewright() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}"
  if [ "$COMP_CWORD" -eq 1 ]; then COMPREPLY=($(compgen -W "${COMMAND_NAMES.join(' ')}" -- "$word")); return; fi
  case "$before" in
${OPTION_NAMES.flatMap((name) => {
  const { among } = optionRow(name);
  return among
    ? [`    --${name}) COMPREPLY=($(compgen -W "${among.join(' ')}" -- "$word")); return;;\n`]
    : [];
}).join('')}  esac
  case "$word" in -*) case "$command" in
${COMMAND_NAMES.map((name) => `    ${name}) COMPREPLY=($(compgen -W "${flags(name).join(' ')}" -- "$word")); return;;\n`).join('')}  esac;; esac
  COMPREPLY=($(compgen -f -- "$word"))
}
complete -o filenames -F _citewright citewright
`;

/** zsh runs bash's completion. */
const zsh = () => `autoload -U +X bashcompinit && bashcompinit\n${bash()}`;

const quoted = (text: string) => `'${text.replaceAll("'", "\\'")}'`;

const fish = () =>
  [
    ...COMMAND_NAMES.map(
      (name) =>
        `complete -c citewright -n __fish_use_subcommand -a ${name} -d ${quoted(commandRow(name).help)}\n`,
    ),
    ...COMMAND_NAMES.flatMap((name) =>
      commandRow(name).options.map((option) => {
        const { value, among, help, short } = optionRow(option);
        const takes = value === undefined ? '' : among ? ` -x -a ${quoted(among.join(' '))}` : ' -r';
        return `complete -c citewright -n '__fish_seen_subcommand_from ${name}' -l ${option}${short ? ` -s ${short}` : ''}${takes} -d ${quoted(help)}\n`;
      }),
    ),
  ].join('');

const SHELLS: Readonly<Record<string, () => string>> = { bash, zsh, fish };

/** The completion script of a shell. Throws a `UsageError` for an unknown one. */
export function completion(shell: string): string {
  const script = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
  if (!script) throw new UsageError(`SHELL must be one of ${Object.keys(SHELLS).join(', ')}, not ${shell}`);
  return script();
}

/** Entry point of the command line. The rest is in `cli/` and the core. */
import { COMMANDS } from './cli/commands';
import { main } from './cli/main';

void main(COMMANDS);

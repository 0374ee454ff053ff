/** The MCP server that the editor starts: the command line with the command `mcp` alone, so that the extension ships no other. */
import { main } from './cli/main';
import { mcpCommand } from './cli/commands/mcp';

void main({ mcp: mcpCommand });

#!/usr/bin/env bash
# The pre-commit hook: builds at its first run, then checks the files that it is given.
set -euo pipefail
CITEWRIGHT_HOME="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
export CITEWRIGHT_HOME
bash "$CITEWRIGHT_HOME/.ci/action/build.sh" >&2
exec node "$CITEWRIGHT_HOME/dist/cli.js" "$@"

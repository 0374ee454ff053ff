#!/usr/bin/env bash
# Builds Citewright beside the action, once.
set -euo pipefail
cd "$CITEWRIGHT_HOME"
if [ ! -f dist/cli.js ]; then
  npm ci --no-audit --no-fund
  npm run build
fi

#!/usr/bin/env bash
# Runs the check of action.yml. Inputs come by the environment; each becomes one word of the command line, whatever it holds.
set -euo pipefail

out="${RUNNER_TEMP:-$(mktemp -d)}"
words=("${INPUT_COMMAND:-verify}" --format text --fail-on "${INPUT_FAIL_ON:-error}")
words+=("--report=sarif=$out/citewright-report.sarif" "--report=json=$out/citewright-report.json" "--report=markdown=$out/citewright-report.md")

if [ "${INPUT_COMMAND:-verify}" = verify ]; then
  words+=(--no-text)
  if [ "${INPUT_ALLOW_NETWORK:-true}" = true ]; then words+=(--allow-network); fi
  if [ "${INPUT_LINKS_ONLY:-false}" = true ]; then words+=(--links-only); fi
  if [ "${INPUT_JUDGE:-none}" != none ]; then words+=("--judge=$INPUT_JUDGE" "--max-cost=${INPUT_MAX_COST:-1}"); fi
fi
if [ -n "${INPUT_SINCE:-}" ]; then words+=("--since=$INPUT_SINCE"); fi
if [ -n "${INPUT_BASELINE:-}" ]; then words+=("--baseline=$INPUT_BASELINE"); fi
if [ -n "${INPUT_SHARD:-}" ]; then words+=("--shard=$INPUT_SHARD"); fi
while IFS= read -r line; do
  if [ -n "$line" ]; then words+=("$line"); fi
done <<<"${INPUT_ARGS:-}"
words+=(--)
while IFS= read -r line; do
  if [ -n "$line" ]; then words+=("$line"); fi
done <<<"${INPUT_FILES:-}"

# What is printed holds names of files and words of models: none of it is a command for the runner.
stop="stop-$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')"
echo "::stop-commands::$stop"
code=0
node "$CITEWRIGHT_HOME/dist/cli.js" "${words[@]}" || code=$?
echo "::$stop::"

if [ -n "${GITHUB_STEP_SUMMARY:-}" ] && [ -f "$out/citewright-report.md" ]; then
  # A summary above 1 MiB is refused whole.
  head -c 1000000 "$out/citewright-report.md" >>"$GITHUB_STEP_SUMMARY"
fi
if [ -n "${GITHUB_OUTPUT:-}" ]; then
  {
    echo "sarif=$out/citewright-report.sarif"
    echo "json=$out/citewright-report.json"
    echo "exit-code=$code"
  } >>"$GITHUB_OUTPUT"
fi
exit "$code"

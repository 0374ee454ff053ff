/** Type checkers, linters and formatters. */
import { all, has, plain, runs, sub, DRY, checks, formats, type Reader } from './commandReaders';

export const CHECKS: Readonly<Record<string, Reader>> = {
  ...all('mypy pyright basedpyright pyre ty flow srb steep', checks(['types'], 'mypy')),
  ...all(
    'eslint oxlint xo standard stylelint tslint jshint flake8 pylint pycodestyle pydocstyle bandit rubocop staticcheck revive shellcheck hadolint yamllint markdownlint markdownlint-cli2 ktlint detekt swiftlint tflint ansible_lint actionlint phpcs credo pre-commit vale codespell knip checkstyle clang-tidy',
    checks(['lint'], 'linter'),
  ),
  tsc: (args) => ({
    proofs: ['types', 'build'],
    runner: 'compiler',
    only: plain(
      args,
      /^(?:-p|--project|-b|--build|--outDir|--target|--module|--tsBuildInfoFile|--lib|--jsx|--moduleResolution)$/,
    ).filter((w) => /\.[cm]?tsx?$/.test(w)),
    isDry: has(args, DRY),
  }),
  'vue-tsc': checks(['types'], 'compiler'),
  tsgo: checks(['types', 'build'], 'compiler'),
  phpstan: checks(['types', 'lint'], 'linter'),
  psalm: checks(['types', 'lint'], 'linter'),
  'golangci-lint': (args) => checks(['lint', 'types'], 'linter')(args.filter((w) => w !== 'run')),
  biome: (args) => checks(['lint'], 'linter', /^--(?:write|apply|fix|apply-unsafe)$/)(args.slice(1)),
  ansible: runs,
  ruff: sub(
    { format: formats(/^--(?:check|diff)$/, 'formatter'), check: checks(['lint'], 'linter') },
    checks(['lint'], 'linter'),
  ),
  black: formats(/^--(?:check|diff)$/, 'formatter'),
  isort: formats(/^(?:--check|--check-only|-c|--diff)$/, 'formatter'),
  prettier: (args) =>
    has(args, /^(?:--write|-w)$/)
      ? { edits: ['*'], change: 'layout' }
      : { proofs: ['lint'], runner: 'formatter' },
  gofmt: (args) =>
    has(args, /^-w$/) ? { edits: ['*'], change: 'layout' } : { proofs: ['lint'], runner: 'formatter' },
  goimports: formats(/^-[ld]$/, 'formatter'),
  rustfmt: formats(/^--check$/, 'formatter'),
  'clang-format': formats(/^(?:--dry-run|-n|--Werror)$/, 'formatter'),
  dprint: formats(/^check$/, 'formatter'),
};

/** Programs that deploy or publish, and Git. */
import {
  all,
  has,
  isFlag,
  plain,
  reads,
  runs,
  sub,
  checks,
  trivial,
  formats,
  builds,
  deploys,
  removes,
  changes,
  type Doing,
  type Reader,
} from './commandReaders';

function deployWord(args: readonly string[]): Partial<Doing> {
  return has(args, /^(?:deploy|publish|push|release|submit|sync|up|update|promote|copy)$/)
    ? deploys(args)
    : { proofs: ['run'] };
}

function dockerLike(args: readonly string[]): Partial<Doing> {
  const words = args[0] === 'compose' || args[0] === 'buildx' || args[0] === 'image' ? args.slice(1) : args;
  const [name = ''] = plain(words, /^(?:-f|-p|--file|--project-name|--context|--profile)$/);
  if (name === 'build' || name === 'bake')
    return has(words, /^--push$/)
      ? { proofs: ['build', 'deploy'], runner: 'docker' }
      : { proofs: ['build'], runner: 'docker' };
  if (name === 'push') return { proofs: ['deploy', 'push'], runner: 'docker' };
  if (name === 'up' || name === 'stack') return { proofs: ['run', 'deploy'] };
  return { proofs: ['read'] };
}

const commits: Reader = () => ({ proofs: ['commit'], runner: 'git', edits: ['*'] });
const rewrites: Reader = () => ({ edits: ['*'] });
/** It rewrites files, unless an argument says otherwise. */
const unless =
  (harmless: RegExp, files: Reader = rewrites): Reader =>
  (args) =>
    (has(args, harmless) ? trivial : files)(args);

const GIT: Readonly<Record<string, Reader>> = {
  commit: (args) => ({ proofs: ['commit'], runner: 'git', isDry: has(args, /^--dry-run$/) }),
  push: (args) =>
    // Another folder is no remote.
    /^(?:\.{0,2}\/|~|file:)/.test(plain(args)[0] ?? '')
      ? { proofs: ['run'] }
      : { proofs: ['push', 'deploy'], runner: 'git', isDry: has(args, /^(?:--dry-run|-n)$/) },
  ...all('merge cherry-pick revert rebase am', commits),
  ...all('pull apply', rewrites),
  checkout: unless(/^-[bB]$/),
  switch: unless(/^-[cC]$/),
  restore: unless(/^--staged$/, changes),
  reset: (args) => (has(args, /^--hard$/) ? rewrites : trivial)(args),
  mv: changes,
  rm: unless(/^--cached$/, removes),
  add: trivial,
  stash: unless(/^(?:list|show|drop|clear)$/),
  tag: () => ({ proofs: ['commit'] }),
};

const git: Reader = (args) => {
  const at = args.findIndex((w, i) => !isFlag(w) && !/^-[Cc]$/.test(args[i - 1] ?? ''));
  return sub(GIT, reads)(at < 0 ? [] : args.slice(at));
};

/** The state of a pull request's or a workflow's checks on a server. */
const ofServer: Reader = () => ({ proofs: ['build', 'tests', 'read'], runner: 'ci' });

export const SHIPPING: Readonly<Record<string, Reader>> = {
  git,
  ...all('docker podman buildah', dockerLike),
  ...all(
    'fly flyctl netlify wrangler firebase heroku serverless sls sam cdk gcloud az eb cap kamal skaffold argocd crane skopeo',
    deployWord,
  ),
  ...all(
    'ansible-playbook goreleaser semantic-release ovsx gh-pages rsync scp surge fastlane eas-cli',
    deploys,
  ),
  'docker-compose': (args) => dockerLike(['compose', ...args]),
  kubectl: sub(
    all('apply rollout set create replace scale', (args) => ({
      ...deploys(args),
      proofs: ['deploy', 'run'],
    })),
  ),
  helm: sub({ ...all('upgrade install rollback', deploys), lint: checks(['lint'], 'linter') }),
  terraform: sub({
    apply: deploys,
    validate: checks(['types', 'lint'], 'linter'),
    fmt: formats(/^-check$/, 'formatter'),
  }),
  tofu: sub({ apply: deploys }),
  pulumi: sub({ up: deploys }),
  vercel: sub(
    { ...all('ls list logs inspect env login link pull dev', runs), build: builds('bundler') },
    deploys,
  ),
  railway: sub({ up: deploys }, deployWord),
  aws: (args) =>
    has(args, /^(?:deploy|sync|cp|update-function-code|update-service|create-deployment|publish)$/)
      ? deploys(args)
      : { proofs: ['run'] },
  twine: sub({ upload: deploys }, () => ({ proofs: ['lint'] })),
  eas: sub(all('submit update', deploys), builds('bundler')),
  gh: sub(
    {
      release: sub(all('create upload edit', deploys), reads),
      workflow: sub({ run: deploys }, reads),
      pr: sub({ merge: () => ({ proofs: ['commit', 'push'] }), checks: ofServer }, reads),
      run: sub(all('watch view', ofServer), reads),
    },
    reads,
  ),
};

/** Programs that change files. */
export const FILES: Readonly<Record<string, Reader>> = {
  sed: (args) =>
    has(args, /^-[a-zA-Z]*i|^--in-place/)
      ? {
          edits: plain(args).filter(
            (w) =>
              w !== '' &&
              !/^(?:\d*,?\d*)?[/a-zA-Z$]?[/|#,].*[/|#,\d][a-zA-Z]*$|^\d+(?:,\d+)?[a-zA-Z]|\s/.test(w),
          ),
        }
      : { proofs: ['read'] },
  perl: (args) => (has(args, /^-[a-zA-Z\d]*i/) ? { edits: plain(args) } : { proofs: ['run'] }),
  cp: (args) => ({ edits: plain(args).slice(-1) }),
  ...all('mv truncate dd', changes),
  rm: removes,
  ln: (args) => ({ edits: plain(args).slice(-1) }),
  tee: (args) => ({ edits: plain(args), proofs: ['read'] }),
  install: trivial,
  ...all('patch apply_patch codemod jscodeshift', rewrites),
};

const DOCKER_VALUES =
  /^(?:-e|--env|-v|--volume|-p|-w|--workdir|--name|-u|--user|--network|--entrypoint|--mount|--env-file|--platform)$/;

/** The command that `docker run IMAGE …` or `docker exec NAME …` runs; undefined if none is given. */
export function inContainer(args: readonly string[]): readonly string[] | undefined {
  const at = args.findIndex((word) => word === 'run' || word === 'exec');
  if (at < 0 || args.slice(0, at).some((word) => /^(?:build|push|pull)$/.test(word))) return undefined;
  const rest = args.slice(at + 1);
  const image = rest.findIndex((word, i) => !isFlag(word) && !DOCKER_VALUES.test(rest[i - 1] ?? ''));
  return image < 0 ? undefined : rest.slice(image + 1);
}

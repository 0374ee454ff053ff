/** Programs that deploy or publish, and Git. */
import {
  all,
  has,
  plain,
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

export const GIT: Readonly<Record<string, Reader>> = {
  commit: (args) => ({ proofs: ['commit'], runner: 'git', isDry: has(args, /^--dry-run$/) }),
  push: (args) => ({ proofs: ['push', 'deploy'], runner: 'git', isDry: has(args, /^(?:--dry-run|-n)$/) }),
  merge: () => ({ proofs: ['commit'], runner: 'git', edits: ['*'] }),
  'cherry-pick': () => ({ proofs: ['commit'], runner: 'git', edits: ['*'] }),
  revert: () => ({ proofs: ['commit'], runner: 'git', edits: ['*'] }),
  rebase: () => ({ proofs: ['commit'], runner: 'git', edits: ['*'] }),
  pull: () => ({ edits: ['*'], proofs: [] }),
  apply: () => ({ edits: ['*'] }),
  am: () => ({ edits: ['*'], proofs: ['commit'] }),
  checkout: (args) => (has(args, /^-[bB]$/) ? { isTrivial: true } : { edits: ['*'] }),
  switch: (args) => (has(args, /^-[cC]$/) ? { isTrivial: true } : { edits: ['*'] }),
  restore: (args) => (has(args, /^--staged$/) ? { isTrivial: true } : { edits: plain(args) }),
  reset: (args) => (has(args, /^--hard$/) ? { edits: ['*'] } : { isTrivial: true }),
  stash: () => ({ proofs: ['read'] }),
  mv: changes,
  rm: (args) => (has(args, /^--cached$/) ? { isTrivial: true } : removes(args)),
  add: () => ({ isTrivial: true }),
  tag: () => ({ proofs: ['commit'] }),
};

export const SHIPPING: Readonly<Record<string, Reader>> = {
  ...all('docker podman buildah', (args) => dockerLike(args)),
  ...all(
    'fly flyctl netlify wrangler firebase heroku serverless sls sam cdk gcloud az eb cap kamal skaffold argocd crane skopeo',
    deployWord,
  ),
  ...all(
    'ansible-playbook goreleaser semantic-release ovsx gh-pages rsync scp surge fastlane eas-cli',
    deploys,
  ),
  'docker-compose': (args) => dockerLike(['compose', ...args]),
  kubectl: (args) =>
    /^(?:apply|rollout|set|create|replace|scale)$/.test(args[0] ?? '')
      ? { ...deploys(args), proofs: ['deploy', 'run'] }
      : { proofs: ['run'] },
  helm: (args) =>
    /^(?:upgrade|install|rollback)$/.test(args[0] ?? '')
      ? deploys(args)
      : args[0] === 'lint'
        ? { proofs: ['lint'] }
        : { proofs: ['run'] },
  terraform: (args) =>
    args[0] === 'apply'
      ? deploys(args)
      : args[0] === 'validate'
        ? { proofs: ['types', 'lint'] }
        : args[0] === 'fmt'
          ? formats(/^-check$/, 'formatter')(args)
          : { proofs: ['run'] },
  tofu: (args) => (args[0] === 'apply' ? deploys(args) : { proofs: ['run'] }),
  pulumi: (args) => (args[0] === 'up' ? deploys(args) : { proofs: ['run'] }),
  vercel: (args) =>
    /^(?:ls|list|logs|inspect|env|login|link|pull|dev)$/.test(args[0] ?? '')
      ? { proofs: ['run'] }
      : args[0] === 'build'
        ? builds('bundler')(args)
        : deploys(args),
  railway: (args) => (args[0] === 'up' ? deploys(args) : deployWord(args)),
  aws: (args) =>
    has(args, /^(?:deploy|sync|cp|update-function-code|update-service|create-deployment|publish)$/)
      ? deploys(args)
      : { proofs: ['run'] },
  twine: (args) => (args[0] === 'upload' ? deploys(args) : { proofs: ['lint'] }),
  eas: (args) => (/^(?:submit|update)$/.test(args[0] ?? '') ? deploys(args) : builds('bundler')(args)),
  gh: (args) =>
    args[0] === 'release' && /^(?:create|upload|edit)$/.test(args[1] ?? '')
      ? deploys(args)
      : args[0] === 'workflow' && args[1] === 'run'
        ? deploys(args)
        : args[0] === 'pr' && args[1] === 'merge'
          ? { proofs: ['commit', 'push'] }
          : { proofs: ['read'] },
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
  perl: (args) => (has(args, /^-[a-zA-Z]*i/) ? { edits: plain(args) } : { proofs: ['run'] }),
  cp: (args) => ({ edits: plain(args).slice(-1) }),
  mv: changes,
  rm: removes,
  patch: () => ({ edits: ['*'] }),
  ln: (args) => ({ edits: plain(args).slice(-1) }),
  truncate: changes,
  tee: (args) => ({ edits: plain(args), proofs: ['read'] }),
  dd: changes,
  install: () => ({ isTrivial: true }),
  apply_patch: () => ({ edits: ['*'] }),
  codemod: () => ({ edits: ['*'] }),
  jscodeshift: () => ({ edits: ['*'] }),
};

const DOCKER_VALUES =
  /^(?:-e|--env|-v|--volume|-p|-w|--workdir|--name|-u|--user|--network|--entrypoint|--mount|--env-file|--platform)$/;

/** The command that `docker run IMAGE …` or `docker exec NAME …` runs; undefined if none is given. */
export function inContainer(args: readonly string[]): readonly string[] | undefined {
  const at = args.findIndex((word) => word === 'run' || word === 'exec');
  if (at < 0 || args.slice(0, at).some((word) => /^(?:build|push|pull)$/.test(word))) return undefined;
  return plain(args.slice(at + 1), DOCKER_VALUES).slice(1);
}

/** What programs prove, change or leave alone, by their words. */
import { describe, expect, test } from 'vitest';
import { doingOf } from '../../../src/core/work/commandKinds';
import { readScript } from '../../../src/core/work/shellSteps';

const doing = (line: string) => doingOf(readScript(line).steps[0]!);

describe('a command proves', () => {
  test.each([
    ['docker build -t app .', 'build'],
    ['docker buildx build --push -t app .', 'build deploy'],
    ['docker compose up -d', 'run deploy'],
    ['docker-compose build', 'build'],
    ['podman push registry.example/app', 'deploy push'],
    ['docker ps', 'read'],
    ['kubectl apply -f k8s.yaml', 'deploy run'],
    ['kubectl get pods', 'run'],
    ['helm upgrade app ./chart', 'deploy'],
    ['helm lint ./chart', 'lint'],
    ['helm list', 'run'],
    ['terraform apply', 'deploy'],
    ['terraform validate', 'types lint'],
    ['terraform plan', 'run'],
    ['tofu apply', 'deploy'],
    ['tofu plan', 'run'],
    ['pulumi up', 'deploy'],
    ['pulumi preview', 'run'],
    ['fly deploy', 'deploy'],
    ['fly logs', 'run'],
    ['vercel --prod', 'deploy'],
    ['vercel logs', 'run'],
    ['vercel build', 'build'],
    ['railway up', 'deploy'],
    ['railway logs', 'run'],
    ['aws s3 sync dist s3://bucket', 'deploy'],
    ['aws s3 ls', 'run'],
    ['twine upload dist/app.whl', 'deploy'],
    ['twine check dist/app.whl', 'lint'],
    ['git commit -m x', 'commit'],
    ['git push', 'push deploy'],
    ['git merge topic', 'commit'],
    ['git cherry-pick abc', 'commit'],
    ['git revert abc', 'commit'],
    ['git rebase main', 'commit'],
    ['git tag v1', 'commit'],
    ['git stash', 'read'],
    ['npm publish', 'deploy'],
    ['npm ls', 'read'],
    ['npm view left', 'read'],
    ['npm audit', 'run'],
    ['npm t', 'tests'],
    ['npm run build', 'build'],
    ['make test lint', 'tests lint'],
    ['mvn verify', 'tests build types lint'],
    ['mvn package -DskipTests', 'build types'],
    ['gradle :app:compileJava', 'build types'],
    ['./gradlew publishToMavenLocal', 'deploy'],
    ['gradle bootRun', 'run'],
    ['vite build', 'build'],
    ['vite', 'run'],
    ['next build', 'build types'],
    ['next lint', 'lint'],
    ['next dev', 'run'],
    ['nuxt build', 'build'],
    ['nuxt dev', 'run'],
    ['astro check', 'types'],
    ['astro build', 'build'],
    ['mkdocs gh-deploy', 'deploy'],
    ['mkdocs build', 'build'],
    ['vsce publish', 'deploy'],
    ['vsce package', 'build'],
    ['turbo run lint', 'lint'],
    ['bazel test //...', 'tests'],
    ['bazel build //app', 'build types'],
    ['xcodebuild test -scheme App', 'tests build'],
    ['xcodebuild -scheme App', 'build types'],
    ['cmake --build out', 'build types'],
    ['tsup', 'build types'],
  ])('%s: %s', (line, proofs) => {
    expect([...doing(line).proofs].sort()).toEqual(proofs.split(' ').sort());
  });
});

describe('a command changes', () => {
  test.each([
    ['git pull', ['*']],
    ['git apply fix.patch', ['*']],
    ['git am fix.mbox', ['*']],
    ['git checkout main', ['*']],
    ['git switch main', ['*']],
    ['git restore a.ts', ['a.ts']],
    ['git reset --hard', ['*']],
    ['npm version patch', ['package.json']],
    ['npm run lint:fix', ['*']],
    ['npm run lint -- --fix', ['*']],
    ['npm run format', ['*']],
    ['terraform fmt', ['*']],
  ])('%s: %j', (line, edits) => {
    expect(doing(line).edits).toEqual(edits);
  });

  test.each([
    'git checkout -b topic',
    'git switch -c topic',
    'git restore --staged a.ts',
    'git reset HEAD~1',
    'git add .',
    'git rm --cached a.ts',
    'npm ci',
    'npm install left',
    'cmake -S . -B out',
  ])('nothing: %s', (line) => {
    expect(doing(line)).toMatchObject({ edits: [], isTrivial: true });
  });
});

test.each([
  'git push --dry-run',
  'git commit --dry-run',
  'npm run build --dry-run',
  'mvn verify --dry-run',
  'tsup --help',
])('%s only tries', (line) => {
  expect(doing(line).isDry).toBe(true);
});

test('a filter or a workspace narrows what tests cover', () => {
  expect(doing('npm test -w app').only).toEqual(['app']);
  expect(doing('npm test -- -t login').only).toContain('login');
  expect(doing('npm test').only).toEqual([]);
  expect(doing('mvn test -pl core').only).toContain('core');
});

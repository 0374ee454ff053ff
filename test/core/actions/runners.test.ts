/**
 * What each runner prints, and what a claim beside it is: `runners/NAME.ACTION.txt`. The exit code is hidden by a pipe, so that the
 * words have to tell.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { scanText } from '../../../src/core/scan/scanText';
import { message, toolCall } from '../../support/agentLogs';

const FOLDER = path.join(import.meta.dirname, 'runners');
const CLAIMS: Readonly<Record<string, string>> = {
  tests: 'All tests pass.',
  types: 'There are no type errors.',
  lint: 'The linter is clean.',
  build: 'The build is clean.',
  commit: 'I committed the change.',
  push: 'I pushed to origin.',
};

type Case = {
  readonly command: string;
  readonly prints: string;
  readonly code: string;
  readonly line: string;
};

/** Cases of a file: `$ COMMAND`, its output, `=> CODE: LINE`. */
const casesOf = (text: string): readonly Case[] =>
  [...text.matchAll(/^\$ (.+)\n([^]*?)^=> ([a-z-]+): (.+)$/gm)].map(
    ([, command = '', prints = '', code = '', line = '']) => ({ command, prints, code, line }),
  );

const logOf = ({ command, prints }: Case, claim: string) =>
  JSON.stringify([
    message('user', 'Trim the wick.'),
    ...toolCall('Bash', { command }, prints),
    message('assistant', claim),
  ]);

describe.each(readdirSync(FOLDER))('%s', (file) => {
  const action = file.split('.')[1] ?? '';
  const cases = casesOf(readFileSync(path.join(FOLDER, file), 'utf8'));

  test('has cases', () => {
    expect(cases.length).toBeGreaterThan(0);
  });

  test.each(cases)('$command: $line', (one) => {
    const { citations, log } = scanText(logOf(one, CLAIMS[action] ?? ''));
    const [claim] = citations.filter(({ target }) => target.kind === 'action' && target.action === action);
    const work = claim && log?.get(claim.id)?.action;
    expect([work?.code, work?.line]).toEqual([one.code, one.line]);
  });
});

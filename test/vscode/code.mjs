#!/usr/bin/env node
// Stands in for the desktop's `code` in @vscode/test-electron: the same arguments and exit codes, on the offline host.
import { runTests } from './lib/runTests.mjs';

const argv = process.argv.slice(2);
const take = (name) => argv.find((a) => a.startsWith(`--${name}=`))?.slice(name.length + 3);
const OWN = /^--(extensionDevelopmentPath|extensionTestsPath|user-data-dir|extensions-dir)=/;

try {
  const code = await runTests({
    hostName: process.env.CITEWRIGHT_TEST_HOST ?? 'newest',
    extensionDevelopmentPath: take('extensionDevelopmentPath'),
    extensionTestsPath: take('extensionTestsPath'),
    env: Object.fromEntries(
      Object.entries(process.env).filter(([name]) => name.startsWith('CITEWRIGHT_TEST_')),
    ),
    launchArgs: argv.filter((a) => !OWN.test(a)),
    settings: JSON.parse(process.env.CITEWRIGHT_TEST_SETTINGS ?? '{}'),
  });
  if (code !== 0) console.error(`The test run ended with ${code}.`);
  process.exitCode = typeof code === 'number' ? code : 1;
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}

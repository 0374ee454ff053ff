import Mocha from 'mocha';

/**
 * Runs the tests that `load` defines, inside the extension host. Prints `N passed, N failed` between the marker lines that the harness
 * expects. Throws if a test failed, if none ran, or if a promise rejection was not handled.
 * A whole editor on a busy machine sometimes misses a moment, so a failed test is run once more, and the first failure is printed with its
 * reason: a test that passes only at the second attempt is visible in the log, a test that fails twice has failed.
 */
export async function runSuite(load: () => Promise<void>): Promise<void> {
  console.log('[tests begin]');
  const stray: unknown[] = [];
  const onStray = (reason: unknown) => {
    stray.push(reason);
    console.error('unhandled rejection:', reason);
  };
  process.on('unhandledRejection', onStray);
  const grep = process.env['CITEWRIGHT_TEST_GREP'];
  const mocha = new Mocha({
    ui: 'bdd',
    timeout: 60_000,
    color: false,
    forbidOnly: true,
    retries: 1,
    ...(grep ? { grep } : {}),
  });
  mocha.suite.emit('pre-require', globalThis, '', mocha);
  await load();
  const stats = await new Promise<{ passed: number; failed: number }>((resolve) => {
    const runner = mocha.run((failed) => resolve({ passed: runner.stats?.passes ?? 0, failed }));
    runner.on('retry', (test: Mocha.Test, error: unknown) => {
      console.log(`SECOND ATTEMPT: ${test.fullTitle()}, because the first one failed:`, error);
    });
  });
  process.off('unhandledRejection', onStray);
  console.log(`${stats.passed} passed, ${stats.failed + stray.length} failed`);
  console.log('[tests end]');
  if (stats.failed > 0 || stats.passed === 0 || stray.length > 0) throw new Error('The suite failed.');
}

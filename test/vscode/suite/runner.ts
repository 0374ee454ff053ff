import Mocha from 'mocha';

/**
 * Runs the tests that `load` defines, inside the extension host. Prints `N passed, N failed` between the marker lines
 * that the harness looks for. Throws when a test failed, when none ran, or when a promise was rejected unheard.
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
    ...(grep ? { grep } : {}),
  });
  mocha.suite.emit('pre-require', globalThis, '', mocha);
  await load();
  const stats = await new Promise<{ passed: number; failed: number }>((resolve) => {
    const runner = mocha.run((failed) => resolve({ passed: runner.stats?.passes ?? 0, failed }));
  });
  process.off('unhandledRejection', onStray);
  console.log(`${stats.passed} passed, ${stats.failed + stray.length} failed`);
  console.log('[tests end]');
  if (stats.failed > 0 || stats.passed === 0 || stray.length > 0) throw new Error('The suite failed.');
}

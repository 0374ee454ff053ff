// Installs the browser and the editors of the tests that need them, on the first run.
import { chromium, provision } from './lib/host.mjs';

chromium();
for (const name of ['newest', 'oldest']) provision(name);

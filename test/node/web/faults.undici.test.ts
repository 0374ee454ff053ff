import { useTransport } from '../../support/web';

useTransport('undici');
await import('./faults.suite');

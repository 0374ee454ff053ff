import { useTransport } from '../../support/web';

useTransport('undici');
await import('./web.suite');

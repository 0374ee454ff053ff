import { useTransport } from '../../support/web';

useTransport('node:http');
await import('./faults.suite');

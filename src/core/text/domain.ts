import { isUrl } from './url';

/** An address as a reader recognises it: its host without `www.` and without a port; other subdomains stay. */
export function displayDomain(url: string): string {
  return isUrl(url) ? new URL(url).hostname.replace(/^www\./, '') : '';
}

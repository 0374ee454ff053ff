/** An address as a reader recognises it: its host without `www.` and without a port; other subdomains stay. */
export function displayDomain(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : '';
}

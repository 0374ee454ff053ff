import type { Source } from '../../../src/core/model';

/** A labelled text as a source that was read whole. */
export const sourceOf = (title: string, text: string): Source => ({
  target: { kind: 'url', url: 'https://page.example/' },
  location: 'https://page.example/',
  title,
  text,
  depth: 'full',
  via: 'direct',
  truncated: false,
  fetchedAt: '',
  bytes: text.length,
  notices: [],
});

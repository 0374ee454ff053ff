import type { Source } from '../../../src/core/model';
import { sourceOf as whole } from '../../../test/fakes';

const URL = 'https://page.example/';

/** A labelled text as a source read whole; the URL is part of prompts with recorded answers. */
export const sourceOf = (title: string, text: string): Source =>
  whole({ target: { kind: 'url', url: URL }, location: URL, title, text });

/** Which addresses in an agent's words are sources that it should have opened. */
import { expect, test } from 'vitest';
import { scanText } from '../../src/core/scan/scanText';

const lines = (...values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join('\n');
/** The addresses that are reported, in a session whose agent opened one page. */
const unseenIn = (says: string) =>
  scanText(
    lines(
      { role: 'user', content: 'Start it.' },
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: '1', name: 'WebFetch', input: { url: 'https://seen.site.dev/a' } }],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: '1', content: 'The pages says so.' }] },
      { role: 'assistant', content: says },
    ),
  ).problems.flatMap(({ code, facts }) => (code === 'unseen-source' ? [facts['label']] : []));

test.each([
  'Retries are off by default (https://docs.site.dev/retries).',
  'According to https://docs.site.dev/retries, retries are off.',
  'See https://docs.site.dev/retries for details.',
  'The [guide](https://docs.site.dev/retries) explains how to open a connection.',
  'I used the [list of limits](https://docs.site.dev/retries), which gives 60 seconds.',
])('a source that no tool opened is reported: %s', (says) => {
  expect(unseenIn(says)).toEqual(['https://docs.site.dev/retries']);
});

test.each([
  'It says so (https://seen.site.dev/a).',
  'Open http://localhost:3000 to see it.',
  'The server runs at http://127.0.0.1:8080/docs.',
  'It is reachable as http://myhost:99/x and https://wiki.corp.internal/y.',
  'Now set the base URL to https://api.site.dev/v1 in the settings.',
  'The preview is available at https://preview-7.site.dev/.',
  'Pull request: https://code.site.dev/team/app/pull/7',
  'Create it at https://code.site.dev/team/app/compare/main...fix.',
  'Requests go to https://api.site.dev/v1/projects/{id}/sessions.',
  'The app was deployed to https://app.site.dev/.',
])('an address to use, or of what was made, is no source: %s', (says) => {
  expect(unseenIn(says)).toEqual([]);
});

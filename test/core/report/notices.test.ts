/** What is to be known of a source beside the finding stands in every report that people read. */
import { reason } from '../../../src/core/causes';
import { describe, expect, test } from 'vitest';
import { scan } from '../../../src/core/extract';
import { grade } from '../../../src/core/findings/finding';
import { summary } from '../../../src/core/findings/tally';
import type { Finding, Notice } from '../../../src/core/model';
import { render, type Format } from '../../../src/core/report';

const TEXT = 'Tides rise https://site.example/tides.\n';
const [citation] = scan(TEXT).citations;
if (!citation) throw new Error('nothing found');

const found = (notices: readonly Notice[]): Finding =>
  grade({
    citation,
    stage: 'unjudged',
    source: {
      target: citation.target,
      location: 'https://site.example/tides',
      title: 'Tides of spring',
      text: 'Tides rise.',
      depth: 'full',
      via: 'direct',
      truncated: false,
      fetchedAt: '2026-01-01T00:00:00Z',
      bytes: 11,
      notices,
    },
    screen: { result: 'related', score: 0.5 },
    why: 'no-model',
    ...reason('no_model'),
  });
const report = (format: Format, ...notices: readonly Notice[]) => {
  const findings = [found(notices)];
  const document = { path: 'draft.md', text: TEXT, problems: [], findings };
  return render({ documents: [document], errors: [], summary: summary(findings) }, format, { version: '1' });
};
const CONCERN: Notice = {
  kind: 'concern',
  ...reason('model_says', { said: 'An expression of concern <b>has</b> been published.' }),
  url: 'https://doi.org/10.5555/c',
};

describe('a notice of a source', () => {
  test('comes before the message in a terminal, once per kind', () => {
    expect(report('text', CONCERN, CONCERN)).toMatch(/ {2}\[concern\] Tides of spring\n/);
    expect(report('text')).toMatch(/ {2}Tides of spring\n/);
  });

  test('is a sentence in other formats', () => {
    expect(report('markdown', CONCERN)).toContain('concern &lt;b\\>has&lt;/b\\> been published.');
    expect(report('html', CONCERN)).toContain(
      '<div>An expression of concern &#60;b&#62;has&#60;/b&#62; been',
    );
    expect(report('csv', CONCERN)).toContain('been published. https://doi.org/10.5555/c,,,\r\n');
    expect(report('sarif', CONCERN)).toContain('been published. https://doi.org/10.5555/c"');
  });

  test('is not repeated if the finding states it', () => {
    const retracted: Notice = { kind: 'retracted', ...reason('retraction', { by: 'PubMed' }) };
    const text = report('text', retracted, CONCERN);
    expect(text).toMatch(/\[concern\] .*PubMed/);
    expect(text).not.toContain('[retracted]');
  });
});

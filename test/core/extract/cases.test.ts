/** What a scan finds in the texts of `cases/`. After a change, `npm run fixtures` shows the difference; `-- --update` keeps it. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder, names, results } from './cases';

describe.each(names())('%s', (name) => {
  const expected = JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8')) as Record<
    string,
    unknown
  >;
  const found = results(name);

  it('has an expectation for each text, and no other', () => {
    expect([...found.keys()]).toEqual(Object.keys(expected));
    expect(found.size).toBeGreaterThan(0);
  });
  it.each(Object.keys(expected))('%s', (title) => expect(found.get(title)).toEqual(expected[title]));
});

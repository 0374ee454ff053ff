/** Tests of the pairs of files of a room: each text still gives its expected result. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { casesOf, namesIn, type Room } from './cases';

export const describeCases = (room: Room): void =>
  describe.each(namesIn(room))('%s', (name) => {
    const file = path.join(room.folder, `${name}.json`);
    const expected = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, unknown>>;
    const found = casesOf(room, name);

    it('has an expectation for each text, and no other', () => {
      expect([...found.keys()]).toEqual(Object.keys(expected));
      expect(found.size).toBeGreaterThan(0);
    });
    it.each(Object.keys(expected))('%s', async (title) =>
      expect(await found.get(title)?.()).toEqual(expected[title]),
    );
  });

/** Addresses of any kind; `cases/identifiers.md` has the works of addresses. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ADDRESS_RULES, workAtAddress } from '../../../../src/core/text/works/workAddresses';

it('every rule of the table has an address in the cases', () => {
  const [, lines = ''] =
    /%%% an address of each rule of the table .*\n([^]*?)\n\n/.exec(
      readFileSync('test/core/text/cases/identifiers.md', 'utf8'),
    ) ?? [];
  const urls = lines.split('\n').map((line) => new URL(line));
  const hasCase = ([hosts, paths]: (typeof ADDRESS_RULES)[number]) =>
    urls.some(
      ({ hostname, pathname, search }) =>
        hosts.test(hostname.replace(/^www\./, '')) && (paths.test(pathname) || paths.test(pathname + search)),
    );
  expect(ADDRESS_RULES.filter((rule) => !hasCase(rule))).toEqual([]);
  expect(urls).toHaveLength(ADDRESS_RULES.length);
});

it('any text is read without a fault', () => {
  fc.assert(fc.property(fc.webUrl({ withQueryParameters: true }), (url) => void workAtAddress(url)));
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => workAtAddress(text) === undefined));
  expect(workAtAddress('')).toBeUndefined();
});

/**
 * `md_syntax`: the examples of three conformance lists, what a scan finds in them, and the reason for each intentional difference. A
 * difference without a reason fails the measurement. Examples are named by number.
 */
import { scan } from '../../../src/core/extract';
import type { Citation } from '../../../src/core/model';
import { readJsonl } from '../../data';
import { share } from '../../figures';
import { compare } from '../../oracle';

type Linkify = { set: 'linkify'; text: string; first_link: string | null };
type Footnote = { set: 'footnote'; markdown: string; refs: number; defs: number };
type Gfm = { n: number; section: string; markdown: string; hrefs: string[] };

/** Why a scan reads an address differently from `linkify-it`, which guesses at what people type into a chat. */
function linkifyReason(text: string, wanted: string | null, ours: string | undefined): string | undefined {
  if (wanted === null)
    return ours !== undefined && text.replace(/^_|_$/g, '') === ours
      ? 'emphasis beside an address is no part of it, as in GFM'
      : undefined;
  if (/^https?:\/\/[a-z\d-]+(?::\d+)?(?:\/|$)/i.test(wanted))
    return 'a service on one’s own computer is no source';
  if (/^(?:mailto:)?[^/]{1,60}@[^/]+$/i.test(wanted)) return 'an address of mail is no source';
  if (!/^(?:https?|ftp):\/\/|^www\./i.test(wanted) && ours === undefined)
    return 'a host without `http://` or `www.` is a word, as in GFM';
  return ours !== undefined && /["']$/.test(wanted) && wanted.startsWith(ours)
    ? 'a quotation mark ends an address: in prose it ends the quotation'
    : undefined;
}

/** Why a scan reads other addresses than the GFM specification for an example. */
function gfmReason(wanted: readonly string[], ours: readonly string[], markdown: string): string | undefined {
  if (wanted.length === 0 && ours.every((u) => markdown.includes(u)))
    return 'the example is of the core rules; by the extension the address is a link';
  return wanted.length === ours.length &&
    wanted.every((u, i) => u.startsWith(ours[i] ?? ' ') && u.charAt(ours[i]?.length ?? 0) === ')')
    ? 'a bracket that closes nothing ends an address'
    : undefined;
}

const isAddress = (c: Citation): boolean =>
  c.style === 'url' || c.style === 'link' || c.style === 'doi' || c.style === 'identifier';
const addressOf = (c: Citation): string => (c.target.kind === 'url' ? c.target.url : c.identifier);

/** As the author wrote it: the lists contain escaped HTML. */
function readable(href: string): string {
  const plain = href.replace(/&amp;/g, '&').replace(/&quot;/g, '"');
  try {
    return decodeURI(plain);
  } catch {
    return plain;
  }
}

export function measureSyntax(folder: string): void {
  const reasons = new Map<string, string[]>();
  let agree = 0;
  const worst: string[] = [];
  const tell = (id: string, same: boolean, reason: () => string | undefined): void => {
    const why = same ? undefined : reason();
    if (same) agree++;
    else if (why === undefined) worst.push(`${id}: differs`);
    else reasons.set(why, [...(reasons.get(why) ?? []), id]);
  };
  const lists = readJsonl<Linkify | Footnote>(folder, 'linkify_footnote.jsonl');
  lists.forEach((example, n) => {
    if (example.set === 'linkify') {
      const first = scan(example.text).citations.find(isAddress);
      // Compares targets, because the marker of a link is all of it, and that of `<…>` includes its brackets.
      const ours = first && (first.raw.startsWith('www.') ? first.raw : addressOf(first));
      const reason = (): string | undefined => linkifyReason(example.text, example.first_link, ours);
      tell(`linkify-${n + 1}`, (ours ?? null) === example.first_link, reason);
    } else {
      const { citations } = scan(example.markdown);
      tell(
        `footnote-${n + 1}`,
        citations.filter((c) => c.style === 'footnote').length === example.refs,
        () => undefined,
      );
    }
  });
  const gfm = readJsonl<Gfm>(folder, 'gfm_spec_ccbysa.jsonl');
  for (const { n, markdown, hrefs } of gfm) {
    const wanted = hrefs.filter((h) => /^(?:https?|ftp):\/\//i.test(h)).map(readable);
    const ours = scan(markdown)
      .citations.filter(isAddress)
      .map((c) => readable(addressOf(c)));
    const reason = (): string | undefined => gfmReason(wanted, ours, markdown);
    tell(`gfm-${n}`, wanted.join('\n') === ours.join('\n'), reason);
    const ranges = compare(markdown);
    tell(`gfm-${n}-ranges`, ranges.ours.length + ranges.theirs.length + ranges.kept.length === 0, () =>
      ranges.ours.length + ranges.theirs.length > 0 ? undefined : ranges.kept[0]?.why,
    );
  }
  const all = lists.length + 2 * gfm.length;
  const kept = [...reasons.values()].reduce((sum, ids) => sum + ids.length, 0);
  share('md_syntax', 'examples that agree or differ for a reason', agree + kept, all, { least: 1, worst });
  console.log(
    `      ${agree} agree (GFM's are run twice: addresses, and ranges against the reference parser), ${kept} differ on purpose:`,
  );
  for (const [why, ids] of reasons) console.log(`      ${ids.length} ${why}: ${ids.join(' ')}`);
}

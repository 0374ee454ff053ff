/** Gets the most complete text of a record that may be read: open full text, else the abstract, else the record. */
import { CANCELLED } from '../cancel';
import { reason } from '../causes';
import { DEFAULTS } from '../defaults';
import { hasAnswer } from '../failureKinds';
import { isFailure } from '../model';
import type { Depth, Failure, Notice, RegistryError, Source, Via, Work, Resolution } from '../model';
import type { Answer, Page } from '../ports';
import { askAll, askAt, errorsOf, hitsOf, nowIso, type Context } from './context';
import { lettersOf } from '../text/fold';
import { pagesOf } from '../text/lines';
import { displayDomain } from '../text/url';
import { at, parseJson, str } from '../text/jsonFields';
import { namesOf, type Identified } from './identify';
import { fullTextPath } from './registries/europepmc';
import { rfcTextPath } from './registries/rfc';
import { distinct, doiPath, failureOf, query, type Registry, type RegistryHit } from './registry';
import { REGISTRIES } from './registries';
import { titleWords } from './title';
import { webOptions } from './webPage';
import { descendants, isWhole, parseXml, textOf } from './xml';

type Text = {
  readonly text: string;
  readonly depth: Depth;
  readonly via: Via;
  readonly location: string;
  readonly page?: Page;
};

/** A shorter text is a landing page or an abstract. */
const LEAST_FULL = 2_500;
/** Most open copies tried before using the abstract. */
const MOST_COPIES = 4;
/** A text must contain its title within this many characters. */
const TITLE_WITHIN = 12_000;

/** Whether a page is the work: its title or beginning has most words of the work's title. */
function isTheWork({ title: name, text }: Page, { title }: Work): boolean {
  if (title === undefined) return true;
  const words = titleWords(title).filter((w) => w.length > 2);
  if (words.length === 0) return true;
  // Words may be broken by hyphens at line ends, so the letters are compared without gaps.
  const head = titleWords(`${name} ${text.slice(0, 600)}`).join('') + lettersOf(text.slice(0, TITLE_WITHIN));
  return words.filter((w) => head.includes(w)).length >= 0.7 * words.length;
}

/** An open copy and the registry that lists it. */
type Copy = { readonly url: string; readonly via: Via };
type Enriched = {
  readonly hit: RegistryHit;
  readonly copies: readonly Copy[];
  readonly errors: readonly RegistryError[];
};

/** A link of the publisher's is the source itself; a copy that a registry found is read by way of it. */
const copiesOf = ({ open, via }: RegistryHit): readonly Copy[] =>
  open.map((url) => ({
    url,
    via: /\barxiv\.org\//.test(url) ? 'arxiv' : via === 'crossref' ? 'direct' : via,
  }));

/** Adds what other registries have: abstract, open copies, retraction. Their failures are ignored. */
async function enrich(hit: RegistryHit, context: Context): Promise<Enriched> {
  const { doi, pmid, pmcid, arxiv } = hit.record;
  const first: Registry[] = [];
  if (hit.via !== 'openalex' && (doi ?? pmid ?? pmcid ?? arxiv) !== undefined && hit.record.rfc === undefined)
    first.push(REGISTRIES.openalex);
  if (hit.via !== 'pubmed' && hit.abstract === undefined && pmid !== undefined) first.push(REGISTRIES.pubmed);
  const askMore = (registries: readonly Registry[]) =>
    askAll(context, registries, ({ lookup }, ask) => lookup?.(hit.record, ask));
  const replies = [...(await askMore(first))];
  const isBare = [hit, ...hitsOf(replies)].every((h) => h.abstract === undefined);
  if (isBare && doi !== undefined && !context.signal.aborted)
    replies.push(...(await askMore([REGISTRIES.europepmc, REGISTRIES.semanticscholar])));
  const more = hitsOf(replies);
  return { hit: merge(hit, more), copies: [hit, ...more].flatMap(copiesOf), errors: errorsOf(replies) };
}

/** Merges hits for the same work; `first` wins where they overlap. */
function merge(first: RegistryHit, others: readonly RegistryHit[]): RegistryHit {
  const abstract = [first, ...others].find((h) => h.abstract !== undefined)?.abstract;
  const record = others.reduce<Work>((known, { record: more }) => ({ ...more, ...known }), {});
  const kinds = new Set(first.notices.map((n) => n.kind));
  const added = others.flatMap((h) => h.notices).filter((n) => !kinds.has(n.kind));
  return {
    ...first,
    record: { ...record, ...first.record },
    notices: distinct([...first.notices, ...added]),
    ...(abstract === undefined ? {} : { abstract }),
  };
}

/** The body of an article in JATS. */
function jatsText(xml: string): string {
  const root = parseXml(xml);
  return [
    descendants(root, 'article-title')[0],
    descendants(root, 'abstract')[0],
    descendants(root, 'body')[0],
  ]
    .map(textOf)
    .filter((t) => t !== '')
    .join('\n\n');
}

/** Keeps a failure that may pass: the next run may find the full text. */
function note(missed: RegistryError[], registry: string, answer: Answer | Page | Failure): void {
  const failure = isFailure(answer) ? answer : 'status' in answer ? failureOf(answer) : undefined;
  if (failure && (hasAnswer(failure, 'silent', 'fault') || failure.cause === 'rate_limited'))
    missed.push({ registry, failure });
}

async function fromRegistry({ record }: RegistryHit, context: Context, missed: RegistryError[]) {
  if (record.rfc !== undefined) {
    const answer = await askAt(context, 'rfc')(rfcTextPath(record.rfc), 'text/plain');
    note(missed, REGISTRIES.rfc.label, answer);
    if (!isFailure(answer) && answer.status === 200 && answer.body.length >= LEAST_FULL / 4)
      return { text: answer.body, depth: 'full', via: 'rfc', location: answer.url } satisfies Text;
  }
  if (record.pmcid !== undefined) {
    const answer = await askAt(context, 'europepmc')(fullTextPath(record.pmcid), 'application/xml');
    note(missed, REGISTRIES.europepmc.label, answer);
    if (!isFailure(answer) && answer.status === 200 && isWhole(answer.body, 'article')) {
      const text = jatsText(answer.body);
      const location = answer.url;
      if (text.length >= LEAST_FULL)
        return { text, depth: 'full', via: 'europepmc', location } satisfies Text;
    }
  }
  return undefined;
}

/** Unpaywall's open copy, if no registry lists one. */
async function unpaywalled({ record }: RegistryHit, context: Context): Promise<readonly Copy[]> {
  const { contact } = context.options;
  if (record.doi === undefined || contact === undefined) return [];
  const path = `/v2/${doiPath(record.doi)}?${query({ email: contact })}`;
  const answer = await askAt(context, 'unpaywall')(path, 'application/json');
  if (isFailure(answer) || answer.status !== 200) return [];
  const best = at(parseJson(answer.body), 'best_oa_location');
  return [str(best, 'url_for_pdf'), str(best, 'url')]
    .filter((url) => /^https?:\/\//.test(url))
    .map((url) => ({ url, via: 'unpaywall' }));
}

async function fromOpenCopies({ hit, copies }: Enriched, context: Context, missed: RegistryError[]) {
  const { arxiv } = hit.record;
  // The rendering of its LaTeX before the PDF: nothing is lost in it.
  const preprint: readonly Copy[] =
    arxiv === undefined
      ? []
      : ['html', 'pdf'].map((form) => ({ url: `https://arxiv.org/${form}/${doiPath(arxiv)}`, via: 'arxiv' }));
  const known = [...preprint, ...copies];
  const all = known.length > 0 ? known : await unpaywalled(hit, context);
  const distinctCopies = all.filter(({ url }, i) => all.findIndex((other) => other.url === url) === i);
  for (const { url, via } of distinctCopies.slice(0, MOST_COPIES)) {
    if (context.signal.aborted) return undefined;
    const page = await context.ports.web.read(url, context.signal, webOptions(context));
    note(missed, displayDomain(url), page);
    if (isFailure(page) || page.text.length < LEAST_FULL || !isTheWork(page, hit.record)) continue;
    return { text: page.text, depth: 'full', via, location: page.url, page } satisfies Text;
  }
  return undefined;
}

const fromRecord = ({ record, abstract, url, via }: RegistryHit): Text => {
  const lines = [
    record.title,
    record.authors?.join('; '),
    [record.venue, record.year].filter(Boolean).join(', '),
  ];
  return abstract === undefined
    ? { text: lines.filter(Boolean).join('\n'), depth: 'metadata', via, location: url }
    : { text: [record.title, abstract].filter(Boolean).join('\n\n'), depth: 'abstract', via, location: url };
};

const incomplete = (errors: readonly RegistryError[]): readonly Notice[] =>
  errors.length === 0 ? [] : [{ kind: 'incomplete', ...reason('incomplete', { names: namesOf(errors) }) }];

/** The source of an identified work, as complete as the options and licences allow. */
export async function readWork(
  target: Source['target'],
  found: Identified,
  context: Context,
): Promise<Resolution> {
  const wanted = context.options.depth ?? 'full';
  const enriched =
    wanted === 'metadata' ? { hit: found.hit, copies: [], errors: [] } : await enrich(found.hit, context);
  const { hit } = enriched;
  const missed: RegistryError[] = [];
  const full: Text | undefined =
    wanted === 'full'
      ? ((await fromRegistry(hit, context, missed)) ?? (await fromOpenCopies(enriched, context, missed)))
      : undefined;
  const errors = [...found.errors, ...enriched.errors, ...(full ? [] : missed)];
  if (context.signal.aborted) return CANCELLED;
  const { page, ...read } = full ?? fromRecord(hit);
  return {
    target,
    ...read,
    title: (hit.record.title ?? page?.title ?? '').slice(0, DEFAULTS.maxTitle),
    record: hit.record,
    ...pagesOf(page),
    truncated: page?.truncated ?? false,
    fetchedAt: page?.fetchedAt ?? nowIso(context),
    bytes: page?.bytes ?? read.text.length,
    notices: [...found.notices, ...hit.notices, ...(page?.notices ?? []), ...incomplete(errors)],
    ...(errors.length > 0 && { errors }),
  };
}

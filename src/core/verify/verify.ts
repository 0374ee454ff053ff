/** The pipeline: takes citations and gives exactly one finding for each, in order of completion. */
import type { Finding } from '../model';
import type { Ports } from '../ports';
import { Run, type Tagged, type VerifyDocument, type VerifyOptions } from './run';

/**
 * Verifies the citations of documents. Yields exactly one finding per citation, in order of completion (sort by `citation.part` for text
 * order); a source cited by several documents is fetched once. Aborting `signal` ends it soon: results so far are kept, the rest is
 * `cancelled`. Ending the iteration stops the work. Claims are judged if `ports.model` is set, otherwise only screened.
 */
export async function* verifyAll(
  documents: readonly VerifyDocument[],
  ports: Ports,
  options: VerifyOptions,
  signal: AbortSignal,
): AsyncGenerator<Tagged, void, undefined> {
  const stop = new AbortController();
  const run = new Run(documents, ports, options, AbortSignal.any([signal, stop.signal]));
  try {
    while (!run.isDone) {
      run.startMore();
      yield* await run.arrived();
    }
  } finally {
    stop.abort();
  }
}

/** Like `verifyAll`, but at the end: what `take` makes of each finding as it arrives, by document and in text order. */
export async function collect<D extends VerifyDocument>(
  documents: readonly D[],
  ports: Ports,
  options: VerifyOptions,
  signal: AbortSignal,
  take: (finding: Finding, document: D) => Finding | Promise<Finding>,
): Promise<Finding[][]> {
  const found = documents.map((document) => ({ document, findings: [] as Finding[] }));
  for await (const { document, finding } of verifyAll(documents, ports, options, signal)) {
    const own = found[document];
    own?.findings.push(await take(finding, own.document));
  }
  return found.map(({ findings }) => findings.sort((a, b) => a.citation.part.start - b.citation.part.start));
}

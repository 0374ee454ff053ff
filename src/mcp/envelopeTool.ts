/** `check_envelope`: checks each claim of another tool on four layers. */
import { reasonJson } from '../core/report';
import * as z from 'zod';
import { checkEnvelope, type CheckedClaim } from '../core/envelope/envelopeCheck';
import { readEnvelope } from '../core/envelope/envelopeClaims';
import { defined } from '../core/text/jsonFields';
import { ledgerFor } from '../node/models/judges';
import { capsFor, modelFor, withCallPorts, type McpConfig } from './config';
import { answer, progressOf, READS_WEB, refuse, refuseRows, TEXTS, type Extra, type Tool } from './result';

const INPUT = z.strictObject({
  envelope: z
    .union([z.string(), z.record(z.string(), z.unknown())])
    .describe(
      '{ claims: [{ claim, source, evidence, scope, confidence }], unverified: […] }, as an object or as JSON; evidence is a verbatim excerpt, or a place: file:PATH:LINE, lines 3-5, { lines: [3, 5] }, { start, end }',
    ),
  asked: TEXTS.optional().describe('The expected claims; those in neither list are returned as dropped'),
  model: z.string().optional().describe('Model that also judges the scope of the claims'),
});
type Input = z.infer<typeof INPUT>;

const STATE = z.enum(['pass', 'fail', 'unknown']);
const OUTPUT = {
  passed: z.boolean().nullable().describe('Null if there are no claims, or no source could be reached'),
  claims: z.array(
    z.object({
      index: z.number(),
      claim: z.string(),
      source: z.string(),
      layers: z.object({ exists: STATE, resolves: STATE, derivable: STATE, scoped: STATE }),
      failures: z.array(z.object({ name: z.string(), cause: z.string(), detail: z.string() })),
      evidenceLine: z.number().nullable(),
    }),
  ),
  unverified: z.number(),
  dropped: TEXTS,
};

const claimRow = ({ index, claim, source, layers, failures, evidenceAt }: CheckedClaim) => ({
  index,
  claim,
  source,
  layers,
  failures: failures.map(reasonJson),
  evidenceLine: evidenceAt?.line ?? null,
});

async function check(config: McpConfig, { envelope: given, asked = [], model: id }: Input, extra: Extra) {
  const envelope = readEnvelope(typeof given === 'string' ? given : JSON.stringify(given));
  if ('error' in envelope) return refuse(envelope.error);
  const tooMany = refuseRows(envelope.claims.length, 'claims');
  if (tooMany) return tooMany;
  const caps = capsFor(config);
  const model = id === undefined ? undefined : await modelFor(config, caps, id);
  if (model && 'reason' in model) return refuse(model.message);
  const options = defined({
    asked,
    onChecked: progressOf(extra),
    maxCitations: config.maxCitations,
    ledger: model && ledgerFor(model, caps),
  });
  const { claims, passed, unverified, dropped } = await withCallPorts(
    config,
    { fetch: true },
    model,
    (ports) => checkEnvelope(envelope, ports, options, extra.signal),
  );
  return answer({ passed, claims: claims.map(claimRow), unverified, dropped: [...dropped] });
}

export const envelopeTool: Tool<typeof INPUT> = {
  names: ['check_envelope'],
  title: 'Check an envelope of claims',
  description:
    'Checks each cited claim of an envelope: whether its source exists and can be read, whether the evidence appears in it word for word, and whether the claim says no more than the evidence. Names what is wrong: an invented place, paraphrased evidence, a universal claim, a dropped claim.',
  inputSchema: INPUT,
  outputSchema: OUTPUT,
  annotations: READS_WEB,
  call: check,
};

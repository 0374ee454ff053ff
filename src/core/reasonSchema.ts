/** The schema of reasons that were stored: files may be damaged, older or forged. */
import * as z from 'zod';
import { CAUSES, type Fact, type Reason } from './causes';

const text = z.string().max(20_000);
export const Cause = z.string().refine((name): name is Reason['cause'] => Object.hasOwn(CAUSES, name));
const Fact: z.ZodType<Fact> = z.lazy(() =>
  z.union([text, z.number(), StoredReason, z.array(z.union([text, StoredReason])).max(200)]),
);
export const Facts = z.record(z.string().max(100), Fact);
export const StoredReason: z.ZodType<Reason> = z.lazy(() =>
  z.strictObject({ cause: Cause, facts: Facts, also: StoredReason.exactOptional() }),
);

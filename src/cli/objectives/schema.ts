/** The form of the facts in a file. Unknown names are refused; which facts must be there depends on the method. */
import { z } from 'zod';
import { UsageError } from '../command.ts';

const cell = z.union([z.number(), z.null()], { error: 'must be a number or null' });
const tokens = z.array(cell).optional();
/** What is in a file, sequence by sequence. */
const sequenceSchema = z.strictObject({
  logp_theta: z.array(cell),
  logp_prox: tokens,
  logp_behave: tokens,
  logp_old: tokens,
  logp_ref: tokens,
  advantages: tokens,
  mask: z
    .array(z.union([z.literal(0), z.literal(1), z.boolean()], { error: 'must be 0, 1, true or false' }))
    .optional(),
  staleness: tokens,
  values: tokens,
  values_old: tokens,
  rewards: tokens,
  reward: z.number().optional(),
  group: z.number().int().optional(),
  entropy: tokens,
  probs_behave: z.array(z.array(cell)).optional(),
  probs_theta: z.array(z.array(cell)).optional(),
});
export type Sequence = z.infer<typeof sequenceSchema>;

const factsSchema = z.strictObject({
  sequences: z.array(sequenceSchema),
  max_length: z.number().int().nonnegative().optional(),
  entropy_history: z.array(z.number()).optional(),
  seed: z.number().int().nonnegative().optional(),
});

/** @throws UsageError that names the place */
export function parseFacts(text: string): z.infer<typeof factsSchema> {
  let input: unknown;
  try {
    input = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`The facts are no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const parsed = factsSchema.safeParse(input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UsageError(`The facts at ${issue!.path.join('.') || 'the top'}: ${issue!.message}.`);
}

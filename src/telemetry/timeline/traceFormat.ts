/**
 * The trace-event format as a schema (Google's "Trace Event Format", JSON object form), as far as the lab writes it. For
 * tests alone: what is exported is checked against it.
 */
import { z } from 'zod';

const place = { ts: z.number().nonnegative(), pid: z.number().int(), tid: z.number().int() };
const args = z.record(z.string(), z.unknown()).optional();
const name = z.string().min(1);

/** Names of metadata events, and the one argument that each must have. */
const metadata = z.discriminatedUnion('name', [
  z.object({
    ph: z.literal('M'),
    ...place,
    name: z.literal('process_name'),
    args: z.object({ name: z.string() }),
  }),
  z.object({
    ph: z.literal('M'),
    ...place,
    name: z.literal('thread_name'),
    args: z.object({ name: z.string() }),
  }),
  z.object({
    ph: z.literal('M'),
    ...place,
    name: z.literal('thread_sort_index'),
    args: z.object({ sort_index: z.number().int() }),
  }),
]);

const flow = { ...place, name, cat: z.string().min(1), id: z.union([z.number(), z.string()]), args };

export const traceFormat = z.object({
  traceEvents: z.array(
    z.union([
      metadata,
      z.object({
        ph: z.literal('X'),
        ...place,
        name,
        cat: z.string().optional(),
        dur: z.number().nonnegative(),
        args,
      }),
      z.object({ ph: z.literal('i'), ...place, name, s: z.enum(['g', 'p', 't']), args }),
      z.object({ ph: z.literal('s'), ...flow }),
      z.object({ ph: z.literal('t'), ...flow }),
      z.object({ ph: z.literal('f'), ...flow, bp: z.literal('e').optional() }),
    ]),
  ),
  displayTimeUnit: z.enum(['ms', 'ns']),
  otherData: z.record(z.string(), z.string()),
});

/**
 * The conformance suite that every engine passes (design §3.4): the same weights give the same logits,
 * log-probabilities, gradients and tokens as the float64 reading of `layout.ts`, within stated tolerances.
 *
 *     describeEngine('wasm', (spec) => createWasmEngine(spec, 'wasm'), tolerances)
 *
 * `conformance/` holds its parts. One file a subject: `scoring.ts`, `gradients.ts`, `optimisation.ts`, `generation.ts`,
 * `interruption.ts` (all that may happen between two tokens), `slots.ts`, `batches.ts` (batch sizes), `shapes.ts` (all
 * shapes that the settings allow, chosen by `covering.ts`). What they are made of: `cases.ts` policies and batches,
 * `told.ts` generations, `compare.ts`; and what they compare with: `expected.ts` float64, `referenceAdam.ts`, `autodiff.ts`
 * an independent loss in tfjs operations. It needs vitest and is imported by tests only.
 */
import { describe } from 'vitest';
import { batchTests } from './conformance/batches.ts';
import type { Extent, Make, Tolerances } from './conformance/cases.ts';
import { generationTests } from './conformance/generation.ts';
import { gradientTests } from './conformance/gradients.ts';
import { interruptionTests } from './conformance/interruption.ts';
import { optimisationTests } from './conformance/optimisation.ts';
import { scoringTests } from './conformance/scoring.ts';
import { shapeTests } from './conformance/shapes.ts';
import { slotTests } from './conformance/slots.ts';

export type { Tolerances } from './conformance/cases.ts';

/** Milliseconds for one test, on a machine with much else to do. */
const PATIENCE: Readonly<Record<Extent, number>> = { core: 300_000, short: 300_000, long: 1_800_000 };

/**
 * Declares the suite for one engine.
 * @param make a fresh engine for a spec; the suite disposes it
 * @param extent `short` covers every subject in seconds, `long` every shape, batch size and position in minutes
 */
export function describeEngine(
  name: string,
  make: Make,
  tolerances: Tolerances,
  extent: Extent = 'short',
): void {
  describe(name, { timeout: PATIENCE[extent] }, () => {
    if (extent !== 'long') {
      scoringTests(make, tolerances);
      gradientTests(make, tolerances);
      optimisationTests(make, tolerances);
      slotTests(make, tolerances);
    }
    generationTests(make, tolerances, extent);
    interruptionTests(make, tolerances, extent);
    batchTests(make, tolerances, extent);
    shapeTests(make, tolerances, extent);
  });
}

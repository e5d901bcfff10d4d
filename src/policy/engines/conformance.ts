/**
 * The conformance suite that every engine passes (design §3.4): the same weights give the same logits,
 * log-probabilities, gradients and tokens as the float64 reading of `layout.ts`, within stated tolerances.
 *
 *     describeEngine('wasm', () => (spec) => createWasmEngine(spec, 'simd'), tolerances)
 *
 * `conformance/` holds its parts: `cases.ts` the policies and batches, `autodiff.ts` an independent loss in
 * tfjs operations, and one file a subject. It needs vitest and is imported by tests only.
 */
import { describe } from 'vitest';
import type { Engine } from '../engine.ts';
import type { PolicySpec } from '../spec.ts';
import type { Tolerances } from './conformance/cases.ts';
import { generationTests } from './conformance/generation.ts';
import { gradientTests } from './conformance/gradients.ts';
import { optimisationTests } from './conformance/optimisation.ts';
import { scoringTests } from './conformance/scoring.ts';
import { slotTests } from './conformance/slots.ts';

export type { Tolerances } from './conformance/cases.ts';

/**
 * Declares the whole suite for one engine.
 * @param make a fresh engine for a spec; the suite disposes it
 */
export function describeEngine(
  name: string,
  make: (spec: PolicySpec) => Promise<Engine>,
  tolerances: Tolerances,
): void {
  describe(name, () => {
    scoringTests(make, tolerances);
    gradientTests(make, tolerances);
    optimisationTests(make, tolerances);
    generationTests(make, tolerances);
    slotTests(make);
  });
}

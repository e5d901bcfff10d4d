/**
 * One batch as the lens looks at it: what the learner trained on, with as much as is known of what any method reads.
 *
 * A batch that was captured is complete: everything was computed for it that some method needs, as far as the policy has
 * it (values need a value head, and an averaged policy is kept only by a method that has one). A batch that nobody asked
 * for in time has what its own method was evaluated with.
 *
 * Captures come from a run (`captures.ts`, `known.ts`; computed by `actors/witness.ts`) or from a record (`recorded.ts`).
 * `cosines.ts` measures methods' gradients on one.
 */
import type { Experiment } from '../../experiment/experiment.ts';
import type { LensBatch } from '../../learning/lens/contract.ts';

export interface Capture {
  /** Number of the update: that of its frame. */
  readonly update: number;
  /** v_L */
  readonly version: number;
  /** The settings that the update ran under. */
  readonly experiment: Experiment;
  /** Every visit of the optimiser, all epochs, in the order of training; each as its own evaluation read it. */
  readonly batch: LensBatch;
  /** θ as it was before the update; absent where it is not kept. */
  readonly parameters?: Float32Array;
  readonly complete: boolean;
  /** Tokens whose own weights are not kept any more: for ℓ_old stands what the sampler recorded (`provisions.ts`). */
  readonly unkept: number;
}

/** The buffers of a capture, each once, to be handed over without a copy. */
export function buffersOfCapture({ batch, parameters }: Capture): ArrayBuffer[] {
  const arrays = batch.minibatches.flatMap(({ facts, trained, answers }): unknown[] => [
    ...Object.values(facts),
    ...Object.values(facts.distributions ?? {}),
    ...Object.values(answers ?? {}),
    trained?.coefficients,
    ...Object.values(trained?.gates ?? {}),
  ]);
  const buffers = [...arrays, parameters].flatMap((value) =>
    ArrayBuffer.isView(value) ? [value.buffer as ArrayBuffer] : [],
  );
  return [...new Set(buffers)];
}

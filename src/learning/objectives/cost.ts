/**
 * What a method costs beside the forward and backward pass of the loss itself, in forward passes over the batch per update.
 * Sampling costs the same under every method.
 */
import type { Needs } from './contract.ts';

/** How a learner cuts a batch, and at which precision the samplers compute. */
export interface CostSettings {
  readonly optimiser: { readonly minibatches: number; readonly epochs: number };
  readonly rollout: { readonly precision: string };
}

/** A forward pass more, or several, for one reason. */
export interface ExtraPass {
  readonly passes: number;
  /** In a sentence, for a person. */
  readonly because: string;
}

/**
 * The passes that these needs make necessary. Nothing else costs one: values, entropies and distributions of θ come with
 * the pass of the loss.
 */
export function extraPasses(needs: Needs, { optimiser, rollout }: CostSettings): readonly ExtraPass[] {
  const { minibatches, epochs } = optimiser;
  const passes: ExtraPass[] = [];
  // With one step an update the loss's own pass is that of the start of the update.
  if (needs.prox === 'recompute' && minibatches * epochs > 1) {
    passes.push({
      passes: 1,
      because: 'The learner scores the whole batch before its first step, to compare later steps with it.',
    });
  }
  if (needs.prox === 'averaged') {
    passes.push({
      passes: epochs,
      because: 'The averaged policy scores every minibatch beside the trained one.',
    });
  }
  const old = needs.prox === 'old' || needs.old === true;
  if (old) {
    passes.push({
      passes: 1,
      because: 'Every answer is scored again by the weights that sampled it, which are kept for this.',
    });
  }
  // At full precision these rows come with the pass before.
  if (needs.behaveDistributions && !(old && rollout.precision === 'float32')) {
    passes.push({
      passes: 1,
      because:
        'The sampler’s whole distributions are computed again by the weights that sampled each answer.',
    });
  }
  if (needs.reference) {
    passes.push({ passes: 1, because: 'The policy that the run began with scores the batch as well.' });
  }
  return passes;
}

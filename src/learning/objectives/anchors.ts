/** Which policy a ratio is taken to, for methods that leave it to a setting. */
import type { Facts, Needs } from './contract.ts';
import { required } from './ratios.ts';

/** `behave` the sampler, `recompute` θ at the start of the update, `old` the learner at the token's version. */
export type Anchor = 'behave' | 'recompute' | 'old';

export function anchorNeeds(anchor: Anchor): Needs {
  return anchor === 'behave' ? { behave: true } : { prox: anchor };
}

/** The anchor's log-probabilities. */
export function anchorOf(facts: Facts, anchor: Anchor, method: string): Float64Array {
  return required(facts, anchor === 'behave' ? 'logpBehave' : 'logpProx', method);
}

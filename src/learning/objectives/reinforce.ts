/**
 * REINFORCE with a baseline: loss_t = −A·ℓθ, c_t = A.
 *
 * No ratio, no clip: the token is treated as if the current policy had sampled it. A log-probability below the
 * floor (`LOGP_FLOOR`) counts as the floor; there the gradient is 0 and the gate `clamped` is set.
 */
import type { Objective } from './contract.ts';
import { LOGP_FLOOR } from './ratios.ts';

export const reinforce: Objective = {
  name: 'reinforce',
  title: 'REINFORCE',
  formula: String.raw`\ell_t = -A_t \log\pi_\theta(y_t|s_t)`,
  paper: 'Williams 1992, doi:10.1007/BF00992696',
  source: 'objectives.md §1',
  status: 'STANDARD',
  words:
    'A stale token counts as if it were fresh: its log-probability is pushed by its advantage, however ' +
    'unlikely the current policy would be to choose it. The gradient is biased as soon as the lag is above 0.',
  aliases: { verl: 'reinforce' },
  zeroes: 'Nothing.',
  aggregation: 'seq-mean-token-sum',
  settings: [],
  needs: () => ({}),
  terms(facts, _settings, detached) {
    const tokens = facts.mask.length;
    const losses = new Float64Array(tokens);
    const coefficients = new Float64Array(tokens);
    const clamped = new Uint8Array(tokens);
    for (let t = 0; t < tokens; t++) {
      if (!facts.mask[t]) continue;
      const A = detached.advantage[t]!;
      const logp = facts.logpTheta[t]!;
      losses[t] = -A * Math.max(LOGP_FLOOR, logp);
      if (logp < LOGP_FLOOR) clamped[t] = 1;
      else coefficients[t] = A;
    }
    return { losses, coefficients, gates: { clamped }, metrics: {} };
  },
};

/**
 * REINFORCE with a baseline: loss_t = −A·ℓθ, c_t = A.
 *
 * No ratio, no clip: the token is treated as if the current policy had sampled it. A log-probability below the
 * floor (`LOGP_FLOOR`) counts as the floor; there the gradient is 0 and the gate `clamped` is set.
 */
import type { Objective } from '../contract.ts';
import { scoreTerms } from '../surrogates.ts';

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
    return { ...scoreTerms(facts.logpTheta, detached.advantage, facts.mask), metrics: {} };
  },
};

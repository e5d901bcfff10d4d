/**
 * OPMD in the sequence form of Kimi k1.5: the spring acts on the log-probability of the whole answer.
 *
 *   loss_i = −Ā Σ_t ℓθ + (τ/2)(Σ_t ℓθ−ℓp)²        c_t = Ā − τ Σ_j (ℓθ_j−ℓp_j)
 *
 * Every token is given its share of the sequence's loss; the gradient is exact under every aggregation whose weights are
 * equal within a sequence, which all are.
 */
import { anchorNeeds, anchorOf } from '../anchors.ts';
import type { Objective } from '../contract.ts';
import { LOGP_FLOOR, logRatios } from '../ratios.ts';
import { broadcast, sequenceLengths, sequenceMeans, sequenceSums } from '../sequences.ts';
import { scoreTerms } from '../surrogates.ts';

export const opmdSequence: Objective<'opmd-sequence'> = {
  name: 'opmd-sequence',
  title: 'OPMD, sequence form',
  formula: String.raw`\ell_i = -\bar A_i\log\pi_\theta(y_i) + \tfrac{\tau}{2}\log^2\frac{\pi_\theta(y_i)}{\pi_p(y_i)}`,
  paper: 'arXiv:2501.12599',
  source: 'objectives.md §33',
  status: 'CONFIRMED',
  words:
    'As the token form, but the spring pulls on the answer as a whole. Tokens may trade probability among ' +
    'each other freely.',
  zeroes: 'Nothing; the spring acts on whole answers.',
  aggregation: 'seq-mean-token-sum',
  settings: [],
  whole: true,
  group: 'opmd-sequence',
  needs: ({ anchor }) => anchorNeeds(anchor),
  terms(facts, settings, detached) {
    const { mask, logpTheta } = facts;
    const logR = logRatios(logpTheta, anchorOf(detached, settings.anchor, 'opmd-sequence'), mask);
    const drift = broadcast(facts, sequenceSums(facts, logR));
    const lengths = broadcast(facts, sequenceLengths(facts));
    const mean = broadcast(facts, sequenceMeans(facts, detached.advantage));
    const { losses, coefficients, gates } = scoreTerms(logpTheta, mean, mask);
    for (let t = 0; t < mask.length; t++) {
      if (!mask[t]) continue;
      losses[t]! += ((settings.tau / 2) * drift[t]! * drift[t]!) / lengths[t]!;
      if (logpTheta[t]! >= LOGP_FLOOR) coefficients[t]! -= settings.tau * drift[t]!;
    }
    return { losses, coefficients, gates, metrics: {} };
  },
};

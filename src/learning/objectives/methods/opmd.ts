/**
 * OPMD in token form, as Kimi k1.5 in ROLL and `dro` in verl: no ratio, a linear restoring force to the anchor.
 *
 *   loss_t = −A ℓθ + (τ/2)(ℓθ−ℓp)²        c_t = A − τ(ℓθ−ℓp)
 */
import { anchorNeeds, anchorOf } from '../anchors.ts';
import type { Objective } from '../contract.ts';
import { LOGP_FLOOR, logRatios } from '../ratios.ts';
import { scoreTerms } from '../surrogates.ts';

export const opmd: Objective<'opmd'> = {
  name: 'opmd',
  title: 'OPMD, token form',
  formula: String.raw`\ell_t = -A_t\log\pi_\theta(y_t|s_t) + \tfrac{\tau}{2}\log^2\frac{\pi_\theta(y_t|s_t)}{\pi_p(y_t|s_t)}`,
  paper: 'arXiv:2501.12599',
  source: 'objectives.md §33',
  status: 'CONFIRMED',
  aliases: { roll: 'kimi15', verl: 'dro' },
  words:
    'The token is pushed by its advantage and pulled back by how far it has moved, like a spring. There ' +
    'is no ratio, so however stale the data, nothing blows up.',
  zeroes: 'Nothing; the spring acts on all tokens.',
  aggregation: 'token-mean',
  settings: [],
  group: 'opmd',
  needs: ({ anchor }) => anchorNeeds(anchor),
  terms(facts, settings, detached) {
    const { mask, logpTheta } = facts;
    const logR = logRatios(logpTheta, anchorOf(detached, settings.anchor, 'opmd'), mask);
    const { losses, coefficients, gates } = scoreTerms(logpTheta, detached.advantage, mask);
    for (let t = 0; t < mask.length; t++) {
      if (!mask[t]) continue;
      losses[t]! += (settings.tau / 2) * logR[t]! * logR[t]!;
      if (logpTheta[t]! >= LOGP_FLOOR) coefficients[t]! -= settings.tau * logR[t]!;
    }
    return { losses, coefficients, gates, metrics: {} };
  },
};

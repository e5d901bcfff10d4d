/**
 * KL-Cov: the tokens that drive the entropy down most are held back by a penalty; no clip.
 *
 *   loss_t = −A r, and + κ|ℓθ−ℓp| for the max(1, ⌊share·N⌋) tokens with the largest covariance
 */
import { anchorNeeds, anchorOf } from '../anchors.ts';
import type { Objective } from '../contract.ts';
import { covariances, shareCount } from '../covariance.ts';
import { beyondClamp, clampLogRatio, logRatios } from '../ratios.ts';
import { ratioTerms, shareOf } from '../surrogates.ts';

export const klCov: Objective<'kl-cov'> = {
  name: 'kl-cov',
  title: 'KL-Cov',
  formula: String.raw`\ell_t = -r_t A_t + \kappa\,\mathbf 1\{t \in \text{top covariance}\}\,|\log r_t|`,
  paper: 'arXiv:2505.22617',
  source: 'objectives.md §35, §39',
  status: 'CONFIRMED',
  caveat: 'The penalty is 0.1 in verl’s config, and 1 in its function where none is given.',
  aliases: { verl: 'kl_cov' },
  words:
    'The few tokens that make the policy surer fastest are tied to the anchor by a penalty. All others ' +
    'are learnt from without any clip.',
  zeroes: 'Nothing; a few tokens of high covariance are held back.',
  aggregation: 'token-mean',
  settings: [],
  group: 'kl-cov',
  needs: ({ anchor }) => anchorNeeds(anchor),
  terms(facts, settings, detached) {
    const { mask } = facts;
    const logR = logRatios(facts.logpTheta, anchorOf(detached, settings.anchor, 'kl-cov'), mask);
    const { losses, coefficients, gates } = ratioTerms(logR, detached.advantage, mask);
    const cov = covariances(detached);
    const top = Array.from(mask.keys())
      .filter((t) => mask[t])
      .sort((a, b) => cov[b]! - cov[a]! || a - b)
      .slice(0, shareCount(settings.share, mask));
    const held = new Uint8Array(mask.length);
    for (const t of top) {
      held[t] = 1;
      const x = clampLogRatio(logR[t]!);
      losses[t]! += settings.kappa * Math.abs(x);
      if (!beyondClamp(logR[t]!)) coefficients[t]! -= settings.kappa * Math.sign(x);
    }
    return {
      losses,
      coefficients,
      gates: { ...gates, covariance: held },
      metrics: shareOf('covariance_ratio', held, mask),
    };
  },
};

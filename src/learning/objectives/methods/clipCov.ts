/**
 * Clip-Cov: a few of the tokens that drive the entropy down most lose their gradient, chosen at random.
 *
 *   cov_t = (A−Ā)(ℓθ−mean ℓθ)        among tokens with low < cov < high that PPO's clip does not cut, max(1, ⌊share·N⌋) at random: loss 0
 */
import { proximalMetrics } from '../../diagnostics/ratioMetrics.ts';
import { STREAM, uniform } from '../../../numerics/random.ts';
import { anchorNeeds, anchorOf } from '../anchors.ts';
import { clippedTerms } from '../clipping.ts';
import type { Objective } from '../contract.ts';
import { covariances, shareCount } from '../covariance.ts';
import { logRatios, required } from '../ratios.ts';
import { shareOf } from '../surrogates.ts';

export const clipCov: Objective<'clip-cov'> = {
  name: 'clip-cov',
  title: 'Clip-Cov',
  formula: String.raw`\ell_t = \mathbf 1\{t \notin S\}\,\ell_t^{\mathrm{PPO}},\quad S \subset \{t : \mathrm{cov}_t \in (a, b)\} \text{ at random}`,
  paper: 'arXiv:2505.22617',
  source: 'objectives.md §35, §39',
  status: 'CONFIRMED',
  aliases: { verl: 'clip_cov' },
  words:
    'Tokens that are both likely and good make the policy surer still; a few of them are left out at ' +
    'random. This slows down the loss of entropy.',
  zeroes: 'As PPO, and a few tokens of high covariance.',
  aggregation: 'token-mean',
  settings: ['clipLow', 'clipHigh'],
  group: 'clip-cov',
  needs: ({ anchor }) => ({ ...anchorNeeds(anchor), seed: true }),
  terms(facts, settings, detached) {
    const { mask } = facts;
    const A = detached.advantage;
    const seed = required(detached, 'seed', 'clip-cov');
    const logR = logRatios(facts.logpTheta, anchorOf(detached, settings.anchor, 'clip-cov'), mask);
    const { losses, coefficients, gates } = clippedTerms(logR, A, mask, settings);
    const cov = covariances(detached);
    const drawn = Array.from(mask.keys())
      .filter((t) => mask[t] && cov[t]! > settings.low && cov[t]! < settings.high)
      .filter((t) => !gates.clip_high[t] && !gates.clip_low[t])
      .map((t) => ({ t, order: uniform(seed, STREAM.objective, 0, t, 0) }))
      .sort((a, b) => a.order - b.order)
      .slice(0, shareCount(settings.share, mask));
    const dropped = new Uint8Array(mask.length);
    for (const { t } of drawn) {
      dropped[t] = 1;
      losses[t] = 0;
      coefficients[t] = 0;
    }
    return {
      losses,
      coefficients,
      gates: { ...gates, covariance: dropped },
      metrics: { ...proximalMetrics(logR, A, mask, settings), ...shareOf('covariance_ratio', dropped, mask) },
    };
  },
};

/**
 * A-3PO with the proximal policy interpolated between probabilities instead of log-probabilities.
 *
 *   π_p = μ/d + (1−1/d)·sg π_θ + 1e-10 for d ≥ 2, else μ        loss_t = decoupled PPO with π_p
 */
import { proximalMetrics } from '../../diagnostics/ratioMetrics.ts';
import { exp, log } from '../../../numerics/elementary.ts';
import { clippedTerms } from '../clipping.ts';
import type { Objective } from '../contract.ts';
import { logRatios, ratioOf, required } from '../ratios.ts';

export const a3poLinear: Objective = {
  name: 'a3po-linear',
  title: 'A-3PO, linear',
  formula: String.raw`\pi_p = \tfrac1d \mu + (1-\tfrac1d)\,\mathrm{sg}[\pi_\theta] + 10^{-10},\quad \ell_t = \text{decoupled PPO with } \pi_p`,
  paper: 'arXiv:2512.06547',
  source: 'objectives.md §16',
  status: 'CONFIRMED',
  aliases: { areal: 'linear, computed for comparison only' },
  words:
    'As A-3PO, but it is the probabilities that are mixed by age. For a token that has become much rarer ' +
    'the mixture stays nearer to the sampler than the log-linear one.',
  zeroes: 'As PPO against the mixture.',
  aggregation: 'token-mean',
  settings: ['clipLow', 'clipHigh'],
  needs: () => ({ behave: true, staleness: true }),
  terms(facts, settings, detached) {
    const { mask } = facts;
    const behave = required(detached, 'logpBehave', 'a3po-linear');
    const staleness = required(detached, 'staleness', 'a3po-linear');
    const prox = behave.map((mu, t) => mix(mu, detached.logpTheta[t]!, staleness[t]!));
    const logR = logRatios(facts.logpTheta, prox, mask);
    const weights = logRatios(prox, behave, mask).map(ratioOf);
    return {
      ...clippedTerms(logR, detached.advantage, mask, settings, weights),
      metrics: proximalMetrics(logR, detached.advantage, mask, settings),
    };
  },
};

function mix(behave: number, theta: number, d: number): number {
  return d <= 1 ? behave : log(exp(behave) / d + (1 - 1 / d) * exp(theta) + 1e-10);
}

/**
 * M2PO as the paper and areal have it: the tokens with the largest squared log-ratio are dropped, whatever their sign, until
 * the mean of the rest is below the budget. At least one stays. No clip.
 *
 *   loss_t = −M_t·ρ·A
 */
import type { Objective } from '../contract.ts';
import { clampLogRatio, logRatios, required } from '../ratios.ts';
import { ratioTerms, shareOf } from '../surrogates.ts';

export const m2poMask: Objective<'m2po-mask'> = {
  name: 'm2po-mask',
  title: 'M2PO, mask',
  formula: String.raw`\ell_t = -M_t\,\rho_t A_t,\quad \overline{\log^2\rho} < \tau \text{ over the tokens with } M_t = 1`,
  paper: 'arXiv:2510.01161',
  source: 'objectives.md §20(a), §39',
  status: 'CONFIRMED',
  caveat:
    'areal holds the ratio at the start of the update to the budget, batch part by batch part, and does ' +
    'not count dropped tokens. Which of the two forms made the published curves is not known.',
  aliases: { areal: 'm2_threshold' },
  words:
    'The most drifted tokens are left out, as many as it takes to keep the spread of the ratios within a ' +
    'budget. It takes them from all four quadrants, harmful or not.',
  zeroes: 'The largest |log ρ|, whatever the sign of the advantage.',
  aggregation: 'token-mean',
  settings: [],
  group: 'm2po-mask',
  needs: ({ moment }) => (moment === 'total' ? { behave: true } : { behave: true, prox: 'recompute' }),
  terms(facts, settings, detached) {
    const { mask } = facts;
    const behave = required(detached, 'logpBehave', 'm2po-mask');
    const numerator =
      settings.moment === 'total' ? detached.logpTheta : required(detached, 'logpProx', 'm2po-mask');
    const squares = logRatios(numerator, behave, mask).map((x) => clampLogRatio(x) * clampLogRatio(x));
    const rejected = overBudget(squares, mask, settings.budget);
    const kept = Float64Array.from(rejected, (out) => 1 - out);
    const terms = ratioTerms(logRatios(facts.logpTheta, behave, mask), detached.advantage, mask, kept);
    return {
      ...terms,
      gates: { ...terms.gates, second_moment: rejected },
      rejected,
      metrics: shareOf('rejected_ratio', rejected, mask),
    };
  },
};

/** Marks the largest until the mean of the unmarked is below the budget; the order of equal ones is that of the tokens. */
function overBudget(squares: Float64Array, mask: Uint8Array, budget: number): Uint8Array {
  const rejected = new Uint8Array(mask.length);
  const order = Array.from(mask.keys())
    .filter((t) => mask[t])
    .sort((a, b) => squares[b]! - squares[a]! || a - b);
  // Summed from the smallest up, so that the sums of what remains are exact where the terms are.
  const sums = new Float64Array(order.length + 1);
  for (let k = order.length - 1; k >= 0; k--) sums[k] = sums[k + 1]! + squares[order[k]!]!;
  for (let k = 0; k < order.length - 1; k++) {
    if (sums[k]! / (order.length - k) < budget) break;
    rejected[order[k]!] = 1;
  }
  return rejected;
}

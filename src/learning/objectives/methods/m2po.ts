/**
 * M2PO as its authors' code has it: a clip whose bounds follow from a budget for the second moment of the log-ratio.
 *
 *   harmful tokens: A > 0 ∧ ρ > 1, or A < 0 ∧ ρ < 1; v = log²ρ of them, ascending
 *   mean v ≤ τ: no clip. Else T² just below v_k, the first cap with mean min(v, v_k) ≥ τ; PPO's minimum with [e^−T, e^T]
 *
 * The sign is that of the first counted token's advantage of each sequence.
 */
import { proximalMetrics } from '../../diagnostics/ratioMetrics.ts';
import { exp } from '../../../numerics/elementary.ts';
import { boundedTerms } from '../clipping.ts';
import type { Objective } from '../contract.ts';
import { clampLogRatio, logRatios, required } from '../ratios.ts';
import { broadcast, firstCounted } from '../sequences.ts';

export const m2po: Objective<'m2po'> = {
  name: 'm2po',
  title: 'M2PO',
  formula: String.raw`\ell_t = -\min\bigl(\rho_t A_t, \mathrm{clip}(\rho_t, e^{-T}, e^{T}) A_t\bigr),\quad \overline{\min(\log^2\rho, T^2)} \le \tau \text{ over harmful tokens}`,
  paper: 'arXiv:2510.01161',
  source: 'objectives.md §20(b), §39',
  status: 'CONFIRMED',
  caveat:
    'The function in the authors’ code has floors of 0.3 and 0.5 for the radii, but their trainer passes ' +
    'none.',
  aliases: { m2po: 'm2po' },
  words:
    'The clip range is not fixed: it is as wide as a budget for the spread of the ratios allows. Fresh ' +
    'batches are hardly clipped at all, very stale ones just enough.',
  zeroes: 'As PPO, with bounds that the batch sets.',
  aggregation: 'token-mean',
  settings: [],
  clips: true,
  group: 'm2po',
  needs: () => ({ behave: true }),
  terms(facts, settings, detached) {
    const { mask } = facts;
    const A = detached.advantage;
    const behave = required(detached, 'logpBehave', 'm2po');
    const fixed = logRatios(detached.logpTheta, behave, mask).map(clampLogRatio);
    const sign = broadcast(facts, firstCounted(facts, A));
    const harmful = fixed.filter((x, t) => mask[t] && sign[t]! * x > 0).map((x) => x * x);
    const T = capOf(harmful, settings.budget);
    const none = T === undefined;
    const low = none ? 0 : Math.min(exp(-T), 1 - settings.floorLow);
    const high = none ? 1e5 : Math.max(exp(T), 1 + settings.floorHigh);
    const logR = logRatios(facts.logpTheta, behave, mask);
    return {
      ...boundedTerms(logR, A, mask, () => ({ low, high })),
      metrics: {
        ...proximalMetrics(logR, A, mask, { clipLow: 1 - low, clipHigh: high - 1 }),
        m2_harmful: harmful.length === 0 ? 0 : harmful.reduce((a, b) => a + b, 0) / harmful.length,
        clip_bound_low: low,
        clip_bound_high: high,
      },
    };
  },
};

/** T where the squares exceed the budget in the mean, undefined where they do not. */
function capOf(squares: Float64Array, budget: number): number | undefined {
  const n = squares.length;
  const total = squares.reduce((a, b) => a + b, 0);
  if (n === 0 || total <= budget * n) return undefined;
  const sorted = squares.slice().sort();
  let below = 0;
  for (let k = 0; k < n; k++) {
    if (below + sorted[k]! * (n - k) >= budget * n) {
      return k === 0 ? 0 : Math.sqrt(Math.max(0, sorted[k - 1]! - 1e-12));
    }
    below += sorted[k]!;
  }
  return undefined;
}

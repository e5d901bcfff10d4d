/**
 * CPPO: a trust region for the whole response, with a budget that its prefix may already have used up.
 *
 *   w_t = 1 − (1−w_min)(t−1)/(T−1)    Z_t = w_t D_t    S, W prefix sums of Z, w
 *   M_t = 1 iff A(ρ−1) ≤ 0, or Z_t ≤ min(δ, δ + δ_b W_{t−1} − S_{t−1})        loss_t = −M_t·ρ·A
 *
 * Prefix sums include masked tokens. The budget δ_b is fixed, or each sequence's: its 90th percentile of D between δ_b and 2δ_b.
 */
import type { Objective } from '../contract.ts';
import { quantile } from '../../../numerics/quantiles.ts';
import type { Facts, MethodSettings } from '../contract.ts';
import { fullDivergence, massMoved } from '../probabilityMasks.ts';
import { logRatios, ratioOf, required } from '../ratios.ts';
import { gate, ratioTerms, shareOf } from '../surrogates.ts';

export const cppo: Objective<'cppo'> = {
  name: 'cppo',
  title: 'CPPO',
  formula: String.raw`\ell_t = -M_t\,\rho_t A_t,\quad M_t = \mathbf 1\{A_t(\rho_t-1)\le 0 \ \text{or}\ w_t D_t \le \min(\delta,\ \delta + \delta_b W_{t-1} - S_{t-1})\}`,
  paper: 'arXiv:2606.10968',
  source: 'objectives.md §24, §39',
  status: 'CONFIRMED',
  caveat:
    'unirl’s code takes the mean over all positions and has the budget by the answer alone, with a ' +
    'threshold of 0.2 and a budget from 0.02.',
  words:
    'Every token draws on a budget of divergence that grows along the answer. A token is masked when it ' +
    'is too far off by itself, or when its prefix has drifted too far already.',
  zeroes: 'Outward, and sooner where the prefix has drifted.',
  aggregation: 'token-mean',
  settings: [],
  group: 'cppo',
  needs: ({ divergence }) =>
    divergence === 'binary'
      ? { behave: true }
      : { behave: true, distributions: true, behaveDistributions: true },
  terms(facts, settings, detached) {
    const { mask } = facts;
    const A = detached.advantage;
    const behave = required(detached, 'logpBehave', 'cppo');
    const rho = logRatios(detached.logpTheta, behave, mask).map(ratioOf);
    const causes = budgetGates(facts, settings, divergenceOf(detached, settings));
    const outwards = gate(mask, (t) => A[t]! * (rho[t]! - 1) > 0);
    const byToken = gate(mask, (t) => outwards[t] === 1 && causes.token[t] === 1);
    const byPrefix = gate(mask, (t) => outwards[t] === 1 && causes.token[t] === 0 && causes.prefix[t] === 1);
    const kept = Float64Array.from(mask, (_, t) => 1 - byToken[t]! - byPrefix[t]!);
    const terms = ratioTerms(logRatios(facts.logpTheta, behave, mask), A, mask, kept);
    return {
      ...terms,
      gates: { ...terms.gates, token_threshold: byToken, prefix_budget: byPrefix },
      metrics: {
        ...shareOf('token_threshold_ratio', byToken, mask),
        ...shareOf('prefix_budget_ratio', byPrefix, mask),
      },
    };
  },
};

type Settings = MethodSettings<'cppo'>;

function divergenceOf(detached: Facts, { divergence }: Settings): Float64Array {
  if (divergence === 'binary') return massMoved(detached, 'cppo').map(Math.abs);
  const distributions = required(detached, 'distributions', 'cppo');
  return fullDivergence(distributions, detached.mask, divergence === 'full-tv' ? 'tv' : 'kl', 'cppo');
}

/** Which tokens exceed δ by themselves, and which exceed what their prefix has left. */
function budgetGates(facts: Facts, settings: Settings, divergence: Float64Array) {
  const { offsets, mask } = facts;
  const token = new Uint8Array(mask.length);
  const prefix = new Uint8Array(mask.length);
  for (let i = 0; i + 1 < offsets.length; i++) {
    const own = Array.from({ length: offsets[i + 1]! - offsets[i]! }, (_, k) => offsets[i]! + k).filter(
      (t) => mask[t],
    );
    const budget = budgetOf(
      own.map((t) => divergence[t]!),
      settings,
    );
    let spent = 0;
    let weights = 0;
    own.forEach((t, k) => {
      const w = own.length === 1 ? 1 : 1 - ((1 - settings.weightMin) * k) / (own.length - 1);
      const z = w * divergence[t]!;
      if (z > settings.delta) token[t] = 1;
      if (z > settings.delta + budget * weights - spent) prefix[t] = 1;
      spent += z;
      weights += w;
    });
  }
  return { token, prefix };
}

function budgetOf(divergences: readonly number[], { budgetMode, budget }: Settings): number {
  if (budgetMode === 'fixed' || divergences.length === 0) return budget;
  return Math.min(2 * budget, Math.max(budget, quantile(divergences, 0.9)));
}

/**
 * Mu-GRPO: few large stages and a relaxed clip, held together by a veto on bad answers.
 *
 *   A_i < 0: t* = first token whose ratio triggers; tokens from t* on have no gradient (t* itself may keep its own)
 *   loss_t = m'_t·max(−A ρ, −A clip(ρ, 1−ε₋, 1+ε₊)) with wide ε; the denominators stay the original ones
 *
 * Three readings of the trigger: ρ > τ (blow-up of the unclipped side), ρ < 1/τ (the policy has left this path), either.
 */
import { proximalMetrics } from '../../diagnostics/ratioMetrics.ts';
import { clippedTerms } from '../clipping.ts';
import type { Facts, MethodSettings } from '../contract.ts';
import type { Objective } from '../contract.ts';
import { logRatios, ratioOf, required } from '../ratios.ts';
import { shareOf } from '../surrogates.ts';

export const muGrpo: Objective<'mu-grpo'> = {
  name: 'mu-grpo',
  title: 'Mu-GRPO',
  formula: String.raw`\ell_t = m'_t\max\bigl(-\rho_t A_t, -\mathrm{clip}(\rho_t, 1-\varepsilon_-, 1+\varepsilon_+)A_t\bigr),\quad m'_t = 0 \text{ for } A_i<0 \text{ from the first } \rho > \tau \text{ on}`,
  paper: 'arXiv:2605.17570',
  source: 'objectives.md §25',
  status: 'RECONSTRUCTED',
  caveat:
    'Trigger direction, thresholds, radii and aggregation are not known; the readings are settings. The ' +
    'default trigger is a ratio that exceeds the threshold.',
  words:
    'Very stale data is used with a wide clip. In a bad answer everything after the first runaway token ' +
    'is left out, because from there on the policy would have written something else.',
  zeroes: 'The rest of a bad answer after its first runaway token; else as a wide PPO.',
  aggregation: 'seq-mean-token-mean',
  settings: [],
  clips: true,
  group: 'mu-grpo',
  needs: () => ({ behave: true }),
  terms(facts, settings, detached) {
    const { mask } = facts;
    const A = detached.advantage;
    const behave = required(detached, 'logpBehave', 'mu-grpo');
    const vetoed = vetoedSuffixes(
      detached,
      settings,
      logRatios(detached.logpTheta, behave, mask).map(ratioOf),
    );
    const kept = Float64Array.from(vetoed, (out) => 1 - out);
    const logRho = logRatios(facts.logpTheta, behave, mask);
    const { losses, coefficients, gates } = clippedTerms(logRho, A, mask, settings, kept);
    return {
      losses,
      coefficients,
      gates: { ...gates, veto: vetoed },
      metrics: { ...proximalMetrics(logRho, A, mask, settings), ...shareOf('veto_ratio', vetoed, mask) },
    };
  },
};

function vetoedSuffixes(
  { offsets, mask, advantage }: Facts,
  settings: MethodSettings<'mu-grpo'>,
  ratios: Float64Array,
): Uint8Array {
  const vetoed = new Uint8Array(mask.length);
  for (let i = 0; i + 1 < offsets.length; i++) {
    let triggered = false;
    for (let t = offsets[i]!; t < offsets[i + 1]!; t++) {
      if (!mask[t] || advantage[t]! >= 0) continue;
      const first = !triggered && triggers(ratios[t]!, settings);
      if (first) triggered = true;
      if (triggered && !(first && settings.keepTrigger)) vetoed[t] = 1;
    }
  }
  return vetoed;
}

function triggers(ratio: number, { trigger, threshold }: MethodSettings<'mu-grpo'>): boolean {
  const above = ratio > threshold;
  const below = ratio < 1 / threshold;
  return trigger === 'above' ? above : trigger === 'below' ? below : above || below;
}

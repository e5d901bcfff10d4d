/**
 * TRL's delta: the unclipped ratio is cut at δ before PPO's minimum is taken.
 *
 *   loss_t = −min(min(r, δ)·A, clip(r, 1−ε₋, 1+ε₊)·A)
 *
 * For bad answers this is dual clip's cap. For good ones it changes nothing while δ ≥ 1+ε₊; below, δ is the upper bound.
 */
import { proximalMetrics } from '../../diagnostics/ratioMetrics.ts';
import { anchorNeeds, anchorOf } from '../anchors.ts';
import { clippedTerms } from '../clipping.ts';
import type { Objective } from '../contract.ts';
import { beyondClamp, logRatios, ratioOf } from '../ratios.ts';
import { shareOf } from '../surrogates.ts';

export const ppoDelta: Objective<'ppo-delta'> = {
  name: 'ppo-delta',
  title: 'PPO with delta',
  formula: String.raw`\ell_t = -\min\bigl(\min(r_t, \delta) A_t,\ \mathrm{clip}(r_t, 1-\varepsilon_-, 1+\varepsilon_+) A_t\bigr)`,
  paper: 'arXiv:2505.07291',
  source: 'objectives.md §5',
  status: 'CONFIRMED',
  aliases: { trl: 'delta' },
  words:
    'The ratio itself is cut at δ before PPO compares it with its clipped self. So a bad token that has ' +
    'become much likelier can no longer dominate the batch.',
  zeroes: 'As PPO, and every token whose cut ratio is the one that counts.',
  aggregation: 'token-mean',
  settings: ['clipLow', 'clipHigh'],
  group: 'ppo-delta',
  needs: ({ anchor }) => anchorNeeds(anchor),
  terms(facts, settings, detached) {
    const { mask } = facts;
    const A = detached.advantage;
    const logR = logRatios(facts.logpTheta, anchorOf(detached, settings.anchor, 'ppo-delta'), mask);
    const { losses, coefficients, gates } = clippedTerms(logR, A, mask, settings);
    const cut = new Uint8Array(mask.length);
    for (let t = 0; t < mask.length; t++) {
      if (!mask[t]) continue;
      const r = ratioOf(logR[t]!);
      const clipped = Math.min(1 + settings.clipHigh, Math.max(1 - settings.clipLow, r));
      const bounded = Math.min(r, settings.delta);
      const chosen = A[t]! > 0 ? Math.min(bounded, clipped) : Math.max(bounded, clipped);
      losses[t] = -chosen * A[t]!;
      // The gradient is that of the ratio where the ratio itself was chosen, and 0 where one of the bounds was.
      coefficients[t] = chosen === r && !beyondClamp(logR[t]!) ? r * A[t]! : 0;
      if (chosen === settings.delta && r > settings.delta) cut[t] = 1;
    }
    return {
      losses,
      coefficients,
      gates: { ...gates, delta: cut },
      metrics: { ...proximalMetrics(logR, A, mask, settings), ...shareOf('delta_ratio', cut, mask) },
    };
  },
};

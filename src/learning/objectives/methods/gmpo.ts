/**
 * GMPO: the geometric mean of ratios that are clipped token by token, in the log, on the side the advantage pushes to.
 *
 *   ratio_i = exp(mean_t of min(x, ε₊) for A > 0, max(x, −ε₋) for A < 0, 0 for A = 0),  x = log r        loss_i = −Ā·ratio_i
 *
 * As with GSPO every token is given its sequence's loss, and the gradient is exact under all aggregations.
 */
import { proximalMetrics } from '../../diagnostics/ratioMetrics.ts';
import { exp } from '../../../numerics/elementary.ts';
import { anchorNeeds, anchorOf } from '../anchors.ts';
import type { Objective } from '../contract.ts';
import { beyondClamp, clampLogRatio, logRatios } from '../ratios.ts';
import { broadcast, sequenceMeans } from '../sequences.ts';
import { gate } from '../surrogates.ts';

export const gmpo: Objective<'gmpo'> = {
  name: 'gmpo',
  title: 'GMPO',
  formula: String.raw`\ell_i = -\bar A_i \exp\Bigl(\tfrac1{N_i}\sum_t \mathrm{sgn}(A_t)\min\bigl(\mathrm{sgn}(A_t) x_t,\ \mathrm{sgn}(A_t)\,\mathrm{clip}(x_t, -\varepsilon_-, \varepsilon_+)\bigr)\Bigr),\ x_t = \log r_t`,
  paper: 'arXiv:2507.20673',
  source: 'objectives.md §35, §39',
  status: 'CONFIRMED',
  caveat:
    'verl’s mean is over all answers, those without a counted token too: count empty answers for that. ' +
    'Its log-ratios have no clamp, and the range is 0.4 in the recipe alone.',
  aliases: { verl: 'geo_mean' },
  words:
    'An outlier among the tokens’ ratios is clipped before the mean is taken, so that it cannot carry the ' +
    'whole answer with it. The answer keeps a weight as long as any of its tokens is inside.',
  zeroes: 'Tokens beyond a wide log range, outwards; their share of the answer’s mean.',
  aggregation: 'seq-mean-token-mean',
  settings: [],
  clips: true,
  whole: true,
  group: 'gmpo',
  needs: ({ anchor }) => anchorNeeds(anchor),
  terms(facts, settings, detached) {
    const { mask } = facts;
    const A = detached.advantage;
    const logR = logRatios(facts.logpTheta, anchorOf(detached, settings.anchor, 'gmpo'), mask);
    const high = gate(mask, (t) => A[t]! > 0 && logR[t]! > settings.logHigh);
    const low = gate(mask, (t) => A[t]! < 0 && logR[t]! < -settings.logLow);
    const flat = gate(mask, (t) => beyondClamp(logR[t]!));
    const clipped = logR.map((x, t) => {
      if (A[t] === 0 || !mask[t]) return 0;
      return high[t] ? settings.logHigh : low[t] ? -settings.logLow : clampLogRatio(x);
    });
    const ratio = broadcast(facts, sequenceMeans(facts, clipped).map(exp));
    const mean = broadcast(facts, sequenceMeans(facts, A));
    const losses = ratio.map((value, t) => -mean[t]! * value);
    const coefficients = ratio.map((value, t) =>
      high[t] || low[t] || flat[t] || A[t] === 0 ? 0 : mean[t]! * value,
    );
    return {
      losses,
      coefficients,
      gates: { clip_high: high, clip_low: low, clamped: flat },
      metrics: proximalMetrics(logR, A, mask, {
        clipLow: 1 - exp(-settings.logLow),
        clipHigh: exp(settings.logHigh) - 1,
      }),
    };
  },
};

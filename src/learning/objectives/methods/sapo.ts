/**
 * SAPO: a soft gate in place of the clip.
 *
 *   f(r) = (4/τ)·σ(τ(r−1))      loss_t = −f(r)·A      c_t = A·r·4p(1−p),  p = σ(τ(r−1))
 *
 * f has slope 1 at r = 1 and flattens on both sides, faster for bad answers (a larger τ). areal can also gate whole answers
 * (sheet §39): r is then the geometric mean of the answer's ratios and A its mean advantage, and as with GSPO every token has
 * its answer's loss and coefficient.
 */
import { sigmoid } from '../../../numerics/elementary.ts';
import { counted } from '../../diagnostics/ratioStatistics.ts';
import { anchorNeeds, anchorOf } from '../anchors.ts';
import type { Objective } from '../contract.ts';
import { beyondClamp, logRatios, ratioOf } from '../ratios.ts';
import { broadcast, sequenceMeans } from '../sequences.ts';
import { gate } from '../surrogates.ts';

export const sapo: Objective<'sapo'> = {
  name: 'sapo',
  title: 'SAPO',
  formula: String.raw`\ell_t = -\frac{4}{\tau}\,\sigma\bigl(\tau(r_t-1)\bigr) A_t,\quad \tau = \begin{cases}\tau_+ & A_t > 0\\ \tau_- & A_t \le 0\end{cases}`,
  paper: 'arXiv:2511.20347',
  source: 'objectives.md §32, §39',
  status: 'CONFIRMED',
  caveat: 'areal takes the mean over tokens, the others over answers.',
  aliases: { verl: 'sapo', areal: 'use_sapo_loss', trl: 'sapo' },
  words:
    'A drifted token fades out instead of being cut: the further its ratio is from 1, on either side, the ' +
    'less it is learnt from. Bad answers fade a little sooner.',
  zeroes: 'Both tails, smoothly.',
  aggregation: 'seq-mean-token-mean',
  settings: [],
  group: 'sapo',
  needs: ({ anchor }) => anchorNeeds(anchor),
  terms(facts, settings, detached) {
    const { mask } = facts;
    const whole = settings.level === 'sequence';
    const perAnswer = (values: Float64Array): Float64Array =>
      whole ? broadcast(facts, sequenceMeans(facts, values)) : values;
    const A = perAnswer(detached.advantage);
    const anchor = anchorOf(detached, settings.anchor, 'sapo');
    const logR = perAnswer(logRatios(facts.logpTheta, anchor, mask));
    const losses = new Float64Array(mask.length);
    const coefficients = new Float64Array(mask.length);
    const slopes = new Float64Array(mask.length);
    for (let t = 0; t < mask.length; t++) {
      if (!mask[t]) continue;
      const tau = A[t]! > 0 ? settings.tauPositive : settings.tauNegative;
      const r = ratioOf(logR[t]!);
      const p = sigmoid(tau * (r - 1));
      slopes[t] = 4 * p * (1 - p);
      losses[t] = -(4 / tau) * p * A[t]!;
      coefficients[t] = beyondClamp(logR[t]!) ? 0 : A[t]! * r * slopes[t]!;
    }
    const all = counted(slopes, mask);
    return {
      losses,
      coefficients,
      whole,
      gates: { clamped: gate(mask, (t) => beyondClamp(logR[t]!)) },
      metrics: all.length === 0 ? {} : { gate_slope: all.reduce((a, b) => a + b, 0) / all.length },
    };
  },
};

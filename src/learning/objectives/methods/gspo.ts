/**
 * GSPO: one ratio for a whole answer, the geometric mean of its tokens' ratios, clipped as one.
 *
 *   s_i = exp(mean_t log r_t)      loss_i = max(−Ā s_i, −Ā clip(s_i, 1−ε₋, 1+ε₊))      ∂loss_i/∂ℓθ_t = −Ā s_i/N_i
 *
 * Every token is given its sequence's loss and c_t = Ā·s_i, so that under every aggregation, whose weights are equal within
 * a sequence, the gradient is that of the aggregated loss. The sheet's c_t has the 1/N_i of the sequence mean in it.
 * Ā is the mean advantage of the sequence's tokens (as in areal). log s_i is clamped above alone, at 10, as in verl.
 */
import { proximalMetrics } from '../../diagnostics/ratioMetrics.ts';
import { clippedTerms } from '../clipping.ts';
import type { Objective } from '../contract.ts';
import { logRatios, meanGuard, required } from '../ratios.ts';
import { broadcast, sequenceMeans } from '../sequences.ts';

export const gspo: Objective<'gspo'> = {
  name: 'gspo',
  title: 'GSPO, whole answers',
  formula: String.raw`\ell_i = -\min\bigl(s_i \bar A_i,\ \mathrm{clip}(s_i, 1-\varepsilon_-, 1+\varepsilon_+)\,\bar A_i\bigr),\quad s_i = \Bigl(\prod_t \frac{\pi_\theta(y_t|s_t)}{\pi_{prox}(y_t|s_t)}\Bigr)^{1/N_i}`,
  paper: 'arXiv:2507.18071',
  source: 'objectives.md §11, §39',
  status: 'CONFIRMED',
  caveat:
    'areal takes the mean over tokens, in which long answers weigh more; verl always the mean over ' +
    'answers.',
  aliases: {
    verl: 'gspo',
    trl: 'importance_sampling_level=sequence',
    areal: 'importance_sampling_level=sequence',
  },
  words:
    'The answer is weighted, and clipped, as a whole: by the geometric mean of its tokens’ ratios. ' +
    'A single drifted token hardly moves it, but once it is out, none of its tokens is learnt from.',
  zeroes: 'Whole answers whose mean ratio has left a very narrow range outwards.',
  aggregation: 'seq-mean-token-mean',
  settings: [],
  clips: true,
  whole: true,
  group: 'gspo',
  needs: () => ({ prox: 'recompute' }),
  terms(facts, settings, detached) {
    const { mask } = facts;
    const logR = logRatios(facts.logpTheta, required(detached, 'logpProx', 'gspo'), mask);
    const logS = broadcast(facts, sequenceMeans(facts, logR));
    const advantage = broadcast(facts, sequenceMeans(facts, detached.advantage));
    return {
      ...clippedTerms(logS, advantage, mask, settings, undefined, meanGuard),
      metrics: proximalMetrics(logS, advantage, mask, settings),
    };
  },
};

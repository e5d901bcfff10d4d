/**
 * CISPO: the ratio is clipped and then only a weight, so that no token ever loses its gradient.
 *
 *   loss_t = −sg[clip(r, low, high)]·A·ℓθ        c_t = clip(r, low, high)·A
 *
 * What ε means differs: verl, slime and ROLL bound the ratio to [1−ε₋, 1+ε₊], TRL to at most ε₊ with no lower bound.
 * With `unifiedMask`, as an option of ROLL, tokens that PPO's clip would cut lose their gradient after all.
 */
import { anchorNeeds, anchorOf } from '../anchors.ts';
import { activeClip } from '../clipping.ts';
import type { Objective } from '../contract.ts';
import { logRatios, ratioOf } from '../ratios.ts';
import { gate, scoreTerms, shareOf } from '../surrogates.ts';

export const cispo: Objective<'cispo'> = {
  name: 'cispo',
  title: 'CISPO',
  formula: String.raw`\ell_t = -\,\mathrm{sg}\bigl[\mathrm{clip}(r_t, 1-\varepsilon_-, 1+\varepsilon_+)\bigr] A_t \log\pi_\theta(y_t|s_t)`,
  paper: 'arXiv:2506.13585',
  source: 'objectives.md §13, §39',
  status: 'CONFIRMED',
  caveat:
    'What ε means and how tight it is differs: verl’s recipe caps at 1.2, slime’s at 5, ROLL at 1.1, ' +
    'TRL’s at 5 itself.',
  aliases: { verl: 'cispo', trl: 'cispo', slime: 'cispo', roll: 'cispo' },
  words:
    'A drifted token keeps its gradient; only its weight is cut to the clip range. Rare but decisive ' +
    'tokens are learnt from even when they are stale.',
  zeroes: 'Nothing; it caps weights.',
  aggregation: 'token-mean',
  settings: [],
  group: 'cispo',
  needs: ({ anchor }) => anchorNeeds(anchor),
  terms(facts, settings, detached) {
    const { mask } = facts;
    const A = detached.advantage;
    const logR = logRatios(detached.logpTheta, anchorOf(detached, settings.anchor, 'cispo'), mask);
    const low = settings.convention === 'trl' ? 0 : 1 - settings.epsilonLow;
    const high = settings.convention === 'trl' ? settings.epsilonHigh : 1 + settings.epsilonHigh;
    const sides = Array.from(logR, (x) => (ratioOf(x) > high ? 1 : ratioOf(x) < low ? -1 : 0));
    const capHigh = gate(mask, (t) => sides[t] === 1);
    const capLow = gate(mask, (t) => sides[t] === -1);
    const cut = gate(mask, (t) => settings.unifiedMask && activeClip(sides[t] as -1 | 0 | 1, A[t]!));
    const weights = logR.map((x, t) => (cut[t] ? 0 : Math.min(high, Math.max(low, ratioOf(x)))));
    const { losses, coefficients, gates } = scoreTerms(facts.logpTheta, A, mask, weights);
    return {
      losses,
      coefficients,
      gates: { ...gates, cap_high: capHigh, cap_low: capLow, masked: cut },
      metrics: { ...shareOf('cap_high_ratio', capHigh, mask), ...shareOf('cap_low_ratio', capLow, mask) },
    };
  },
};

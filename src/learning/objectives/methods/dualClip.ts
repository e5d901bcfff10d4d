/**
 * Dual clip: PPO whose loss for bad answers is capped too.
 *
 *   A ≥ 0: loss_t = max(−A r, −A clip(r, 1−ε₋, 1+ε₊))        A < 0: loss_t = min(that, −c·A),  c > 1
 *
 * So a bad token whose ratio exceeds c has no gradient (gate `dual_clip`), where PPO's grows with the ratio without bound.
 * ROLL has no number for it: c = 1 + 2ε₊ there (sheet §39).
 */
import { proximalMetrics } from '../../diagnostics/ratioMetrics.ts';
import { anchorNeeds, anchorOf } from '../anchors.ts';
import { dualClippedTerms } from '../clipping.ts';
import type { Objective } from '../contract.ts';
import { logRatios } from '../ratios.ts';
import { shareOf } from '../surrogates.ts';

export const dualClip: Objective<'dual-clip'> = {
  name: 'dual-clip',
  title: 'Dual clip',
  formula: String.raw`\ell_t = \begin{cases}\max(-r_t A_t, -\mathrm{clip}(r_t, 1-\varepsilon_-, 1+\varepsilon_+) A_t) & A_t \ge 0\\ \min(\text{the same}, -c A_t) & A_t < 0\end{cases}`,
  paper: 'arXiv:1912.09729',
  source: 'objectives.md §5, §39',
  status: 'CONFIRMED',
  aliases: { verl: 'clip_ratio_c', areal: 'c_clip', slime: 'eps_clip_c' },
  words:
    'A bad token that has become much likelier since it was sampled is PPO’s blind spot: its push grows ' +
    'with the ratio. Here the push ends where the ratio passes c.',
  zeroes: 'As PPO, and bad tokens whose ratio exceeds c.',
  aggregation: 'token-mean',
  settings: ['clipLow', 'clipHigh'],
  group: 'dual-clip',
  needs: ({ anchor }) => anchorNeeds(anchor),
  terms(facts, settings, detached) {
    const { mask } = facts;
    const A = detached.advantage;
    const logR = logRatios(facts.logpTheta, anchorOf(detached, settings.anchor, 'dual-clip'), mask);
    const cap = settings.capBy === 'clip' ? 1 + 2 * settings.clipHigh : settings.cap;
    const terms = dualClippedTerms(logR, A, mask, { ...settings, cap });
    return {
      ...terms,
      metrics: {
        ...proximalMetrics(logR, A, mask, settings),
        ...shareOf('dual_clip_ratio', terms.gates.dual_clip, mask),
      },
    };
  },
};

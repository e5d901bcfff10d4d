/**
 * EPO, entropy-smoothed policy optimisation, with a hinge in place of the released step, so that the penalty acts. The loss is in
 * `entropySmoothing.ts`.
 */
import type { Objective } from '../contract.ts';
import { smoothedTerms } from '../entropySmoothing.ts';

export const epoHinge: Objective<'epo-hinge'> = {
  name: 'epo-hinge',
  title: 'EPO, with a working penalty',
  formula: String.raw`\ell_t = \ell_t^{\mathrm{PPO}} - \lambda\bigl(H_t - \kappa P_t\bigr),\quad P_t = p_{out}\bigl[(l\bar H-H_t)_+ + (H_t-h\bar H)_+\bigr]`,
  paper: 'EPO, github.com/WujiangXu/EPO',
  source: 'objectives.md §31, §39',
  status: 'RECONSTRUCTED',
  caveat: 'This is not the published code but what its text describes.',
  words:
    'The entropy is rewarded, and pulled back into a band about its own past when it leaves it. This is ' +
    'the lab’s own variant: the released penalty has no gradient.',
  zeroes: 'As PPO with dual clip.',
  aggregation: 'token-mean',
  settings: ['clipLow', 'clipHigh'],
  group: 'epo-hinge',
  needs: () => ({ behave: true, distributions: true, entropyHistory: true }),
  terms(facts, settings, detached) {
    return smoothedTerms(facts, settings, detached, 'hinge', 'epo-hinge');
  },
};

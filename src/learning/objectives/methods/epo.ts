/**
 * EPO, entropy-smoothed policy optimisation, as its code has it: the penalty has exactly no gradient. The loss is in
 * `entropySmoothing.ts`.
 */
import type { Objective } from '../contract.ts';
import { smoothedTerms } from '../entropySmoothing.ts';

export const epo: Objective<'epo'> = {
  name: 'epo',
  title: 'EPO, as released',
  formula: String.raw`\ell_t = \ell_t^{\mathrm{PPO}} - \lambda\bigl(H_t - \kappa P_t\bigr),\quad P_t = p_{out}\mathbf 1\{H_t \notin (l\bar H, h\bar H)\}`,
  paper: 'EPO, github.com/WujiangXu/EPO',
  source: 'objectives.md §31, §39',
  status: 'CONFIRMED',
  caveat:
    'The released penalty acts from the middle of the longest episode on, and can fade by a schedule. ' +
    'Here it acts throughout, and its past is that of the position in the answer.',
  words:
    'The entropy is rewarded, and what leaves the band of its past is to be penalised. As released the ' +
    'penalty is constant in the policy, so it only shifts the logged loss.',
  zeroes: 'As PPO with dual clip.',
  aggregation: 'token-mean',
  settings: ['clipLow', 'clipHigh'],
  group: 'epo',
  needs: () => ({ behave: true, distributions: true, entropyHistory: true }),
  terms(facts, settings, detached) {
    return smoothedTerms(facts, settings, detached, 'literal', 'epo');
  },
};

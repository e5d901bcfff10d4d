/**
 * SAT on GSPO's ratio: the geometric mean of the sequence's ratios, given to each of its tokens, is what the quantile, the
 * narrowing and the clip look at. In gradient it is GSPO-token's.
 */
import { adaptiveTerms } from '../adaptiveTrust.ts';
import type { Objective } from '../contract.ts';
import { logRatios, required } from '../ratios.ts';
import { broadcast, sequenceMeans } from '../sequences.ts';

export const satGspo: Objective<'sat-gspo'> = {
  name: 'sat-gspo',
  title: 'SAT-GSPO',
  formula: String.raw`\text{SAT with } s_i = \Bigl(\prod_t \frac{\pi_\theta}{\mu}\Bigr)^{1/N_i} \text{ in place of } \rho_t`,
  paper: 'arXiv:2607.18722',
  source: 'objectives.md §19',
  status: 'CONFIRMED-2ND',
  caveat:
    'The radii that the authors use with the sequence ratio are not known; the default is the token ' +
    'form’s.',
  words:
    'The answers that have drifted most get a narrower clip range on the side to which they drifted. ' +
    'Whole answers are clipped, never single tokens.',
  zeroes: 'As GSPO, and sooner for the answers in the tail.',
  aggregation: 'seq-mean-token-mean',
  settings: [],
  clips: true,
  group: 'sat-gspo',
  needs: () => ({ behave: true }),
  terms(facts, settings, detached) {
    const { mask } = facts;
    const behave = required(detached, 'logpBehave', 'sat-gspo');
    const fixed = broadcast(facts, sequenceMeans(facts, logRatios(detached.logpTheta, behave, mask)));
    const change = logRatios(facts.logpTheta, detached.logpTheta, mask);
    const logS = fixed.map((x, t) => x + change[t]!);
    return adaptiveTerms(logS, fixed, detached.advantage, mask, settings);
  },
};

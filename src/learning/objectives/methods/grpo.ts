/**
 * GRPO as the paper has it: PPO's minimum plus a KL penalty to a frozen reference in the loss, a mean over answers of means.
 *
 *   loss_t = max(−A r, −A clip(r)) + β·k3(θ‖ref)
 *
 * Libraries that say GRPO often mean another aggregation and β = 0; that is `ppo` here. The advantage is its own setting.
 */
import { proximalMetrics } from '../../diagnostics/ratioMetrics.ts';
import { anchorNeeds, anchorOf } from '../anchors.ts';
import { clippedTerms } from '../clipping.ts';
import type { Objective } from '../contract.ts';
import { klEstimate } from '../klEstimators.ts';
import { logRatio, logRatios, required } from '../ratios.ts';

export const grpo: Objective<'grpo'> = {
  name: 'grpo',
  title: 'GRPO',
  formula: String.raw`\ell_t = -\min\bigl(r_t A_t, \mathrm{clip}(r_t) A_t\bigr) + \beta\Bigl(\tfrac{\pi_{ref}}{\pi_\theta} - 1 - \log\tfrac{\pi_{ref}}{\pi_\theta}\Bigr)`,
  paper: 'arXiv:2402.03300',
  source: 'objectives.md §6',
  status: 'CONFIRMED',
  aliases: { trl: 'grpo', verl: 'use_kl_loss' },
  words:
    'PPO’s clip, and a pull towards the policy that the run began with. The pull keeps the policy ' +
    'recognisable, whatever the age of the data.',
  zeroes: 'As PPO; the pull acts on all tokens.',
  aggregation: 'seq-mean-token-mean',
  settings: ['clipLow', 'clipHigh'],
  group: 'grpo',
  needs: ({ anchor }) => ({ ...anchorNeeds(anchor), reference: true }),
  terms(facts, settings, detached) {
    const { mask } = facts;
    const A = detached.advantage;
    const reference = required(detached, 'logpRef', 'grpo');
    const logR = logRatios(facts.logpTheta, anchorOf(detached, settings.anchor, 'grpo'), mask);
    const { losses, coefficients, gates } = clippedTerms(logR, A, mask, settings);
    let kl = 0;
    let count = 0;
    for (let t = 0; t < mask.length; t++) {
      if (!mask[t]) continue;
      const { value, slope } = klEstimate(logRatio(facts.logpTheta[t]!, reference[t]!), 'k3');
      losses[t]! += settings.beta * value;
      coefficients[t]! -= settings.beta * slope;
      kl += value;
      count += 1;
    }
    return {
      losses,
      coefficients,
      gates,
      metrics: { ...proximalMetrics(logR, A, mask, settings), ...(count > 0 && { ref_kl: kl / count }) },
    };
  },
};

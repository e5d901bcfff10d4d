/** Who acted on a token, and why: one sentence a gate, with the numbers. A test asks for every gate of every method. */
import type { Evaluation, LearningSettings } from '../../objectives/contract.ts';
import type { LensFacts } from '../contract.ts';
import { factsFor } from '../facts.ts';
import { FOUND } from '../gates.ts';
import * as clips from './clips.ts';
import * as corrections from './corrections.ts';
import * as masks from './masks.ts';
import { Place } from './place.ts';
import * as weights from './weights.ts';

const sentences: Readonly<Record<string, (place: Place) => string>> = {
  failed: masks.failed,
  correction_rejected: corrections.correctionRejected,
  correction_zeroed: corrections.correctionZeroed,
  rejected: weights.rejected,
  discrepancy: weights.discrepancy,
  weight_above_cap: weights.weightAboveCap,
  veto: clips.veto,
  second_moment: masks.secondMoment,
  prefix_budget: masks.prefixBudget,
  token_threshold: masks.tokenThreshold,
  masked: masks.masked,
  covariance: masks.covariance,
  dual_clip: clips.dualClip,
  delta: clips.delta,
  clip_high: clips.clipHigh,
  clip_low: clips.clipLow,
  narrowed: clips.narrowed,
  cap_high: clips.capHigh,
  cap_low: clips.capLow,
  truncated: weights.truncated,
  rho_cut: clips.rhoCut,
  correction_truncated: corrections.correctionTruncated,
  faded: clips.faded,
  reversed: clips.reversed,
  [FOUND.fadedOut]: () => 'Its weight has become so small that nothing is left of it.',
  outside_band: masks.outsideBand,
  clamped: () =>
    'Its ratio or its probability is beyond what is calculated with, and the loss is flat there.',
};

/**
 * Why a gate acted on a token: one plain sentence.
 *
 * @param facts that the evaluation is of
 * @param gate one that acted on the token, as `verdictsOf` names them
 * @param evaluation of the method of these settings
 * @param oldest the staleness limit that masked the token, for the gate of that
 * @throws Error for a gate that no method emits, and for facts that the method cannot be evaluated on
 */
export function reason(
  settings: LearningSettings,
  facts: LensFacts,
  t: number,
  gate: string,
  evaluation: Pick<Evaluation, 'gates' | 'metrics'>,
  oldest?: number,
): string {
  if (gate === FOUND.overAge)
    return `It is ${facts.staleness![t]!} versions old, more than the limit of ${oldest ?? 'the schedule'}: the objective never sees it.`;
  if (gate === FOUND.leftOut)
    return 'It does not count: its answer was cut off, it is too old, or it is not the policy’s own.';
  const sentence = sentences[gate];
  if (!sentence) throw new Error(`no method has a gate ${gate}`);
  const own = factsFor(settings, facts);
  if ('missing' in own) throw new Error(`${settings.objective.name} ${own.missing}`);
  return sentence(new Place(settings, own.facts, t, evaluation));
}

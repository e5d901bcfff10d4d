/**
 * What a reading means under the present settings, said where it would puzzle: a ratio that is exactly 1, a
 * fraction that is exactly 0, a metric without data. Derived from what the methods declare, not from their names.
 */
import type { Experiment } from '../../../experiment/experiment.ts';
import { clipsRatio, methodNeeds, objectives } from '../../../learning/objectives/index.ts';
import { alwaysFresh, statedLag } from '../../../pipeline/index.ts';
import type { MetricName } from '../../../telemetry/metrics.ts';

function facts(experiment: Experiment) {
  const { objective, optimiser, schedule } = experiment;
  const method = objectives[objective.name];
  const { prox, behave } = methodNeeds(experiment);
  return {
    title: method.title,
    clips: clipsRatio(method),
    /** By the range of the objective's shared settings. */
    range: method.settings.includes('clipHigh'),
    /** Whether it reads any ratio. */
    ratio: prox !== undefined || behave === true,
    /** It looks at θ/prox, not at θ/μ. */
    proximal: prox !== undefined,
    /** Prox is θ itself at the start of the update. */
    recomputes: prox === 'recompute',
    oneStep: optimiser.minibatches * optimiser.epochs === 1,
    fresh: alwaysFresh(schedule),
  };
}

const ONE_STEP = 'because there is one optimiser step per batch';

export function weightsNote(experiment: Experiment): string | undefined {
  const { ratio, recomputes, oneStep, fresh, title } = facts(experiment);
  if (!ratio) return `${title} uses no ratio; θ/μ is only measured.`;
  if (recomputes && oneStep) return `The ratio θ/prox is 1 ${ONE_STEP}.`;
  if (oneStep && fresh) return `All ratios are 1 ${ONE_STEP} and all data is fresh.`;
  return undefined;
}

export function clipNote(experiment: Experiment): string | undefined {
  const { clips, recomputes, oneStep, fresh, title } = facts(experiment);
  if (!clips) return `${title} does not clip, so there is no clip fraction.`;
  if (recomputes && oneStep) return `Nothing is clipped: the ratio θ/prox is 1 ${ONE_STEP}.`;
  if (oneStep && fresh) return `Nothing is clipped: the ratio is 1 ${ONE_STEP} and all data is fresh.`;
  return undefined;
}

export function ratioNote(experiment: Experiment): string | undefined {
  const { ratio, range, proximal, recomputes, oneStep } = facts(experiment);
  if (!ratio) return 'This objective does not clip; θ/μ is only measured.';
  if (!range) return undefined;
  if (recomputes && oneStep) return 'The clip acts on θ/prox, which is 1 with one step.';
  if (proximal) return 'The dashed range clips θ/prox, a part of this ratio.';
  return undefined;
}

export function stalenessNote({ schedule }: Experiment): string | undefined {
  const { value, text } = statedLag(schedule);
  if (value > 0 || schedule.mode === 'exact' || schedule.mode === 'replay') return undefined;
  if (alwaysFresh(schedule)) return 'Workers and learner take turns, so every token is fresh.';
  return `${text}: fresh in versions; one version lasts several updates.`;
}

/** What the clip range says about ρ = θ/μ: whether it cuts this very ratio, and where. */
export interface ClipBounds {
  readonly low: number;
  readonly high: number;
  readonly onThisRatio: boolean;
}

/** Undefined for a method that does not clip by the shared range. `low` is 0 where nothing is too small. */
export function clipBounds(experiment: Experiment): ClipBounds | undefined {
  const { range, proximal } = facts(experiment);
  if (!range) return undefined;
  const { clipLow, clipHigh } = experiment.objective;
  return { low: Math.max(0, 1 - clipLow), high: 1 + clipHigh, onThisRatio: !proximal };
}

/** The staleness that the schedule allows, or prescribes. */
export function lagBound({ schedule }: Experiment): { readonly value: number; readonly text: string } {
  const { value, text } = statedLag(schedule);
  return { value, text };
}

/** Why a metric that other experiments have is missing in this one. */
export function noDataReason(metric: MetricName, experiment: Experiment): string {
  const { title, clips, proximal } = facts(experiment);
  switch (metric) {
    case 'behave_imp_weight':
    case 'behave_approx_kl':
      return 'this objective has no separate proximal policy.';
    case 'importance_weight':
    case 'importance_weight_max':
    case 'approx_kl':
    case 'approx_kl_k1':
    case 'approx_kl_k2':
    case 'approx_kl_k3':
      if (proximal) return 'no token was counted yet.';
      return clips ? 'no token was counted yet.' : `${title} takes no ratio to a proximal policy.`;
    case 'clip_ratio':
    case 'clip_out_of_range':
    case 'clip_ratio_high':
    case 'clip_ratio_low':
      return clips ? 'no token was counted yet.' : `${title} does not clip a ratio.`;
    case 'accuracy':
      return 'the policy was not evaluated yet.';
    case 'lag_in_flight_share':
    case 'lag_in_queue_share':
      return 'nothing that was trained on is old.';
    case 'staleness_hard_groups':
    case 'staleness_easy_groups':
      return 'no group of the update was one of these.';
    case 'queue_oldest':
      return 'nothing was left waiting yet.';
    case 'length_staleness_correlation':
      return 'all samples of an update are equally long or equally old.';
    default:
      return 'the learner does not report it in this run.';
  }
}

/** What the learner says about an update that it has done: metrics and histograms of `learning/diagnostics`. */
import type { Experiment } from '../../experiment/experiment.ts';
import {
  updateHistograms,
  updateMetrics,
  type SampleFacts,
  type UpdateRecord,
} from '../../learning/diagnostics/index.ts';
import type { Facts } from '../../learning/objectives/index.ts';
import { HISTOGRAM_SHAPE } from '../../telemetry/frame.ts';
import type { Sample } from '../memory/sample.ts';
import type { LearnerReport, UpdateContext } from './contract.ts';
import { concatenate, perToken, type Packed } from './packing.ts';

/** A minibatch that was evaluated. */
export interface ReportedVisit {
  readonly facts: Facts;
  /** H_t per token. */
  readonly entropy: Float64Array;
  readonly loss: number;
  /** NaN when no step was tried. */
  readonly gradientNorm: number;
}

/** @param packed the whole batch; `visits` its minibatches in the order of training, at least one */
export function reportOf(
  packed: Packed,
  visits: readonly ReportedVisit[],
  experiment: Experiment,
  context: UpdateContext,
): Pick<LearnerReport, 'values' | 'histograms' | 'tokens'> {
  const samples = sampleFacts(packed, context);
  const record: UpdateRecord = {
    settings: experiment,
    facts: merged(visits.map((visit) => visit.facts)),
    entropies: concatenate(visits.map((visit) => visit.entropy)),
    losses: Float64Array.from(visits, (visit) => visit.loss),
    gradientNorms: Float64Array.from(visits, (visit) => visit.gradientNorm),
    samples,
  };
  return {
    values: updateMetrics(record),
    histograms: updateHistograms(record, HISTOGRAM_SHAPE),
    tokens: samples.mask.reduce((total, counts) => total + counts, 0),
  };
}

/** @param packed the whole batch, each sample once */
export function sampleFacts(packed: Packed, { version, update, dropped }: UpdateContext): SampleFacts {
  const { samples, offsets } = packed;
  const own = (arrayOf: (sample: Sample) => ArrayLike<number>): Float64Array => perToken(packed, arrayOf);
  return {
    offsets,
    mask: Uint8Array.from(own((sample) => sample.lossMask)),
    staleness: Int32Array.from(
      own((sample) => sample.versions),
      (sampled) => version - sampled,
    ),
    updateLag: Int32Array.from(
      own((sample) => sample.updates),
      (sampled) => update - sampled,
    ),
    queueLag: Int32Array.from(samples, (sample) => version - sample.doneVersion),
    reward: Float64Array.from(samples, (sample) => sample.reward),
    exact: Uint8Array.from(samples, (sample) => Number(sample.exact)),
    groups: Int32Array.from(samples, (sample) => sample.group),
    droppedLengths: Float64Array.from(dropped, lengthOf),
  };
}

/** Response tokens that count. */
function lengthOf({ lossMask, promptLength, length }: Sample): number {
  return lossMask.subarray(promptLength, length).reduce((total, counts) => total + counts, 0);
}

/** The facts of several minibatches as of one batch: what diagnostics read of them. */
function merged(parts: readonly Facts[]): UpdateRecord['facts'] {
  const [only] = parts;
  if (only?.staleness && parts.length === 1) return { ...only, staleness: only.staleness };
  const join = (of: (facts: Facts) => ArrayLike<number>): Float64Array =>
    concatenate(parts.map((facts) => Float64Array.from(of(facts))));
  const tokens = parts.reduce((total, facts) => total + facts.mask.length, 0);
  return {
    offsets: Int32Array.of(0, tokens),
    mask: Uint8Array.from(join((facts) => facts.mask)),
    logpTheta: join((facts) => facts.logpTheta),
    logpProx: join((facts) => facts.logpProx!),
    logpBehave: join((facts) => facts.logpBehave!),
    advantage: join((facts) => facts.advantage),
    staleness: Int32Array.from(join((facts) => facts.staleness!)),
    maxLength: tokens,
  };
}

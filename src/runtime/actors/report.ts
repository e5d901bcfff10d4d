/** What the learner says about an update that it has done: metrics and histograms of `learning/diagnostics`. */
import type { Experiment } from '../../experiment/experiment.ts';
import {
  measureUpdate,
  mergeMeasured,
  type SampleFacts,
  type UpdateRecord,
} from '../../learning/diagnostics/index.ts';
import type { Evaluation, Facts } from '../../learning/objectives/index.ts';
import { HISTOGRAM_SHAPE, type MetricValues } from '../../telemetry/frame.ts';
import { isMetric } from '../../telemetry/metrics.ts';
import type { Sample } from '../memory/sample.ts';
import type { LearnerReport, UpdateContext } from './contract.ts';
import { concatenate, perToken, type Packed } from './packing.ts';

/** A minibatch that was evaluated. */
export interface ReportedVisit extends Pick<Evaluation, 'gates' | 'metrics'> {
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
    gates: mergedGates(visits),
    measured: mergeMeasured(visits.map(({ metrics, facts }) => ({ metrics, mask: facts.mask }))),
    entropies: concatenate(visits.map((visit) => visit.entropy)),
    losses: Float64Array.from(visits, (visit) => visit.loss),
    gradientNorms: Float64Array.from(visits, (visit) => visit.gradientNorm),
    samples,
  };
  const { values, histograms } = measureUpdate(record, HISTOGRAM_SHAPE);
  return {
    values: Object.fromEntries(Object.entries(values).filter(([name]) => isMetric(name))) as MetricValues,
    histograms,
    tokens: samples.mask.reduce((total, counts) => total + counts, 0),
  };
}

/** @param packed the whole batch, each sample once */
export function sampleFacts(packed: Packed, { version, update, dropped }: UpdateContext): SampleFacts {
  const { samples, offsets } = packed;
  const column = (of: (sample: Sample) => number): Float64Array => {
    const values = new Float64Array(samples.length);
    for (let i = 0; i < values.length; i++) values[i] = of(samples[i]!);
    return values;
  };
  return {
    offsets,
    mask: new Uint8Array(perToken(packed, (sample) => sample.lossMask)),
    staleness: lagsOf(
      version,
      perToken(packed, (sample) => sample.versions),
    ),
    updateLag: lagsOf(
      update,
      perToken(packed, (sample) => sample.updates),
    ),
    queueLag: new Int32Array(column((sample) => version - sample.doneVersion)),
    reward: column((sample) => sample.reward),
    exact: column((sample) => Number(sample.exact)),
    groups: new Int32Array(column((sample) => sample.group)),
    droppedLengths: Float64Array.from(dropped, lengthOf),
  };
}

/** How far each of these lies behind the learner's. */
function lagsOf(learner: number, sampled: Float64Array): Int32Array {
  const lags = new Int32Array(sampled.length);
  for (let t = 0; t < lags.length; t++) lags[t] = learner - sampled[t]!;
  return lags;
}

/** Response tokens that count. */
function lengthOf({ lossMask, promptLength, length }: Sample): number {
  let counts = 0;
  for (let t = promptLength; t < length; t++) counts += lossMask[t]!;
  return counts;
}

/** The facts of several minibatches as of one batch: what diagnostics read of them. */
function merged(parts: readonly Facts[]): UpdateRecord['facts'] {
  const join = (of: (facts: Facts) => Float64Array): Float64Array => concatenate(parts.map(of));
  const tokens = parts.reduce((total, facts) => total + facts.mask.length, 0);
  const mask = new Uint8Array(tokens);
  const staleness = new Int32Array(tokens);
  let at = 0;
  for (const facts of parts) {
    mask.set(facts.mask, at);
    staleness.set(facts.staleness!, at);
    at += facts.mask.length;
  }
  return {
    offsets: Int32Array.of(0, tokens),
    mask,
    logpTheta: join((facts) => facts.logpTheta),
    logpProx: join((facts) => facts.logpProx!),
    logpBehave: join((facts) => facts.logpBehave!),
    advantage: join((facts) => facts.advantage),
    staleness,
    maxLength: tokens,
  };
}

/** Gates of all minibatches, one after another; what one of them has not is 0 there. */
function mergedGates(visits: readonly ReportedVisit[]): Evaluation['gates'] {
  const tokens = visits.reduce((total, { facts }) => total + facts.mask.length, 0);
  const gates: Record<string, Uint8Array> = {};
  let at = 0;
  for (const visit of visits) {
    for (const [name, gate] of Object.entries(visit.gates)) {
      (gates[name] ??= new Uint8Array(tokens)).set(gate, at);
    }
    at += visit.facts.mask.length;
  }
  return gates;
}

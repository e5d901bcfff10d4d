/**
 * A batch as it was trained on, token by token: the very numbers that the objective was evaluated with. Nothing here
 * is computed again but the ratio, which is that of `learning/objectives/ratios.ts`.
 *
 *   sample i owns   response tokens [offsets[i] .. offsets[i+1]) of every token column
 *                   prompt tokens   [promptOffsets[i] .. promptOffsets[i+1]) of `promptTokens`
 *
 * A sample that was trained on in several epochs is there with its last one.
 */
import type { Experiment } from '../../experiment/experiment.ts';
import type { Evaluation, Facts } from '../../learning/objectives/index.ts';
import { logRatios, ratioOf } from '../../learning/objectives/ratios.ts';
import type { Sample } from '../memory/sample.ts';

export interface BatchDetails {
  /** Number of the update: that of its frame. */
  readonly update: number;
  /** v_L */
  readonly version: number;
  /** What its tokens mean, and the settings that its objective had. */
  readonly task: Experiment['task'];
  readonly objective: Experiment['objective'];
  readonly temperature: number;
  readonly epochs: number;
  /** Samples of the whole batch; those here may be fewer. */
  readonly total: number;

  /** One entry a sample, by group and member. */
  readonly id: Float64Array;
  readonly group: Float64Array;
  readonly member: Int32Array;
  readonly worker: Int32Array;
  readonly reward: Float64Array;
  /** 1 = right, token by token. */
  readonly exact: Uint8Array;
  /** Seconds of the run's clock. */
  readonly startedAt: Float64Array;
  readonly doneAt: Float64Array;

  readonly promptOffsets: Int32Array;
  readonly promptTokens: Int32Array;

  readonly offsets: Int32Array;
  readonly tokens: Int32Array;
  /** 1 = the token counts. */
  readonly mask: Uint8Array;
  /** Version and update of the weights that sampled the token. */
  readonly versions: Int32Array;
  readonly updates: Int32Array;
  readonly staleness: Int32Array;
  readonly logpBehave: Float64Array;
  /** NaN where the objective knows no proximal policy. */
  readonly logpProx: Float64Array;
  readonly logpTheta: Float64Array;
  /** θ/μ, and θ/π_prox. */
  readonly ratio: Float64Array;
  readonly ratioProx: Float64Array;
  readonly advantage: Float64Array;
  /** c_t: positive makes the token likelier. */
  readonly coefficients: Float64Array;
  readonly entropy: Float64Array;
  /** By the objective's and the correction's names: who cut or capped a token's gradient. */
  readonly gates: Readonly<Record<string, Uint8Array>>;
}

/** One evaluated minibatch. */
export interface Trained extends Pick<Evaluation, 'coefficients' | 'gates'> {
  readonly samples: readonly Sample[];
  readonly facts: Omit<Facts, 'distributions'>;
  readonly entropy: Float64Array;
}

export interface TrainedBatch {
  readonly update: number;
  readonly version: number;
  readonly experiment: Experiment;
  /** In the order of training. */
  readonly minibatches: readonly Trained[];
}

interface Place {
  readonly sample: Sample;
  readonly minibatch: Trained;
  readonly index: number;
}

/** @param limit response tokens at most; whole groups are left out at the end where there are more */
export function batchDetails(
  { update, version, experiment, minibatches }: TrainedBatch,
  limit = Infinity,
): BatchDetails {
  const all = lastPlaces(minibatches);
  const places = wholeGroups(all, limit);
  const samples = places.map(({ sample }) => sample);
  const number = (of: (sample: Sample) => number): number[] => samples.map(of);
  const lengths = number(({ length, promptLength }) => length - promptLength);
  const prompts = number(({ promptLength }) => promptLength);
  const offsets = offsetsOf(lengths);
  const promptOffsets = offsetsOf(prompts);
  const own = column(Int32Array, places, offsets);
  const fact = (of: (minibatch: Trained) => ArrayLike<number> | undefined): Float64Array =>
    column(
      Float64Array,
      places,
      offsets,
    )(({ minibatch, index }) => [of(minibatch), minibatch.facts.offsets[index]!]);
  const gates: Record<string, Uint8Array> = {};
  for (const name of new Set(minibatches.flatMap((minibatch) => Object.keys(minibatch.gates)))) {
    gates[name] = Uint8Array.from(fact((minibatch) => minibatch.gates[name]));
  }
  const logpTheta = fact(({ facts }) => facts.logpTheta);
  const logpProx = fact(({ facts }) => facts.logpProx);
  const logpBehave = column(
    Float64Array,
    places,
    offsets,
  )(({ sample }) => [sample.behaveLogprobs, sample.promptLength]);
  const versions = own(({ sample }) => [sample.versions, sample.promptLength]);
  const mask = Uint8Array.from(fact(({ facts }) => facts.mask));
  return {
    update,
    version,
    task: experiment.task,
    objective: experiment.objective,
    temperature: experiment.rollout.temperature,
    epochs: experiment.optimiser.epochs,
    total: all.length,
    id: Float64Array.from(number(({ id }) => id)),
    group: Float64Array.from(number(({ group }) => group)),
    member: Int32Array.from(number(({ member }) => member)),
    worker: Int32Array.from(number(({ worker }) => worker)),
    reward: Float64Array.from(number(({ reward }) => reward)),
    exact: Uint8Array.from(number(({ exact }) => Number(exact))),
    startedAt: Float64Array.from(number(({ startedAt }) => startedAt)),
    doneAt: Float64Array.from(number(({ doneAt }) => doneAt)),
    promptOffsets,
    promptTokens: column(Int32Array, places, promptOffsets)(({ sample }) => [sample.tokens, 0]),
    offsets,
    tokens: own(({ sample }) => [sample.tokens, sample.promptLength]),
    mask,
    versions,
    updates: own(({ sample }) => [sample.updates, sample.promptLength]),
    staleness: versions.map((sampled) => version - sampled),
    logpBehave,
    logpProx,
    logpTheta,
    ratio: logRatios(logpTheta, logpBehave, mask).map(ratioOf),
    ratioProx: logRatios(logpTheta, logpProx, mask).map(ratioOf),
    advantage: fact(({ facts }) => facts.advantage),
    coefficients: fact(({ coefficients }) => coefficients),
    entropy: fact(({ entropy }) => entropy),
    gates,
  };
}

/** The buffers of a batch's columns, to be handed over without a copy. */
export function buffersOf(batch: BatchDetails): ArrayBuffer[] {
  return [...Object.values(batch), ...Object.values(batch.gates)].flatMap((value) =>
    ArrayBuffer.isView(value) ? [value.buffer as ArrayBuffer] : [],
  );
}

/** Where each sample was trained on last, by group and member. */
function lastPlaces(minibatches: readonly Trained[]): readonly Place[] {
  const places = new Map<number, Place>();
  for (const minibatch of minibatches) {
    minibatch.samples.forEach((sample, index) => places.set(sample.id, { sample, minibatch, index }));
  }
  return [...places.values()].sort(
    (a, b) => a.sample.group - b.sample.group || a.sample.member - b.sample.member,
  );
}

/** The first groups that have no more than `limit` response tokens together, but at least one group. */
function wholeGroups(places: readonly Place[], limit: number): readonly Place[] {
  let tokens = 0;
  let end = 0;
  for (let i = 0; i < places.length; i++) {
    const { sample } = places[i]!;
    tokens += sample.length - sample.promptLength;
    if (places[i + 1]?.sample.group === sample.group) continue;
    if (tokens > limit && end > 0) break;
    end = i + 1;
  }
  return places.slice(0, end);
}

function offsetsOf(lengths: readonly number[]): Int32Array {
  const offsets = new Int32Array(lengths.length + 1);
  lengths.forEach((length, i) => (offsets[i + 1] = offsets[i]! + length));
  return offsets;
}

/**
 * Makes columns with `offsets[i+1] − offsets[i]` numbers of each place: from which array, beginning where. Without an
 * array they are NaN, in a column that can hold it: there is no such number under this objective.
 */
function column<T extends Int32Array | Float64Array>(
  type: new (length: number) => T,
  places: readonly Place[],
  offsets: Int32Array,
): (source: (place: Place) => readonly [ArrayLike<number> | undefined, number]) => T {
  return (source) => {
    const values = new type(offsets.at(-1)!);
    places.forEach((place, i) => {
      const [from, start] = source(place);
      for (let t = offsets[i]!, n = start; t < offsets[i + 1]!; t++, n++) values[t] = from?.[n] ?? NaN;
    });
    return values;
  };
}

/**
 * One update: all minibatches and epochs of one batch of samples.
 *
 * - advantages over the whole batch, by the experiment's estimator
 * - scores of the whole batch by θ as it is before the update: that is the proximal policy, and θ itself for the first
 *   minibatch. It is scored last, as an engine may go straight to the backward pass of what it scored last
 * - per minibatch: facts → `evaluateObjective` over the whole minibatch → gradient rows → Adam
 *
 * Diagnostics speak of all minibatches together, each at the θ that it was evaluated with.
 */
import type { Experiment } from '../../experiment/experiment.ts';
import { advantages } from '../../learning/advantages/index.ts';
import { type Evaluation, evaluateObjective, type Facts, needsOf } from '../../learning/objectives/index.ts';
import type { AdamSettings, Engine } from '../../policy/engine.ts';
import type { Sample } from '../memory/sample.ts';
import type { Trained } from './batchDetails.ts';
import type { LearnerReport, UpdateContext } from './contract.ts';
import { minibatchesOf } from './minibatches.ts';
import { concatenate, pack, packScores, perSample, perToken, place, scatter, select } from './packing.ts';
import type { Packed, PackedScores } from './packing.ts';
import { reportOf } from './report.ts';

const ADAM_EPSILON = 1e-8;

/** A minibatch: indices of samples, and those samples packed. */
interface Part {
  readonly chosen: readonly number[];
  readonly packed: Packed;
}

/** Scores by θ as it was before the update. */
interface Before {
  /** Of the whole batch. */
  readonly logprobs: Float64Array;
  readonly first: PackedScores;
}

/** A minibatch, once evaluated. */
interface Visit extends Trained {
  readonly facts: Facts;
  readonly loss: number;
  /** NaN when no step was tried. */
  readonly gradientNorm: number;
  readonly applied: boolean;
}

/**
 * @param longest the longest response the task allows: the constant of `seq-mean-token-sum-norm`
 * @throws RangeError for an empty batch
 */
export async function learnerUpdate(
  engine: Engine,
  experiment: Experiment,
  samples: readonly Sample[],
  context: UpdateContext,
  longest: number,
): Promise<LearnerReport> {
  if (samples.length === 0) throw new RangeError('an update needs samples');
  const batch = new Batch(engine, experiment, samples, context, longest);
  const key = { seed: experiment.run.seed, update: context.update };
  const parts = minibatchesOf(batch.groups, experiment.optimiser, key).map((chosen) => batch.part(chosen));
  const before = await batch.before(parts.slice(0, parts.length / experiment.optimiser.epochs));
  const visits: Visit[] = [];
  for (const part of parts) {
    const scores = part === parts[0] ? before.first : await batch.score(part.packed);
    const visit = await batch.visit(part, scores, before.logprobs);
    visits.push(visit);
    if (!visit.applied) break;
  }
  return batch.report(visits);
}

class Batch {
  readonly packed: Packed;
  readonly groups: Int32Array;
  readonly #engine: Engine;
  readonly #experiment: Experiment;
  readonly #context: UpdateContext;
  readonly #longest: number;
  readonly #rewards: Float64Array;
  /** One a sample. */
  readonly #advantages: Float64Array;

  constructor(
    engine: Engine,
    experiment: Experiment,
    samples: readonly Sample[],
    context: UpdateContext,
    longest: number,
  ) {
    const sorted = [...samples].sort((a, b) => a.group - b.group || a.member - b.member);
    this.#engine = engine;
    this.#experiment = experiment;
    this.#context = context;
    this.#longest = longest;
    this.packed = pack(sorted, sorted.length, engine.spec.maxLength);
    this.groups = Int32Array.from(sorted, (sample) => sample.group);
    this.#rewards = Float64Array.from(sorted, (sample) => sample.reward);
    this.#advantages = advantages[experiment.advantage.estimator].estimate(this.#rewards, this.groups);
  }

  /** Parts have one shape as far as they have one size. */
  part(chosen: readonly number[]): Part {
    const { samples, batch } = this.packed;
    if (chosen.length === samples.length) return { chosen, packed: this.packed };
    const rows = Math.max(Math.ceil(samples.length / this.#experiment.optimiser.minibatches), chosen.length);
    return {
      chosen,
      packed: pack(
        chosen.map((i) => samples[i]!),
        rows,
        batch.length,
      ),
    };
  }

  /** @param parts those of the first epoch: together, the whole batch */
  async before(parts: readonly Part[]): Promise<Before> {
    const logprobs = new Float64Array(this.packed.places.length);
    let first: PackedScores | undefined;
    for (const { chosen, packed } of [...parts].reverse()) {
      first = await this.score(packed);
      place(first.logprobs, logprobs, this.packed.offsets, chosen);
    }
    return { logprobs, first: first! };
  }

  /** θ's scores of a packed part. */
  async score(packed: Packed): Promise<PackedScores> {
    const scores = await this.#engine.score('theta', packed.batch, {
      temperature: this.#experiment.rollout.temperature,
      entropy: true,
      distributions: needsOf(this.#experiment).distributions === true,
    });
    return packScores(scores, packed, this.#engine.spec.vocabulary);
  }

  /** @param before log-probabilities of the whole batch by θ as it was before the update */
  async visit({ chosen, packed }: Part, scores: PackedScores, before: Float64Array): Promise<Visit> {
    const facts = this.#facts(chosen, packed, scores, select(before, this.packed.offsets, chosen));
    const evaluation = evaluateObjective(facts, this.#experiment);
    const step = await this.#step(packed, evaluation);
    const { loss, coefficients, gates } = evaluation;
    return { samples: packed.samples, facts, entropy: scores.entropy, coefficients, gates, loss, ...step };
  }

  #facts(chosen: readonly number[], part: Packed, scores: PackedScores, logpProx: Float64Array): Facts {
    const { version } = this.#context;
    return {
      offsets: part.offsets,
      mask: Uint8Array.from(perToken(part, (sample) => sample.lossMask)),
      logpTheta: scores.logprobs,
      logpProx,
      logpBehave: perToken(part, (sample) => sample.behaveLogprobs),
      advantage: perSample(part, (i) => this.#advantages[chosen[i]!]!),
      staleness: Int32Array.from(
        perToken(part, (sample) => sample.versions),
        (sampled) => version - sampled,
      ),
      groups: Int32Array.from(chosen, (i) => this.groups[i]!),
      maxLength: this.#longest,
      ...(scores.distributions && {
        distributions: { vocabulary: this.#engine.spec.vocabulary, logpTheta: scores.distributions },
      }),
    };
  }

  /** Backpropagates and steps, unless loss or gradient are not finite. */
  async #step(
    part: Packed,
    { loss, gradient, logitRows }: Evaluation,
  ): Promise<Pick<Visit, 'gradientNorm' | 'applied'>> {
    if (!Number.isFinite(loss) || !allFinite(gradient) || (logitRows && !allFinite(logitRows))) {
      return { gradientNorm: NaN, applied: false };
    }
    const { learningRate, beta1, beta2, gradientClip } = this.#experiment.optimiser;
    const adam: AdamSettings = { learningRate, beta1, beta2, epsilon: ADAM_EPSILON, gradientClip };
    await this.#engine.accumulate(part.batch, {
      temperature: this.#experiment.rollout.temperature,
      logprobs: scatter(gradient, part),
      ...(logitRows && { logits: scatter(logitRows, part, this.#engine.spec.vocabulary) }),
    });
    return this.#engine.step(adam);
  }

  report(visits: readonly Visit[]): LearnerReport {
    return {
      ...reportOf(this.packed, visits, this.#experiment, this.#context),
      coefficients: concatenate(visits.map((visit) => visit.coefficients)),
      batch: {
        update: this.#context.update + 1,
        version: this.#context.version,
        experiment: this.#experiment,
        minibatches: visits.map(withoutDistributions),
      },
      applied: visits.every((visit) => visit.applied),
    };
  }
}

/** Whole distributions would hold many times the memory of all the rest. */
function withoutDistributions({ samples, facts, entropy, coefficients, gates }: Visit): Trained {
  const { distributions: _, ...kept } = facts;
  return { samples, facts: kept, entropy, coefficients, gates };
}

function allFinite(values: Float64Array): boolean {
  return values.every(Number.isFinite);
}

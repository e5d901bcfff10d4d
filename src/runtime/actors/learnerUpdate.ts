/**
 * One update: all minibatches and epochs of one batch of samples.
 *
 * - what methods need of other policies, for the whole batch (`provisions.ts`)
 * - scores of the whole batch by θ as it is before the update (`before.ts`): that is the proximal policy where the method
 *   has no other one, and θ itself for the first minibatch
 * - rewards and advantages over the whole batch, by the experiment's estimator (`rewards.ts`)
 * - per minibatch: facts → `evaluateObjective` over the whole minibatch → gradient rows → Adam, and the averaged policy
 *   a step further
 *
 * Diagnostics speak of all minibatches together, each at the θ that it was evaluated with.
 */
import type { Experiment } from '../../experiment/experiment.ts';
import { rulesOf } from '../../learning/advantages/index.ts';
import { averagingOf, resetsAverage } from '../../learning/objectives/averaging.ts';
import { type Evaluation, evaluateObjective, type Needs, needsOf } from '../../learning/objectives/index.ts';
import { penalisesRewards, rewardPenalties } from '../../learning/objectives/klPenalty.ts';
import { below, STREAM } from '../../numerics/random.ts';
import type { AdamSettings, Engine, Slot } from '../../policy/engine.ts';
import type { Sample } from '../memory/sample.ts';
import type { Trained } from './batchDetails.ts';
import { type Before, scoreBefore } from './before.ts';
import type { LearnerReport, UpdateContext } from './contract.ts';
import { entropiesByPosition } from './entropyHistory.ts';
import type { LearnerMemory } from './learnerMemory.ts';
import { minibatchesOf } from './minibatches.ts';
import { withoutOverAge } from './overAge.ts';
import { concatenate, pack, packScores, perSample, perToken, scatter, select } from './packing.ts';
import type { Packed, PackedScores } from './packing.ts';
import { provide, type Provisions } from './provisions.ts';
import { reportOf, type ReportedVisit } from './report.ts';
import {
  type Earned,
  earnedBy,
  estimatorOf,
  isTruncated,
  type ResponseRules,
  shapedRewards,
} from './rewards.ts';

const ADAM_EPSILON = 1e-8;

/** What an update is made with. `longest` is the constant of `seq-mean-token-sum-norm`. */
export interface UpdateMeans extends ResponseRules {
  /** Holds θ. */
  readonly engine: Engine;
  readonly memory: LearnerMemory;
}

/** A minibatch: indices of samples, and those samples packed. */
interface Part {
  readonly chosen: readonly number[];
  readonly packed: Packed;
}

/** A minibatch, once evaluated. */
interface Visit extends Omit<Trained, 'facts'>, ReportedVisit {
  readonly applied: boolean;
}

/** @throws RangeError for an empty batch */
export async function learnerUpdate(
  means: UpdateMeans,
  experiment: Experiment,
  samples: readonly Sample[],
  context: UpdateContext,
): Promise<LearnerReport> {
  if (samples.length === 0) throw new RangeError('an update needs samples');
  const counted = withoutOverAge(samples, experiment, context.version);
  const batch = new Batch(means, experiment, counted, context);
  const key = { seed: experiment.run.seed, update: context.update };
  const parts = minibatchesOf(batch.groups, experiment.optimiser, key).map((chosen) => batch.part(chosen));
  await batch.prepare(parts.slice(0, parts.length / experiment.optimiser.epochs));
  const visits: Visit[] = [];
  for (const [order, part] of parts.entries()) {
    const visit = await batch.visit(part, order);
    visits.push(visit);
    if (!visit.applied) break;
  }
  means.memory.entropies.add(visits);
  return batch.report(visits);
}

class Batch {
  readonly packed: Packed;
  readonly groups: Int32Array;
  readonly #means: UpdateMeans;
  readonly #engine: Engine;
  readonly #experiment: Experiment;
  readonly #context: UpdateContext;
  readonly #needs: Needs;
  /** Of the verifier, one a sample. */
  readonly #rewards: Float64Array;
  #provisions: Provisions = { unkept: 0 };
  #earned: Earned | undefined;
  /** Absent where nothing reads it: the method has a proximal policy of its own. */
  #before: Before | undefined;

  constructor(
    means: UpdateMeans,
    experiment: Experiment,
    samples: readonly Sample[],
    context: UpdateContext,
  ) {
    const sorted = [...samples].sort((a, b) => a.group - b.group || a.member - b.member);
    this.#means = means;
    this.#engine = means.engine;
    this.#experiment = experiment;
    this.#context = context;
    this.#needs = needsOf(experiment);
    this.packed = pack(sorted, sorted.length, means.engine.spec.maxLength);
    this.groups = Int32Array.from(sorted, (sample) => sample.group);
    this.#rewards = Float64Array.from(sorted, (sample) => sample.reward);
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

  /**
   * Computes what stays the same during the update.
   * @param parts those of the first epoch: together, the whole batch
   */
  async prepare(parts: readonly Part[]): Promise<void> {
    const { temperature, precision } = this.#experiment.rollout;
    const { engine, memory } = this.#means;
    const needs = this.#needs;
    this.#provisions = await provide(engine, memory.past, this.packed, { needs, temperature, precision });
    const own = needs.prox === 'averaged' || needs.prox === 'old';
    const { advantage, kl } = this.#experiment;
    const penalised = penalisesRewards(this.#experiment);
    const estimator = estimatorOf(advantage);
    const ofTokens = estimator.level === 'token';
    if (!own || needs.values || penalised || ofTokens) {
      this.#before = await scoreBefore({
        whole: this.packed,
        parts,
        values: needs.values === true,
        agreement: ofTokens,
        vocabulary: engine.spec.vocabulary,
        score: (packed) => this.#score('theta', packed, ofTokens),
      });
    }
    const { samples, offsets } = this.packed;
    const mask = maskOf(this.packed);
    // By θ as it was before the update.
    const penalties = penalised
      ? rewardPenalties(this.#before!.logprobs, this.#provisions.reference!, mask, kl)
      : undefined;
    const policy = ofTokens
      ? { logp: this.#before!.logprobs, agreement: this.#before!.agreement! }
      : undefined;
    const rewards = shapedRewards(samples, advantage, this.#means);
    const paid = { offsets, mask, rewards, groups: this.groups, penalties, policy };
    this.#earned = earnedBy(paid, estimator, rulesOf(advantage));
  }

  /** @param order of the minibatch within the update */
  async visit(part: Part, order: number): Promise<Visit> {
    const { packed } = part;
    const averaged = this.#needs.prox === 'averaged' ? await this.#score('proximal', packed) : undefined;
    const scores = order === 0 && this.#before ? this.#before.first : await this.#score('theta', packed);
    const facts = this.#facts(part, order, scores, averaged?.logprobs ?? this.#proximal(part.chosen));
    const evaluation = evaluateObjective(facts, this.#experiment);
    const step = await this.#step(packed, evaluation);
    if (step.applied) await this.#average(evaluation);
    const { loss, coefficients, gates, metrics } = evaluation;
    const { entropy } = scores;
    return { samples: packed.samples, facts, entropy, coefficients, gates, metrics, loss, ...step };
  }

  report(visits: readonly Visit[]): LearnerReport {
    return {
      ...reportOf(this.packed, visits, this.#experiment, this.#context),
      coefficients: concatenate(visits.map((visit) => visit.coefficients)),
      batch: {
        update: this.#context.update + 1,
        version: this.#context.version,
        experiment: this.#experiment,
        minibatches: visits.map(withoutRows),
      },
      applied: visits.every((visit) => visit.applied),
      unkept: this.#provisions.unkept,
    };
  }

  /** @param rows whether distributions are wanted though the objective has no need of them */
  async #score(slot: Slot, packed: Packed, rows = false): Promise<PackedScores> {
    const { distributions = false, values = false } = slot === 'theta' ? this.#needs : {};
    const { temperature } = this.#experiment.rollout;
    const request = { temperature, entropy: true, distributions: distributions || rows, values };
    return packScores(
      await this.#engine.score(slot, packed.batch, request),
      packed,
      this.#engine.spec.vocabulary,
    );
  }

  /** ℓp of some samples, where it stays the same during the update. */
  #proximal(chosen: readonly number[]): Float64Array {
    const all = this.#needs.prox === 'old' ? this.#provisions.old! : this.#before!.logprobs;
    return select(all, this.packed.offsets, chosen);
  }

  #facts(part: Part, order: number, scores: PackedScores, logpProx: Float64Array): ReportedVisit['facts'] {
    const { chosen, packed } = part;
    const { update, version } = this.#context;
    const { vocabulary } = this.#engine.spec;
    const { old, reference, behaveRows } = this.#provisions;
    const needs = this.#needs;
    const own = (values: Float64Array, width = 1): Float64Array =>
      select(values, this.packed.offsets, chosen, width);
    const layout = { offsets: packed.offsets, mask: this.#trainedMask(packed) };
    const earned = this.#earned!;
    return {
      ...layout,
      logpTheta: scores.logprobs,
      logpProx,
      logpBehave: perToken(packed, (sample) => sample.behaveLogprobs),
      advantage: own(earned.advantages),
      staleness: Int32Array.from(
        perToken(packed, (sample) => sample.versions),
        (sampled) => version - sampled,
      ),
      groups: Int32Array.from(chosen, (i) => this.groups[i]!),
      maxLength: this.#means.longest,
      ...(needs.old && { logpOld: own(old!) }),
      ...(reference && { logpRef: own(reference) }),
      ...(scores.distributions && {
        distributions: {
          vocabulary,
          logpTheta: scores.distributions,
          ...(behaveRows && { logpBehave: own(behaveRows, vocabulary) }),
        },
      }),
      ...(needs.values && {
        values: scores.values!,
        valuesOld: own(this.#before!.values!),
        rewards: own(earned.rewards),
      }),
      ...(needs.sequenceRewards && { sequenceRewards: Float64Array.from(chosen, (i) => this.#rewards[i]!) }),
      ...(needs.entropy && { entropy: scores.entropy }),
      ...(needs.entropyHistory && {
        // Before any update is past, the batch is its own past.
        entropyHistory: this.#means.memory.entropies.means ?? entropiesByPosition(layout, scores.entropy),
      }),
      ...(needs.seed && {
        seed: below(0x1_0000_0000, this.#experiment.run.seed, STREAM.objective, update, order, 0, 1),
      }),
    };
  }

  /** Tokens to learn from; advantages know of the others too. */
  #trainedMask(packed: Packed): Uint8Array {
    if (this.#experiment.advantage.truncated === 'train') return maskOf(packed);
    const whole = perSample(packed, (i) => (isTruncated(packed.samples[i]!, this.#means) ? 0 : 1));
    return maskOf(packed).map((counts, t) => counts & whole[t]!);
  }

  /** Backpropagates and steps, unless loss or gradient are not finite. */
  async #step(
    part: Packed,
    { loss, gradient, logitRows, valueGradient }: Evaluation,
  ): Promise<Pick<Visit, 'gradientNorm' | 'applied'>> {
    const finite = [gradient, logitRows, valueGradient].every((rows) => !rows || rows.every(Number.isFinite));
    if (!Number.isFinite(loss) || !finite) return { gradientNorm: NaN, applied: false };
    const { learningRate, beta1, beta2, gradientClip } = this.#experiment.optimiser;
    const adam: AdamSettings = { learningRate, beta1, beta2, epsilon: ADAM_EPSILON, gradientClip };
    await this.#engine.accumulate(part.batch, {
      temperature: this.#experiment.rollout.temperature,
      logprobs: scatter(gradient, part),
      ...(logitRows && { logits: scatter(logitRows, part, this.#engine.spec.vocabulary) }),
      ...(valueGradient && { values: scatter(valueGradient, part) }),
    });
    return this.#engine.step(adam);
  }

  /** After a step: the averaged policy follows θ, or begins anew. */
  async #average(evaluation: Evaluation): Promise<void> {
    const { averaged } = this.#means.memory;
    const averaging = averagingOf(this.#experiment);
    if (!averaging || !averaged.active) return;
    if (resetsAverage(averaging, evaluation)) await averaged.begin();
    else await averaged.follow(averaging.decay);
  }
}

function maskOf(packed: Packed): Uint8Array {
  return Uint8Array.from(perToken(packed, (sample) => sample.lossMask));
}

/** Whole distributions would hold many times the memory of all the rest. */
function withoutRows({ samples, facts, entropy, coefficients, gates }: Visit): Trained {
  const { distributions: _, ...kept } = facts;
  return { samples, facts: kept, entropy, coefficients, gates };
}

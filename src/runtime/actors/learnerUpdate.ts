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
import type { LensFacts, LensMinibatch } from '../../learning/lens/contract.ts';
import { type Evaluation, evaluateObjective, type Needs, needsOf } from '../../learning/objectives/index.ts';
import { penalisesRewards, rewardPenalties } from '../../learning/objectives/klPenalty.ts';
import type { AdamSettings, Engine, Slot } from '../../policy/engine.ts';
import type { Capture } from '../lens/capture.ts';
import { joinFacts, lensAnswers, lensFacts } from '../lens/lensFacts.ts';
import type { Sample } from '../memory/sample.ts';
import type { Trained } from './batchDetails.ts';
import { type Before, scoreBefore } from './before.ts';
import type { LearnerReport, UpdateContext } from './contract.ts';
import type { LearnerMemory } from './learnerMemory.ts';
import { minibatchesOf } from './minibatches.ts';
import { withoutOverAge } from './overAge.ts';
import { concatenate, pack, packScores, scatter, select } from './packing.ts';
import type { Packed, PackedScores } from './packing.ts';
import { provide, type Provisions } from './provisions.ts';
import { reportOf, type ReportedVisit } from './report.ts';
import { type Earned, earnedBy, estimatorOf, type ResponseRules, shapedRewards } from './rewards.ts';
import { type BatchFacts, maskOf, type Part, visitFacts } from './visitFacts.ts';
import { Witness } from './witness.ts';

const ADAM_EPSILON = 1e-8;

/** What an update is made with. `longest` is the constant of `seq-mean-token-sum-norm`. */
export interface UpdateMeans extends ResponseRules {
  /** Holds θ. */
  readonly engine: Engine;
  readonly memory: LearnerMemory;
  /** θ as it is before the update, where it was read; nobody writes to it. */
  readonly before?: Float32Array;
}

/** A minibatch, once evaluated. */
interface Visit extends Omit<Trained, 'facts'>, ReportedVisit {
  readonly applied: boolean;
  /** Where the update is captured. */
  readonly seen?: LensMinibatch;
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
  /** Present where the update is captured. */
  #witness: Witness | undefined;

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
    if (this.#context.capture) {
      const whole = { packed: this.packed, experiment: this.#experiment };
      this.#witness = await Witness.of(engine, memory, whole, parts);
    }
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
    const seen = await this.#witness?.see(this.#batchFacts, part, order);
    const averaged = this.#needs.prox === 'averaged' ? await this.#score('proximal', packed) : undefined;
    const scores = order === 0 && this.#before ? this.#before.first : await this.#score('theta', packed);
    const logpProx = averaged?.logprobs ?? this.#proximal(part.chosen);
    const computed = {
      needs: this.#needs,
      provisions: this.#provisions,
      valuesOld: this.#before?.values,
    };
    const facts = visitFacts(this.#batchFacts, computed, { ...part, order, scores, logpProx });
    const evaluation = evaluateObjective(facts, this.#experiment);
    const step = await this.#step(packed, evaluation);
    if (step.applied) await this.#average(evaluation);
    const { loss, coefficients, gates, metrics } = evaluation;
    const { entropy } = scores;
    const visit = { samples: packed.samples, facts, entropy, coefficients, gates, metrics, loss, ...step };
    return seen === undefined ? visit : { ...visit, seen: this.#minibatch(visit, seen) };
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
      ...(this.#means.before && { before: this.#means.before }),
      ...(this.#witness && { capture: this.#capture(visits, this.#witness) }),
    };
  }

  #capture(visits: readonly Visit[], { unkept }: Witness): Capture {
    const parameters = this.#means.before;
    return {
      update: this.#context.update + 1,
      version: this.#context.version,
      experiment: this.#experiment,
      batch: { settings: this.#experiment, minibatches: visits.map(({ seen }) => seen!) },
      ...(parameters && { parameters }),
      complete: true,
      unkept,
    };
  }

  #minibatch({ samples, facts, coefficients, gates }: Omit<Visit, 'seen'>, seen: LensFacts): LensMinibatch {
    return {
      facts: joinFacts(lensFacts(facts, this.#needs), seen),
      trained: { coefficients, gates },
      answers: lensAnswers(samples),
    };
  }

  get #batchFacts(): BatchFacts {
    const { engine, memory, longest, endToken } = this.#means;
    return {
      packed: this.packed,
      groups: this.groups,
      rewards: this.#rewards,
      earned: this.#earned!,
      experiment: this.#experiment,
      context: this.#context,
      response: { longest, endToken },
      vocabulary: engine.spec.vocabulary,
      entropies: memory.entropies,
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

/** Whole distributions would hold many times the memory of all the rest. */
function withoutRows({ samples, facts, entropy, coefficients, gates }: Visit): Trained {
  const { distributions: _, ...kept } = facts;
  return { samples, facts: kept, entropy, coefficients, gates };
}

/**
 * Answers that some weights give now, and the gradient of REINFORCE on them: with θ's own answers, the on-policy policy
 * gradient that every method is after.
 *
 * Rewards and advantages are those of the experiment's own estimator, and losses of tokens become one as the experiment
 * says; what a method can carry beside its own loss (corrections, entropy bonus, KL penalty) is left out.
 */
import { defaultExperiment } from '../../experiment/defaults.ts';
import type { Experiment } from '../../experiment/experiment.ts';
import { rulesOf } from '../../learning/advantages/index.ts';
import {
  evaluateObjective,
  type Evaluation,
  type LearningSettings,
} from '../../learning/objectives/index.ts';
import { below, STREAM } from '../../numerics/random.ts';
import type { Engine } from '../../policy/engine.ts';
import type { Task } from '../../tasks/task.ts';
import { createRolloutActor } from '../actors/index.ts';
import { agreementOf, type Earned, earnedBy, estimatorOf, shapedRewards } from '../actors/rewards.ts';
import { maskOf, trainedMask } from '../actors/visitFacts.ts';
import { pack, perToken, type PackedScores } from '../actors/packing.ts';
import type { Sample } from '../memory/sample.ts';
import type { Work } from './work.ts';

export interface SampleRequest {
  readonly engine: Engine;
  readonly task: Task;
  /** Its sampling settings are used; `group-size` answers go to a prompt. */
  readonly experiment: Experiment;
  readonly parameters: Float32Array;
  readonly groups: number;
  /** Names the prompts and the draws: other batches of the same experiment have others. */
  readonly seed: number;
  readonly work: Work;
}

/** Prompts that are answered side by side. */
const SIDE_BY_SIDE = 64;

/** Pieces of work of sampling answers to so many prompts. */
export function piecesOf(groups: number): number {
  return Math.ceil(groups / SIDE_BY_SIDE);
}

/** By group and member. The engine's slot `snapshot-0` is used. */
export async function sampleAnswers(request: SampleRequest): Promise<readonly Sample[]> {
  const { engine, task, experiment, parameters, groups, seed, work } = request;
  const own = { ...experiment, run: { ...experiment.run, seed: seedOf(experiment, seed) } };
  const actor = createRolloutActor(engine, task, own, 0, 'snapshot-0');
  const samples: Sample[] = [];
  try {
    await actor.load({ version: 0, update: 0, parameters });
    for (let from = 0; from < groups; from += SIDE_BY_SIDE) {
      const tickets = Array.from({ length: Math.min(SIDE_BY_SIDE, groups - from) }, (_, n) => from + n);
      await actor.begin(tickets, 0);
      while (actor.active) {
        await work.pass();
        const { finished } = await actor.advance(0, 0);
        samples.push(...finished.flatMap((ticket) => ticket.samples));
      }
      await work.done();
    }
  } finally {
    actor.dispose();
  }
  return samples.sort((a, b) => a.group - b.group || a.member - b.member);
}

/** As the policy is: in full precision, over the whole vocabulary. */
export function untruncated(experiment: Experiment): Experiment {
  const { rollout } = experiment;
  return { ...experiment, rollout: { ...rollout, precision: 'float32', topK: 0, topP: 1 } };
}

/**
 * What the answers earn. Without a penalty for leaving the reference policy, which is a method's own wish.
 * @param scores by θ, needed where the estimator looks at tokens
 */
export function earnedAnswers(
  samples: readonly Sample[],
  { advantage }: Experiment,
  task: Task,
  scores: PackedScores | undefined,
): Earned {
  const packed = pack(samples, samples.length, task.maxPromptLength + task.maxResponseLength);
  const response = { endToken: task.endToken, longest: task.maxResponseLength };
  const policy = scores && {
    logp: scores.logprobs,
    agreement: agreementOf(scores.distributions!, task.vocabulary.length),
  };
  return earnedBy(
    {
      offsets: packed.offsets,
      mask: maskOf(packed),
      rewards: shapedRewards(samples, advantage, response),
      groups: Int32Array.from(samples, ({ group }) => group),
      policy,
    },
    estimatorOf(advantage),
    rulesOf(advantage),
  );
}

/** Whether advantages need θ's scores of the answers. */
export function looksAtTokens({ advantage }: Experiment): boolean {
  return estimatorOf(advantage).level === 'token';
}

/** REINFORCE on answers of θ itself, the whole batch at once. */
export function freshEvaluation(
  samples: readonly Sample[],
  experiment: Experiment,
  task: Task,
  scores: PackedScores | undefined,
): Evaluation {
  const packed = pack(samples, samples.length, task.maxPromptLength + task.maxResponseLength);
  const response = { endToken: task.endToken, longest: task.maxResponseLength };
  return evaluateObjective(
    {
      offsets: packed.offsets,
      mask: trainedMask(packed, experiment, response),
      // θ is the sampler.
      logpTheta: perToken(packed, (sample) => sample.behaveLogprobs),
      advantage: earnedAnswers(samples, experiment, task, scores).advantages,
      maxLength: task.maxResponseLength,
    },
    bare(experiment),
  );
}

function bare(experiment: Experiment): LearningSettings {
  const none = defaultExperiment();
  return {
    ...experiment,
    objective: { ...experiment.objective, name: 'reinforce', entropyBonus: 0 },
    correction: none.correction,
    kl: { ...experiment.kl, coefficient: 0 },
  };
}

function seedOf({ run }: Experiment, seed: number): number {
  return below(0x1_0000_0000, run.seed, STREAM.lens, seed, 1);
}

/**
 * The learner of `contract.ts`: it holds θ in its engine's slot `theta`, the experiment's live settings, and what
 * methods ask for (`learnerMemory.ts`).
 */
import type { Experiment } from '../../experiment/experiment.ts';
import { type Needs, needsOf } from '../../learning/objectives/index.ts';
import type { Engine } from '../../policy/engine.ts';
import { initialParameters } from '../../policy/initialise.ts';
import type { Prompt, Task } from '../../tasks/task.ts';
import type { Sample } from '../memory/sample.ts';
import type {
  LearnerActor,
  LearnerReport,
  UpdateContext,
  WarmStartProgress,
  WeightCache,
} from './contract.ts';
import { accuracyOf, heldOutPrompts } from './evaluation.ts';
import { type Gathered, LearnerMemory, NO_PAST, type Past } from './learnerMemory.ts';
import { learnerUpdate } from './learnerUpdate.ts';
import { emptyOptimiser, warmStart } from './warmStart.ts';

/** Other weights that have to be in the engine, or may be, for some method; those that the learner itself keeps are not. */
const NEEDED_BY_SOME: Needs = { reference: true, old: true, behaveDistributions: true };

/** @param engine belongs to the caller, who also disposes of it */
export function createLearnerActor(engine: Engine, task: Task, experiment: Experiment): LearnerActor {
  return new Learner(engine, task, experiment);
}

class Learner implements LearnerActor {
  readonly #engine: Engine;
  readonly #task: Task;
  readonly #heldOut: readonly Prompt[];
  readonly #memory: LearnerMemory;
  #experiment: Experiment;
  /** θ as it was read last; undefined where it has changed since. */
  #theta: Float32Array | undefined;

  constructor(engine: Engine, task: Task, experiment: Experiment) {
    this.#engine = engine;
    this.#task = task;
    this.#experiment = experiment;
    this.#memory = new LearnerMemory(engine);
    this.#heldOut = heldOutPrompts(task, experiment.run.seed, experiment.evaluation.prompts);
  }

  configure(experiment: Experiment): void {
    this.#experiment = experiment;
  }

  async initialise(): Promise<void> {
    await this.#engine.load('theta', initialParameters(this.#engine.spec, this.#experiment.run.seed));
    await emptyOptimiser(this.#engine);
    await this.#forget();
  }

  async warmStart(
    cache: WeightCache | undefined,
    onProgress: (progress: WarmStartProgress) => Promise<boolean>,
  ): Promise<{ readonly cached: boolean }> {
    const result = await warmStart(this.#engine, this.#task, this.#experiment, cache, onProgress);
    await this.#forget();
    return result;
  }

  async update(samples: readonly Sample[], context: UpdateContext): Promise<LearnerReport> {
    const experiment = this.#experiment;
    const needs = needsOf(experiment);
    const inEngine = context.capture ? { ...needs, ...NEEDED_BY_SOME } : needs;
    let before = this.#theta;
    const theta = async (): Promise<Float32Array> => (before ??= await this.#engine.read('theta'));
    await this.#memory.prepare(context.version, inEngine, theta);
    if (context.capture) await theta();
    this.#theta = undefined;
    const report = await learnerUpdate(
      {
        engine: this.#engine,
        memory: this.#memory,
        longest: this.#task.maxResponseLength,
        endToken: this.#task.endToken,
        ...(before && { before }),
      },
      experiment,
      samples,
      context,
    );
    this.#memory.trim(context.oldest ?? -Infinity, needs);
    return report;
  }

  evaluate(): Promise<number> {
    return accuracyOf(this.#engine, 'theta', this.#task, this.#heldOut);
  }

  async parameters(): Promise<Float32Array> {
    const parameters = await this.#engine.read('theta');
    this.#theta = parameters.slice();
    return parameters;
  }

  gathered(): Promise<Gathered> {
    return this.#memory.gathered();
  }

  get oldestKept(): number {
    return this.#memory.past.oldest;
  }

  get keptBytes(): number {
    return this.#memory.bytes;
  }

  async restore(parameters: Float32Array, gathered: Gathered | null, past: Past): Promise<void> {
    await this.#engine.load('theta', parameters);
    if (gathered === null) await emptyOptimiser(this.#engine);
    else await this.#engine.loadOptimiser(gathered.optimiser);
    this.#theta = undefined;
    await this.#memory.restore(gathered, past);
  }

  dispose(): void {
    this.#memory.dispose();
    this.#engine.drop('theta');
  }

  /** There is no past yet. */
  async #forget(): Promise<void> {
    this.#theta = undefined;
    await this.#memory.restore(null, NO_PAST);
  }
}

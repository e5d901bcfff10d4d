/** The learner of `contract.ts`: it holds θ in its engine's slot `theta`, and the experiment's live settings. */
import type { Experiment } from '../../experiment/experiment.ts';
import type { Engine, OptimiserState } from '../../policy/engine.ts';
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
import { learnerUpdate } from './learnerUpdate.ts';
import { emptyOptimiser, warmStart } from './warmStart.ts';

/** @param engine belongs to the caller, who also disposes of it */
export function createLearnerActor(engine: Engine, task: Task, experiment: Experiment): LearnerActor {
  return new Learner(engine, task, experiment);
}

class Learner implements LearnerActor {
  readonly #engine: Engine;
  readonly #task: Task;
  readonly #heldOut: readonly Prompt[];
  #experiment: Experiment;

  constructor(engine: Engine, task: Task, experiment: Experiment) {
    this.#engine = engine;
    this.#task = task;
    this.#experiment = experiment;
    this.#heldOut = heldOutPrompts(task, experiment.run.seed, experiment.evaluation.prompts);
  }

  configure(experiment: Experiment): void {
    this.#experiment = experiment;
  }

  async initialise(): Promise<void> {
    await this.#engine.load('theta', initialParameters(this.#engine.spec, this.#experiment.run.seed));
    await emptyOptimiser(this.#engine);
  }

  warmStart(
    cache: WeightCache | undefined,
    onProgress: (progress: WarmStartProgress) => Promise<boolean>,
  ): Promise<{ readonly cached: boolean }> {
    return warmStart(this.#engine, this.#task, this.#experiment, cache, onProgress);
  }

  update(samples: readonly Sample[], context: UpdateContext): Promise<LearnerReport> {
    return learnerUpdate(this.#engine, this.#experiment, samples, context, this.#task.maxResponseLength);
  }

  evaluate(): Promise<number> {
    return accuracyOf(this.#engine, 'theta', this.#task, this.#heldOut);
  }

  parameters(): Promise<Float32Array> {
    return this.#engine.read('theta');
  }

  optimiser(): Promise<OptimiserState> {
    return this.#engine.readOptimiser();
  }

  async restore(parameters: Float32Array, optimiser: OptimiserState | null): Promise<void> {
    await this.#engine.load('theta', parameters);
    if (optimiser === null) await emptyOptimiser(this.#engine);
    else await this.#engine.loadOptimiser(optimiser);
  }

  dispose(): void {
    this.#engine.drop('theta');
  }
}

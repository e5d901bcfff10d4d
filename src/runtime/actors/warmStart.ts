/**
 * The supervised warm start: cross-entropy on right answers, mean over their tokens, by Adam. It leaves the
 * optimiser empty, so that a run that takes its weights from the cache goes on with the same bits.
 */
import type { Experiment } from '../../experiment/experiment.ts';
import { warmStartKey } from '../../experiment/key.ts';
import type { AdamSettings, Engine, TokenBatch } from '../../policy/engine.ts';
import type { Task } from '../../tasks/task.ts';
import type { WarmStartProgress, WeightCache } from './contract.ts';
import { batchOf } from './prompts.ts';

/** Not the run's optimiser settings: those may change live, and the cached result must not depend on them. */
const ADAM = { beta1: 0.9, beta2: 0.999, epsilon: 1e-8, gradientClip: 1 };

/** The warm start reads the second half of the training stream, reinforcement learning the first. */
const FIRST_PROMPT = 0x8000_0000;

/** The loss costs a forward pass of its own, so it is measured once in so many updates. */
const MEASURE_EVERY = 10;

/**
 * Leads θ from its present weights to the warm-started ones.
 * @param onProgress awaited after every update; resolving false stops, and nothing is cached then
 * @throws Error when the loss is not finite
 */
export async function warmStart(
  engine: Engine,
  task: Task,
  experiment: Experiment,
  cache: WeightCache | undefined,
  onProgress: (progress: WarmStartProgress) => Promise<boolean>,
): Promise<{ readonly cached: boolean }> {
  const { updates } = experiment.warmStart;
  if (updates === 0) return { cached: false };
  const { engine: name, backend, code = '' } = engine.descriptor;
  const key = warmStartKey(experiment, `${name}-${backend}-${code}`);
  const known = await cache?.get(key);
  if (known?.length === engine.parameters) {
    await engine.load('theta', known);
    return { cached: true };
  }
  const complete = await train(engine, task, experiment, onProgress);
  await emptyOptimiser(engine);
  if (complete) await cache?.put(key, await engine.read('theta'));
  return { cached: false };
}

async function train(
  engine: Engine,
  task: Task,
  experiment: Experiment,
  onProgress: (progress: WarmStartProgress) => Promise<boolean>,
): Promise<boolean> {
  const { updates, learningRate } = experiment.warmStart;
  const adam: AdamSettings = { ...ADAM, learningRate };
  let loss = NaN;
  for (let update = 0; update < updates; update++) {
    const lesson = lessonOf(engine, task, experiment, update);
    if (update % MEASURE_EVERY === 0) loss = await lossOf(engine, lesson);
    await engine.accumulate(lesson.batch, { temperature: 1, logprobs: lesson.gradient });
    const { applied } = await engine.step(adam);
    if (!applied || !Number.isFinite(loss)) {
      throw new Error(
        'The warm start diverged: its loss is not finite. A lower warmStart.learningRate helps.',
      );
    }
    if (!(await onProgress({ update: update + 1, of: updates, loss }))) return false;
  }
  return true;
}

interface Lesson {
  readonly batch: TokenBatch;
  /** ∂loss/∂log π: −1/N on the N response tokens, else 0; rows × length. */
  readonly gradient: Float32Array;
}

function lessonOf(engine: Engine, task: Task, experiment: Experiment, update: number): Lesson {
  const { batch: rows } = experiment.warmStart;
  const { maxLength } = engine.spec;
  const prompts = Array.from({ length: rows }, (_, r) =>
    task.prompt(experiment.run.seed, 'train', FIRST_PROMPT + update * rows + r),
  );
  const batch = batchOf(
    prompts.map(({ tokens, target }) => [...tokens, ...target]),
    maxLength,
  );
  const total = prompts.reduce((sum, { target }) => sum + target.length, 0);
  const gradient = new Float32Array(rows * maxLength);
  prompts.forEach(({ tokens, target }, r) => {
    const from = r * maxLength + tokens.length;
    gradient.fill(-1 / total, from, from + target.length);
  });
  return { batch, gradient };
}

async function lossOf(engine: Engine, { batch, gradient }: Lesson): Promise<number> {
  const { logprobs } = await engine.score('theta', batch, { temperature: 1 });
  return logprobs.reduce((loss, logprob, i) => loss + (gradient[i] === 0 ? 0 : gradient[i]! * logprob), 0);
}

/** Moments at 0 and no steps done. */
export async function emptyOptimiser(engine: Engine): Promise<void> {
  const { parameters } = engine;
  await engine.loadOptimiser({
    steps: 0,
    first: new Float32Array(parameters),
    second: new Float32Array(parameters),
  });
}

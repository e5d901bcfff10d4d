/**
 * The rollout actor of `contract.ts`. Every random number is keyed by (seed, ticket, member, position), so that
 * an answer depends neither on the worker nor on what is answered beside it. Rows that have ended go on being
 * computed, and what they say is ignored.
 */
import type { Experiment } from '../../experiment/experiment.ts';
import { STREAM, uniform } from '../../numerics/random.ts';
import type { Engine, Generation, GenerationStep, Slot } from '../../policy/engine.ts';
import type { Task } from '../../tasks/task.ts';
import type { FinishedTicket, RolloutActor, RolloutStep, Weights } from './contract.ts';
import { isFiltered } from './filter.ts';
import { batchOf } from './prompts.ts';
import { type Completion, RolloutRows } from './rolloutRows.ts';

/**
 * @param engine belongs to the caller; several actors may share one as long as their calls do not overlap
 * @param slot where this actor keeps its weights: its own where the engine is shared
 */
export function createRolloutActor(
  engine: Engine,
  task: Task,
  experiment: Experiment,
  worker: number,
  slot: Slot = 'theta',
): RolloutActor {
  return new Rollout(engine, task, experiment, worker, slot);
}

type Stamp = Pick<Weights, 'version' | 'update'>;

class Rollout implements RolloutActor {
  readonly #engine: Engine;
  readonly #task: Task;
  readonly #worker: number;
  readonly #slot: Slot;
  #experiment: Experiment;
  #weights: Stamp = { version: -1, update: -1 };
  #work: { readonly rows: RolloutRows; readonly generation: Generation } | undefined;

  constructor(engine: Engine, task: Task, experiment: Experiment, worker: number, slot: Slot) {
    this.#engine = engine;
    this.#task = task;
    this.#experiment = experiment;
    this.#worker = worker;
    this.#slot = slot;
  }

  get version(): number {
    return this.#weights.version;
  }

  get active(): boolean {
    return this.#work !== undefined;
  }

  get tickets(): readonly number[] {
    return this.#work?.rows.openTickets ?? [];
  }

  get answers(): number {
    return this.#work?.rows.openAnswers ?? 0;
  }

  get prefix(): number {
    return this.#work?.rows.prefix ?? 0;
  }

  configure(experiment: Experiment): void {
    this.#experiment = experiment;
  }

  async load(weights: Weights): Promise<void> {
    const { weightSwap, precision } = this.#experiment.rollout;
    if (this.#work && weightSwap === 'boundary') {
      throw new Error('weights cannot change in the middle of an answer under the swap mode "boundary"');
    }
    await this.#engine.load(this.#slot, weights.parameters, precision);
    if (this.#work && weightSwap !== 'boundary') await this.#work.generation.swapWeights(weightSwap);
    this.#weights = { version: weights.version, update: weights.update };
  }

  async begin(tickets: readonly number[], now: number): Promise<void> {
    if (this.#work) throw new Error('answers are under way already');
    if (this.#weights.version < 0) throw new Error('no weights were loaded');
    if (tickets.length === 0) return;
    const { maxLength } = this.#engine.spec;
    const { temperature, topK, topP } = this.#experiment.rollout;
    const rows = new RolloutRows(
      {
        task: this.#task,
        seed: this.#experiment.run.seed,
        groupSize: this.#experiment.schedule.groupSize,
        worker: this.#worker,
        maxLength,
      },
      tickets,
      now,
    );
    const prompts = batchOf(
      Array.from({ length: rows.rows }, (_, r) => rows.promptOf(r).tokens),
      this.#task.maxPromptLength,
    );
    const generation = await this.#engine.generate({
      slot: this.#slot,
      prompts,
      maxLength,
      temperature,
      topK,
      topP,
    });
    this.#work = { rows, generation };
  }

  async advance(now: number, inForce: number): Promise<RolloutStep> {
    if (!this.#work) return { tokens: 0, finished: [] };
    const { rows, generation } = this.#work;
    const { seed } = this.#experiment.run;
    const { position } = generation;
    const uniforms = Float64Array.from({ length: rows.rows }, (_, r) =>
      uniform(seed, STREAM.sample, rows.ticketOf(r), rows.memberOf(r), position),
    );
    const outcome = this.#record(await generation.advance(uniforms), { now, inForce });
    if (rows.openTickets.length === 0) this.#end();
    return outcome;
  }

  abandon(): readonly number[] {
    const { tickets } = this;
    this.#end();
    return tickets;
  }

  dispose(): void {
    this.#end();
    if (this.#weights.version >= 0) this.#engine.drop(this.#slot);
  }

  #record(step: GenerationStep, done: Completion): RolloutStep {
    const { rows } = this.#work!;
    const { partialCredit } = this.#experiment.task;
    const { filter } = this.#experiment.schedule;
    const finished: FinishedTicket[] = [];
    let tokens = 0;
    for (let r = 0; r < rows.rows; r++) {
      if (step.generated[r] === 0 || rows.isFinished(r)) continue;
      tokens++;
      if (rows.append(r, step.tokens[r]!, step.logprobs[r]!, this.#weights)) {
        const { ticket, samples } = rows.finish(r, done, partialCredit);
        finished.push({ ticket, samples, filtered: isFiltered(samples, filter) });
      }
    }
    return { tokens, finished };
  }

  #end(): void {
    this.#work?.generation.dispose();
    this.#work = undefined;
  }
}

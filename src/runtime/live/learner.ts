/**
 * The learner without its thread: warm start, then one update per batch, for ever. It asks the coordinator
 * before every step and rests while it gets no answer.
 *
 * Messages are heard by `hear`; `run` is the learner's life.
 */
import type { Experiment } from '../../experiment/experiment.ts';
import type { EngineMemory } from '../../policy/engine.ts';
import { encodeFrame } from '../../telemetry/frame.ts';
import type { MetricName } from '../../telemetry/metrics.ts';
import type { LearnerActor, LearnerReport, WeightCache } from '../actors/contract.ts';
import type { Sender } from './link.ts';
import type { CoordinatorToLearner, LearnerToCoordinator, Stage } from './protocol.ts';
import type { SampleStore } from './sampleStore.ts';
import type { LearnerTransport } from './transport/contract.ts';

export interface LearnerParts {
  readonly actor: LearnerActor;
  readonly transport: LearnerTransport;
  readonly store: SampleStore;
  readonly link: Sender<LearnerToCoordinator>;
  readonly experiment: Experiment;
  readonly cache: WeightCache | undefined;
  /** Of the engine. */
  readonly memory: () => EngineMemory;
}

type Batch = Extract<CoordinatorToLearner, { kind: 'batch' }>;
/** What the coordinator answers, in the order of the questions. */
type Answer = Extract<CoordinatorToLearner, { kind: 'proceed' | 'batch' | 'credited' }>;

export class Learner {
  readonly #parts: LearnerParts;
  #answer: ((answer: Answer) => void) | undefined;
  #samples = 0;
  /** Seconds of the run's clock when the update before was done. */
  #lastUpdateAt = 0;

  constructor(parts: LearnerParts) {
    this.#parts = parts;
  }

  /** Takes an answer, or news about tickets, from the coordinator. */
  hear(message: Answer | Extract<CoordinatorToLearner, { kind: 'forget' }>): void {
    if (message.kind === 'forget') {
      this.#parts.transport.drain();
      this.#parts.store.forget(message.tickets);
    } else this.#answer?.(message);
  }

  /** Learns until its thread is ended. Rejects when anything fails. */
  async run(): Promise<never> {
    await this.#prepare();
    for (;;) {
      const asked = this.#parts.transport.seconds();
      const batch = await this.#ask('batch', this.#ready('update'));
      await this.#update(batch, this.#parts.transport.seconds() - asked);
    }
  }

  async #prepare(): Promise<void> {
    const { actor, link, experiment, cache } = this.#parts;
    await actor.initialise();
    link.send({ kind: 'accuracy', stage: 'init', update: 0, value: await actor.evaluate() });
    const { updates } = experiment.warmStart;
    if (updates > 0) {
      await this.#ask('proceed', this.#ready('warm-start'));
      const { cached } = await actor.warmStart(cache, async ({ update, of, loss }) => {
        link.send({ kind: 'progress', update, of, loss, cached: false });
        if (update < of) await this.#ask('proceed', this.#ready('warm-start'));
        return true;
      });
      if (cached) link.send({ kind: 'progress', update: updates, of: updates, loss: NaN, cached });
    }
    link.send({ kind: 'accuracy', stage: 'warm', update: 0, value: await actor.evaluate() });
    await this.#publish(0);
  }

  async #update(batch: Batch, waited: number): Promise<void> {
    const { actor, transport, store, link } = this.#parts;
    const { experiment, version } = batch;
    actor.configure(experiment);
    transport.drain();
    const samples = store.take(batch.tickets);
    const report = await actor.update(samples, { update: batch.update, version });
    const update = batch.update + 1;
    const { publish } = await this.#ask('credited', { kind: 'trained', applied: report.applied });
    if (publish) await this.#publish(update);
    const seconds = transport.seconds();
    this.#samples += samples.length;
    const values = { ...report.values, ...this.#pace(report, batch, seconds, waited) };
    const { every } = experiment.evaluation;
    if (update % every === 0 || update === experiment.run.updates) {
      const accuracy = await actor.evaluate();
      values.accuracy = accuracy;
      link.send({ kind: 'accuracy', stage: 'update', update, value: accuracy });
    }
    const head = { update, version, seconds, samples: this.#samples, revision: batch.revision };
    transport.frame(encodeFrame(head, values, report.histograms) as Float64Array<ArrayBuffer>);
  }

  /** What only the driver can measure. */
  #pace(
    { tokens }: LearnerReport,
    { queued, dropped }: Batch,
    seconds: number,
    waited: number,
  ): Partial<Record<MetricName, number>> {
    const elapsed = seconds - this.#lastUpdateAt;
    this.#lastUpdateAt = seconds;
    const driver = { queue_length: queued, dropped };
    if (elapsed <= 0) return driver;
    return {
      ...driver,
      learner_idle: Math.min(1, waited / elapsed),
      tokens_per_second: tokens / elapsed,
      updates_per_second: 1 / elapsed,
    };
  }

  async #publish(update: number): Promise<void> {
    const parameters = await this.#parts.actor.parameters();
    this.#parts.link.send({ kind: 'weights', update, parameters }, [parameters.buffer as ArrayBuffer]);
  }

  #ready(stage: Stage): LearnerToCoordinator {
    return { kind: 'ready', stage, memory: this.#parts.memory() };
  }

  #ask<K extends Answer['kind']>(
    kind: K,
    question: LearnerToCoordinator,
  ): Promise<Extract<Answer, { kind: K }>> {
    return new Promise((resolve, reject) => {
      this.#answer = (answer) => {
        this.#answer = undefined;
        if (answer.kind === kind) resolve(answer as Extract<Answer, { kind: K }>);
        else reject(new Error(`the coordinator answered "${answer.kind}" where "${kind}" was due`));
      };
      this.#parts.link.send(question);
    });
  }
}

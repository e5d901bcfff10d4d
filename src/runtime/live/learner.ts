/**
 * The learner without its thread: warm start, then one update per batch, for ever. It asks the coordinator
 * before every step and rests while it gets no answer.
 *
 * With every update it hands in what another learner would need to go on: the weights, its frame, and its
 * optimiser's state and what else it has gathered whenever reading that has not taken more than one part in `READING` of
 * the time.
 *
 * Messages are heard by `hear`; `run` is the learner's life.
 */
import type { Experiment } from '../../experiment/experiment.ts';
import type { EngineMemory } from '../../policy/engine.ts';
import { decodeFrame, encodeFrame, type MetricValues, withValue } from '../../telemetry/frame.ts';
import { flowMetrics, type LearnerSeconds, type WorkerSeconds } from '../../telemetry/pace.ts';
import { buffersOf } from '../actors/batchDetails.ts';
import type { LearnerActor, WeightCache } from '../actors/contract.ts';
import type { Gathered } from '../actors/learnerMemory.ts';
import { RecentBatches } from '../actors/recentBatches.ts';
import { buffersOfCapture } from '../lens/capture.ts';
import { Captures } from '../lens/captures.ts';
import { spent, type Stretch, TimeSheet } from '../timeSheet.ts';
import type { LearnerStretch } from './lineLog.ts';
import type { Sender } from './link.ts';
import type { CoordinatorToLearner, LearnerToCoordinator, Resume, Stage } from './protocol.ts';
import type { SampleStore } from './sampleStore.ts';
import type { LearnerTransport } from './transport/contract.ts';

export interface LearnerParts {
  readonly actor: LearnerActor;
  readonly transport: LearnerTransport;
  readonly store: SampleStore;
  readonly link: Sender<LearnerToCoordinator>;
  readonly experiment: Experiment;
  /** Where another learner stopped; null = from the beginning. */
  readonly resume: Resume | null;
  readonly cache: WeightCache | undefined;
  /** Of the engine. */
  readonly memory: () => EngineMemory;
}

/** Weights are read for publication anyway; the moments are twice as long, and a GPU has to be waited for. */
const READING = 50;

type Batch = Extract<CoordinatorToLearner, { kind: 'batch' }>;

const PHASES = {
  waiting: 'rollout',
  training: 'train_step',
  publishing: 'update_weights',
  evaluating: 'eval',
} as const satisfies Record<keyof LearnerSeconds, LearnerStretch['phase']>;
/** What the coordinator answers, in the order of the questions. */
type Answer = Extract<CoordinatorToLearner, { kind: 'proceed' | 'batch' | 'credited' }>;

export class Learner {
  readonly #parts: LearnerParts;
  #answer: ((answer: Answer) => void) | undefined;
  readonly #recent = new RecentBatches();
  readonly #captures = new Captures((capture) =>
    this.#parts.link.send(
      { kind: 'captured', capture: capture ?? null },
      capture === undefined ? [] : buffersOfCapture(capture),
    ),
  );
  #samples = 0;
  readonly #time: TimeSheet<keyof LearnerSeconds>;
  /** What it was at and did not tell yet. */
  #stretches: LearnerStretch[] = [];
  /** The update that it is at, counted from 1, and for how many seconds its own publication held it before that. */
  #current = { update: 0, held: 0 };
  /** As it was when the update before was done; the workers' seconds are those that its batch told. */
  #before: {
    readonly at: number;
    readonly learner: LearnerSeconds;
    readonly workers: WorkerSeconds | undefined;
  };
  /** In milliseconds: when what it has gathered was read last, and how long that took. */
  #reading = { at: -Infinity, took: 0 };

  constructor(parts: LearnerParts) {
    this.#parts = parts;
    this.#time = new TimeSheet(
      () => parts.transport.seconds(),
      ['waiting', 'training', 'publishing', 'evaluating'],
      (stretch) => this.#note(stretch),
    );
    this.#before = { at: 0, learner: this.#time.seconds, workers: { generating: 0, waiting: 0 } };
  }

  /** Hands in the last batches as they were trained on. */
  inspect(): void {
    const batches = this.#recent.details();
    this.#parts.link.send({ kind: 'inspection', batches }, batches.flatMap(buffersOf));
  }

  /** Hands in a batch with what any method reads of it: the next, or the last where the run rests. */
  capture(resting: boolean): void {
    this.#captures.ask(resting);
  }

  /** Takes an answer from the coordinator. */
  hear(message: Answer): void {
    this.#answer?.(message);
  }

  /** Learns until its thread is ended. Rejects when anything fails. */
  async run(): Promise<never> {
    const { resume } = this.#parts;
    if (resume === null) await this.#prepare();
    else await this.#goOn(resume);
    for (;;) {
      const { waiting } = this.#time.seconds;
      const batch = await this.#time.spend('waiting', () => this.#batch());
      const held = Math.min(batch.held, this.#time.seconds.waiting - waiting);
      this.#time.shift('waiting', 'publishing', held);
      await this.#update(batch);
    }
  }

  async #goOn({ parameters, gathered, past, update, frame, unconcluded }: Resume): Promise<void> {
    await this.#parts.actor.restore(parameters, gathered, past);
    if (frame === null) return;
    this.#current = { update, held: 0 };
    const { samples, seconds } = decodeFrame(frame);
    this.#samples = samples;
    // What the workers did since then, and the learner that is gone, nobody knows.
    this.#before = { at: seconds, learner: this.#time.seconds, workers: undefined };
    if (unconcluded) await this.#conclude(update, this.#parts.experiment, frame);
  }

  /** The next batch, with its samples in the store. */
  async #batch(): Promise<Batch> {
    const { transport, store, link, resume } = this.#parts;
    for (;;) {
      const batch = await this.#ask('batch', this.#ready('update'));
      transport.drain();
      const missing = store.missing(batch.tickets);
      // Samples that the learner before took over, of tickets whose end was told only after it was gone.
      if (missing.length === 0 || resume === null) {
        this.#current = { update: batch.update + 1, held: batch.held };
        return batch;
      }
      store.forget(missing, 'loss');
      link.send({ kind: 'missing', tickets: missing });
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
    const parameters = await actor.parameters();
    link.send({ kind: 'weights', parameters }, [parameters.buffer as ArrayBuffer]);
  }

  async #update(batch: Batch): Promise<void> {
    const { actor, transport, store } = this.#parts;
    const { experiment, version } = batch;
    actor.configure(experiment);
    const samples = store.take(batch.tickets);
    const dropped = store.takeDropped();
    const context = { update: batch.update, version, dropped, oldest: batch.oldestToCome };
    const report = await this.#time.spend('training', () =>
      actor.update(samples, { ...context, capture: this.#captures.wanted }),
    );
    this.#time.turnTo('publishing');
    this.#recent.add(report.batch);
    this.#captures.trained(report);
    const update = batch.update + 1;
    const parameters = await actor.parameters();
    const gathered = await this.#gathered();
    const seconds = transport.seconds();
    const stretches = this.#tell();
    this.#samples += samples.length;
    const values = { ...report.values, ...this.#flow(batch, seconds, report.tokens) };
    const head = { update, version, seconds, samples: this.#samples, revision: batch.revision };
    const frame = encodeFrame(head, values, report.histograms);
    const { applied, unkept } = report;
    const { oldestKept } = actor;
    await this.#ask(
      'credited',
      { kind: 'trained', applied, parameters, gathered, oldestKept, unkept, frame, stretches },
      [parameters, ...vectorsOf(gathered)].map(({ buffer }) => buffer as ArrayBuffer),
    );
    this.#time.turnTo(undefined);
    await this.#conclude(update, experiment, frame);
  }

  /** What follows an update that counts: evaluation where it is due, and its frame for the page. */
  async #conclude(update: number, experiment: Experiment, frame: Float64Array): Promise<void> {
    const { actor, transport, link } = this.#parts;
    const { every } = experiment.evaluation;
    let record = frame;
    if (update % every === 0 || update === experiment.run.updates) {
      const accuracy = await this.#time.spend('evaluating', () => actor.evaluate());
      record = withValue(frame, 'accuracy', accuracy);
      link.send({ kind: 'accuracy', stage: 'update', update, value: accuracy });
    }
    transport.frame(record as Float64Array<ArrayBuffer>);
  }

  /** What it has gathered, or null where that was read not long ago, measured by what reading takes. */
  async #gathered(): Promise<Gathered | null> {
    const begun = performance.now();
    if (begun - this.#reading.at < READING * this.#reading.took) return null;
    const state = await this.#parts.actor.gathered();
    const at = performance.now();
    this.#reading = { at, took: at - begun };
    return state;
  }

  /** What only the driver can measure of an update that is done at `at` on the run's clock. */
  #flow(batch: Batch, at: number, tokens: number): MetricValues {
    const { queued, oldest, version, dropped, rejected, workers } = batch;
    const before = this.#before;
    const learner = this.#time.seconds;
    this.#before = { at, learner, workers };
    return flowMetrics(
      {
        seconds: at - before.at,
        learner: spent(learner, before.learner),
        workers: spent(workers, before.workers ?? workers),
        tokens,
      },
      { length: queued, oldestVersion: oldest ?? undefined, learnerVersion: version, dropped, rejected },
    );
  }

  #ready(stage: Stage): LearnerToCoordinator {
    const { memory, actor } = this.#parts;
    const { seconds } = this.#time;
    const stretches = this.#tell();
    return { kind: 'ready', stage, memory: memory(), kept: actor.keptBytes, seconds, stretches };
  }

  /** The part of a wait in which its own publication held it comes first. */
  #note({ occupation, from, until }: Stretch<keyof LearnerSeconds>): void {
    const { update, held } = this.#current;
    const begun = occupation === 'waiting' ? Math.min(until, from + held) : from;
    if (begun > from) {
      this.#stretches.push({ phase: 'update_weights', from, at: begun, update: update - 1 });
    }
    this.#stretches.push({ phase: PHASES[occupation], from: begun, at: until, update });
  }

  #tell(): readonly LearnerStretch[] {
    const stretches = this.#stretches;
    this.#stretches = [];
    return stretches;
  }

  #ask<K extends Answer['kind']>(
    kind: K,
    question: LearnerToCoordinator,
    transfer: Transferable[] = [],
  ): Promise<Extract<Answer, { kind: K }>> {
    return new Promise((resolve, reject) => {
      this.#answer = (answer) => {
        this.#answer = undefined;
        if (answer.kind === kind) resolve(answer as Extract<Answer, { kind: K }>);
        else reject(new Error(`the coordinator answered "${answer.kind}" where "${kind}" was due`));
      };
      this.#parts.link.send(question, transfer);
    });
  }
}

/** The long vectors that can be handed over without a copy. */
function vectorsOf(gathered: Gathered | null): readonly Float32Array[] {
  if (gathered === null) return [];
  const { optimiser, averaged } = gathered;
  return [optimiser.first, optimiser.second, ...(averaged === null ? [] : [averaged.parameters])];
}

/**
 * A run on the virtual clock: real learning, simulated durations. It plays the effects of `schedule.ts` with the
 * actors, all on one engine, one after the other. Equal experiments, seeds and engines give equal bits.
 *
 * Evaluation and publication take no simulated time of their own (publication has its delay). Live settings act
 * from the end of the update that is under way: the frame of that update is the first that they count for.
 */
import type { Experiment } from '../../experiment/experiment.ts';
import { differences } from '../../experiment/fields.ts';
import {
  createPipeline,
  oldestVersion,
  pipelineSettings,
  type Ledger,
  type Pipeline,
} from '../../pipeline/index.ts';
import type { Engine } from '../../policy/engine.ts';
import { createTask } from '../../tasks/index.ts';
import type { Task } from '../../tasks/task.ts';
import { encodeFrame } from '../../telemetry/frame.ts';
import { flowMetrics } from '../../telemetry/pace.ts';
import type { LineEvent } from '../../telemetry/timeline/index.ts';
import { createLearnerActor, createRolloutActor } from '../actors/index.ts';
import type {
  LearnerActor,
  LearnerReport,
  RolloutActor,
  TrainedBatch,
  WeightCache,
  Weights,
} from '../actors/index.ts';
import type { Sample } from '../memory/sample.ts';
import type { SessionEvent, WorkerState } from '../session.ts';
import { weightsNotKept } from '../sessionEvents.ts';
import type { Flow } from '../flow.ts';
import { Fingerprint } from './fingerprint.ts';
import { FlowLog, type Moment } from './flowLog.ts';
import { LineLog } from './lineLog.ts';
import { planOf, workerCount } from './plan.ts';
import { schedule, type Effect, type StepOutcome } from './schedule.ts';
import { Timekeeper } from './timekeeper.ts';

export interface VirtualHooks {
  event(event: SessionEvent): void;
  /** An encoded frame (`telemetry/frame.ts`). */
  frame(data: Float64Array): void;
  /** Awaited between all steps: here a driver lets messages in, pauses, and ends. */
  gate(state: GateState): Promise<'go' | 'stop'>;
  /** Awaited where the run's clock goes from one moment to the next; a driver may let real time pass here. */
  wait?(state: GateState, from: number, until: number): Promise<void>;
  /** Told what happened on the line, for the timeline. */
  line?(event: LineEvent): void;
  /** Told what an update was made of. */
  trained?(batch: TrainedBatch, report: LearnerReport): void;
  /** Whether the update that begins now is to be captured; nothing of the run depends on it. */
  captures?(): boolean;
  /** The experiment now wanted; it may differ from the first one in live settings. */
  experiment(): Experiment;
}

export interface GateState {
  readonly phase: 'warm-start' | 'running';
  /** Updates finished. */
  readonly update: number;
  /** Nothing can happen any more under these settings. */
  readonly stalled: boolean;
  /** What the run's clock shows. */
  readonly seconds: number;
  /** Events so far (`flowLog.ts`). */
  readonly events: number;
  /** Where everything is, for whoever wants it then. */
  readonly flow: (moment?: Moment) => Flow;
  /** The fingerprint at `update` (`fingerprint.ts`), for whoever wants it then; it reads the whole learner. */
  readonly fingerprint: () => Promise<string>;
  /** A copy of the weights at `update`. */
  readonly parameters: () => Promise<Float32Array>;
}

export interface VirtualOptions {
  readonly experiment: Experiment;
  /** Made for the experiment's policy; belongs to the caller. */
  readonly engine: Engine;
  readonly cache?: WeightCache;
  readonly hooks: VirtualHooks;
}

export interface RunResult {
  readonly accuracyInit: number;
  readonly accuracyWarm: number;
  readonly accuracyEnd: number;
  readonly warmStartCached: boolean;
  readonly updates: number;
  readonly samples: number;
  readonly virtualSeconds: number;
  readonly ledger: Ledger;
  /** At the last update. */
  readonly fingerprint: string;
}

/** Runs until the gate says stop. */
export async function runVirtual(options: VirtualOptions): Promise<RunResult> {
  const run = new VirtualRun(options);
  try {
    return await run.play();
  } finally {
    run.dispose();
  }
}

interface Worker {
  readonly actor: RolloutActor;
  samples: number;
}

class VirtualRun {
  readonly #engine: Engine;
  readonly #cache: WeightCache | undefined;
  readonly #hooks: VirtualHooks;
  readonly #task: Task;
  readonly #learner: LearnerActor;
  readonly #pipeline: Pipeline;
  readonly #history = new Fingerprint();
  readonly #log = new FlowLog();
  readonly #line = new LineLog();
  readonly #workers: Worker[] = [];
  /** Finished samples that wait, by ticket. */
  readonly #waiting = new Map<number, readonly Sample[]>();
  /** Those that were dropped for age since the last update. */
  readonly #dropped: Sample[] = [];
  /** Weights on their way to the workers, by version. */
  readonly #underWay = new Map<number, Weights>();
  #inForce: Weights = { version: -1, update: 0, parameters: new Float32Array(0) };
  #experiment: Experiment;
  #revision = 0;
  #samples = 0;
  #now = 0;
  readonly #times = new Timekeeper(() => this.#now);
  /** Whether the last update lacked weights of the past. */
  #short = false;
  /** The oldest version that was left in the queue when the update under way began. */
  #oldestQueued: number | undefined;
  /** Update and value of the last evaluation. */
  #accuracy = { update: 0, value: 0 };

  constructor({ experiment, engine, cache, hooks }: VirtualOptions) {
    this.#experiment = experiment;
    this.#engine = engine;
    this.#cache = cache;
    this.#hooks = hooks;
    this.#task = createTask(experiment);
    this.#learner = createLearnerActor(engine, this.#task, experiment);
    this.#pipeline = createPipeline(pipelineSettings(experiment, concurrency(experiment)));
  }

  async play(): Promise<RunResult> {
    await this.#learner.initialise();
    const accuracyInit = await this.#evaluate('init', 0);
    const { cached } = await this.#learner.warmStart(this.#cache, async (progress) => {
      this.#hooks.event({ kind: 'warm-start', ...progress, cached: false });
      return (await this.#hooks.gate(this.#state('warm-start', 0, false))) === 'go';
    });
    const { updates: of } = this.#experiment.warmStart;
    if (cached) this.#hooks.event({ kind: 'warm-start', update: of, of, loss: NaN, cached });
    const accuracyWarm = await this.#evaluate('warm', 0);
    this.#inForce = { version: 0, update: 0, parameters: await this.#learner.parameters() };
    await this.#steps();
    const { update, ledger } = this.#pipeline;
    const accuracyEnd =
      this.#accuracy.update === update ? this.#accuracy.value : await this.#evaluate('update', update);
    return {
      accuracyInit,
      accuracyWarm,
      accuracyEnd,
      warmStartCached: cached,
      updates: update,
      samples: this.#samples,
      virtualSeconds: this.#now,
      ledger,
      fingerprint: await this.#fingerprint(),
    };
  }

  dispose(): void {
    for (const { actor } of this.#workers) actor.dispose();
    this.#learner.dispose();
  }

  async #steps(): Promise<void> {
    const effects = schedule(
      this.#pipeline,
      planOf(() => this.#experiment, this.#engine.parameters),
    );
    let outcome: StepOutcome | undefined;
    let stalled = false;
    for (;;) {
      const { update } = this.#pipeline;
      // Settings that are wanted but did not act yet may be what helps.
      const stuck = stalled && this.#hooks.experiment() === this.#experiment;
      if ((await this.#hooks.gate(this.#state('running', update, stuck))) === 'stop') return;
      if (stalled) this.#applyChanges(update + 1);
      const effect = effects.next(outcome).value;
      this.#now = effect.now;
      this.#history.event(effect);
      stalled = effect.kind === 'stalled';
      outcome = await this.#perform(effect);
      this.#log.note(effect);
      this.#tellLine(effect, outcome);
    }
  }

  #tellLine(effect: Effect, outcome: StepOutcome | undefined): void {
    if (this.#hooks.line === undefined) return;
    const version = 'worker' in effect ? this.#worker(effect.worker).actor.version : this.#inForce.version;
    for (const event of this.#line.note(effect, this.#experiment, version, outcome)) this.#hooks.line(event);
  }

  #state(phase: GateState['phase'], update: number, stalled: boolean): GateState {
    return {
      phase,
      update,
      stalled,
      seconds: this.#now,
      events: this.#log.events,
      flow: (moment) => this.#log.flow(this.#pipeline, moment),
      fingerprint: () => this.#fingerprint(),
      parameters: async () => (await this.#learner.parameters()).slice(),
    };
  }

  async #fingerprint(): Promise<string> {
    return this.#history.at(await this.#learner.parameters(), await this.#engine.readOptimiser());
  }

  async #perform(effect: Effect): Promise<StepOutcome | undefined> {
    switch (effect.kind) {
      case 'begin': {
        const { actor } = this.#worker(effect.worker);
        this.#times.begins(effect.worker);
        if (actor.version < this.#inForce.version) await actor.load(this.#inForce);
        await actor.begin(effect.tickets, effect.now);
        this.#announce();
        return { finished: [], answers: actor.answers, prefill: actor.prefix };
      }
      case 'advance':
        return this.#advance(effect.worker);
      case 'finished':
        return undefined;
      case 'rejected':
        for (const ticket of effect.tickets) this.#waiting.delete(ticket);
        return undefined;
      case 'dropped':
        for (const ticket of effect.tickets) {
          this.#dropped.push(...this.#waiting.get(ticket)!);
          this.#waiting.delete(ticket);
        }
        return undefined;
      case 'taken':
        this.#times.started();
        this.#oldestQueued = oldestVersion(this.#pipeline.view().queued);
        return undefined;
      case 'update':
        await this.#update(effect);
        this.#announce();
        return undefined;
      case 'snapshot': {
        const { version, update } = effect;
        this.#underWay.set(version, { version, update, parameters: await this.#learner.parameters() });
        return undefined;
      }
      case 'published':
        this.#inForce = this.#underWay.get(effect.version)!;
        this.#underWay.delete(effect.version);
        this.#announce();
        return undefined;
      case 'wait':
        await this.#hooks.wait?.(
          this.#state('running', this.#pipeline.update, false),
          effect.now,
          effect.until,
        );
        return undefined;
      case 'stalled':
        this.#hooks.event({
          kind: 'problem',
          severity: 'warning',
          message: 'Nothing is under way, and nothing may begin: admission is used up.',
          remedy: 'Raise the max staleness, or let dropped samples give their tickets back.',
        });
        return undefined;
    }
  }

  async #advance(index: number): Promise<StepOutcome> {
    const worker = this.#worker(index);
    const { actor } = worker;
    const { weightSwap } = this.#experiment.rollout;
    const swaps = weightSwap !== 'boundary' && actor.version < this.#inForce.version;
    if (swaps) await actor.load(this.#inForce);
    const { finished } = await actor.advance(this.#now, this.#inForce.version);
    if (!actor.active) this.#rest(index);
    for (const { ticket, samples } of finished) {
      this.#waiting.set(ticket, samples);
      worker.samples += samples.length;
    }
    return {
      answers: actor.answers,
      prefill: swaps && weightSwap === 'recompute' ? actor.prefix : 0,
      finished: finished.map(({ ticket, samples, filtered }) => ({
        ticket,
        filtered,
        ...versionsOf(samples),
        tokens: samples.reduce((sum, { length }) => sum + length, 0),
      })),
    };
  }

  async #update(effect: Extract<Effect, { kind: 'update' }>): Promise<void> {
    const { update: before, version, queueLength } = effect;
    const update = before + 1;
    this.#applyChanges(update);
    const samples = effect.tickets.flatMap((ticket) => this.#waiting.get(ticket)!);
    for (const ticket of effect.tickets) this.#waiting.delete(ticket);
    const { running, queued } = this.#pipeline.view();
    const report = await this.#learner.update(samples, {
      update: before,
      version,
      dropped: this.#dropped.splice(0),
      oldest: oldestVersion([...running, ...queued]) ?? this.#inForce.version,
      capture: this.#hooks.captures?.() ?? false,
    });
    this.#history.update(report.coefficients);
    this.#hooks.trained?.(report.batch, report);
    if (!report.applied) this.#warnSkipped(update);
    if (report.unkept > 0 && !this.#short) this.#hooks.event(weightsNotKept(update, report.unkept));
    this.#short = report.unkept > 0;
    this.#samples += samples.length;
    const evaluated = update % this.#experiment.evaluation.every === 0;
    const head = { update, version, seconds: this.#now, samples: this.#samples, revision: this.#revision };
    const values = {
      ...report.values,
      ...(evaluated && { accuracy: await this.#evaluate('update', update) }),
      ...flowMetrics(this.#times.updated(effect, report.tokens), {
        length: queueLength,
        oldestVersion: this.#oldestQueued,
        learnerVersion: version,
        dropped: this.#pipeline.ledger.dropped,
        rejected: this.#pipeline.ledger.rejected,
      }),
    };
    this.#hooks.frame(encodeFrame(head, values, report.histograms));
  }

  #warnSkipped(update: number): void {
    this.#hooks.event({
      kind: 'problem',
      severity: 'warning',
      message: `Update ${update} was skipped: its loss or gradient was not finite.`,
      remedy: 'Lower the learning rate or the max staleness, or clip the gradient.',
    });
  }

  #applyChanges(update: number): void {
    const wanted = this.#hooks.experiment();
    if (wanted === this.#experiment) return;
    const changes = differences(this.#experiment, wanted);
    this.#experiment = wanted;
    if (changes.length === 0) return;
    this.#revision++;
    this.#pipeline.configure(pipelineSettings(wanted, concurrency(wanted)));
    this.#learner.configure(wanted);
    this.#workers.forEach(({ actor }, index) => {
      actor.configure(wanted);
      if (!actor.active) this.#rest(index);
    });
    this.#hooks.event({ kind: 'changes', update, changes });
  }

  async #evaluate(stage: 'init' | 'warm' | 'update', update: number): Promise<number> {
    const value = await this.#learner.evaluate();
    this.#accuracy = { update, value };
    this.#hooks.event({ kind: 'accuracy', stage, update, value });
    return value;
  }

  #worker(index: number): Worker {
    return (this.#workers[index] ??= {
      actor: createRolloutActor(this.#engine, this.#task, this.#experiment, index, `snapshot-${index}`),
      samples: 0,
    });
  }

  /** A worker has nothing under way: it waits, or does not take part any more. */
  #rest(index: number): void {
    this.#times.rests(index, index < workerCount(this.#experiment));
  }

  #announce(): void {
    const { ledger, version, update } = this.#pipeline;
    const admission = this.#pipeline.admission();
    this.#hooks.event({ kind: 'pipeline', ledger, admission, version, update });
    const workers = this.#workers.map(({ actor, samples }, worker): WorkerState => {
      const stopped = worker >= workerCount(this.#experiment);
      const activity = actor.active ? 'generating' : stopped ? 'stopped' : 'blocked';
      return {
        worker,
        activity,
        version: actor.version,
        samples,
        seconds: this.#times.worker(worker),
        at: this.#now,
        // All of it is the learner's.
        tensors: 0,
        bytes: 0,
      };
    });
    const kept = this.#learner.keptBytes;
    const learner = { ...this.#engine.memory(), kept, seconds: this.#times.learner };
    this.#hooks.event({ kind: 'workers', workers, learner });
  }
}

function concurrency(experiment: Experiment): number {
  return workerCount(experiment) * experiment.rollout.groupsInFlight;
}

/** Lowest and highest version among the response tokens of a ticket's samples. */
function versionsOf(samples: readonly Sample[]): { lowestVersion: number; highestVersion: number } {
  let lowestVersion = Infinity;
  let highestVersion = -Infinity;
  for (const { versions, promptLength, length } of samples) {
    for (let t = promptLength; t < length; t++) {
      lowestVersion = Math.min(lowestVersion, versions[t]!);
      highestVersion = Math.max(highestVersion, versions[t]!);
    }
  }
  return { lowestVersion, highestVersion };
}

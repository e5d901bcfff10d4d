/**
 * A rollout worker without its thread: takes tickets, answers them with the newest weights, hands the answers
 * over, until it is asked to leave. It knows no pipeline; the gate of tickets decides when it works.
 */
import type { Experiment } from '../../experiment/experiment.ts';
import type { EngineMemory } from '../../policy/engine.ts';
import type { RolloutActor, FinishedTicket } from '../actors/contract.ts';
import type { Sample } from '../memory/index.ts';
import type { WorkerState } from '../session.ts';
import { occupationOf, TimeSheet } from '../timeSheet.ts';
import type { Sender } from './link.ts';
import type { WorkerToCoordinator } from './protocol.ts';
import type { RolloutTransport } from './transport/contract.ts';

export interface RolloutParts {
  readonly worker: number;
  readonly actor: RolloutActor;
  readonly transport: RolloutTransport;
  readonly link: Sender<WorkerToCoordinator>;
  readonly experiment: Experiment;
  /** Of the engine. */
  readonly memory: () => EngineMemory;
}

export class Rollout {
  readonly #parts: RolloutParts;
  #experiment: Experiment;
  /** Settings that came in and wait for the next token. */
  #next: Experiment | undefined;
  #retiring = false;
  #samples = 0;
  /** Of the engine when nothing was under way. */
  #memory: EngineMemory;
  readonly #time: TimeSheet<'generating' | 'waiting'>;

  constructor(parts: RolloutParts) {
    this.#parts = parts;
    this.#experiment = parts.experiment;
    this.#memory = parts.memory();
    this.#time = new TimeSheet(() => parts.transport.seconds(), ['generating', 'waiting']);
  }

  change(experiment: Experiment): void {
    this.#next = experiment;
  }

  retire(): void {
    this.#retiring = true;
  }

  /** Works until it retires. Rejects when anything fails. */
  async run(): Promise<void> {
    const { transport, actor, link } = this.#parts;
    while (!this.#retiring) {
      const mark = transport.mark();
      await transport.breathe();
      this.#applySettings();
      const tickets = await this.#take();
      if (tickets.length > 0) await this.#answer(tickets);
      else {
        this.#report(transport.command() === 'run' ? 'waiting' : 'paused');
        await transport.news(mark);
      }
    }
    actor.abandon();
    this.#report('stopped');
    link.send({ kind: 'retired' });
  }

  async #take(): Promise<readonly number[]> {
    const { transport, actor } = this.#parts;
    if (this.#retiring || transport.newestVersion() < 0) return [];
    await this.#loadNewest();
    if (transport.command() !== 'run') return [];
    const { groupsInFlight } = this.#experiment.rollout;
    const tickets = await transport.take(groupsInFlight, this.#experiment.schedule.batchGroups);
    // Tickets come only after the weights that allowed them, so these are looked for again.
    if (tickets.length > 0 && transport.newestVersion() > actor.version) await this.#loadNewest();
    return tickets;
  }

  /** Returns whether it has newer weights now. */
  async #loadNewest(): Promise<boolean> {
    const { transport, actor } = this.#parts;
    if (transport.newestVersion() <= actor.version) return false;
    const weights = transport.weights();
    if (weights === undefined) return false;
    await actor.load(weights);
    return true;
  }

  async #answer(tickets: readonly number[]): Promise<void> {
    const { transport, actor, link } = this.#parts;
    const begun = transport.seconds();
    link.send({ kind: 'begun', tickets, version: actor.version, at: begun });
    await actor.begin(tickets, begun);
    link.send({ kind: 'writing', at: transport.seconds() });
    while (actor.active) {
      this.#report('generating');
      await transport.breathe();
      if (!(await this.#hold())) return;
      this.#applySettings();
      if (this.#experiment.rollout.weightSwap !== 'boundary' && (await this.#loadNewest())) {
        link.send({ kind: 'swapped', version: actor.version, at: transport.seconds() });
      }
      const { finished } = await actor.advance(transport.seconds(), transport.newestVersion());
      if (finished.length > 0) await this.#deliver(finished);
    }
    this.#memory = this.#parts.memory();
  }

  /** Waits while the run is paused. Returns false when the worker is to leave meanwhile. */
  async #hold(): Promise<boolean> {
    const { transport } = this.#parts;
    for (;;) {
      const mark = transport.mark();
      if (transport.command() === 'run') return true;
      if (this.#retiring) return false;
      this.#report('paused');
      await transport.news(mark);
    }
  }

  async #deliver(finished: readonly FinishedTicket[]): Promise<void> {
    const { transport, actor, link } = this.#parts;
    const at = transport.seconds();
    for (const { samples } of finished) {
      for (const sample of samples) {
        while (!transport.offer(sample)) {
          this.#report('blocked');
          await transport.room();
        }
      }
      this.#samples += samples.length;
    }
    transport.flush();
    const ranges = finished.map(({ samples }) => versionRange(samples));
    link.send({
      kind: 'done',
      tickets: finished.map(({ ticket }) => ticket),
      at,
      rest: !actor.active,
      filtered: finished.map(({ filtered }) => filtered),
      lowest: ranges.map(({ lowest }) => lowest),
      highest: ranges.map(({ highest }) => highest),
    });
  }

  #applySettings(): void {
    if (this.#next === undefined) return;
    this.#experiment = this.#next;
    this.#next = undefined;
    this.#parts.actor.configure(this.#experiment);
  }

  #report(activity: WorkerState['activity']): void {
    const { worker, actor, transport } = this.#parts;
    this.#time.turnTo(occupationOf(activity));
    transport.report({
      worker,
      activity,
      version: actor.version,
      samples: this.#samples,
      ...this.#memory,
      seconds: this.#time.seconds,
      at: transport.seconds(),
    });
  }
}

/** Lowest and highest version of the tokens that the policy chose. */
function versionRange(samples: readonly Sample[]): { lowest: number; highest: number } {
  let lowest = Infinity;
  let highest = -Infinity;
  for (const { versions, lossMask } of samples) {
    for (let t = 0; t < versions.length; t++) {
      if (lossMask[t] === 0) continue;
      lowest = Math.min(lowest, versions[t]!);
      highest = Math.max(highest, versions[t]!);
    }
  }
  return { lowest, highest };
}

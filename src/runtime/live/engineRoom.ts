/**
 * What the threads of learner and rollout workers have in common beside their work: an engine whose every call is
 * a sign of life, that can be lost, and that can be broken on purpose; and how the thread says that it cannot go on.
 */
import type { Experiment } from '../../experiment/experiment.ts';
import type { Engine } from '../../policy/engine.ts';
import type { PolicySpec } from '../../policy/spec.ts';
import { delay } from '../memory/index.ts';
import type { Fault } from '../session.ts';
import { Faults } from './faults.ts';
import { holdForLife } from './lifeline.ts';
import type { Sender } from './link.ts';
import type { ThreadMessage } from './protocol.ts';
import { sentence } from './thread.ts';
import type { OpenEngine } from './threadEngine.ts';
import { Vitals } from './vitals.ts';

/** Milliseconds within which the loss of a GPU is told after the calls that failed by it. */
const TOLD_MS = 100;

export class EngineRoom {
  readonly #link: Sender<ThreadMessage>;
  readonly #openEngine: OpenEngine;
  readonly #faults = new Faults();
  /** What is known of the loss of the GPU. */
  #lost: string | undefined;
  #onGpu = false;

  /** @param role of this thread in its run */
  constructor(role: string, link: Sender<ThreadMessage>, openEngine: OpenEngine) {
    this.#link = link;
    this.#openEngine = openEngine;
    holdForLife(role, (lock) => link.send({ kind: 'alive', lock }));
  }

  /**
   * Begins to give signs of life by `beat`, then opens the engine.
   * @param withoutGpu a GPU was lost in this run
   */
  async open(
    experiment: Experiment,
    spec: PolicySpec,
    withoutGpu: boolean,
    beat: (patience: number) => void,
  ): Promise<{ readonly engine: Engine; readonly reason: string }> {
    const vitals = new Vitals({ beat, stuck: (message) => void this.fail(message) });
    vitals.start();
    const { engine, reason, onLost, destroyDevice } = await this.#openEngine(experiment, spec, withoutGpu);
    this.#onGpu = destroyDevice !== undefined;
    this.#faults.destroyDevice = destroyDevice;
    onLost((message) => {
      this.#lost = message;
      void this.fail(message);
    });
    return { engine: this.#faults.within(vitals.watch(engine)), reason };
  }

  commit(fault: Fault): void {
    this.#faults.commit(fault);
  }

  /** Says that this thread cannot go on. */
  async fail(error: unknown): Promise<void> {
    if (this.#onGpu && this.#lost === undefined) await delay(TOLD_MS);
    const message = this.#lost ?? sentence(error);
    this.#link.send({ kind: 'failed', message, device: this.#lost !== undefined });
  }
}

/** The learner's thread: connects `learner.ts` to the coordinator, an engine and a transport. */
import { createLearnerActor } from '../actors/index.ts';
import type { WeightCache } from '../actors/contract.ts';
import { coordinatorToLearner } from './boundary.ts';
import { Learner } from './learner.ts';
import { Link, type Port } from './link.ts';
import type { CoordinatorToLearner, LearnerToCoordinator } from './protocol.ts';
import { SampleStore } from './sampleStore.ts';
import { sizesOf } from './sizes.ts';
import { onJoin, sentence } from './thread.ts';
import type { OpenEngine } from './threadEngine.ts';
import type { LearnerTransport } from './transport/contract.ts';
import { MessageLearner } from './transport/messages.ts';
import { SharedLearner } from './transport/shared.ts';

type Begin = Extract<CoordinatorToLearner, { kind: 'begin' }>;

/** @param cache for warm-started weights, where the platform has one */
export function runLearnerThread(scope: Port, openEngine: OpenEngine, cache?: WeightCache): void {
  onJoin(scope, (run, _worker, port) => {
    new LearnerThread(run, port, openEngine, cache);
  });
}

class LearnerThread {
  readonly #openEngine: OpenEngine;
  readonly #cache: WeightCache | undefined;
  readonly #link: Link<LearnerToCoordinator, CoordinatorToLearner>;
  #shared: SharedLearner | undefined;
  #messages: MessageLearner | undefined;
  #learner: Learner | undefined;

  constructor(run: string, port: MessagePort, openEngine: OpenEngine, cache: WeightCache | undefined) {
    this.#openEngine = openEngine;
    this.#cache = cache;
    this.#link = new Link(port, run, coordinatorToLearner, (message) => this.#hear(message));
  }

  #hear(message: CoordinatorToLearner): void {
    switch (message.kind) {
      case 'begin':
        this.#begin(message).catch((error: unknown) => this.#fail(error));
        return;
      case 'ring':
        this.#shared?.ring(message.worker, message.ring);
        return;
      case 'samples':
        this.#messages?.samples(message);
        return;
      case 'clock':
        if (this.#messages !== undefined) this.#messages.clock = message.state;
        return;
      case 'proceed':
      case 'batch':
      case 'credited':
      case 'forget':
        this.#learner?.hear(message);
        return;
    }
  }

  async #begin({ experiment, memory }: Begin): Promise<void> {
    const { task, spec, ...sizes } = sizesOf(experiment);
    const store = new SampleStore(experiment.schedule.groupSize);
    const transport = this.#transport(memory, sizes, store);
    const { engine, reason, onLost } = await this.#openEngine(experiment, spec);
    onLost((message) => this.#fail(message));
    const { descriptor, parameters } = engine;
    this.#link.send({ kind: 'engine', descriptor, parameters, reason });
    this.#learner = new Learner({
      actor: createLearnerActor(engine, task, experiment),
      transport,
      store,
      link: this.#link,
      experiment,
      cache: this.#cache,
      memory: () => engine.memory(),
    });
    await this.#learner.run();
  }

  #transport(
    memory: Begin['memory'],
    sizes: { readonly parameters: number; readonly maxLength: number },
    store: SampleStore,
  ): LearnerTransport {
    if (memory === null) {
      this.#messages = new MessageLearner(this.#link, sizes.maxLength, (sample) => store.add(sample));
      return this.#messages;
    }
    this.#shared = new SharedLearner(memory, sizes, (sample) => store.add(sample));
    this.#shared.keepRoom().catch((error: unknown) => this.#fail(error));
    return this.#shared;
  }

  #fail(error: unknown): void {
    this.#link.send({ kind: 'failed', message: sentence(error) });
  }
}

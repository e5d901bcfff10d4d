/** The learner's thread: connects `learner.ts` to the coordinator, an engine and a transport. */
import { createLearnerActor } from '../actors/index.ts';
import type { WeightCache } from '../actors/contract.ts';
import { coordinatorToLearner } from './boundary.ts';
import { EngineRoom } from './engineRoom.ts';
import { Learner } from './learner.ts';
import { Link, type Port } from './link.ts';
import type { CoordinatorToLearner, LearnerToCoordinator } from './protocol.ts';
import { SampleStore } from './sampleStore.ts';
import { sizesOf } from './sizes.ts';
import { onJoin } from './thread.ts';
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
  readonly #room: EngineRoom;
  readonly #cache: WeightCache | undefined;
  readonly #link: Link<LearnerToCoordinator, CoordinatorToLearner>;
  #shared: SharedLearner | undefined;
  #messages: MessageLearner | undefined;
  #transport: LearnerTransport | undefined;
  #store: SampleStore | undefined;
  #learner: Learner | undefined;

  constructor(run: string, port: MessagePort, openEngine: OpenEngine, cache: WeightCache | undefined) {
    this.#cache = cache;
    this.#link = new Link(port, run, coordinatorToLearner, (message) => this.#hear(message));
    this.#room = new EngineRoom(`${run} learner`, this.#link, openEngine);
  }

  #hear(message: CoordinatorToLearner): void {
    switch (message.kind) {
      case 'begin':
        this.#begin(message).catch((error: unknown) => this.#room.fail(error));
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
      case 'fault':
        this.#room.commit(message.fault);
        return;
      case 'forget':
        this.#transport?.drain();
        this.#store?.forget(message.tickets, message.because);
        return;
      case 'inspect':
        if (this.#learner === undefined) this.#link.send({ kind: 'inspection', batches: [] });
        else this.#learner.inspect();
        return;
      case 'capture':
        if (this.#learner === undefined) this.#link.send({ kind: 'captured', capture: null });
        else this.#learner.capture(message.resting);
        return;
      case 'proceed':
      case 'batch':
      case 'credited':
        this.#learner?.hear(message);
        return;
    }
  }

  async #begin({ experiment, memory, resume, withoutGpu }: Begin): Promise<void> {
    const { task, spec, ...sizes } = sizesOf(experiment);
    const store = new SampleStore(experiment.schedule.groupSize);
    const transport = this.#connect(memory, sizes, store);
    this.#store = store;
    this.#transport = transport;
    const beat = (patience: number): void => transport.beat(patience);
    const { engine, reason } = await this.#room.open(experiment, spec, withoutGpu, beat);
    const { descriptor, parameters } = engine;
    this.#link.send({ kind: 'engine', descriptor, parameters, reason });
    this.#learner = new Learner({
      actor: createLearnerActor(engine, task, experiment),
      transport,
      store,
      link: this.#link,
      experiment,
      resume,
      cache: this.#cache,
      memory: () => engine.memory(),
    });
    await this.#learner.run();
  }

  #connect(
    memory: Begin['memory'],
    sizes: { readonly parameters: number; readonly maxLength: number },
    store: SampleStore,
  ): LearnerTransport {
    if (memory === null) {
      this.#messages = new MessageLearner(this.#link, sizes.maxLength, (sample) => store.add(sample));
      return this.#messages;
    }
    this.#shared = new SharedLearner(memory, sizes, (sample) => store.add(sample));
    this.#shared.keepRoom().catch((error: unknown) => this.#room.fail(error));
    return this.#shared;
  }
}

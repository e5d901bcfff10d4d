/** A rollout worker's thread: connects `rollout.ts` to the coordinator, an engine and a transport. */
import type { Experiment } from '../../experiment/experiment.ts';
import { createRolloutActor } from '../actors/index.ts';
import { coordinatorToWorker } from './boundary.ts';
import { EngineRoom } from './engineRoom.ts';
import { Link, type Port } from './link.ts';
import type { CoordinatorToWorker, WorkerToCoordinator } from './protocol.ts';
import { Rollout } from './rollout.ts';
import { sizesOf } from './sizes.ts';
import { onJoin } from './thread.ts';
import type { OpenEngine } from './threadEngine.ts';
import type { RolloutTransport } from './transport/contract.ts';
import { MessageRollout } from './transport/messages.ts';
import { SharedRollout } from './transport/shared.ts';

type Begin = Extract<CoordinatorToWorker, { kind: 'begin' }>;

export function runRolloutThread(scope: Port, openEngine: OpenEngine): void {
  onJoin(scope, (run, worker, port) => {
    new RolloutThread(run, worker, port, openEngine);
  });
}

class RolloutThread {
  readonly #worker: number;
  readonly #room: EngineRoom;
  readonly #link: Link<WorkerToCoordinator, CoordinatorToWorker>;
  #messages: MessageRollout | undefined;
  #rollout: Rollout | undefined;
  #revision = 0;
  /** What came in before the engine was ready. */
  #experiment: Experiment | undefined;
  #retiring = false;

  constructor(run: string, worker: number, port: MessagePort, openEngine: OpenEngine) {
    this.#worker = worker;
    this.#link = new Link(port, run, coordinatorToWorker, (message) => this.#hear(message));
    this.#room = new EngineRoom(`${run} rollout ${worker}`, this.#link, openEngine);
  }

  #hear(message: CoordinatorToWorker): void {
    switch (message.kind) {
      case 'begin':
        this.#begin(message).catch((error: unknown) => this.#room.fail(error));
        return;
      case 'settings':
        this.#revision = message.revision;
        this.#experiment = message.experiment;
        this.#rollout?.change(message.experiment);
        return;
      case 'retire':
        this.#retiring = true;
        this.#rollout?.retire();
        return;
      case 'fault':
        this.#room.commit(message.fault);
        return;
      case 'command':
      case 'clock':
      case 'wake':
      case 'weights':
      case 'tickets':
      case 'room':
        this.#messages?.hear(message);
        return;
    }
  }

  async #begin(message: Begin): Promise<void> {
    this.#revision = message.revision;
    const { task, spec, ...sizes } = sizesOf(message.experiment);
    const transport = this.#transport(message, sizes);
    const beat = (patience: number): void => transport.beat(patience);
    const { engine } = await this.#room.open(message.experiment, spec, message.withoutGpu, beat);
    const experiment = this.#experiment ?? message.experiment;
    const rollout = new Rollout({
      worker: this.#worker,
      actor: createRolloutActor(engine, task, experiment, this.#worker),
      transport,
      link: this.#link,
      experiment,
      memory: () => engine.memory(),
    });
    this.#rollout = rollout;
    if (this.#retiring) rollout.retire();
    await rollout.run();
  }

  #transport(
    { memory, ring }: Begin,
    sizes: { readonly parameters: number; readonly maxLength: number },
  ): RolloutTransport {
    if (memory !== null && ring !== null) {
      return new SharedRollout(this.#worker, memory, ring, sizes, () => this.#revision);
    }
    this.#messages = new MessageRollout(this.#worker, this.#link, sizes.maxLength);
    return this.#messages;
  }
}

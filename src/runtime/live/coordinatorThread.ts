/** The coordinator's thread: connects `coordinator.ts` to page, learner and workers, and calls its ticks. */
import { learnerToCoordinator, pageToCoordinator, received, workerToCoordinator } from './boundary.ts';
import { Coordinator, TICK_MS } from './coordinator.ts';
import { LearnerSeat } from './learnerSeat.ts';
import { Link, type Port } from './link.ts';
import type {
  CoordinatorToLearner,
  CoordinatorToPage,
  CoordinatorToWorker,
  LearnerToCoordinator,
  PageToCoordinator,
  WorkerToCoordinator,
} from './protocol.ts';
import { sizesOf } from './sizes.ts';
import { MessageHub } from './transport/messages.ts';
import { SharedHub } from './transport/shared.ts';

type Start = Extract<PageToCoordinator, { kind: 'start' }>;

/** @param isolated whether threads of this page may share memory */
export function runCoordinatorThread(scope: Port, isolated: boolean): void {
  scope.onmessage = ({ data }) => {
    const { run } = data as { readonly run: string };
    const message = received(pageToCoordinator, run, data)!;
    if (message.kind !== 'start') throw new Error(`"${message.kind}" came before "start"`);
    new CoordinatorThread(scope, run, message, isolated);
  };
}

class CoordinatorThread {
  readonly #run: string;
  readonly #coordinator: Coordinator;
  readonly #workers = new Map<number, Link<CoordinatorToWorker, WorkerToCoordinator>>();
  #learner: Link<CoordinatorToLearner, LearnerToCoordinator>;
  #round = 0;

  constructor(scope: Port, run: string, start: Start, isolated: boolean) {
    this.#run = run;
    const page = new Link<CoordinatorToPage, PageToCoordinator>(scope, run, pageToCoordinator, (message) =>
      this.#fromPage(message),
    );
    this.#learner = this.#linkTo(start.learner);
    const learner = new LearnerSeat(this.#learner, () => {
      const { port1, port2 } = new MessageChannel();
      this.#learner.close();
      this.#learner = this.#linkTo(port1);
      page.send({ kind: 'learner', port: port2 }, [port2]);
      return this.#learner;
    });
    const { experiment } = start;
    const hub =
      isolated && start.transport === 'auto'
        ? new SharedHub(sizesOf(experiment))
        : new MessageHub(learner, experiment.schedule.batchGroups);
    if (hub.kind === 'shared') page.send({ kind: 'telemetry', buffer: hub.memory.telemetry });
    this.#coordinator = new Coordinator({
      experiment,
      hub,
      page,
      learner,
      silence: start.silence,
      later: (task, milliseconds) => setTimeout(task, milliseconds),
    });
    setInterval(() => this.#coordinator.tick(this.#round++), TICK_MS);
  }

  #fromPage(message: PageToCoordinator): void {
    switch (message.kind) {
      case 'start':
        throw new Error('a run is started once');
      case 'attach':
        this.#attach(message.worker, message.port);
        return;
      case 'gone':
        this.#workers.get(message.worker)?.close();
        this.#workers.delete(message.worker);
        this.#coordinator.fromPage(message);
        return;
      case 'crashed':
      case 'retire':
      case 'fault':
      case 'pause':
      case 'resume':
      case 'step':
      case 'change':
      case 'inspect':
      case 'capture':
        this.#coordinator.fromPage(message);
        return;
    }
  }

  #linkTo(learner: MessagePort): Link<CoordinatorToLearner, LearnerToCoordinator> {
    return new Link(learner, this.#run, learnerToCoordinator, (message) =>
      this.#coordinator.fromLearner(message),
    );
  }

  #attach(worker: number, port: MessagePort): void {
    const link = new Link<CoordinatorToWorker, WorkerToCoordinator>(
      port,
      this.#run,
      workerToCoordinator,
      (message) => this.#coordinator.fromWorker(worker, message),
    );
    this.#workers.set(worker, link);
    this.#coordinator.attach(worker, link);
  }
}

/**
 * The learner's place in the run: how the learner is reached, and what another one would need to go on where it
 * stopped.
 *
 * With every update that it finishes the learner hands in its weights, its frame and, as often as that costs next
 * to nothing, its optimiser's state and what else it has gathered (`learner.ts`). The update counts from that message on,
 * so that an update is either counted and kept or neither: none is lost with a learner. The weights of past versions
 * are kept here as long as the learner keeps them itself.
 */
import type { Experiment } from '../../experiment/experiment.ts';
import type { Gathered } from '../actors/learnerMemory.ts';
import { PastWeights } from '../actors/pastWeights.ts';
import type { Sender } from './link.ts';
import type { CoordinatorToLearner, LearnerToCoordinator, Resume, SharedMemory } from './protocol.ts';

type Trained = Extract<LearnerToCoordinator, { kind: 'trained' }>;

export class LearnerSeat implements Sender<CoordinatorToLearner> {
  #link: Sender<CoordinatorToLearner>;
  readonly #renew: () => Sender<CoordinatorToLearner>;
  #last: Pick<Resume, 'update' | 'parameters' | 'frame' | 'unconcluded'> | undefined;
  #gathered: Gathered | null = null;
  /** Before the first update. */
  #reference: Float32Array | null = null;
  readonly #past = new PastWeights();
  #lock: string | undefined;

  /** @param renew ends the learner's thread and makes another, which hears what is sent from then on */
  constructor(link: Sender<CoordinatorToLearner>, renew: () => Sender<CoordinatorToLearner>) {
    this.#link = link;
    this.#renew = renew;
  }

  send(message: CoordinatorToLearner, transfer?: Transferable[]): void {
    this.#link.send(message, transfer);
  }

  /** Has the learner begin, or go on from what was handed in last. */
  begin(experiment: Experiment, memory: SharedMemory | null, withoutGpu: boolean): void {
    const past = { reference: this.#reference, versions: this.#past.versions };
    const resume = this.#last === undefined ? null : { ...this.#last, gathered: this.#gathered, past };
    this.send({ kind: 'begin', experiment, memory, resume, withoutGpu });
  }

  /** From now on another thread is the learner. It has not been told to begin. */
  renew(): void {
    this.#lock = undefined;
    this.#link = this.#renew();
  }

  /** The learner has these weights to begin with. */
  ready(parameters: Float32Array): void {
    this.#last = { update: 0, parameters, frame: null, unconcluded: false };
    this.#reference = parameters;
    this.#past.add(0, parameters);
  }

  /** The learner finished this update. @param version that its weights are to become; undefined = none */
  keep(
    update: number,
    { parameters, gathered, oldestKept, frame }: Trained,
    version: number | undefined,
  ): void {
    this.#last = { update, parameters, frame, unconcluded: true };
    if (gathered !== null) this.#gathered = gathered;
    this.#past.trim(oldestKept);
    if (version !== undefined) this.#past.add(version, parameters);
  }

  /** The learner's frame has been told. */
  concluded(): void {
    if (this.#last !== undefined) this.#last = { ...this.#last, unconcluded: false };
  }

  /** The learner's thread lives while it holds this lock. */
  alive(lock: string): void {
    this.#lock = lock;
  }

  /** Whether the lock is that of the present learner. */
  holds(lock: string): boolean {
    return lock === this.#lock;
  }
}

/**
 * Weights on their way to the workers. They come into force in the order in which they were trained, not before
 * their delay is over on the run's clock, and in exact mode not before the pipeline permits it.
 */
import type { Weights } from '../actors/contract.ts';
import type { FlowPublication } from '../flow.ts';
import type { LineLog } from './lineLog.ts';
import type { Pace } from './pace.ts';
import type { TicketDesk } from './ticketDesk.ts';
import type { Hub } from './transport/contract.ts';

interface Due {
  readonly weights: Weights;
  /** Seconds of the run's clock: when they were trained, and when they may be used. */
  readonly sent: number;
  readonly at: number;
}

export interface PublicationParts {
  readonly desk: TicketDesk;
  readonly hub: Pick<Hub, 'publish'>;
  readonly pace: Pick<Pace, 'seconds' | 'running'>;
  readonly line: Pick<LineLog, 'sent' | 'arrived'>;
  /** Calls `task` once, after so many milliseconds. */
  readonly later: (task: () => void, milliseconds: number) => void;
  /** To be called when a delay is over, and to call `advance` then. */
  readonly wake: () => void;
}

export class Publications {
  readonly #parts: PublicationParts;
  readonly #waiting: Due[] = [];
  /** When `wake` will be called, in milliseconds of `performance.now`. */
  #alarm = Infinity;

  constructor(parts: PublicationParts) {
    this.#parts = parts;
  }

  /** The weights that the workers begin with. */
  first(update: number, parameters: Float32Array): void {
    this.#parts.hub.publish({ version: 0, update, parameters });
    this.#parts.desk.openForBusiness();
  }

  /** Newly trained weights, which the pipeline counts as due. @param delay seconds before they may be used */
  add(update: number, parameters: Float32Array, delay: number): void {
    // Counted as due already, so the learner's version is the one that these weights will have.
    const version = this.#parts.desk.learnerVersion;
    const sent = this.#parts.pace.seconds;
    this.#waiting.push({ weights: { version, update, parameters }, sent, at: sent + delay });
    this.#parts.line.sent(version, update);
  }

  /** Oldest first. */
  get underWay(): readonly FlowPublication[] {
    return this.#waiting.map(({ weights: { version, update }, sent, at: due }) => ({
      version,
      update,
      sent,
      due,
    }));
  }

  /** Brings into force what may be. */
  advance(): void {
    const { desk, hub, line } = this.#parts;
    while (this.#wait() === 0) {
      const published = desk.during((pipeline) => {
        if (!pipeline.mayPublish()) return false;
        const { weights } = this.#waiting.shift()!;
        hub.publish(weights);
        pipeline.published();
        line.arrived(weights.version);
        return true;
      });
      if (!published) return;
    }
    this.#setAlarm();
  }

  /** Seconds until the next weights are due; undefined when there are none. */
  #wait(): number | undefined {
    const first = this.#waiting[0];
    return first === undefined ? undefined : Math.max(0, first.at - this.#parts.pace.seconds);
  }

  #setAlarm(): void {
    const wait = this.#wait();
    if (wait === undefined || !this.#parts.pace.running) return;
    const at = performance.now() + wait * 1000;
    if (at >= this.#alarm) return;
    this.#alarm = at;
    this.#parts.later(() => {
      this.#alarm = Infinity;
      this.#parts.wake();
    }, wait * 1000);
  }
}

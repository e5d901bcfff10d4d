/**
 * The capacity calculator (`systems.md` §2.2): is the learner starved, by what, and what would cure it. Three limits act on
 * the period of a version, of which the largest holds:
 *
 *   learner     P ≥ κT               (κT + D where publication blocks the learner)
 *   staleness   P ≥ (L + κT + D) / (S + 1)     at most (S + 1)·κB answers are admitted and not yet retired (Little's law)
 *   workers     P ≥ κB·L / C
 *
 * The learner trains for κT of each period P and else does not.
 *
 * For answers that all take L this is what the simulator finds as long as the workers always have something to do:
 * where all that is admitted can run at once, or where the staleness limit would hold with one version less. Else workers
 * that get a version's prompts all at once need several rounds for them, and P is longer than the three limits say:
 * then `exact` is false. Where answers differ, L of the staleness limit is that of the slow ones, and the result a guide.
 */

/** Durations in seconds. */
export interface CapacityInput {
  /** T: an update. */
  readonly learner: number;
  /** D: from an update to its weights being in force. */
  readonly publication: number;
  /** Whether the learner waits meanwhile. */
  readonly blocking: boolean;
  /** L: an answer, on average. */
  readonly latency: number;
  /** L of the slow answers; `latency` when absent. */
  readonly slowLatency?: number;
  /** B: prompts of an update. */
  readonly batch: number;
  /** κ: updates of a version. */
  readonly publishEvery: number;
  /** S or η: versions that admission runs ahead; Infinity = no bound. */
  readonly staleness: number;
  /** Prompts that one worker answers at once, and workers; C is their product. */
  readonly perWorker: number;
  readonly workers: number;
}

export type CapacityLimit = 'learner' | 'staleness' | 'workers';

export interface Capacity {
  /** The least period of a version that each limit allows, in seconds. */
  readonly limits: Readonly<Record<CapacityLimit, number>>;
  /** P*: the largest of them. */
  readonly period: number;
  /** Which one that is; the learner's where it is not starved. */
  readonly bindingLimit: CapacityLimit;
  /** Share of the time in which the learner does not train. */
  readonly idle: number;
  /** Share of the time in which it waits for samples. */
  readonly waitShare: number;
  /** Prompts trained on per second. */
  readonly throughput: number;
  /** Whether equal answers lead to exactly this; else the learner waits more than is said here. */
  readonly exact: boolean;
  /**
   * What lets the learner never wait for samples: the least S where workers are plenty, and the least C where admission
   * is far ahead. With one version more than that S, that C is enough.
   */
  readonly needed: {
    readonly staleness: number;
    /** C */
    readonly concurrency: number;
    readonly workers: number;
  };
}

/** @throws RangeError when a number is out of range */
export function capacityOf(input: CapacityInput): Capacity {
  check(input);
  const { publication, blocking, latency, slowLatency = latency, staleness, perWorker, workers } = input;
  const training = input.publishEvery * input.learner;
  const prompts = input.publishEvery * input.batch;
  const busy = training + (blocking ? publication : 0);
  const limits = {
    learner: busy,
    staleness: (slowLatency + training + publication) / (staleness + 1),
    workers: (prompts * latency) / (workers * perWorker),
  };
  const period = Math.max(limits.learner, limits.staleness, limits.workers);
  const concurrency = ceil((prompts * latency) / busy);
  return {
    limits,
    period,
    bindingLimit:
      period === limits.learner ? 'learner' : period === limits.staleness ? 'staleness' : 'workers',
    idle: 1 - training / period,
    waitShare: 1 - busy / period,
    throughput: prompts / period,
    exact:
      workers * perWorker >= (staleness + 1) * prompts ||
      slowLatency + training + publication <= staleness * period,
    needed: {
      staleness: ceil((slowLatency + training + publication) / busy) - 1,
      concurrency,
      workers: Math.ceil(concurrency / perWorker),
    },
  };
}

/** The least whole number that is not less, but for rounding. */
function ceil(value: number): number {
  return Math.ceil(value * (1 - 1e-12));
}

function check(input: CapacityInput): void {
  const over = (key: keyof CapacityInput, least: number, orEqual: boolean): void => {
    const value = input[key] as number;
    if (!(value > least || (orEqual && value === least))) {
      throw new RangeError(
        `capacity: ${key} is ${value} and must be ${orEqual ? 'at least' : 'more than'} ${least}`,
      );
    }
  };
  for (const key of ['learner', 'latency', 'batch', 'perWorker', 'workers'] as const) over(key, 0, false);
  over('publication', 0, true);
  over('staleness', 0, true);
  over('publishEvery', 1, true);
}

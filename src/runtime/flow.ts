/**
 * Where everything on the line is at one moment (design §2): what the pipeline view draws. Drivers make one from
 * their pipeline a few times a second; it is a copy and says nothing about how it looks. Motion is the difference of
 * two of them: the counters only grow.
 */
import type { PipelineView, TicketView } from '../pipeline/contract.ts';

/** Tickets as two columns of equal length. A ticket is a prompt with its group of answers. */
export interface TicketColumns {
  readonly numbers: Float64Array;
  /** Lowest version among the tokens of each. */
  readonly versions: Int32Array;
}

export interface FlowWorker {
  readonly worker: number;
  /** Tickets that it answers now. */
  readonly held: TicketColumns;
  /** Tickets that it finished since the run began. */
  readonly finished: number;
  /** Steps done of the answers under way, where the driver counts them: one step writes a token of each answer. */
  readonly steps?: number;
}

/** Weights on their way to the workers. Times are of the run's clock. */
export interface FlowPublication {
  readonly version: number;
  /** Updates behind them. */
  readonly update: number;
  readonly sent: number;
  /** When they may come into force at the earliest. */
  readonly due: number;
}

export interface Flow {
  /** The run's clock. */
  readonly seconds: number;
  /** Seconds of the run's clock per second that passes, from here on until `until`; 0 while it stands or leaps. */
  readonly rate: number;
  readonly until: number;
  /** Version in force at the workers, and that of the weights being trained. */
  readonly version: number;
  readonly learnerVersion: number;
  /** Updates finished. */
  readonly update: number;
  readonly workers: readonly FlowWorker[];
  /** In the order in which the learner will take them. */
  readonly queued: TicketColumns;
  /** The batch that the learner is at, empty while it waits. */
  readonly training: TicketColumns;
  /** When that update began and will end, where the driver knows. */
  readonly trainingTime?: { readonly from: number; readonly until: number };
  /** Tickets that the learner took since the run began, and those that were dropped for their age. */
  readonly taken: number;
  readonly dropped: number;
  /** Oldest first. */
  readonly publications: readonly FlowPublication[];
  /** Virtual runs: what happened last, and how many such events there were. */
  readonly event?: FlowEvent;
}

/** One event of a virtual run, as a person can step through them. */
export interface FlowEvent {
  readonly count: number;
  readonly kind:
    'begin' | 'advance' | 'finished' | 'rejected' | 'dropped' | 'taken' | 'update' | 'published' | 'stalled';
  /** Of `begin`, `advance`, `finished` and `rejected`. */
  readonly worker?: number;
  /** Tickets begun, finished, rejected, dropped, taken or trained. */
  readonly tickets?: number;
  /** Of `update`: its number. Of `published`: the version. */
  readonly number?: number;
}

export function columnsOf(tickets: readonly TicketView[]): TicketColumns {
  return {
    numbers: Float64Array.from(tickets, ({ number }) => number),
    versions: Int32Array.from(tickets, ({ lowestVersion }) => lowestVersion),
  };
}

/** The running tickets of a view, worker by worker. @param holderOf undefined where nobody has begun with it */
export function heldBy(
  running: PipelineView['running'],
  workers: readonly number[],
  holderOf: (ticket: number) => number | undefined,
): ReadonlyMap<number, TicketColumns> {
  const held = new Map<number, TicketView[]>(workers.map((worker) => [worker, []]));
  for (const ticket of running) {
    const holder = holderOf(ticket.number);
    if (holder !== undefined) held.get(holder)?.push(ticket);
  }
  return new Map([...held].map(([worker, tickets]) => [worker, columnsOf(tickets)]));
}

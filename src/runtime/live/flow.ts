/** Where everything is in a live run (`../flow.ts`), gathered from those who know. */
import { heldBy, columnsOf, type Flow } from '../flow.ts';
import type { Crew } from './crew.ts';
import type { Pace } from './pace.ts';
import type { Publications } from './publications.ts';
import type { TicketDesk } from './ticketDesk.ts';

export interface FlowParts {
  readonly desk: TicketDesk;
  readonly crew: Crew;
  readonly publications: Publications;
  readonly pace: Pick<Pace, 'seconds' | 'running'>;
}

export function liveFlow({ desk, crew, publications, pace }: FlowParts): Flow {
  const { running, queued, training } = desk.view;
  const { workers } = crew;
  const held = heldBy(running, workers, (ticket) => desk.holderOf(ticket));
  const { trained, dropped } = desk.ledger;
  return {
    seconds: pace.seconds,
    rate: pace.running ? 1 : 0,
    until: Infinity,
    version: desk.version,
    learnerVersion: desk.learnerVersion,
    update: desk.update,
    workers: workers.map((worker) => ({
      worker,
      held: held.get(worker)!,
      finished: desk.finishedBy(worker),
    })),
    queued: columnsOf(queued),
    training: columnsOf(training),
    taken: trained + training.length,
    dropped,
    publications: publications.underWay,
  };
}

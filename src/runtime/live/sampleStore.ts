/** The learner's samples that came in and wait for the batch that names their tickets. */
import type { Sample } from '../memory/index.ts';
import type { Forgotten } from './protocol.ts';

export class SampleStore {
  readonly #groupSize: number;
  readonly #tickets = new Map<number, Sample[]>();
  readonly #dropped: Sample[] = [];

  /** @param groupSize G, samples of one ticket */
  constructor(groupSize: number) {
    this.#groupSize = groupSize;
  }

  /** Tickets of which any sample waits. */
  get size(): number {
    return this.#tickets.size;
  }

  add(sample: Sample): void {
    const group = this.#tickets.get(sample.group);
    if (group === undefined) this.#tickets.set(sample.group, [sample]);
    else group.push(sample);
  }

  /**
   * Takes out all samples of these tickets, ticket by ticket, member by member.
   * @throws when one is missing or doubled: the coordinator names tickets only after their samples were sent
   */
  take(tickets: readonly number[]): readonly Sample[] {
    return tickets.flatMap((ticket) => {
      const samples = this.#tickets.get(ticket) ?? [];
      this.#tickets.delete(ticket);
      samples.sort((a, b) => a.member - b.member);
      if (samples.length !== this.#groupSize || samples.some(({ member }, n) => member !== n)) {
        throw new Error(`ticket ${ticket} has ${samples.length} samples where ${this.#groupSize} were due`);
      }
      return samples;
    });
  }

  /** Those of these tickets of which any sample is missing. */
  missing(tickets: readonly number[]): readonly number[] {
    return tickets.filter((ticket) => this.#tickets.get(ticket)?.length !== this.#groupSize);
  }

  /** Gives up these tickets. Those that were dropped for age are kept for `takeDropped`. */
  forget(tickets: readonly number[], because: Forgotten): void {
    for (const ticket of tickets) {
      if (because === 'age') this.#dropped.push(...(this.#tickets.get(ticket) ?? []));
      this.#tickets.delete(ticket);
    }
  }

  /** The samples that were dropped for age since the last call. */
  takeDropped(): readonly Sample[] {
    return this.#dropped.splice(0);
  }
}

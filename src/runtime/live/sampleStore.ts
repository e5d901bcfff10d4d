/** The learner's samples that came in and wait for the batch that names their tickets. */
import type { Sample } from '../memory/index.ts';

export class SampleStore {
  readonly #groupSize: number;
  readonly #tickets = new Map<number, Sample[]>();

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

  forget(tickets: readonly number[]): void {
    for (const ticket of tickets) this.#tickets.delete(ticket);
  }
}

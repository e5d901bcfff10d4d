/** Events in order of simulated time; those of equal time in the order in which they were put in. */

interface Entry<Event> {
  readonly time: number;
  readonly order: number;
  readonly event: Event;
}

/** A binary heap: the entry at i is not later than those at 2i + 1 and 2i + 2. */
export class EventQueue<Event> {
  readonly #heap: Entry<Event>[] = [];
  #order = 0;

  get length(): number {
    return this.#heap.length;
  }

  push(time: number, event: Event): void {
    const heap = this.#heap;
    heap.push({ time, order: this.#order++, event });
    let at = heap.length - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!earlier(heap[at]!, heap[parent]!)) break;
      this.#swap(at, parent);
      at = parent;
    }
  }

  /** The earliest event, taken out; undefined when there is none. */
  pop(): { readonly time: number; readonly event: Event } | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    heap[0] = last;
    for (let at = 0; ;) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < heap.length && earlier(heap[child]!, heap[least]!)) least = child;
      }
      if (least === at) return first;
      this.#swap(at, least);
      at = least;
    }
  }

  #swap(a: number, b: number): void {
    const kept = this.#heap[a]!;
    this.#heap[a] = this.#heap[b]!;
    this.#heap[b] = kept;
  }
}

function earlier(a: Entry<unknown>, b: Entry<unknown>): boolean {
  return a.time < b.time || (a.time === b.time && a.order < b.order);
}

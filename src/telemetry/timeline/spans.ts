/** The timeline: tracks of spans, made of the line's events (`line.ts`). */
import type { LineEvent } from './line.ts';
import { MOST_SPANS, Track } from './track.ts';

/** All tracks of a run. */
export class Timeline {
  readonly learner: Track;
  readonly weights: Track;
  readonly #workers: Track[] = [];
  readonly #most: number;
  /** Weights under way, oldest first. */
  readonly #sent: { readonly version: number; readonly at: number }[] = [];
  /** The span in which each prompt that is still on the line was begun. */
  readonly #spanOf = new Map<
    number,
    { readonly track: Track; readonly serial: number; readonly version: number }
  >();
  #learnerVersion = 0;
  #now = 0;

  /** @param most spans kept of each track */
  constructor(most = MOST_SPANS) {
    this.#most = most;
    this.learner = new Track('learner', most);
    this.weights = new Track('weights', most);
  }

  /** Workers in the order of their numbers. */
  get workers(): readonly Track[] {
    return this.#workers;
  }

  /** Workers, learner, weights: from top to bottom. */
  get tracks(): readonly Track[] {
    return [...this.#workers, this.learner, this.weights];
  }

  /** The latest time that was told of. */
  get now(): number {
    return this.#now;
  }

  /** Version that the learner's weights have, or will have when they are published. */
  get learnerVersion(): number {
    return this.#learnerVersion;
  }

  get spans(): number {
    return this.tracks.reduce((sum, track) => sum + track.length, 0);
  }

  add(event: LineEvent): void {
    this.#now = Math.max(this.#now, event.at);
    switch (event.kind) {
      case 'begin': {
        const track = this.#worker(event.worker);
        const { at, version, prefill = 0 } = event;
        if (prefill > 0) track.add('prefill', at, at + prefill, version);
        track.add('decode', at + prefill, Infinity, version);
        const serial = track.serial(track.length - 1);
        for (const ticket of event.tickets) this.#spanOf.set(ticket, { track, serial, version });
        return;
      }
      case 'swap': {
        const { at, version } = event;
        this.#worker(event.worker).swaps.push({ at, version });
        return;
      }
      case 'finish':
        if (event.rest) this.#worker(event.worker).add('admission', event.at, Infinity, NaN);
        return;
      case 'end':
        return this.#worker(event.worker).close(event.at);
      case 'learner':
        return this.learner.add(event.phase, event.from, event.at, event.update);
      case 'send':
        this.#sent.push(event);
        this.#learnerVersion = Math.max(this.#learnerVersion, event.version);
        return;
      case 'arrive':
        return this.#arrived(event.version, event.at);
      case 'train':
      case 'leave':
        for (const ticket of event.tickets) this.#used(ticket);
        return;
      case 'take':
        return;
    }
  }

  /** A prompt was trained on, or left the line: now it is known how far behind its weights were. */
  #used(ticket: number): void {
    const span = this.#spanOf.get(ticket);
    if (span === undefined) return;
    this.#spanOf.delete(ticket);
    span.track.note(span.serial, Math.max(0, this.#learnerVersion - span.version));
  }

  /** Publications under way together share the track: each is drawn from where the one before it arrived. */
  #arrived(version: number, at: number): void {
    while (this.#sent.length > 0 && this.#sent[0]!.version <= version) {
      const sent = this.#sent.shift()!;
      const last = this.weights.length === 0 ? -Infinity : this.weights.end(this.weights.length - 1);
      this.weights.add('publication', Math.max(sent.at, last), at, sent.version);
    }
  }

  #worker(index: number): Track {
    while (this.#workers.length <= index) {
      this.#workers.push(new Track(`worker ${this.#workers.length + 1}`, this.#most));
    }
    return this.#workers[index]!;
  }
}

/**
 * The fingerprint of a virtual run at an update: one hash over everything that decided it. Two runs with the same
 * fingerprint at the same update had the same event times, the same coefficients, and have the same weights and
 * optimiser state, to the last bit.
 *
 *   hashed, in this order       as
 *   ─ once ───────────────────────────────────────────────────────────────────────────────
 *   "laglab fingerprint 1"      UTF-8
 *   ─ for every update up to this one ────────────────────────────────────────────────────
 *   E, C                        float64: events since the update before, and coefficients
 *   E × kind, time, subject     float64: the events in order, the last one the update itself
 *   C × c_t                     float64: of every minibatch, in the order of training
 *   ─ as they are after this update ──────────────────────────────────────────────────────
 *   steps                       float64
 *   weights, first, second      float32, laid out by `policy/layout.ts`
 *
 * Numbers are little endian, as typed arrays are on every host the lab runs on; every NaN counts as the quiet one with an
 * empty payload. What happens after an update counts for the next one, so that a fingerprint does not depend on
 * when it is asked for. Evaluations, wall time, pauses and the way the warm-started weights were come by are not in it.
 */
import { RunningHash64 } from '../../numerics/hash.ts';
import type { OptimiserState } from '../../policy/engine.ts';
import type { Effect } from './schedule.ts';

const KINDS = {
  begin: 1,
  advance: 2,
  dropped: 3,
  update: 4,
  snapshot: 5,
  published: 6,
  rejected: 7,
} as const;

export class Fingerprint {
  readonly #history = new RunningHash64().add('laglab fingerprint 1');
  /** Kind, time and subject of the events since the last update. */
  #events: number[] = [];

  /**
   * Notes an event. A stall is none: how often a run is found stalled depends on who asks. Nor is what only says
   * what the other events say too: that tickets were finished, that a batch was taken, that time passes.
   */
  event(effect: Effect): void {
    if (isEvent(effect)) this.#events.push(KINDS[effect.kind], effect.now, subjectOf(effect));
  }

  /** Ends an update, of which the event was noted: from here on `at` speaks of it. */
  update(coefficients: Float64Array): void {
    const head = Float64Array.from([this.#events.length / 3, coefficients.length, ...this.#events]);
    this.#history.add(canonical(head)).add(canonical(coefficients));
    this.#events = [];
  }

  /**
   * The fingerprint at the last update that ended, 16 hexadecimal digits.
   * @param parameters weights after that update
   * @param optimiser its state after that update
   */
  at(parameters: Float32Array, { steps, first, second }: OptimiserState): string {
    const hash = this.#history.copy().add(Float64Array.of(steps));
    for (const vector of [parameters, first, second]) hash.add(canonical(vector));
    return hash.digest();
  }
}

type Noted = Extract<Effect, { kind: keyof typeof KINDS }>;

function isEvent(effect: Effect): effect is Noted {
  return Object.hasOwn(KINDS, effect.kind);
}

function subjectOf(effect: Noted): number {
  switch (effect.kind) {
    case 'begin':
    case 'advance':
      return effect.worker;
    case 'dropped':
    case 'rejected':
      return effect.tickets.length;
    case 'update':
      return effect.update + 1;
    case 'snapshot':
    case 'published':
      return effect.version;
  }
}

/** A loop, because `some` with a function takes as long as the hash itself. */
function hasNaN(values: Float32Array | Float64Array): boolean {
  for (let i = 0; i < values.length; i++) if (Number.isNaN(values[i])) return true;
  return false;
}

/** The same numbers, with the same bits for every NaN. */
function canonical<T extends Float32Array | Float64Array>(values: T): T {
  if (!hasNaN(values)) return values;
  const copy = values.slice() as T;
  const words = new Uint32Array(copy.buffer);
  const width = copy.BYTES_PER_ELEMENT / 4;
  copy.forEach((value, i) => {
    if (!Number.isNaN(value)) return;
    words.fill(0, i * width, (i + 1) * width);
    words[(i + 1) * width - 1] = width === 1 ? 0x7fc00000 : 0x7ff80000;
  });
  return copy;
}

/**
 * An engine that adds up two times of an update: that spent in its calls, and that from a pass over a minibatch to the
 * backward pass of the same. In the latter the learner turns scores into facts, evaluates the objective and lays out the
 * gradient rows: an upper bound of what the objective alone costs.
 */
import type { Engine } from '../policy/engine.ts';

type Call = (...args: unknown[]) => unknown;

/** The loads and blends are those of policies of the past and averaged ones, for objectives that ask for them. */
const CALLS: readonly (string | symbol)[] = ['score', 'accumulate', 'step', 'load', 'copy', 'blend'];

export class EngineClock {
  /** Milliseconds in the engine's calls. */
  total = 0;
  /** Milliseconds between scores and backward passes. */
  toGradient = 0;
  readonly engine: Engine;
  readonly #now: () => number;
  #ended = 0;

  constructor(engine: Engine, now: () => number) {
    this.#now = now;
    const measured = (call: Call, backward: boolean): Call => this.#timed(call, backward);
    this.engine = new Proxy(engine, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        const call = member.bind(target) as Call;
        return CALLS.includes(name) ? measured(call, name === 'accumulate') : call;
      },
    });
  }

  #timed(call: Call, backward: boolean): Call {
    return async (...args) => {
      const began = this.#now();
      if (backward) this.toGradient += began - this.#ended;
      try {
        return await call(...args);
      } finally {
        this.#ended = this.#now();
        this.total += this.#ended - began;
      }
    };
  }
}

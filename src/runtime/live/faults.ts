/**
 * Real faults on demand, inside a computing thread. What breaks is what breaks by itself: an exception that
 * nobody catches, a loop without end, a GPU device that is destroyed, a number in the gradient that is none.
 */
import type { Engine, GradientRows, TokenBatch } from '../../policy/engine.ts';
import type { Fault } from '../session.ts';
import { intercepted } from './intercept.ts';

export class Faults {
  /** Destroys this thread's GPU device, where it has one. */
  destroyDevice: (() => void) | undefined;
  /** Optimiser steps whose gradient is still to be spoilt. */
  #spoil = 0;

  /** @throws for the fault `throw`; does not return for `hang` */
  commit(fault: Fault): void {
    switch (fault.kind) {
      case 'throw':
        throw new Error('it was asked to throw');
      case 'hang':
        for (;;);
      case 'device':
        this.destroyDevice?.();
        return;
      case 'nan':
        this.#spoil += fault.updates;
        return;
      case 'terminate':
        // The page does it, from outside.
        return;
    }
  }

  /** The same engine, which backpropagates a NaN when it was asked for. */
  within(engine: Engine): Engine {
    return intercepted(engine, (name, args, call) => {
      if (this.#spoil > 0) {
        if (name === 'accumulate') args[1] = spoilt(args[0] as TokenBatch, args[1] as GradientRows);
        if (name === 'step') this.#spoil--;
      }
      return call();
    });
  }
}

/** With NaN in the place of one token's gradient. */
function spoilt({ lengths }: TokenBatch, rows: GradientRows): GradientRows {
  const logprobs = Float32Array.from(rows.logprobs);
  logprobs[lengths[0]! - 1] = NaN;
  return { ...rows, logprobs };
}

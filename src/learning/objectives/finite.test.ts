/** Nothing is NaN or infinite, and nothing masked leaks, for any input that the contract allows: a hundred cases a method. */
import { describe, it } from 'vitest';
import { names } from '../testing/facts.ts';
import {
  expectFiniteDiagnostics,
  expectFiniteEvaluations,
  expectNothingOfNothing,
} from '../testing/finite.ts';

describe.each(names)('%s', (name) => {
  it('gives finite numbers, 0 where masked, whatever the masked tokens hold', () => {
    expectFiniteEvaluations(name, 100);
  });

  it('gives finite diagnostics from counted tokens alone', () => {
    expectFiniteDiagnostics(name, 50);
  });

  it('has loss 0 and nothing infinite where nothing counts', () => {
    expectNothingOfNothing(name);
  });
});

/** The properties of `finite.test.ts`, ten thousand cases a method. */
import { describe, it } from 'vitest';
import { names } from '../testing/facts.ts';
import { expectFiniteDiagnostics, expectFiniteEvaluations } from '../testing/finite.ts';

const MINUTES = 60_000;

describe.each(names)('%s', (name) => {
  it(
    'gives finite numbers, 0 where masked, whatever the masked tokens hold',
    () => expectFiniteEvaluations(name, 10_000),
    10 * MINUTES,
  );

  it(
    'gives finite diagnostics from counted tokens alone',
    () => expectFiniteDiagnostics(name, 5_000),
    10 * MINUTES,
  );
});

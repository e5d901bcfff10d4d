/**
 * §37.2: `gradient` against central finite differences of the same method's loss, stop-gradient terms held fixed; for all
 * methods, at their default settings and at random ones. Where the one-sided differences disagree there is a kink, which
 * has no derivative to compare with; the share of such tokens is bounded.
 */
import { describe, expect, it } from 'vitest';
import { aggregations, names, randomFacts, settingsWith, type Signs } from '../testing/facts.ts';
import { randomSettings } from '../testing/settings.ts';
import type { Facts, LearningSettings, MethodName } from './contract.ts';
import { evaluateObjective } from './index.ts';

const STEP = 1e-5;
const BATCHES = 50;
const signs: readonly Signs[] = ['positive', 'negative', 'mixed'];

function moved(facts: Facts, token: number, by: number): Facts {
  const logpTheta = facts.logpTheta.slice();
  logpTheta[token]! += by;
  return { ...facts, logpTheta };
}

/** Left and right differences of the loss by one ℓθ. */
function slopes(facts: Facts, settings: LearningSettings, token: number): readonly [number, number] {
  const up = moved(facts, token, STEP);
  const down = moved(facts, token, -STEP);
  const at = (point: Facts): number => evaluateObjective(point, settings, facts).loss;
  const here = at(facts);
  const x = facts.logpTheta[token]!;
  return [(here - at(down)) / (x - down.logpTheta[token]!), (at(up) - here) / (up.logpTheta[token]! - x)];
}

/** The same batch with every advantage but one at 0: the losses of ratios of e^40 would drown those near 1. */
function alone(facts: Facts, token: number): Facts {
  return { ...facts, advantage: facts.advantage.map((A, t) => (t === token ? A : 0)) };
}

interface Outcome {
  error: number;
  compared: number;
  kinks: number;
  nonZero: number;
  leaks: number;
}

function compare(
  spread: number,
  view: (facts: Facts, token: number) => Facts,
  settingsOf: (seed: number) => LearningSettings,
): Outcome {
  const outcome: Outcome = { error: 0, compared: 0, kinks: 0, nonZero: 0, leaks: 0 };
  for (let seed = 0; seed < BATCHES; seed++) {
    const facts = randomFacts(seed, signs[seed % signs.length]!, spread);
    const settings = settingsOf(seed);
    for (let t = 0; t < facts.mask.length; t++) {
      const seen = view(facts, t);
      const { gradient, loss } = evaluateObjective(seen, settings);
      if (!facts.mask[t]) {
        if (gradient[t] !== 0) outcome.leaks += 1;
        continue;
      }
      const [left, right] = slopes(seen, settings, t);
      const own = gradient[t]!;
      const size = Math.max(Math.abs(left), Math.abs(right));
      const nearest = Math.min(Math.abs(own - left), Math.abs(own - right));
      if (Math.abs(left - right) > 1e-3 * size && nearest < 1e-2 * size) {
        outcome.kinks += 1;
        continue;
      }
      outcome.compared += 1;
      if (own !== 0) outcome.nonZero += 1;
      const central = (left + right) / 2;
      // Differences of a loss L lose about 1e-11·L to rounding, so that smaller gradients cannot be compared relatively.
      const floor = 1e-6 * Math.max(1, Math.abs(loss));
      const scale = Math.max(Math.abs(own), Math.abs(central), floor);
      outcome.error = Math.max(outcome.error, Math.abs(own - central) / scale);
    }
  }
  return outcome;
}

/** Their published bands reject nearly everything at these spreads. */
const NARROW: readonly MethodName[] = ['geometric-rejection', 'divergence-rejection'];
const whole = (facts: Facts): Facts => facts;

describe.each(names)('%s', (name) => {
  it.each([
    { what: 'log-ratios to ±30, each token alone', spread: 30, view: alone, drawn: false },
    { what: 'log-ratios to ±1, the whole batch', spread: 1, view: whole, drawn: false },
    { what: 'log-ratios to ±2, settings at random', spread: 2, view: whole, drawn: true },
  ])('has the gradient of its loss: $what', ({ what, spread, view, drawn }) => {
    const outcome = compare(spread, view, (seed) =>
      drawn
        ? randomSettings(name, seed)
        : settingsWith({ name, aggregation: aggregations[seed % aggregations.length]! }),
    );
    const { error, compared, kinks, nonZero, leaks } = outcome;
    process.stdout.write(
      `${name}, ${what}: worst relative error ${error.toExponential(1)} over ${compared} tokens, ${kinks} at kinks\n`,
    );
    expect(error).toBeLessThan(1e-4);
    expect(leaks).toBe(0);
    expect(compared).toBeGreaterThan(700);
    if (drawn || !NARROW.includes(name)) expect(nonZero).toBeGreaterThan(compared / 10);
    // M2PO's bounds lie on tokens by construction.
    expect(kinks).toBeLessThan(compared / (name === 'm2po' ? 15 : 50));
  });
});

/** `gradient` against central finite differences of the same method's loss, stop-gradient terms held fixed. */
import { describe, expect, it } from 'vitest';
import { aggregations, names, randomFacts, settingsWith, type Signs } from '../testing/facts.ts';
import type { Facts, ObjectiveSettings } from './contract.ts';
import { evaluateObjective } from './index.ts';
import { LOG_RATIO_LIMIT, logRatio } from './ratios.ts';

const STEP = 1e-5;
const BATCHES = 50;
const signs: readonly Signs[] = ['positive', 'negative', 'mixed'];

function moved(facts: Facts, token: number, by: number): Facts {
  const logpTheta = facts.logpTheta.slice();
  logpTheta[token]! += by;
  return { ...facts, logpTheta };
}

function finiteDifference(facts: Facts, settings: ObjectiveSettings, token: number): number {
  const up = moved(facts, token, STEP);
  const down = moved(facts, token, -STEP);
  const span = up.logpTheta[token]! - down.logpTheta[token]!;
  return (evaluateObjective(up, settings, facts).loss - evaluateObjective(down, settings, facts).loss) / span;
}

/** The same batch with every advantage but one at 0: the losses of ratios of e^40 would drown those near 1. */
function alone(facts: Facts, token: number): Facts {
  return { ...facts, advantage: facts.advantage.map((A, t) => (t === token ? A : 0)) };
}

function nearKink(facts: Facts, settings: ObjectiveSettings, token: number): boolean {
  if (settings.name === 'reinforce') return false;
  const anchor = settings.name === 'ppo' ? facts.logpBehave! : facts.logpProx!;
  const x = logRatio(facts.logpTheta[token]!, anchor[token]!);
  const kinks = [
    Math.log(1 - settings.clipLow),
    Math.log(1 + settings.clipHigh),
    -LOG_RATIO_LIMIT,
    LOG_RATIO_LIMIT,
  ];
  return kinks.some((kink) => Math.abs(x - kink) < 3 * STEP);
}

function relativeError(a: number, b: number): number {
  return a === b ? 0 : Math.abs(a - b) / Math.max(Math.abs(a), Math.abs(b));
}

/** Worst relative error over all counted tokens of all batches, and how many were compared. */
function worst(
  name: ObjectiveSettings['name'],
  spread: number,
  view: (facts: Facts, token: number) => Facts,
) {
  let error = 0;
  let compared = 0;
  let skipped = 0;
  let nonZero = 0;
  let leaks = 0;
  for (const aggregation of aggregations) {
    for (const sign of signs) {
      for (let seed = 0; seed < BATCHES; seed++) {
        const facts = randomFacts(seed, sign, spread);
        const settings = settingsWith({ name, aggregation });
        const { gradient } = evaluateObjective(facts, settings);
        for (let t = 0; t < facts.mask.length; t++) {
          if (!facts.mask[t]) {
            if (gradient[t] !== 0) leaks += 1;
            continue;
          }
          if (nearKink(facts, settings, t)) {
            skipped += 1;
            continue;
          }
          compared += 1;
          if (gradient[t] !== 0) nonZero += 1;
          error = Math.max(error, relativeError(gradient[t]!, finiteDifference(view(facts, t), settings, t)));
        }
      }
    }
  }
  return { error, compared, skipped, nonZero, leaks };
}

describe.each(names)('%s', (name) => {
  it.each([
    { what: 'log-ratios to ±30, each token alone', spread: 30, view: alone },
    { what: 'log-ratios to ±1, the whole batch', spread: 1, view: (facts: Facts) => facts },
  ])('has the gradient of its loss: $what', ({ what, spread, view }) => {
    const { error, compared, skipped, nonZero, leaks } = worst(name, spread, view);
    process.stdout.write(
      `${name}, ${what}: worst relative error ${error.toExponential(1)} over ${compared} tokens, ${skipped} near kinks\n`,
    );
    expect(error).toBeLessThan(1e-4);
    expect(leaks).toBe(0);
    expect(compared).toBeGreaterThan(10_000);
    expect(nonZero).toBeGreaterThan(compared / 4);
    expect(skipped).toBeLessThan(compared / 100);
  });
});

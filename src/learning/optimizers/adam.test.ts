import { describe, expect, it } from 'vitest';
import { adamStep, globalNorm, initialAdamState } from './adam.ts';

const settings = { learningRate: 0.01, beta1: 0.9, beta2: 0.99, epsilon: 0.1, gradientClip: 1 };

function expectClose(actual: Float64Array, expected: readonly number[]): void {
  expected.forEach((value, i) => expect(actual[i]).toBeCloseTo(value, 14));
}

describe('adam', () => {
  it('by hand, two steps', () => {
    // Step 1: ‖(3, 4)‖ = 5 > 1, so g = (0.6, 0.8). m̂ = m/0.1 = g, v̂ = v/0.01 = g².
    const one = adamStep(Float64Array.of(1, -1), Float64Array.of(3, 4), initialAdamState(2), settings);
    expect(one.gradientNorm).toBe(5);
    expect(one.applied).toBe(true);
    expectClose(one.state.first, [0.06, 0.08]);
    expectClose(one.state.second, [0.0036, 0.0064]);
    expectClose(one.parameters, [1 - (0.01 * 0.6) / 0.7, -1 - (0.01 * 0.8) / 0.9]);

    // Step 2: ‖(0, −0.5)‖ < 1. m = 0.9·(0.06, 0.08) + 0.1·(0, −0.5), v = 0.99·(0.0036, 0.0064) + 0.01·(0, 0.25).
    const two = adamStep(one.parameters, Float64Array.of(0, -0.5), one.state, settings);
    expect(two.gradientNorm).toBe(0.5);
    expect(two.state.steps).toBe(2);
    expectClose(two.state.first, [0.054, 0.022]);
    expectClose(two.state.second, [0.003564, 0.008836]);
    // Corrections 1 − 0.81 = 0.19 and 1 − 0.9801 = 0.0199.
    expectClose(two.parameters, [
      one.parameters[0]! - (0.01 * 0.054) / 0.19 / (Math.sqrt(0.003564 / 0.0199) + 0.1),
      one.parameters[1]! - (0.01 * 0.022) / 0.19 / (Math.sqrt(0.008836 / 0.0199) + 0.1),
    ]);
  });

  it('moves by the learning rate, whatever the size of a constant gradient', () => {
    let parameters: Float64Array = new Float64Array(2);
    let state = initialAdamState(2);
    const free = { ...settings, epsilon: 0, gradientClip: 0 };
    for (let step = 0; step < 10; step++) {
      ({ parameters, state } = adamStep(parameters, Float64Array.of(1e-3, -50), state, free));
    }
    expectClose(parameters, [-0.1, 0.1]);
  });

  it('leaves a gradient on the clip alone, and an unclipped one with clip 0', () => {
    const gradient = Float64Array.of(0.6, 0.8);
    const clipped = adamStep(new Float64Array(2), gradient, initialAdamState(2), {
      ...settings,
      gradientClip: globalNorm(gradient),
    });
    const free = adamStep(new Float64Array(2), gradient, initialAdamState(2), {
      ...settings,
      gradientClip: 0,
    });
    expect(clipped).toEqual(free);
  });

  it('takes no step with a gradient that is not finite', () => {
    const state = initialAdamState(1);
    const parameters = Float64Array.of(3);
    for (const bad of [NaN, Infinity]) {
      const result = adamStep(parameters, Float64Array.of(bad), state, settings);
      expect(result.applied).toBe(false);
      expect(result.parameters).toBe(parameters);
      expect(result.state).toBe(state);
    }
  });
});

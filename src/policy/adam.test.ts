import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adamScalars } from './adam.ts';

const settings = { learningRate: 1e-3, beta1: 0.9, beta2: 0.999, epsilon: 1e-8, gradientClip: 1 };

describe('adamScalars', () => {
  it('corrects the bias of the first step entirely', () => {
    const { stepSize, secondCorrection } = adamScalars(settings, 1, 0.5);
    expect(stepSize * (1 - settings.beta1)).toBeCloseTo(settings.learningRate, 15);
    expect(secondCorrection * (1 - settings.beta2)).toBeCloseTo(1, 12);
  });

  it('raises the decay rates to the number of the step', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), (step) => {
        const { stepSize, secondCorrection } = adamScalars(settings, step, 1);
        expect(stepSize).toBeCloseTo(settings.learningRate / (1 - settings.beta1 ** step), 12);
        expect(secondCorrection).toBeCloseTo(1 / (1 - settings.beta2 ** step), 8);
      }),
    );
  });

  it('shortens a long gradient to the clip, and no other', () => {
    expect(adamScalars(settings, 1, 4).gradientScale).toBe(0.25);
    expect(adamScalars(settings, 1, 1).gradientScale).toBe(1);
    expect(adamScalars(settings, 1, 0).gradientScale).toBe(1);
    expect(adamScalars({ ...settings, gradientClip: 0 }, 1, 4).gradientScale).toBe(1);
  });
});

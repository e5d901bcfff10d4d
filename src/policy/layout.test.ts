import { describe, expect, it } from 'vitest';
import { initialParameters } from './initialise.ts';
import { layoutOf, mlpEmbedding, stateSize } from './layout.ts';
import { referenceForward } from './reference.ts';
import { logSoftmax } from './sampling.ts';
import type { PolicySpec } from './spec.ts';
import { policySpec } from './specOf.ts';

const transformer: PolicySpec = {
  architecture: 'transformer',
  vocabulary: 12,
  maxLength: 10,
  width: 32,
  layers: 2,
  heads: 2,
  mlpRatio: 4,
  valueHead: false,
};
const mlp: PolicySpec = { ...transformer, architecture: 'mlp' };

describe('layoutOf', () => {
  for (const spec of [
    transformer,
    mlp,
    { ...transformer, valueHead: true },
    { ...mlp, valueHead: true, layers: 1 },
  ]) {
    it(`packs the ${spec.architecture} without gaps, under unique names`, () => {
      const { total, tensors } = layoutOf(spec);
      let end = 0;
      for (const { offset, size, shape } of tensors) {
        expect(offset).toBe(end);
        expect(size).toBe(shape.reduce((a, b) => a * b));
        end += size;
      }
      expect(end).toBe(total);
      expect(new Set(tensors.map(({ name }) => name)).size).toBe(tensors.length);
      expect(tensors.some(({ name }) => name === 'value.bias')).toBe(spec.valueHead);
    });
  }

  it('has the sizes that its head writes down', () => {
    const block = 32 + 32 * 96 + 32 * 32 + 32 + 32 * 128 + 128 * 32;
    expect(layoutOf(transformer).total).toBe(12 * 32 + 10 * 32 + 2 * block + 32 + 32 * 12);
    expect(mlpEmbedding(mlp)).toBe(8);
    expect(mlpEmbedding({ ...mlp, width: 8 })).toBe(4);
    expect(stateSize(mlp)).toBe(128);
    expect(layoutOf(mlp).total).toBe(12 * 8 + 10 * 8 * 128 + 128 + (128 * 128 + 128) + 128 * 12);
  });

  it('refuses heads that do not divide the width, but not for the MLP', () => {
    expect(() => layoutOf({ ...transformer, heads: 3 })).toThrow(/policy\.heads \(3\).*policy\.width \(32\)/);
    expect(() => layoutOf({ ...mlp, heads: 3 })).not.toThrow();
  });
});

describe('initialParameters', () => {
  it('is seeded, and the same for a tensor whatever follows it', () => {
    expect(initialParameters(transformer, 5)).toEqual(initialParameters(transformer, 5));
    expect(initialParameters(transformer, 5)).not.toEqual(initialParameters(transformer, 6));
    const withValue = initialParameters({ ...transformer, valueHead: true }, 5);
    expect(withValue.subarray(0, layoutOf(transformer).total)).toEqual(initialParameters(transformer, 5));
  });

  it('follows the deviations of the layout', () => {
    const parameters = initialParameters(transformer, 1);
    for (const { offset, size, mean, deviation } of layoutOf(transformer).tensors) {
      const part = parameters.subarray(offset, offset + size);
      const average = part.reduce((a, b) => a + b) / size;
      const spread = Math.sqrt(part.reduce((sum, x) => sum + (x - mean) ** 2, 0) / size);
      expect(Math.abs(average - mean)).toBeLessThanOrEqual((5 * deviation) / Math.sqrt(size));
      expect(Math.abs(spread - deviation)).toBeLessThanOrEqual((5 * deviation) / Math.sqrt(2 * size));
    }
  });

  for (const spec of [transformer, mlp]) {
    it(`makes the ${spec.architecture} nearly uniform`, () => {
      const { logits } = referenceForward(spec, initialParameters(spec, 1), [3, 1, 4, 1, 10, 5]);
      const row = new Float64Array(spec.vocabulary);
      for (const values of logits) {
        expect(logSoftmax(values, 0, 1, row)).toBeGreaterThan(Math.log(spec.vocabulary) - 0.1);
      }
    });
  }
});

describe('policySpec', () => {
  it('takes the vocabulary and the length from the task', () => {
    const task = { vocabulary: [...'0123456789→·'], maxPromptLength: 5, maxResponseLength: 5 };
    for (const valueHead of [false, true]) {
      const policy = {
        architecture: 'mlp',
        width: 16,
        layers: 3,
        heads: 4,
        mlpRatio: 2,
        valueHead,
      } as const;
      expect(policySpec({ policy }, task)).toEqual({ ...policy, vocabulary: 12, maxLength: 10 });
    }
  });
});

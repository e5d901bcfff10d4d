import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeFrame, encodeFrame, FRAME_LENGTH, MAX_LAG, RATIO_BINS, valueOf } from './frame.ts';
import { metricIndex, metrics, type MetricName } from './metrics.ts';

const names = metrics.map(({ name }) => name);
const double = fc.double({ noNaN: true });
const counts = (length: number) =>
  fc.array(double, { minLength: length, maxLength: length }).map((values) => Float64Array.from(values));

const head = fc.record({
  update: fc.nat(),
  version: fc.nat(),
  seconds: double,
  samples: fc.nat(),
  revision: fc.nat(),
});
const values = fc.dictionary(fc.constantFrom(...names), double, { noNullPrototype: true }) as fc.Arbitrary<
  Partial<Record<MetricName, number>>
>;
const histograms = fc.record({
  ratioPositive: counts(RATIO_BINS + 2),
  ratioNegative: counts(RATIO_BINS + 2),
  staleness: counts(MAX_LAG + 2),
});

const empty = {
  ratioPositive: new Float64Array(RATIO_BINS + 2),
  ratioNegative: new Float64Array(RATIO_BINS + 2),
  staleness: new Float64Array(MAX_LAG + 2),
};
const anyHead = { update: 1, version: 0, seconds: 0, samples: 0, revision: 0 };

describe('frames', () => {
  it('decode into what was encoded', () => {
    fc.assert(
      fc.property(head, values, histograms, (frameHead, given, bins) => {
        const data = encodeFrame(frameHead, given, bins);
        expect(data).toHaveLength(FRAME_LENGTH);
        const frame = decodeFrame(data);
        expect(frame).toMatchObject({ ...frameHead, ...bins });
        for (const name of names) expect(valueOf(frame, name)).toBe(given[name] ?? NaN);
      }),
      { numRuns: 25 },
    );
  });

  it('hold every number in a place of its own', () => {
    const places = Float64Array.from({ length: FRAME_LENGTH }, (_, i) => i);
    const { values: list, ratioPositive, ratioNegative, staleness, ...rest } = decodeFrame(places);
    const read = [...Object.values(rest), ...list, ...ratioPositive, ...ratioNegative, ...staleness];
    expect(read.toSorted((a, b) => a - b)).toEqual([...places]);
  });

  it('are copies, also of shared memory', () => {
    const ring = new Float64Array(new SharedArrayBuffer(8 * (FRAME_LENGTH + 3)));
    ring.set(encodeFrame(anyHead, { loss: 2 }, empty), 3);
    const frame = decodeFrame(ring.subarray(3));
    ring.fill(9);
    expect(valueOf(frame, 'loss')).toBe(2);
    expect(frame.staleness.every((count) => count === 0)).toBe(true);
    expect(frame.values.buffer).not.toBe(ring.buffer);
  });

  it('say NaN for a metric without data, and keep a 0 that was measured', () => {
    const frame = decodeFrame(encodeFrame(anyHead, { dropped: 0 }, empty));
    expect(valueOf(frame, 'dropped')).toBe(0);
    expect(valueOf(frame, 'accuracy')).toBeNaN();
    expect(frame.values.filter((value) => Number.isNaN(value))).toHaveLength(metrics.length - 1);
    expect(frame.values[metricIndex('dropped')]).toBe(0);
  });
});

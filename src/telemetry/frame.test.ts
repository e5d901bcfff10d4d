import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeFrame,
  encodeFrame,
  FRAME_LENGTH,
  LAG_EDGES,
  mapHistograms,
  MAX_LAG,
  RATIO_BINS,
  valueOf,
  withValue,
  type Histograms,
} from './frame.ts';
import { metricIndex, metrics, type MetricName } from './metrics.ts';

const names = metrics.map(({ name }) => name);
const double = fc.double({ noNaN: true });
/** What a histogram can hold exactly: whole numbers up to 2²⁴. */
const count = fc.integer({ min: 0, max: 2 ** 24 });

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
/** A stretch of random counts, repeated to the length of each histogram. */
const histograms = fc
  .array(count, { minLength: 1, maxLength: 40 })
  .map((some) =>
    mapHistograms((_, length) => Float64Array.from({ length }, (__, i) => some[i % some.length]!)),
  );
const histogramNames = Object.keys(mapHistograms(() => new Float64Array())) as (keyof Histograms)[];

const anyHead = { update: 1, version: 0, seconds: 0, samples: 0, revision: 0 };

describe('frames', () => {
  it('decode into what was encoded', () => {
    fc.assert(
      fc.property(head, values, histograms, (frameHead, given, bins) => {
        const data = encodeFrame(frameHead, { ...given, clip_ratio: 0 }, bins);
        expect(data).toHaveLength(FRAME_LENGTH);
        const frame = decodeFrame(data);
        expect(frame).toMatchObject({ ...frameHead, ...bins });
        for (const name of names)
          expect(valueOf(frame, name)).toBe(name === 'clip_ratio' ? 0 : (given[name] ?? NaN));
      }),
      { numRuns: 10 },
    );
  });

  it('hold every histogram in a place of its own', () => {
    for (const name of histogramNames) {
      const ones = mapHistograms((other, length) => new Float64Array(length).fill(Number(other === name)));
      expect(decodeFrame(encodeFrame(anyHead, { clip_ratio: 0 }, ones))).toMatchObject(ones);
    }
  });

  it('have the lengths that their bins say', () => {
    const frame = decodeFrame(encodeFrame(anyHead, {}, {}));
    const lengths = Object.fromEntries(histogramNames.map((name) => [name, frame[name].length]));
    expect(lengths).toEqual({
      ratioPositive: RATIO_BINS + 2,
      ratioNegative: RATIO_BINS + 2,
      staleness: MAX_LAG + 2,
      clipped: MAX_LAG + 2,
      ratioByStaleness: LAG_EDGES.length * (RATIO_BINS + 2),
      samplesByLag: LAG_EDGES.length,
      lengthByLag: LAG_EDGES.length,
    });
  });

  it('are copies, also of shared memory', () => {
    const ring = new Float64Array(new SharedArrayBuffer(8 * (FRAME_LENGTH + 3)));
    ring.set(encodeFrame(anyHead, { loss: 2 }, { staleness: Float64Array.of(0, 5) }), 3);
    const frame = decodeFrame(ring.subarray(3));
    ring.fill(9);
    expect(valueOf(frame, 'loss')).toBe(2);
    expect(Array.from(frame.staleness.subarray(0, 3))).toEqual([0, 5, 0]);
    expect(frame.values.buffer).not.toBe(ring.buffer);
  });

  it('keep their counts in copies that go through numbers', () => {
    const given = mapHistograms((_, length) => Float64Array.from({ length }, (__, i) => 2 ** (i % 25)));
    const data = encodeFrame(anyHead, { clip_ratio: 0 }, given);
    expect(decodeFrame(Float64Array.from([...data]))).toMatchObject(given);
  });

  it('say NaN for a metric without data, and keep a 0 that was measured', () => {
    const frame = decodeFrame(encodeFrame(anyHead, { dropped: 0 }, {}));
    expect(valueOf(frame, 'dropped')).toBe(0);
    expect(valueOf(frame, 'accuracy')).toBeNaN();
    expect(frame.values.filter((value) => Number.isNaN(value))).toHaveLength(metrics.length - 1);
    expect(frame.values[metricIndex('dropped')]).toBe(0);
  });

  it('say NaN for clipped tokens where nothing clips, and 0 where the clip cut none', () => {
    const clipped = new Float64Array(MAX_LAG + 2);
    expect(decodeFrame(encodeFrame(anyHead, {}, { clipped })).clipped.every(Number.isNaN)).toBe(true);
    expect(decodeFrame(encodeFrame(anyHead, { clip_ratio: 0 }, { clipped })).clipped).toEqual(clipped);
  });

  it('take in a value that comes later', () => {
    const before = encodeFrame(anyHead, { loss: 2 }, {});
    const after = decodeFrame(withValue(before, 'accuracy', 0.5));
    expect([valueOf(after, 'accuracy'), valueOf(after, 'loss')]).toEqual([0.5, 2]);
    expect(valueOf(decodeFrame(before), 'accuracy')).toBeNaN();
  });
});

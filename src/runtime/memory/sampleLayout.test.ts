import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SampleLayout } from './sampleLayout.ts';
import { testSample } from './testSample.ts';

test('a sample survives encoding at any place between leftovers of others', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 40 }),
      fc.nat(3),
      fc.nat(1 << 24),
      fc.integer({ min: 0, max: 255 }),
      (maxLength, place, id, leftover) => {
        const layout = new SampleLayout(maxLength);
        const buffer = new ArrayBuffer(4 * layout.bytes);
        new Uint8Array(buffer).fill(leftover);
        const record = layout.views(buffer, place * layout.bytes);
        const sample = testSample(id, maxLength, 3);
        layout.encode(sample, record);
        expect(layout.decode(record)).toEqual(sample);
        const others = new Uint8Array(buffer).filter(
          (_, at) => Math.floor(at / layout.bytes) !== place && at < 4 * layout.bytes,
        );
        expect(others.every((byte) => byte === leftover)).toBe(true);
      },
    ),
  );
});

test('a decoded sample does not point into the record', () => {
  const layout = new SampleLayout(12);
  const buffer = new ArrayBuffer(layout.bytes);
  const record = layout.views(buffer, 0);
  layout.encode(testSample(9, 12), record);
  const decoded = layout.decode(record);
  new Uint8Array(buffer).fill(255);
  expect(decoded).toEqual(testSample(9, 12));
});

test('a sample that is too long is refused', () => {
  const layout = new SampleLayout(4);
  const record = layout.views(new ArrayBuffer(layout.bytes), 0);
  expect(() => layout.encode(testSample(8, 20), record)).toThrow('does not fit into 4');
});

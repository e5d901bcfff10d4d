import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Sample } from './sample.ts';
import { SampleLayout } from './sampleLayout.ts';
import { SampleRingConsumer, SampleRingProducer, sampleRingBytes } from './sampleRing.ts';
import { testSample } from './testSample.ts';

const layout = new SampleLayout(6);

function ring(slots: number, counter = 0): { producer: SampleRingProducer; consumer: SampleRingConsumer } {
  const buffer = new ArrayBuffer(sampleRingBytes(layout, slots));
  new Int32Array(buffer)[0] = counter;
  new Int32Array(buffer)[16] = counter;
  return {
    producer: new SampleRingProducer(buffer, layout, slots),
    consumer: new SampleRingConsumer(buffer, layout, slots),
  };
}

test('behaves like a bounded queue, also where the counters wrap around', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(1, 2, 4, 8),
      fc.constantFrom(0, 0x7ffffffd, -3),
      fc.array(fc.boolean(), { maxLength: 200 }),
      (slots, counter, offers) => {
        const { producer, consumer } = ring(slots, counter);
        const model: Sample[] = [];
        let next = 0;
        for (const offer of offers) {
          if (offer) {
            const sample = testSample(next, 6);
            expect(producer.offer(sample)).toBe(model.length < slots);
            if (model.length < slots) {
              model.push(sample);
              next++;
            }
          } else {
            expect(consumer.poll()).toEqual(model.shift());
          }
          expect(consumer.length).toBe(model.length);
        }
      },
    ),
  );
});

test('a record that changed on the way is noticed', () => {
  const buffer = new ArrayBuffer(sampleRingBytes(layout, 2));
  new SampleRingProducer(buffer, layout, 2).offer(testSample(1, 6));
  new Uint8Array(buffer)[128 + 8 + 40]! ^= 1;
  expect(() => new SampleRingConsumer(buffer, layout, 2).poll()).toThrow('while it was being written');
});

test('sizes that cannot work are refused', () => {
  expect(() => new SampleRingProducer(new ArrayBuffer(1 << 16), layout, 3)).toThrow('power of two');
  expect(() => new SampleRingProducer(new ArrayBuffer(64), layout, 2)).toThrow('do not hold');
});

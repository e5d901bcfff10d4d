import fc from 'fast-check';
import { expect, test } from 'vitest';
import { WeightBoardReader, WeightBoardWriter, weightBoardBytes } from './weightBoard.ts';

function board(parameters: number): {
  buffer: ArrayBuffer;
  writer: WeightBoardWriter;
  reader: WeightBoardReader;
} {
  const buffer = new ArrayBuffer(weightBoardBytes(parameters));
  return {
    buffer,
    writer: new WeightBoardWriter(buffer, parameters),
    reader: new WeightBoardReader(buffer, parameters),
  };
}

test('an empty board has no weights', () => {
  const { reader } = board(3);
  expect(reader.read()).toBeUndefined();
  expect(reader.newestVersion()).toBe(-1);
});

test('readers always get the newest', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), fc.array(fc.boolean(), { maxLength: 40 }), (size, steps) => {
      const { buffer, writer } = board(size);
      const readers = [new WeightBoardReader(buffer, size), new WeightBoardReader(buffer, size)];
      let version = -1;
      for (const publish of steps) {
        if (publish) {
          version++;
          writer.publish({
            version,
            update: 3 * version,
            parameters: new Float32Array(size).fill(version / 3),
          });
        }
        for (const reader of readers) {
          expect(reader.newestVersion()).toBe(version);
          const weights = reader.read();
          expect(weights?.version ?? -1).toBe(version);
          if (weights === undefined) continue;
          expect(weights.update).toBe(3 * version);
          expect(weights.parameters).toEqual(new Float32Array(size).fill(version / 3));
        }
      }
      expect(writer.published).toBe(version + 1);
      expect(readers[0]!.retries).toBe(0);
    }),
  );
});

test('what a reader got stays its own', () => {
  const { buffer, writer, reader } = board(4);
  writer.publish({ version: 0, update: 0, parameters: Float32Array.of(1, 2, 3, 4) });
  const weights = reader.read()!;
  new Uint8Array(buffer).fill(255);
  expect(weights.parameters).toEqual(Float32Array.of(1, 2, 3, 4));
});

test('vectors of another length and boards that are too small are refused', () => {
  const { writer } = board(4);
  expect(() => writer.publish({ version: 0, update: 0, parameters: new Float32Array(5) })).toThrow(
    '5 parameters',
  );
  expect(() => new WeightBoardWriter(new ArrayBuffer(64), 4)).toThrow('do not hold');
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TelemetryRingReader, TelemetryRingWriter, telemetryRingBytes } from './telemetryRing.ts';

test('the reader gets the latest records in order and counts what it missed', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 3, max: 12 }),
      fc.array(fc.nat(20), { maxLength: 30 }),
      (places, bursts) => {
        const buffer = new ArrayBuffer(telemetryRingBytes(2, places));
        const writer = new TelemetryRingWriter(buffer, 2, places);
        const reader = new TelemetryRingReader(buffer, 2, places);
        let pushed = 0;
        let got = 0;
        let last = -1;
        for (const burst of bursts) {
          for (let i = 0; i < burst; i++) writer.push(Float64Array.of(pushed, -pushed++));
          const before = got;
          reader.drain((record) => {
            expect(record[0]).toBeGreaterThan(last);
            expect(record[1]).toBe(-record[0]!);
            last = record[0]!;
            got++;
          });
          expect(got - before).toBe(Math.min(burst, places - 2));
          if (burst > 0) expect(last).toBe(pushed - 1);
          expect(got + reader.missed).toBe(pushed);
        }
      },
    ),
  );
});

test('drained records are copies', () => {
  const buffer = new ArrayBuffer(telemetryRingBytes(1, 4));
  const writer = new TelemetryRingWriter(buffer, 1, 4);
  const reader = new TelemetryRingReader(buffer, 1, 4);
  const records: Float64Array[] = [];
  writer.push(Float64Array.of(7));
  reader.drain((record) => records.push(record));
  for (let i = 0; i < 8; i++) writer.push(Float64Array.of(0));
  expect(records[0]![0]).toBe(7);
});

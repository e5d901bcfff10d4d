/** The capacity calculator (`pipeline/capacity.ts`) against the simulator, for answers that all take the same time. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultExperiment } from '../../experiment/defaults.ts';
import { capacityOf, type CapacityInput, pipelineSettings } from '../../pipeline/index.ts';
import { predict, type Prediction } from './prediction.ts';

const PLENTY = 1e6;

function simulated(input: CapacityInput): Prediction {
  const { learner, publication, blocking, latency, batch, publishEvery, staleness, perWorker, workers } =
    input;
  return predict({
    pipeline: {
      ...pipelineSettings(defaultExperiment(), perWorker * workers),
      batchGroups: batch,
      maxStaleness: staleness,
      publishEvery,
      publishMode: blocking ? 'blocking' : 'overlap',
    },
    latency: { kind: 'constant', mean: latency },
    learner,
    publication,
    updates: 400,
    seed: 1,
  });
}

const inputs: fc.Arbitrary<CapacityInput> = fc.record({
  learner: fc.constantFrom(1, 2, 5, 10),
  publication: fc.constantFrom(0, 1, 4, 12),
  blocking: fc.boolean(),
  latency: fc.constantFrom(3, 10, 25, 40),
  batch: fc.constantFrom(4, 8, 16),
  publishEvery: fc.constantFrom(1, 1, 2, 4),
  staleness: fc.constantFrom(0, 0, 1, 1, 2, 3, 5, 8),
  perWorker: fc.constantFrom(1, 2, 4),
  workers: fc.oneof(fc.constant(PLENTY), fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 20 })),
});

/** Of 400 updates; the cycle of a version does not divide them evenly. */
const TOLERANCE = 0.01;

describe('the three limits', () => {
  test('are what the simulator finds where the workers always have something to do, and else a lower bound', () => {
    let exact = 0;
    let loose = 0;
    fc.assert(
      fc.property(inputs, (input) => {
        const capacity = capacityOf(input);
        const { idle, waitShare, throughput } = simulated(input);
        expect(idle).toBeGreaterThan(capacity.idle - TOLERANCE);
        if (!capacity.exact) return void loose++;
        exact++;
        expect(Math.abs(idle - capacity.idle)).toBeLessThan(TOLERANCE);
        expect(Math.abs(waitShare - capacity.waitShare)).toBeLessThan(TOLERANCE);
        expect(throughput / capacity.throughput).toBeCloseTo(1, 1);
      }),
      { numRuns: 120, seed: 2 },
    );
    // Both sides have to occur, or the property says nothing.
    expect(exact).toBeGreaterThan(60);
    expect(loose).toBeGreaterThan(10);
  });

  test('what is needed is enough, and anything less is not', () => {
    const starved = (input: CapacityInput): boolean => simulated(input).waitShare > TOLERANCE;
    const clearly = (input: CapacityInput): boolean => capacityOf(input).waitShare > 2 * TOLERANCE;
    fc.assert(
      fc.property(inputs, (input) => {
        const { needed } = capacityOf(input);
        const { staleness, workers } = needed;
        expect(starved({ ...input, staleness, workers: PLENTY })).toBe(false);
        expect(starved({ ...input, staleness: staleness + 1, workers })).toBe(false);
        const fewer: CapacityInput[] = [];
        if (staleness > 0) fewer.push({ ...input, staleness: staleness - 1, workers: PLENTY });
        if (workers > 1) fewer.push({ ...input, staleness: 40, workers: workers - 1 });
        for (const less of fewer) {
          expect(capacityOf(less).waitShare).toBeGreaterThan(0);
          if (clearly(less)) expect(starved(less)).toBe(true);
        }
      }),
      { numRuns: 40, seed: 3 },
    );
  });
});

describe('who is to blame', () => {
  const sheet: CapacityInput = {
    learner: 10,
    publication: 4,
    blocking: false,
    latency: 25,
    batch: 16,
    publishEvery: 1,
    staleness: 4,
    perWorker: 1,
    workers: 30,
  };

  test.each([
    [{}, 'workers', 0.25, { staleness: 3, concurrency: 40, workers: 40 }],
    [{ workers: 36 }, 'workers', 0.1, { staleness: 3, concurrency: 40, workers: 40 }],
    [{ workers: 40 }, 'learner', 0, { staleness: 3, concurrency: 40, workers: 40 }],
    [{ staleness: 1, workers: PLENTY }, 'staleness', 0.487, { staleness: 3, concurrency: 40, workers: 40 }],
    [{ perWorker: 8, workers: 4 }, 'workers', 0.2, { staleness: 3, concurrency: 40, workers: 5 }],
    // Blocking: the learner is busy for 14 s, so that it needs fewer answers ahead and fewer workers.
    [
      { blocking: true, staleness: 1, workers: PLENTY },
      'staleness',
      0.487,
      { staleness: 2, concurrency: 29, workers: 29 },
    ],
    // κ = 2: 32 prompts in 20 s; 49 s of work in flight are three versions.
    [{ publishEvery: 2, workers: 40 }, 'learner', 0, { staleness: 2, concurrency: 40, workers: 40 }],
    [
      { slowLatency: 60, workers: PLENTY },
      'staleness',
      0.324,
      { staleness: 7, concurrency: 40, workers: 40 },
    ],
  ] as const)('%o: %s', (change, bindingLimit, idle, needed) => {
    const capacity = capacityOf({ ...sheet, ...change });
    expect(capacity).toMatchObject({ bindingLimit, needed });
    expect(capacity.idle).toBeCloseTo(idle, 3);
  });

  test('more workers cannot help against the staleness limit, nor staleness against that of the workers', () => {
    const idle = (change: Partial<CapacityInput>): number => capacityOf({ ...sheet, ...change }).idle;
    expect(idle({ staleness: 1, workers: PLENTY })).toBe(idle({ staleness: 1, workers: 60 }));
    expect(idle({ staleness: Infinity })).toBe(idle({}));
  });

  test('numbers out of range are refused', () => {
    expect(() => capacityOf({ ...sheet, learner: 0 })).toThrow('learner is 0 and must be more than 0');
    expect(() => capacityOf({ ...sheet, staleness: -1 })).toThrow('staleness is -1 and must be at least 0');
    expect(() => capacityOf({ ...sheet, latency: NaN })).toThrow(RangeError);
  });
});

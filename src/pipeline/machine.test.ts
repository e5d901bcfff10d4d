/** The pipeline's rules one by one, as tables. */
import { describe, expect, test } from 'vitest';
import type { Pipeline, PipelineSettings } from './contract.ts';
import { createPipeline } from './machine.ts';

function settings(change: Partial<PipelineSettings> = {}): PipelineSettings {
  return {
    mode: 'bounded',
    maxStaleness: 0,
    exactLag: 0,
    carriedShare: 0,
    stageUpdates: 1,
    lagTrace: [],
    batchGroups: 4,
    publishEvery: 1,
    publishMode: 'overlap',
    overAge: 'train',
    dropLevel: 'group',
    refund: true,
    order: 'oldest-done',
    queueCapacity: Infinity,
    rejectionLimit: Infinity,
    concurrency: Infinity,
    ...change,
  };
}

function finish(pipeline: Pipeline, tickets: readonly number[], version = pipeline.version): void {
  for (const ticket of tickets) {
    pipeline.segmentDone(ticket, version, version);
    expect(pipeline.done(ticket)).toBe(true);
  }
}

function train(pipeline: Pipeline): readonly number[] {
  const decision = pipeline.takeBatch();
  if (decision.kind === 'wait') throw new Error(decision.reason);
  if (pipeline.trained()) pipeline.published();
  return decision.tickets;
}

describe('admission: min(C − running, (η + version + 1)·B·κ − (accepted + running))', () => {
  /** η, κ, concurrency, updates trained and published, further accepted, running → capacity */
  const vectors: readonly (readonly [number, number, number, number, number, number, number])[] = [
    [0, 1, Infinity, 0, 0, 0, 4],
    [0, 1, Infinity, 0, 3, 1, 0],
    [0, 1, Infinity, 1, 0, 0, 4],
    [1, 1, Infinity, 0, 0, 0, 8],
    [2, 1, Infinity, 3, 2, 5, 5],
    [2, 1, 6, 3, 2, 5, 1],
    [2, 1, 5, 3, 2, 5, 0],
    [4, 2, Infinity, 2, 0, 0, 40],
    [4, 2, Infinity, 3, 0, 0, 36],
    [8, 1, 3, 0, 10, 0, 3],
  ];
  test.each(vectors)(
    'η=%d κ=%d C=%d updates=%d accepted=%d running=%d: %d',
    (eta, kappa, C, updates, more, run, capacity) => {
      const pipeline = createPipeline(settings({ maxStaleness: eta, publishEvery: kappa }));
      for (let u = 0; u < updates; u++) {
        finish(pipeline, pipeline.admit(4));
        train(pipeline);
      }
      finish(pipeline, pipeline.admit(more));
      pipeline.admit(run);
      pipeline.configure({ ...pipeline.settings, concurrency: C });
      const admission = pipeline.admission();
      expect(admission.used).toBe(updates * 4 + more + run);
      expect(admission.bound).toBe((eta + pipeline.version + 1) * 4 * kappa);
      expect(admission.capacity).toBe(capacity);
      expect(pipeline.admit(1000)).toHaveLength(capacity);
    },
  );

  test('consumption frees nothing, publication frees one version', () => {
    const pipeline = createPipeline(settings());
    finish(pipeline, pipeline.admit(9));
    expect(pipeline.takeBatch().kind).toBe('batch');
    expect(pipeline.admission().capacity).toBe(0);
    expect(pipeline.trained()).toBe(true);
    expect(pipeline.admission()).toMatchObject({ capacity: 0, limitedBy: 'staleness' });
    expect(pipeline.learnerVersion).toBe(1);
    pipeline.published();
    expect(pipeline.admission()).toMatchObject({ capacity: 4, limitedBy: 'none' });
  });

  test('rejected and lost tickets free their slots; a refund does, a drop without does not', () => {
    for (const [refund, capacity] of [
      [true, 3],
      [false, 1],
    ] as const) {
      const pipeline = createPipeline(settings({ overAge: 'drop', refund, maxStaleness: 1, batchGroups: 1 }));
      const [a, b] = pipeline.admit(2);
      pipeline.rejected(a!);
      pipeline.lost(b!);
      expect(pipeline.admission().capacity).toBe(2);
      const [old, c] = pipeline.admit(2);
      finish(pipeline, [c!]);
      train(pipeline);
      finish(pipeline, pipeline.admit(1));
      train(pipeline);
      finish(pipeline, [old!], 0);
      expect(pipeline.takeBatch()).toEqual({ kind: 'wait', reason: 'samples', dropped: [old] });
      expect(pipeline.admission().capacity).toBe(capacity - (refund ? 1 : 0));
      expect(pipeline.ledger).toMatchObject({ dropped: 1, rejected: 1, lost: 1, trained: 2 });
    }
  });

  test('a change of κ during a run goes on from what was consumed', () => {
    const pipeline = createPipeline(settings({ publishEvery: 4 }));
    for (let u = 0; u < 8; u++) {
      finish(pipeline, pipeline.admit(4));
      train(pipeline);
    }
    expect(pipeline.version).toBe(2);
    expect(pipeline.admission().capacity).toBe(16);
    pipeline.configure({ ...pipeline.settings, publishEvery: 1 });
    expect(pipeline.admission().capacity).toBe(4);
  });

  test('a bounded queue reserves the places of running tickets and always holds one batch', () => {
    const pipeline = createPipeline(settings({ maxStaleness: 8, queueCapacity: 6 }));
    expect(pipeline.admit(100)).toHaveLength(6);
    expect(pipeline.admission().limitedBy).toBe('queue');
    pipeline.configure({ ...pipeline.settings, queueCapacity: 1 });
    finish(pipeline, [0, 1, 2, 3, 4, 5]);
    train(pipeline);
    expect(pipeline.admit(100)).toHaveLength(2);
  });
});

describe('queue order', () => {
  /** Order in which seven tickets finish, and the batch of three that each rule takes. */
  const done = [6, 1, 3, 2, 5];
  test.each([
    ['oldest-done', { kind: 'batch', tickets: [1, 2, 3], dropped: [] }],
    ['newest', { kind: 'batch', tickets: [6, 5, 3], dropped: [] }],
    ['fifo', { kind: 'wait', reason: 'straggler', dropped: [] }],
  ] as const)('%s', (order, expected) => {
    const pipeline = createPipeline(settings({ order, batchGroups: 3, maxStaleness: 4 }));
    pipeline.admit(7);
    expect(pipeline.takeBatch()).toMatchObject({ kind: 'wait', reason: 'samples' });
    finish(pipeline, done);
    expect(pipeline.takeBatch()).toEqual(expected);
  });

  test('strict FIFO skips what is gone', () => {
    const pipeline = createPipeline(settings({ order: 'fifo', batchGroups: 2, maxStaleness: 4 }));
    pipeline.admit(5);
    finish(pipeline, [4, 2]);
    pipeline.lost(0);
    pipeline.rejected(1);
    expect(pipeline.takeBatch()).toMatchObject({ reason: 'straggler' });
    finish(pipeline, [3]);
    expect(pipeline.takeBatch()).toMatchObject({ tickets: [2, 3] });
  });
});

describe('over-age', () => {
  test('the head lag decides: learner’s version minus the lowest of the ticket’s tokens', () => {
    const pipeline = createPipeline(settings({ overAge: 'drop', batchGroups: 1, maxStaleness: 1 }));
    const [slow] = pipeline.admit(1);
    pipeline.segmentDone(slow!, 0, 0);
    for (let u = 0; u < 2; u++) {
      finish(pipeline, pipeline.admit(1));
      train(pipeline);
    }
    // It goes on with new weights, but its first token stays old.
    pipeline.segmentDone(slow!, 2, 2);
    expect(pipeline.done(slow!)).toBe(true);
    expect(pipeline.takeBatch()).toMatchObject({ dropped: [slow] });
  });

  test('sample by sample the newest token decides, so that what was refreshed on the way is kept', () => {
    const pipeline = createPipeline(
      settings({ overAge: 'drop', dropLevel: 'sample', batchGroups: 1, maxStaleness: 3 }),
    );
    const [slow, slower] = pipeline.admit(2);
    for (let u = 0; u < 2; u++) {
      finish(pipeline, pipeline.admit(1));
      train(pipeline);
    }
    pipeline.segmentDone(slow!, 0, 1);
    pipeline.done(slow!);
    pipeline.segmentDone(slower!, 0, 0);
    pipeline.done(slower!);
    pipeline.configure({ ...pipeline.settings, maxStaleness: 1 });
    expect(pipeline.takeBatch()).toEqual({ kind: 'batch', tickets: [slow], dropped: [slower] });
  });

  test('wait holds the batch while a ticket in flight would become too old', () => {
    const pipeline = createPipeline(settings({ overAge: 'wait', batchGroups: 1, maxStaleness: 1 }));
    const [slow, fast] = pipeline.admit(2);
    finish(pipeline, [fast!]);
    expect(train(pipeline)).toEqual([fast]);
    finish(pipeline, pipeline.admit(1));
    expect(pipeline.takeBatch()).toEqual({ kind: 'wait', reason: 'straggler', dropped: [] });
    finish(pipeline, [slow!], 0);
    expect(train(pipeline)).toEqual([slow]);
  });
});

describe('publication', () => {
  test('that blocks holds the learner until its weights are in force, and with κ = 2 after every second update', () => {
    const pipeline = createPipeline(
      settings({ publishMode: 'blocking', publishEvery: 2, batchGroups: 1, maxStaleness: 2 }),
    );
    finish(pipeline, pipeline.admit(6));
    for (const due of [false, true]) {
      expect(pipeline.takeBatch()).toMatchObject({ kind: 'batch' });
      expect(pipeline.trained()).toBe(due);
    }
    expect(pipeline.takeBatch()).toEqual({ kind: 'wait', reason: 'publication', dropped: [] });
    pipeline.configure({ ...pipeline.settings, publishMode: 'overlap' });
    expect(pipeline.takeBatch()).toMatchObject({ kind: 'batch', tickets: [2] });
    pipeline.configure({ ...pipeline.settings, publishMode: 'blocking' });
    pipeline.trained();
    pipeline.published();
    expect(pipeline.takeBatch()).toMatchObject({ kind: 'batch', tickets: [3] });
  });
});

describe('news out of turn', () => {
  test('a duplicate is refused and changes nothing', () => {
    const pipeline = createPipeline(settings());
    pipeline.admit(4);
    finish(pipeline, [0]);
    const before = pipeline.ledger;
    expect(pipeline.done(0)).toBe(false);
    pipeline.lost(0);
    pipeline.rejected(0);
    pipeline.segmentDone(0, 0, 5);
    expect(pipeline.ledger).toEqual(before);
    pipeline.lost(1);
    expect(pipeline.done(1)).toBe(false);
  });

  test('samples that the learner lost give their admission back, and the rest of the batch waits again', () => {
    const pipeline = createPipeline(settings({ maxStaleness: 1, batchGroups: 2 }));
    pipeline.admit(4);
    finish(pipeline, [0, 1, 2]);
    pipeline.takeBatch();
    expect(pipeline.samplesLost([1, 3, 99])).toEqual([1]);
    expect(pipeline.ledger).toMatchObject({ running: 1, queued: 2, training: 0, lost: 1 });
    expect(pipeline.admit(9)).toEqual([4]);
    expect(train(pipeline)).toEqual([0, 2]);
    finish(pipeline, [3, 4]);
    pipeline.takeBatch();
    expect(pipeline.samplesLost('all')).toEqual([3, 4]);
    expect(() => pipeline.trained()).toThrow('no batch');
    expect(pipeline.admission()).toMatchObject({ used: 2, bound: 6, capacity: 4 });
    expect(pipeline.samplesLost('all')).toEqual([]);
  });

  test('a driver’s errors throw', () => {
    const pipeline = createPipeline(settings());
    expect(() => pipeline.trained()).toThrow('no batch');
    expect(() => pipeline.published()).toThrow('not due');
    expect(() => pipeline.done(0)).toThrow('no ticket 0');
    pipeline.admit(4);
    expect(() => pipeline.done(0)).toThrow('never reported');
    finish(pipeline, [0, 1, 2, 3]);
    pipeline.takeBatch();
    expect(() => pipeline.takeBatch()).toThrow('in training already');
    expect(() => pipeline.configure(settings({ batchGroups: 5 }))).toThrow('batchGroups');
    expect(() => createPipeline(settings({ maxStaleness: -1 }))).toThrow('maxStaleness');
  });
});

describe('exact lag', () => {
  test('admits the batches of one version and holds the next version back', () => {
    const pipeline = createPipeline(settings({ mode: 'exact', exactLag: 2, batchGroups: 2 }));
    expect(pipeline.admit(100)).toEqual([0, 1, 2, 3, 4, 5]);
    finish(pipeline, [0, 1]);
    expect(train2(pipeline)).toEqual([0, 1]);
    expect(pipeline.mayPublish()).toBe(false);
    finish(pipeline, [2, 3]);
    expect(pipeline.takeBatch()).toMatchObject({ kind: 'wait', reason: 'straggler' });
    finish(pipeline, [4, 5]);
    expect(pipeline.mayPublish()).toBe(true);
    pipeline.published();
    expect(pipeline.admit(100)).toEqual([6, 7]);
    expect(train2(pipeline)).toEqual([2, 3]);
    expect(() => pipeline.segmentDone(6, 0, 1)).toThrow('must be sampled from version 1');
  });

  test('the replacement of a lost ticket takes its place in the batch, under its own number', () => {
    const pipeline = createPipeline(settings({ mode: 'exact', exactLag: 1, batchGroups: 2 }));
    expect(pipeline.admit(4)).toEqual([0, 1, 2, 3]);
    finish(pipeline, [0, 2, 3]);
    pipeline.lost(1);
    expect(pipeline.admit(100)).toEqual([4]);
    expect(pipeline.mayPublish()).toBe(false);
    expect(pipeline.done(1)).toBe(false);
    finish(pipeline, [4]);
    expect(train2(pipeline)).toEqual([0, 4]);
    expect(pipeline.ledger).toMatchObject({ admitted: 5, lost: 1, trained: 2, queued: 2 });
  });

  test('begins anew at the version in force when the learner is lost', () => {
    const pipeline = createPipeline(settings({ mode: 'exact', exactLag: 2, batchGroups: 1 }));
    finish(pipeline, pipeline.admit(3));
    for (let update = 0; update < 2; update++) {
      train2(pipeline);
      pipeline.published();
      finish(pipeline, pipeline.admit(1));
    }
    expect(pipeline.samplesLost('all')).toEqual([2, 3, 4]);
    expect(pipeline.admit(100)).toEqual([5, 6, 7]);
    finish(pipeline, [5, 6, 7], 2);
    const lags = [0, 1, 2, 2].map(() => {
      const version = pipeline.learnerVersion;
      const [ticket] = train2(pipeline);
      pipeline.published();
      finish(pipeline, pipeline.admit(1));
      return version - (ticket! < 8 ? 2 : ticket! - 5);
    });
    expect(lags).toEqual([0, 1, 2, 2]);
  });

  function train2(pipeline: Pipeline): readonly number[] {
    const decision = pipeline.takeBatch();
    if (decision.kind === 'wait') throw new Error(decision.reason);
    expect(pipeline.trained()).toBe(true);
    return decision.tickets;
  }
});

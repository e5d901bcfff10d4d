/** Each schedule's rules of admission, publication and age, one by one. */
import { expect, test } from 'vitest';
import { defaultExperiment } from '../experiment/defaults.ts';
import { below, STREAM } from '../numerics/random.ts';
import { settings as table } from '../experiment/settings/index.ts';
import type { Pipeline, PipelineSettings } from './contract.ts';
import { createPipeline } from './machine.ts';
import { planOf, readBy, rulesOf } from './rules.ts';
import { pipelineSettings } from './settings.ts';

function settings(change: Partial<PipelineSettings> = {}): PipelineSettings {
  return { ...pipelineSettings(defaultExperiment(), Infinity), batchGroups: 4, ...change };
}

function finish(pipeline: Pipeline, tickets: readonly number[], version = pipeline.version): void {
  for (const ticket of tickets) {
    pipeline.segmentDone(ticket, version, version);
    expect(pipeline.done(ticket)).toBe(true);
  }
}

function takes(pipeline: Pipeline): boolean {
  return pipeline.takeBatch().kind === 'batch';
}

function train(pipeline: Pipeline): readonly number[] {
  const decision = pipeline.takeBatch();
  if (decision.kind === 'wait') throw new Error(decision.reason);
  if (pipeline.trained()) pipeline.published();
  return decision.tickets;
}

test('synchronous: one batch is admitted, whatever η and κ say', () => {
  const pipeline = createPipeline(settings({ mode: 'synchronous', maxStaleness: 8, publishEvery: 4 }));
  finish(pipeline, pipeline.admit(99));
  expect(train(pipeline)).toEqual([0, 1, 2, 3]);
  expect(pipeline.version).toBe(1);
  expect(pipeline.admit(99)).toEqual([4, 5, 6, 7]);
});

test('one step off is the exact lag 1', () => {
  const pipeline = createPipeline(settings({ mode: 'one-step', exactLag: 7, batchGroups: 2 }));
  expect(pipeline.admit(99)).toEqual([0, 1, 2, 3]);
  finish(pipeline, [0, 1]);
  expect(takes(pipeline) && pipeline.trained()).toBe(true);
  expect(pipeline.mayPublish()).toBe(false);
  finish(pipeline, [2, 3]);
  pipeline.published();
  expect(pipeline.admit(99)).toEqual([4, 5]);
  expect(() => pipeline.segmentDone(4, 0, 0)).toThrow('must be sampled from version 1');
});

test('fully asynchronous: the queue is the only bound, and must be one', () => {
  const free = settings({ mode: 'unbounded', batchGroups: 2, queueCapacity: 5 });
  const pipeline = createPipeline(free);
  expect(pipeline.admission()).toMatchObject({ bound: Infinity, capacity: 5 });
  finish(pipeline, pipeline.admit(99));
  expect(pipeline.admission()).toMatchObject({ capacity: 0, limitedBy: 'queue' });
  // Consumption, not publication, lets the workers go on.
  expect(takes(pipeline)).toBe(true);
  expect(pipeline.admit(99)).toHaveLength(2);
  expect(() => createPipeline({ ...free, queueCapacity: Infinity })).toThrow('needs a bound of the queue');
  const bounded = defaultExperiment().schedule;
  expect(pipelineSettings({ schedule: { ...bounded, mode: 'unbounded' } }, 8).queueCapacity).toBe(16 * 32);
  expect(pipelineSettings({ schedule: bounded }, 8).queueCapacity).toBe(Infinity);
});

test('fully asynchronous: what waited too long is dropped where it should be', () => {
  const pipeline = createPipeline(
    settings({
      mode: 'unbounded',
      batchGroups: 1,
      queueCapacity: 9,
      overAge: 'drop',
      order: 'newest',
      maxStaleness: 1,
    }),
  );
  finish(pipeline, pipeline.admit(3));
  expect(train(pipeline)).toEqual([2]);
  finish(pipeline, pipeline.admit(1));
  expect(train(pipeline)).toEqual([3]);
  expect(pipeline.takeBatch()).toMatchObject({ kind: 'wait', dropped: [0, 1] });
});

test('periodic: κ updates share a version, and a share of their prompts is generated ahead', () => {
  const pipeline = createPipeline(
    settings({ mode: 'periodic', maxStaleness: 9, publishEvery: 3, carriedShare: 0.5 }),
  );
  // B·κ·(1 + share) = 4·3·1.5
  expect(pipeline.admit(99)).toHaveLength(18);
  finish(
    pipeline,
    Array.from({ length: 18 }, (_, i) => i),
  );
  train(pipeline);
  train(pipeline);
  expect([pipeline.version, pipeline.admission().capacity]).toEqual([0, 0]);
  train(pipeline);
  expect([pipeline.version, pipeline.admission().capacity]).toEqual([1, 12]);
});

test('periodic, with publication that blocks: admission is verl’s count of stale samples', () => {
  const [B, kappa, share] = [3, 2, 0.7];
  const required = Math.floor(B * kappa * (1 + share));
  const pipeline = createPipeline(
    settings({
      mode: 'periodic',
      batchGroups: B,
      publishEvery: kappa,
      carriedShare: share,
      publishMode: 'blocking',
    }),
  );
  /** One more at each submission; at every publication, those in flight and in the queue (`systems.md` §1.3). */
  let stale = 0;
  let publications = 0;
  const running: number[] = [];
  for (let event = 0; event < 3000; event++) {
    const draw = below(10, 1, STREAM.test, event);
    if (draw < 4) {
      expect(pipeline.admission().capacity).toBe(required - stale);
      const admitted = pipeline.admit(1 + (draw % 2));
      stale += admitted.length;
      running.push(...admitted);
    } else if (draw < 8 && running.length > 0) {
      finish(pipeline, running.splice(below(running.length, 2, STREAM.test, event), 1));
    } else if (draw === 8 && pipeline.ledger.training === 0) pipeline.takeBatch();
    else if (draw === 9 && pipeline.ledger.training > 0) {
      if (!pipeline.trained()) continue;
      pipeline.published();
      publications++;
      stale = pipeline.ledger.running + pipeline.ledger.queued;
    }
  }
  expect(publications).toBeGreaterThan(50);
});

test('few large stages: all of a stage is sampled before its first update, and M updates follow', () => {
  const pipeline = createPipeline(
    settings({ mode: 'stages', stageUpdates: 3, batchGroups: 2, maxStaleness: 5, queueCapacity: 2 }),
  );
  expect(pipeline.admit(99)).toHaveLength(6);
  finish(pipeline, [5, 0, 1, 2]);
  expect(pipeline.takeBatch()).toMatchObject({ kind: 'wait', reason: 'samples' });
  pipeline.lost(3);
  finish(pipeline, [4]);
  // The lost one has to be replaced.
  expect(takes(pipeline)).toBe(false);
  finish(pipeline, pipeline.admit(99));
  expect(train(pipeline)).toEqual([0, 1]);
  expect(train(pipeline)).toEqual([2, 4]);
  expect(pipeline.admit(99)).toEqual([]);
  expect(train(pipeline)).toEqual([5, 6]);
  expect([pipeline.version, pipeline.update]).toEqual([1, 3]);
  expect(pipeline.admit(99)).toHaveLength(6);
});

test('recorded lags: a batch with a larger lag is sampled before the one it follows', () => {
  // Batches 0, 1, 3 are sampled from version 0, batch 2 from version 2, and so on with a record of 0, 1, 0, 3.
  const pipeline = createPipeline(settings({ mode: 'replay', lagTrace: [0, 1, 0, 3], batchGroups: 1 }));
  const sampled: number[][] = [];
  const lags: number[] = [];
  const versions = new Map<number, number>();
  for (let update = 0; update < 9; update++) {
    const { version } = pipeline;
    const tickets = pipeline.admit(99);
    sampled.push([...tickets]);
    for (const ticket of tickets) versions.set(ticket, version);
    finish(pipeline, tickets);
    lags.push(version - versions.get(train(pipeline)[0]!)!);
  }
  expect(lags).toEqual([0, 1, 0, 3, 0, 1, 0, 3, 0]);
  expect(sampled).toEqual([[0, 1, 2], [], [3], [], [4, 5, 6], [], [7], [], [8, 9, 10]]);
});

test('every setting that a schedule does not read changes nothing', () => {
  const other: Partial<PipelineSettings> = {
    maxStaleness: 7,
    exactLag: 7,
    carriedShare: 0.7,
    stageUpdates: 7,
    lagTrace: [7],
    publishEvery: 7,
    overAge: 'drop',
    dropLevel: 'sample',
    queueCapacity: 7,
  };
  for (const { value: mode } of table.schedule.mode.options) {
    const base = settings({ mode, lagTrace: [1], queueCapacity: 50 });
    const plan = (changed: PipelineSettings): readonly unknown[] => {
      const found = planOf(changed);
      return [rulesOf(changed), found && [0, 1, 2, 9].map((batch) => found.lagOf(batch))];
    };
    for (const [key, value] of Object.entries(other)) {
      const changed = { ...base, [key]: value };
      const reads = readBy[key as keyof PipelineSettings]!.includes(mode);
      if (reads) expect(plan(changed), `${mode} reads ${key}`).not.toEqual(plan(base));
      else expect(plan(changed), `${mode}, ${key}`).toEqual(plan(base));
    }
  }
});

test('what would make no sense is refused', () => {
  expect(() => createPipeline(settings({ mode: 'replay' }))).toThrow('lagTrace is empty');
  expect(() => createPipeline(settings({ mode: 'replay', lagTrace: [1, -1] }))).toThrow('lagTrace[1] is -1');
  expect(() => createPipeline(settings({ carriedShare: -0.1 }))).toThrow('carriedShare');
  const pipeline = createPipeline(settings({ mode: 'replay', lagTrace: [1] }));
  expect(() => pipeline.configure(settings({ mode: 'replay', lagTrace: [2] }))).toThrow('cannot change');
});

/** The coordinator with ports of paper: what it is told and what it says, without threads or time. */
import { beforeEach, describe, expect, test } from 'vitest';
import { defaultExperiment } from '../../experiment/defaults.ts';
import type { Experiment } from '../../experiment/experiment.ts';
import type { SessionEvent } from '../session.ts';
import { Coordinator } from './coordinator.ts';
import type { CoordinatorToLearner, CoordinatorToPage, CoordinatorToWorker } from './protocol.ts';
import { MessageHub } from './transport/messages.ts';

const B = 2;

function experimentWith(
  schedule: Partial<Experiment['schedule']>,
  run: Partial<Experiment['run']> = {},
): Experiment {
  const base = defaultExperiment();
  return {
    ...base,
    schedule: { ...base.schedule, batchGroups: B, maxStaleness: 1, ...schedule },
    run: { ...base.run, updates: 0, ...run },
  };
}

/** A coordinator with two workers that act when the test says so. */
class Scene {
  readonly coordinator: Coordinator;
  readonly toPage: CoordinatorToPage[] = [];
  readonly toLearner: CoordinatorToLearner[] = [];
  readonly toWorker: CoordinatorToWorker[][] = [[], []];
  readonly alarms: { task: () => void; milliseconds: number }[] = [];

  constructor(experiment: Experiment) {
    const learner = { send: (message: CoordinatorToLearner) => this.toLearner.push(message) };
    this.coordinator = new Coordinator({
      experiment,
      hub: new MessageHub(learner, B),
      page: { send: (message) => this.toPage.push(message) },
      learner,
      silence: 1,
      later: (task, milliseconds) => this.alarms.push({ task, milliseconds }),
    });
    for (const worker of [0, 1]) this.attach(worker);
  }

  attach(worker: number): void {
    this.coordinator.attach(worker, { send: (message) => this.toWorker[worker]!.push(message) });
  }

  /** The learner has its first weights and waits for a batch. */
  open(): void {
    this.weights(0);
    this.ready();
  }

  weights(update: number): void {
    this.coordinator.fromLearner({ kind: 'weights', update, parameters: Float32Array.of(update) });
  }

  ready(): void {
    this.coordinator.fromLearner({ kind: 'ready', stage: 'update', memory: { tensors: 0, bytes: 0 } });
  }

  /**
   * The worker asks for tickets, again and again as it gets only its fair share, and begins to answer them.
   * Returns which it got.
   */
  take(worker: number, wanted: number, version = this.versionAt(worker)): readonly number[] {
    const tickets: number[] = [];
    while (tickets.length < wanted) {
      this.coordinator.fromWorker(worker, { kind: 'want', count: wanted - tickets.length });
      const grant = this.toWorker[worker]!.at(-1)!;
      if (grant.kind !== 'tickets') throw new Error(`"${grant.kind}" where tickets were due`);
      if (grant.count === 0) break;
      const granted = Array.from({ length: grant.count }, (_, n) => grant.from + n);
      this.coordinator.fromWorker(worker, { kind: 'begun', tickets: granted, version });
      tickets.push(...granted);
    }
    return tickets;
  }

  done(worker: number, tickets: readonly number[], version = this.versionAt(worker)): void {
    const versions = tickets.map(() => version);
    this.coordinator.fromWorker(worker, { kind: 'done', tickets, lowest: versions, highest: versions });
  }

  /** Version of the weights that the worker was sent last. */
  versionAt(worker: number): number {
    const weights = this.toWorker[worker]!.filter((message) => message.kind === 'weights');
    return weights.at(-1)?.version ?? -1;
  }

  /** Answers of one batch, all by worker 0. */
  answer(count = B): void {
    const tickets = this.take(0, count);
    expect(tickets).toHaveLength(count);
    this.done(0, tickets);
  }

  /** The learner trains the batch that it was given, and publishes. */
  train(update: number): void {
    this.coordinator.fromLearner({ kind: 'trained', applied: true });
    expect(this.toLearner.at(-1)).toEqual({ kind: 'credited', publish: true });
    this.weights(update);
  }

  get batches(): readonly Extract<CoordinatorToLearner, { kind: 'batch' }>[] {
    return this.toLearner.filter((message) => message.kind === 'batch');
  }

  events<K extends SessionEvent['kind']>(kind: K): readonly Extract<SessionEvent, { kind: K }>[] {
    return this.toPage.flatMap((message) =>
      message.kind === 'event' && message.event.kind === kind
        ? [message.event as Extract<SessionEvent, { kind: K }>]
        : [],
    );
  }

  /** The ledger as it stands. */
  get ledger(): Extract<SessionEvent, { kind: 'pipeline' }>['ledger'] {
    this.coordinator.tick(1);
    return this.events('pipeline').at(-1)!.ledger;
  }
}

let scene: Scene;
const start = (...parameters: Parameters<typeof experimentWith>): void => {
  scene = new Scene(experimentWith(...parameters));
};
beforeEach(() => start({}));

test('no tickets before there are weights, then (η + 1)·B of them', () => {
  expect(scene.take(0, 9)).toEqual([]);
  scene.open();
  const tickets = [...scene.take(0, 2), ...scene.take(1, 9)];
  expect(tickets).toEqual([0, 1, 2, 3]);
  expect(scene.take(1, 9)).toEqual([]);
  expect(scene.ledger).toMatchObject({ admitted: 4, running: 4 });
});

test('a batch as soon as there is one, with its version; publication allows B more tickets', () => {
  scene.open();
  expect(scene.batches).toHaveLength(0);
  scene.answer(4);
  expect(scene.batches).toMatchObject([{ tickets: [0, 1], version: 0, update: 0, queued: 2 }]);
  scene.train(1);
  expect(scene.versionAt(1)).toBe(1);
  scene.ready();
  expect(scene.batches[1]).toMatchObject({ tickets: [2, 3], version: 1, update: 1, queued: 0 });
  expect(scene.take(0, 9)).toEqual([4, 5]);
  expect(scene.ledger).toMatchObject({ admitted: 6, running: 2, training: 2, trained: 2 });
});

test('a publication delay holds weights back on the run’s clock', () => {
  start({ publishDelay: 0.05 });
  scene.open();
  scene.answer();
  scene.train(1);
  expect(scene.versionAt(0)).toBe(0);
  expect(scene.alarms[0]!.milliseconds).toBeGreaterThan(0);
  expect(scene.alarms[0]!.milliseconds).toBeLessThanOrEqual(50);
  scene.ready();
  scene.answer();
  expect(scene.batches[1]).toMatchObject({ version: 1, update: 1 });
  scene.coordinator.fromPage({ kind: 'pause' });
});

describe('exact lag', () => {
  test('the next version waits until all tickets of this one are answered', () => {
    start({ mode: 'exact', exactLag: 1 });
    scene.open();
    scene.answer(3);
    const last = scene.take(1, 1);
    scene.train(1);
    expect(scene.versionAt(0)).toBe(0);
    scene.done(1, last);
    expect(scene.versionAt(0)).toBe(1);
    scene.ready();
    expect(scene.batches[1]).toMatchObject({ tickets: [2, 3], version: 1 });
    expect(scene.take(0, 9)).toEqual([4, 5]);
  });

  test('a sample from another version than the one in force fails the run', () => {
    start({ mode: 'exact', exactLag: 0 });
    scene.open();
    scene.answer();
    scene.train(1);
    scene.take(0, 1, 0);
    expect(scene.events('problem').at(-1)!.message).toContain('must be sampled from version 1');
    expect(scene.events('phase').at(-1)).toEqual({ kind: 'phase', phase: 'failed' });
  });
});

test('a changed η acts on admission at once, and is announced with the batch that runs under it', () => {
  scene.open();
  const batch = scene.take(0, 2);
  const greater = experimentWith({ maxStaleness: 3 });
  scene.coordinator.fromPage({ kind: 'change', experiment: greater });
  expect(scene.take(1, 9)).toEqual([2, 3, 4, 5, 6, 7]);
  expect(scene.toWorker[1]).toContainEqual({ kind: 'settings', experiment: greater, revision: 1 });
  scene.coordinator.fromPage({ kind: 'change', experiment: experimentWith({ maxStaleness: 0 }) });
  expect(scene.events('changes')).toEqual([]);
  scene.done(0, batch);
  expect(scene.batches[0]).toMatchObject({ revision: 2, experiment: { schedule: { maxStaleness: 0 } } });
  expect(scene.events('changes')).toEqual([
    {
      kind: 'changes',
      update: 1,
      changes: [{ field: 'schedule.maxStaleness', from: 1, to: 0 }],
    },
  ]);
  scene.train(1);
  expect(scene.take(0, 9)).toEqual([]);
});

test('over-age tickets are dropped, and the learner forgets their samples', () => {
  start({ overAge: 'drop', maxStaleness: 1, batchGroups: 2 });
  scene.open();
  const straggler = scene.take(1, 1);
  scene.answer(3);
  scene.train(1);
  scene.ready();
  scene.answer(1);
  scene.train(2);
  scene.done(1, straggler, 0);
  scene.ready();
  expect(scene.toLearner).toContainEqual({ kind: 'forget', tickets: straggler });
  expect(scene.ledger).toMatchObject({ dropped: 1, trained: 4 });
});

describe('a worker that fails', () => {
  test('is ended first; when it is gone, what it held is lost and allowed again', () => {
    scene.open();
    const held = scene.take(1, 2);
    scene.take(0, 2);
    scene.coordinator.fromWorker(1, { kind: 'failed', message: 'device lost' });
    expect(scene.toPage).toContainEqual({ kind: 'end', worker: 1, ending: 'replace' });
    scene.done(1, held);
    expect(scene.ledger).toMatchObject({ running: 4, lost: 0, queued: 0 });
    scene.coordinator.fromPage({ kind: 'gone', worker: 1 });
    expect(scene.ledger).toMatchObject({ running: 2, lost: 2 });
    expect(scene.toLearner).toContainEqual({ kind: 'forget', tickets: held });
    scene.attach(1);
    expect(scene.take(1, 2)).toEqual([4, 5]);
    expect(scene.events('problem')[0]).toMatchObject({ severity: 'warning' });
  });

  test('before its message of begun tickets arrived is known by its claim', () => {
    scene.open();
    scene.coordinator.fromWorker(1, { kind: 'want', count: 2 });
    scene.coordinator.fromPage({ kind: 'crashed', worker: 1, message: 'out of memory' });
    scene.coordinator.fromPage({ kind: 'gone', worker: 1 });
    expect(scene.ledger).toMatchObject({ admitted: 2, running: 0, lost: 2 });
  });

  test('in silence is noticed by the watchdog', () => {
    scene.open();
    scene.answer(1);
    for (let round = 0; round < 30; round++) scene.coordinator.tick(round);
    expect(scene.toPage).toContainEqual({ kind: 'end', worker: 0, ending: 'replace' });
    expect(scene.toPage).not.toContainEqual({ kind: 'end', worker: 1, ending: 'replace' });
  });

  test('again and again is given up; when none is left, the run fails', () => {
    for (const worker of [0, 1]) {
      for (let n = 0; n < 3; n++) {
        scene.coordinator.fromWorker(worker, { kind: 'failed', message: 'no memory' });
        scene.coordinator.fromPage({ kind: 'gone', worker });
        if (n < 2) scene.attach(worker);
      }
    }
    const endings = scene.toPage.flatMap((message) => (message.kind === 'end' ? [message.ending] : []));
    expect(endings).toEqual(['replace', 'replace', 'given up', 'replace', 'replace', 'given up']);
    expect(scene.events('phase').at(-1)!.phase).toBe('failed');
  });
});

test('a retired worker leaves without loss', () => {
  scene.open();
  const tickets = scene.take(1, 1);
  scene.coordinator.fromPage({ kind: 'retire', worker: 1 });
  expect(scene.toWorker[1]!.at(-1)).toEqual({ kind: 'retire' });
  scene.done(1, tickets);
  scene.coordinator.fromWorker(1, { kind: 'retired' });
  scene.coordinator.fromPage({ kind: 'gone', worker: 1 });
  expect(scene.toPage).toContainEqual({ kind: 'end', worker: 1, ending: 'retired' });
  expect(scene.ledger).toMatchObject({ queued: 1, lost: 0 });
});

test('a learner that fails ends the run with its reason', () => {
  scene.open();
  scene.coordinator.fromPage({ kind: 'crashed', worker: 'learner', message: 'device lost' });
  expect(scene.events('problem')[0]).toMatchObject({
    severity: 'error',
    message: 'The learner stopped: device lost.',
  });
  expect(scene.events('phase').at(-1)!.phase).toBe('failed');
  scene.coordinator.fromPage({ kind: 'resume' });
  expect(scene.events('phase').at(-1)!.phase).toBe('failed');
});

test('a skipped update is reported once while it lasts', () => {
  scene.open();
  for (const update of [1, 2]) {
    scene.answer();
    scene.coordinator.fromLearner({ kind: 'trained', applied: false });
    scene.weights(update);
    scene.ready();
  }
  expect(scene.events('problem')).toMatchObject([{ message: expect.stringContaining('Update 1') as string }]);
});

test('at the limit it is finished with a balanced ledger', () => {
  start({}, { updates: 1 });
  scene.open();
  scene.answer(3);
  scene.train(1);
  scene.ready();
  expect(scene.batches).toHaveLength(1);
  expect(scene.events('phase').map(({ phase }) => phase)).toEqual(['running', 'finished']);
  expect(scene.events('pipeline').at(-1)!.ledger).toMatchObject({ admitted: 3, queued: 1, trained: 2 });
});

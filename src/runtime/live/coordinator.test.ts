/** The coordinator with ports of paper: what it is told and what it says, without threads or time. */
import { beforeEach, describe, expect, test } from 'vitest';
import { defaultExperiment } from '../../experiment/defaults.ts';
import type { Experiment } from '../../experiment/experiment.ts';
import type { SessionEvent } from '../session.ts';
import { Coordinator } from './coordinator.ts';
import { LearnerSeat } from './learnerSeat.ts';
import type {
  CoordinatorToLearner,
  CoordinatorToPage,
  CoordinatorToWorker,
  LearnerToCoordinator,
} from './protocol.ts';
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

/** What a learner hands in beside its weights and its frame. */
type Handed = Partial<
  Pick<Extract<LearnerToCoordinator, { kind: 'trained' }>, 'applied' | 'gathered' | 'oldestKept' | 'unkept'>
>;

/** A coordinator with two workers that act when the test says so. */
const seconds = { waiting: 0, training: 0, publishing: 0, evaluating: 0 };

class Scene {
  readonly coordinator: Coordinator;
  readonly toPage: CoordinatorToPage[] = [];
  readonly toLearner: CoordinatorToLearner[] = [];
  /** How many learners there were. */
  learners = 1;
  readonly toWorker: CoordinatorToWorker[][] = [[], []];
  readonly alarms: { task: () => void; milliseconds: number }[] = [];

  constructor(experiment: Experiment) {
    const link = { send: (message: CoordinatorToLearner) => this.toLearner.push(message) };
    const learner = new LearnerSeat(link, () => {
      this.learners++;
      return link;
    });
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
    this.coordinator.fromLearner({ kind: 'weights', parameters: Float32Array.of(0) });
    this.ready();
  }

  ready(): void {
    this.coordinator.fromLearner({
      kind: 'ready',
      stage: 'update',
      memory: { tensors: 0, bytes: 0 },
      kept: 0,
      seconds,
      stretches: [],
    });
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
      this.coordinator.fromWorker(worker, { kind: 'begun', tickets: granted, version, at: 0 });
      tickets.push(...granted);
    }
    return tickets;
  }

  /** @param filtered whether dynamic sampling is to reject them */
  done(worker: number, tickets: readonly number[], version = this.versionAt(worker), filtered = false): void {
    const versions = tickets.map(() => version);
    const each = { filtered: tickets.map(() => filtered), lowest: versions, highest: versions };
    this.coordinator.fromWorker(worker, { kind: 'done', tickets, at: 0, rest: true, ...each });
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

  /** The learner trains the batch that it was given. The numbers of all that it hands in are the update's. */
  train(update: number, { applied = true, gathered = null, oldestKept = 0, unkept = 0 }: Handed = {}): void {
    const parameters = Float32Array.of(update);
    const frame = Float64Array.of(update);
    const stretches = (['rollout', 'train_step'] as const).map((phase) => ({
      phase,
      from: 0,
      at: 0,
      update,
    }));
    const handed = { applied, parameters, gathered, oldestKept, unkept, frame, stretches };
    this.coordinator.fromLearner({ kind: 'trained', ...handed });
    expect(this.toLearner).toContainEqual({ kind: 'credited' });
  }

  /** What the learner was told first, each time that there was a new one. */
  get begins(): readonly Extract<CoordinatorToLearner, { kind: 'begin' }>[] {
    return this.toLearner.filter((message) => message.kind === 'begin');
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

test('publication that blocks holds the learner too, and says for how long', async () => {
  start({ publishDelay: 0.01, publishMode: 'blocking' });
  scene.open();
  scene.answer();
  scene.answer();
  scene.train(1);
  scene.ready();
  expect(scene.batches).toHaveLength(1);
  while (scene.batches.length === 1) {
    await new Promise((resolve) => setTimeout(resolve, 2));
    for (const { task } of scene.alarms.splice(0)) task();
  }
  expect(scene.versionAt(0)).toBe(1);
  expect(scene.batches[0]!.held).toBe(0);
  expect(scene.batches[1]!.held).toBeGreaterThan(0.005);
  expect(scene.batches[1]!.held).toBeLessThan(1);
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
  expect(scene.toLearner).toContainEqual({ kind: 'forget', tickets: straggler, because: 'age' });
  expect(scene.ledger).toMatchObject({ dropped: 1, trained: 4 });
});

describe('dynamic sampling', () => {
  test('rejects what it is told to, lets the learner forget it and others take its place', () => {
    start({ filter: 'reward', maxStaleness: 0, batchGroups: 2 });
    scene.open();
    const [first, ...rest] = scene.take(0, 9);
    expect(rest).toHaveLength(1);
    scene.done(0, [first!], 0, true);
    expect(scene.toLearner).toContainEqual({ kind: 'forget', tickets: [first], because: 'filter' });
    expect(scene.ledger).toMatchObject({ admitted: 2, rejected: 1, queued: 0, running: 1 });
    expect(scene.take(1, 9)).toEqual([2]);
    scene.done(1, [2], 0);
    scene.done(0, rest, 0);
    expect(scene.batches[0]).toMatchObject({ tickets: [1, 2], rejected: 1 });
  });

  test('gives up after so many batches, and again only after the next update', () => {
    start({ filter: 'reward', filterLimit: 1, maxStaleness: 0, batchGroups: 2 });
    scene.open();
    for (let round = 0; round < 2; round++) scene.done(0, scene.take(0, 9), 0, true);
    expect(scene.ledger).toMatchObject({ rejected: 2, training: 2 });
    scene.train(1);
    scene.ready();
    scene.done(0, scene.take(0, 1), 1, true);
    expect(scene.ledger).toMatchObject({ rejected: 3, trained: 2 });
  });
});

describe('a worker that fails', () => {
  test('is ended first; when it is gone, what it held is lost and allowed again', () => {
    scene.open();
    const held = scene.take(1, 2);
    scene.take(0, 2);
    scene.coordinator.fromWorker(1, { kind: 'failed', message: 'device lost', device: true });
    expect(scene.toPage).toContainEqual({ kind: 'end', worker: 1, ending: 'replace' });
    scene.done(1, held);
    expect(scene.ledger).toMatchObject({ running: 4, lost: 0, queued: 0 });
    scene.coordinator.fromPage({ kind: 'gone', worker: 1 });
    expect(scene.ledger).toMatchObject({ running: 2, lost: 2 });
    expect(scene.toLearner).toContainEqual({ kind: 'forget', tickets: held, because: 'loss' });
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
    for (let round = 0; round < 30; round++) {
      scene.coordinator.fromLearner({ kind: 'beat', patience: 0 });
      scene.coordinator.tick(round);
    }
    expect(scene.toPage).toContainEqual({ kind: 'end', worker: 0, ending: 'replace' });
    expect(scene.toPage).not.toContainEqual({ kind: 'end', worker: 1, ending: 'replace' });
  });

  test('again and again is given up; when none is left, the run fails', () => {
    for (const worker of [0, 1]) {
      for (let n = 0; n < 3; n++) {
        scene.coordinator.fromWorker(worker, { kind: 'failed', message: 'no memory', device: false });
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

describe('a learner that is lost', () => {
  const gathered = {
    optimiser: { steps: 1, first: Float32Array.of(1), second: Float32Array.of(1) },
    averaged: { parameters: Float32Array.of(0.5), weight: 1.5 },
    entropies: { sums: Float64Array.of(2), counts: Float64Array.of(1) },
  };
  const crash = (): void =>
    scene.coordinator.fromPage({ kind: 'crashed', worker: 'learner', message: 'out of memory' });

  test('leaves nobody waiting for the last batches; what it still sends is not asked for any more', () => {
    start({});
    scene.open();
    const inspections = () => scene.toPage.filter((message) => message.kind === 'inspection');
    scene.coordinator.fromPage({ kind: 'inspect' });
    expect(scene.toLearner.at(-1)).toEqual({ kind: 'inspect' });
    crash();
    expect(inspections()).toEqual([{ kind: 'inspection', batches: [] }]);
    scene.coordinator.fromLearner({ kind: 'inspection', batches: [] });
    expect(inspections()).toHaveLength(1);
  });

  test('answers whoever waits for a captured batch when the run is paused before there is one', () => {
    start({});
    scene.open();
    scene.coordinator.fromPage({ kind: 'capture' });
    expect(scene.toLearner.at(-1)).toEqual({ kind: 'capture', resting: false });
    scene.coordinator.fromPage({ kind: 'pause' });
    expect(scene.toLearner.at(-1)).toEqual({ kind: 'capture', resting: true });
    scene.coordinator.fromPage({ kind: 'capture' });
    expect(scene.toLearner.at(-1)).toEqual({ kind: 'capture', resting: true });
  });

  test('leaves nobody waiting for a captured batch', () => {
    start({});
    scene.open();
    const captured = () => scene.toPage.filter((message) => message.kind === 'captured');
    scene.coordinator.fromPage({ kind: 'capture' });
    expect(scene.toLearner.at(-1)).toEqual({ kind: 'capture', resting: false });
    crash();
    expect(captured()).toEqual([{ kind: 'captured', capture: null }]);
    scene.coordinator.fromLearner({ kind: 'captured', capture: null });
    expect(captured()).toHaveLength(1);
  });

  test('is replaced by one that goes on from the last update; what was with it is lost', () => {
    start({ maxStaleness: 2 });
    scene.open();
    scene.answer(5);
    scene.train(1, { gathered });
    scene.ready();
    expect(scene.ledger).toMatchObject({ trained: 2, training: 2, queued: 1 });
    scene.take(1, 1);
    crash();
    expect(scene.learners).toBe(2);
    expect(scene.begins.map(({ resume }) => resume)).toEqual([
      null,
      {
        update: 1,
        parameters: Float32Array.of(1),
        frame: Float64Array.of(1),
        unconcluded: false,
        gathered,
        past: {
          reference: Float32Array.of(0),
          versions: [
            { version: 0, parameters: Float32Array.of(0) },
            { version: 1, parameters: Float32Array.of(1) },
          ],
        },
      },
    ]);
    expect(scene.toLearner.at(-1)).toMatchObject({ kind: 'forget', tickets: [4, 2, 3] });
    expect(scene.ledger).toMatchObject({ admitted: 6, running: 1, trained: 2, lost: 3 });
    expect(scene.events('problem')[0]).toMatchObject({ severity: 'warning' });
    scene.ready();
    expect(scene.take(0, 9)).toEqual([6, 7, 8, 9, 10]);
    scene.done(0, [6, 7]);
    expect(scene.batches.at(-1)).toMatchObject({ tickets: [6, 7], update: 1, version: 1 });
    scene.train(2);
    expect(scene.events('phase').at(-1)!.phase).toBe('running');
  });

  test('before its frame was told leaves that to the next one, with the optimiser handed in last', () => {
    scene.open();
    scene.answer(4);
    scene.train(1, { gathered });
    scene.ready();
    scene.train(2);
    crash();
    expect(scene.begins.at(-1)!.resume).toMatchObject({ update: 2, unconcluded: true, gathered });
    scene.coordinator.fromLearner({ kind: 'accuracy', stage: 'update', update: 2, value: 0.5 });
    scene.coordinator.fromLearner({ kind: 'accuracy', stage: 'update', update: 2, value: 0.5 });
    expect(scene.events('accuracy')).toHaveLength(1);
  });

  test('gets the weights of the versions that it kept, and hears which of them may still be asked for', () => {
    start({ maxStaleness: 2, publishEvery: 2 });
    scene.open();
    const old = scene.take(1, 1);
    scene.answer(9);
    for (const update of [1, 2, 3, 4]) {
      scene.train(update, { oldestKept: update < 4 ? 0 : 1 });
      scene.ready();
    }
    // Every other update is published. The ticket of version 0 is still under way.
    expect(scene.batches.map(({ oldestToCome }) => oldestToCome)).toEqual([0, 0, 0, 0]);
    scene.done(1, old, 0);
    scene.answer(2);
    expect(scene.batches.at(-1)).toMatchObject({ version: 2, oldestToCome: 2 });
    crash();
    const kept = scene.begins.at(-1)!.resume!.past.versions;
    expect(kept).toEqual([
      { version: 1, parameters: Float32Array.of(2) },
      { version: 2, parameters: Float32Array.of(4) },
    ]);
  });

  test('during the warm start begins it again', () => {
    scene.coordinator.fromLearner({
      kind: 'ready',
      stage: 'warm-start',
      memory: { tensors: 0, bytes: 0 },
      kept: 0,
      seconds,
      stretches: [],
    });
    crash();
    expect(scene.begins.map(({ resume }) => resume)).toEqual([null, null]);
    scene.open();
    scene.answer();
    expect(scene.batches).toHaveLength(1);
  });

  test('together with its GPU is replaced by one without, as are workers from then on', () => {
    scene.open();
    scene.coordinator.fromLearner({ kind: 'failed', message: 'The GPU device was lost', device: true });
    expect(scene.begins.map(({ withoutGpu }) => withoutGpu)).toEqual([false, true]);
    scene.attach(1);
    expect(scene.toWorker[1]!.at(-1 - 3)).toMatchObject({ kind: 'begin', withoutGpu: true });
    expect(scene.events('problem')[0]!.remedy).toContain('without the GPU');
  });

  test('in silence is noticed, unless it asked for more time', () => {
    scene.open();
    const rounds = (count: number): void => {
      for (let round = 0; round < count; round++) scene.coordinator.tick(1);
    };
    scene.coordinator.fromLearner({ kind: 'beat', patience: 5000 });
    rounds(40);
    expect(scene.learners).toBe(1);
    scene.coordinator.fromLearner({ kind: 'beat', patience: 1500 });
    rounds(17);
    expect(scene.learners).toBe(2);
  });

  test('while its samples were told of but not its tickets, says what it misses, and a step is still made', () => {
    scene.open();
    scene.answer(1);
    const [half, other] = scene.take(0, 2);
    scene.coordinator.fromPage({ kind: 'pause' });
    crash();
    scene.done(0, [half!, other!]);
    scene.ready();
    scene.coordinator.fromPage({ kind: 'step' });
    expect(scene.batches.at(-1)!.tickets).toContain(half);
    scene.coordinator.fromLearner({ kind: 'missing', tickets: [half!] });
    scene.ready();
    expect(scene.ledger).toMatchObject({ lost: 2, queued: 1, training: 0 });
    scene.answer(1);
    expect(scene.ledger).toMatchObject({ queued: 0, training: 2 });
  });

  test('by an error of its own before learning begins fails the run at once', () => {
    scene.coordinator.fromLearner({ kind: 'failed', message: 'The warm start diverged', device: false });
    expect(scene.learners).toBe(1);
    expect(scene.events('problem')[0]!.message).toBe('The learner stopped: The warm start diverged.');
  });

  test('again and again fails the run with its reason', () => {
    scene.open();
    for (let time = 0; time < 3; time++) crash();
    expect(scene.learners).toBe(3);
    expect(scene.events('problem').at(-1)).toMatchObject({
      severity: 'error',
      message: 'The learner failed again and again: out of memory.',
    });
    expect(scene.events('phase').at(-1)!.phase).toBe('failed');
    scene.coordinator.fromPage({ kind: 'resume' });
    expect(scene.events('phase').at(-1)!.phase).toBe('failed');
  });
});

test('faults are passed on to the thread that they are for', () => {
  const nan = { kind: 'nan', updates: 2 } as const;
  const hang = { kind: 'hang', thread: 1 } as const;
  const lost = { kind: 'throw', thread: 'learner' } as const;
  for (const fault of [nan, hang, lost]) scene.coordinator.fromPage({ kind: 'fault', fault });
  expect(scene.toLearner.slice(-2)).toEqual([
    { kind: 'fault', fault: nan },
    { kind: 'fault', fault: lost },
  ]);
  expect(scene.toWorker[1]!.at(-1)).toEqual({ kind: 'fault', fault: hang });
});

test('a page that slept says so, forgets the silence, and leaves the time out of the clock', () => {
  scene.open();
  scene.answer();
  scene.coordinator.tick(1, 1000);
  scene.coordinator.tick(2, 1100);
  scene.coordinator.tick(3, 63_100);
  expect(scene.events('problem')).toMatchObject([
    { severity: 'note', message: expect.stringContaining('about 62 seconds') as string },
  ]);
  scene.coordinator.fromPage({ kind: 'pause' });
  scene.train(1);
  scene.ready();
  scene.coordinator.tick(4, 163_100);
  expect(scene.events('problem')).toHaveLength(1);
});

test('weights that are not kept any more are told of once while they are missed', () => {
  scene.open();
  for (const [i, unkept] of [3, 5, 0, 1].entries()) {
    scene.answer();
    scene.train(i + 1, { unkept });
    scene.ready();
  }
  const problems = scene.events('problem');
  expect(problems.map(({ severity }) => severity)).toEqual(['note', 'note']);
  expect(problems[0]!.message).toContain('Update 1 asked for weights');
  expect(problems[1]!.message).toContain('for 1 token what');
});

test('a skipped update is reported once while it lasts; the third in a row pauses the run', () => {
  scene.open();
  for (const update of [1, 2, 3]) {
    scene.answer();
    scene.train(update, { applied: false });
    scene.ready();
    expect(scene.events('problem')).toHaveLength(update < 3 ? 1 : 2);
  }
  expect(scene.events('problem').map(({ message }) => message)).toEqual([
    expect.stringContaining('Update 1 '),
    expect.stringContaining('3 updates up to 3 '),
  ]);
  expect(scene.events('phase').at(-1)!.phase).toBe('paused');
  scene.coordinator.fromPage({ kind: 'resume' });
  scene.answer();
  scene.train(4);
  scene.ready();
  scene.answer();
  scene.train(5, { applied: false });
  expect(scene.events('problem')).toHaveLength(3);
  expect(scene.events('phase').at(-1)!.phase).toBe('running');
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

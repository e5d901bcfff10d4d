import { describe, expect, it } from 'vitest';
import { defaultExperiment } from '../../../experiment/defaults.ts';
import type { Experiment } from '../../../experiment/experiment.ts';
import type { Admission } from '../../../pipeline/contract.ts';
import { columnsOf, type Flow } from '../../../runtime/flow.ts';
import { causeOf, leading, verdictOf, withMoment, type Cause, type Moment, type WaitFacts } from './cause.ts';
import { idleWords } from './words.ts';

const B = 8;

const tickets = (numbers: readonly number[], version = 5) =>
  columnsOf(numbers.map((number) => ({ number, lowestVersion: version })));
const range = (from: number, count: number) => Array.from({ length: count }, (_, n) => from + n);

function flowWith(change: Partial<Flow>): Flow {
  return {
    seconds: 10,
    rate: 1,
    until: Infinity,
    version: 5,
    learnerVersion: 5,
    update: 5,
    workers: [
      { worker: 0, held: tickets(range(40, 4)), finished: 20 },
      { worker: 1, held: tickets(range(44, 4)), finished: 20 },
    ],
    queued: tickets([]),
    training: tickets([]),
    taken: 40,
    dropped: 0,
    publications: [],
    ...change,
  };
}

const atLimit: Admission = { used: 48, bound: 48, capacity: 0, limitedBy: 'staleness' };
const free: Admission = { used: 48, bound: 72, capacity: 24, limitedBy: 'none' };

function facts(
  flow: Partial<Flow>,
  change: Partial<WaitFacts> & { readonly rules?: Partial<Experiment['schedule']> } = {},
): WaitFacts {
  const { rules, ...rest } = change;
  return {
    phase: 'running',
    flow: flowWith(flow),
    workers: [
      { worker: 0, activity: 'generating' },
      { worker: 1, activity: 'generating' },
    ],
    admission: atLimit,
    schedule: { ...defaultExperiment().schedule, batchGroups: B, maxStaleness: 0, ...rules },
    workersIdle: 0.4,
    updateSeconds: 2,
    ...rest,
  };
}

describe('what the learner waits for', () => {
  it('is max staleness where workers stand still by it, now or in between', () => {
    const eta = { kind: 'schedule', limit: { text: 'η = 0', raisable: true } };
    expect(causeOf(facts({}))).toEqual(eta);
    const oneRests = { workers: [{ worker: 0, held: tickets(range(40, 8)), finished: 20 }] };
    expect(causeOf(facts(oneRests, { workersIdle: NaN }))).toEqual(eta);
    const exact = facts({}, { rules: { mode: 'exact', exactLag: 3 } });
    expect(causeOf(exact)).toEqual({ kind: 'schedule', limit: { text: 'k = 3', raisable: true } });
  });

  it('is the workers where these write all the time', () => {
    expect(causeOf(facts({}, { admission: free, workersIdle: 0.02 }))).toEqual({ kind: 'workers' });
    expect(causeOf(facts({}, { workersIdle: 0.02 }))).toEqual({ kind: 'workers' });
  });

  it('is a publication where the batch cannot be complete before it arrives', () => {
    const none = range(0, 2).map((worker) => ({ worker, held: tickets([]), finished: 20 }));
    const sent = (seconds: number) => [{ version: 6, update: 6, sent: 10, due: 10 + seconds }];
    const underWay = { workers: none, learnerVersion: 6, publications: sent(0.5) };
    expect(causeOf(facts(underWay))).toEqual({ kind: 'publication', who: 'workers', version: 6 });
    // What is under way completes the batch; a publication of a moment is no reason to wait for.
    expect(causeOf(facts({ ...underWay, workers: flowWith({}).workers }))?.kind).toBe('schedule');
    expect(causeOf(facts({ ...underWay, publications: sent(0.09) }))?.kind).toBe('schedule');
    // Whatever waits, a learner that is told to wait for its weights does.
    const blocked = { ...underWay, queued: tickets(range(0, B)) };
    expect(causeOf(facts(blocked, { rules: { publishMode: 'blocking' } }))).toEqual({
      kind: 'publication',
      who: 'learner',
      version: 6,
    });
  });

  it('is one slow prompt where the order or the rule for old samples wants it first', () => {
    const queued = tickets(range(41, B));
    const slow = [{ worker: 0, held: tickets([40], 3), finished: 20 }];
    expect(causeOf(facts({ queued, workers: slow }, { rules: { order: 'fifo' } }))).toEqual({
      kind: 'straggler',
      rule: 'fifo',
      prompt: 40,
    });
    const wait = { overAge: 'wait', maxStaleness: 2 } as const;
    expect(causeOf(facts({ queued, workers: slow }, { rules: wait }))).toMatchObject({ rule: 'over-age' });
    const lenient = { overAge: 'wait', maxStaleness: 3 } as const;
    expect(causeOf(facts({ queued, workers: slow }, { rules: lenient }))).toBeUndefined();
    expect(causeOf(facts({ queued, workers: slow }, { rules: { mode: 'exact' } }))).toMatchObject({
      rule: 'schedule',
    });
    const younger = [{ worker: 0, held: tickets([60]), finished: 20 }];
    expect(causeOf(facts({ queued, workers: younger }, { rules: { order: 'fifo' } }))).toBeUndefined();
  });

  it('is that no worker is there', () => {
    const workers = [{ worker: 0, activity: 'starting' }] as const;
    expect(causeOf(facts({ workers: [] }, { workers }))).toEqual({ kind: 'no-workers' });
  });

  it('is not said while it trains, between two updates, or where the facts do not say', () => {
    expect(causeOf(facts({ training: tickets([1]) }))).toBeUndefined();
    expect(causeOf(facts({ queued: tickets(range(0, B)) }))).toBeUndefined();
    expect(causeOf(facts({}, { phase: 'paused' }))).toBeUndefined();
    expect(causeOf(facts({}, { workersIdle: NaN }))).toBeUndefined();
    // Workers rest although they might begin: something else held them before.
    expect(causeOf(facts({}, { admission: free }))).toBeUndefined();
  });
});

describe('what is said about an idle learner', () => {
  const workers: Cause = { kind: 'workers' };
  const publication: Cause = { kind: 'publication', who: 'workers', version: 3 };

  const at = (update: number, ...causes: readonly Cause[]): readonly Moment[] =>
    causes.map((cause) => ({ cause, update, seconds: 10 * update }));
  const schedule = { ...defaultExperiment().schedule, batchGroups: B };
  const now = { idle: 0.5, left: 0, schedule, update: 100, seconds: 1000 };

  it('is what it waited for most often lately', () => {
    const lately = at(100, workers, publication, workers, publication, publication);
    expect(leading(lately)).toEqual(publication);
    expect(leading([])).toBeUndefined();
    const long = at(100, ...Array<Cause>(50).fill(workers)).reduce(withMoment, at(1, publication));
    expect(long).toHaveLength(12);
    const even = [...long.slice(6), ...at(100, ...Array<Cause>(6).fill(publication))];
    expect(leading(even)).toEqual(publication);
  });

  it('forgets what was long ago, by updates and by the clock', () => {
    expect(verdictOf(now, at(80, workers))).toBeUndefined();
    expect(verdictOf(now, at(81, workers))).toEqual(workers);
    const quick = { ...now, update: 1000 };
    expect(verdictOf(quick, at(100, workers))).toEqual(workers);
    expect(verdictOf({ ...quick, seconds: 1010 }, at(100, workers))).toBeUndefined();
  });

  it('is that samples are there, where some are left at every update and nothing else is known', () => {
    const full = { ...now, left: B };
    expect(verdictOf(full, [])).toEqual({ kind: 'handing-over' });
    expect(verdictOf(full, at(100, workers))).toEqual(workers);
    expect(verdictOf({ ...now, left: B - 1 }, [])).toBeUndefined();
    expect(verdictOf({ ...now, left: NaN }, [])).toBeUndefined();
    for (const rule of [
      { order: 'fifo' },
      { overAge: 'drop' },
      { publishMode: 'blocking' },
      { mode: 'exact' },
    ] as const)
      expect(verdictOf({ ...full, schedule: { ...schedule, ...rule } }, [])).toBeUndefined();
  });

  it('is nothing without data, and that it seldom waits where that is so', () => {
    expect(verdictOf({ ...now, idle: NaN }, at(100, workers))).toBeUndefined();
    expect(verdictOf({ ...now, idle: 0.04 }, at(100, workers))).toEqual({ kind: 'seldom' });
    expect(verdictOf({ ...now, idle: 0.05 }, at(100, workers))).toEqual(workers);
  });

  it('is told in words that fit where they stand', () => {
    const verdicts = [
      { kind: 'seldom' },
      { kind: 'handing-over' },
      { kind: 'schedule', limit: { text: 'η = 64', raisable: true } },
      { kind: 'schedule', limit: { text: '“Few large stages”', raisable: false } },
      workers,
      publication,
      { kind: 'publication', who: 'learner', version: 3 },
      { kind: 'straggler', rule: 'fifo', prompt: 1234 },
      { kind: 'straggler', rule: 'over-age', prompt: 1234 },
      { kind: 'straggler', rule: 'schedule', prompt: 1234 },
      { kind: 'no-workers' },
    ] as const;
    for (const verdict of verdicts) {
      const { brief, line, sentence } = idleWords(verdict);
      expect(brief.length, brief).toBeLessThanOrEqual(22);
      expect(line.length, line).toBeLessThanOrEqual(42);
      expect(sentence.match(/[.](?= |$)/g)!.length, sentence).toBeLessThanOrEqual(2);
    }
  });
});

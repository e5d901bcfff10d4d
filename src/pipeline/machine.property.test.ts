/** Random sequences of events: whatever happens, the books balance. */
import { test } from 'vitest';
import { below, STREAM, uniform } from '../numerics/random.ts';
import type { Ledger, Pipeline, PipelineSettings } from './contract.ts';
import { createPipeline } from './machine.ts';

const SEQUENCES = 10_000;
const EVENTS = 60;
const CHUNKS = 4;

type Mode = PipelineSettings['mode'];

const MODES: readonly Mode[] = [
  'synchronous',
  'one-step',
  'bounded',
  'bounded',
  'bounded',
  'unbounded',
  'periodic',
  'stages',
  'exact',
  'replay',
];

/** Batches taken under each schedule, so that none goes untested. */
const taken = new Map<Mode, number>();

/** How many updates old batch u is to be, where the schedule says so. */
function prescribed({ mode, exactLag, lagTrace }: PipelineSettings, update: number): number | undefined {
  if (mode === 'replay') return lagTrace[update % lagTrace.length];
  return mode === 'exact' ? exactLag : mode === 'one-step' ? 1 : undefined;
}

function pick<T>(choices: readonly T[], sequence: number, event: number, slot: number): T {
  return choices[below(choices.length, 1, STREAM.test, sequence, event, slot)]!;
}

function randomSettings(sequence: number, event: number, fixed?: PipelineSettings): PipelineSettings {
  const one = <T>(slot: number, ...choices: T[]): T => pick(choices, sequence, event, slot);
  const mode = fixed?.mode ?? one(10, ...MODES);
  return {
    mode,
    exactLag: fixed?.exactLag ?? one(11, 0, 1, 2, 5),
    stageUpdates: fixed?.stageUpdates ?? one(22, 1, 2, 3),
    lagTrace: fixed?.lagTrace ?? one(23, [0], [1, 0], [3, 0, 1], [0, 1, 2, 2], [2, 2, 5]),
    carriedShare: one(24, 0, 0.3, 0.5, 1, 1.5),
    batchGroups: fixed?.batchGroups ?? one(12, 1, 2, 3, 5),
    maxStaleness: one(13, 0, 0, 1, 2, 4),
    publishEvery: one(14, 1, 1, 2, 3),
    publishMode: one(20, 'overlap', 'overlap', 'blocking'),
    overAge: one(15, 'train', 'drop', 'wait'),
    dropLevel: one(25, 'group', 'group', 'sample'),
    refund: one(16, true, false),
    order: one(17, 'oldest-done', 'fifo', 'newest'),
    queueCapacity: one(18, mode === 'unbounded' ? 20 : Infinity, 3, 8),
    rejectionLimit: one(21, Infinity, 0, 1, 3),
    concurrency: one(19, Infinity, 1, 4, 9),
  };
}

/** vitest's own `expect` would take most of the time of so many checks. */
function ensure(condition: boolean, what: string): void {
  if (!condition) throw new Error(`not so: ${what}`);
}

/** What a witness beside the machine remembers of each ticket. */
interface Witness {
  readonly running: Map<number, number>;
  readonly batch: number[];
  readonly ended: Set<number>;
  readonly lowest: Map<number, number>;
  readonly highest: Map<number, number>;
  /** Version in force when samples were lost last. */
  origin: number;
  /** Tickets rejected in all, and since the last batch. */
  rejected: number;
  sinceBatch: number;
}

function total(ledger: Ledger): number {
  const { running, queued, training, trained, dropped, rejected, lost } = ledger;
  return running + queued + training + trained + dropped + rejected + lost;
}

function admit(pipeline: Pipeline, witness: Witness, count: number): void {
  const before = pipeline.admission();
  const { admitted, running } = pipeline.ledger;
  const tickets = pipeline.admit(count);
  const { settings } = pipeline;
  ensure(
    tickets.every((ticket, i) => ticket === admitted + i),
    'numbers follow one another',
  );
  ensure(tickets.length === Math.min(count, before.capacity), 'as many as there is capacity');
  ensure(tickets.length === 0 || before.used + tickets.length <= before.bound, 'the bound holds');
  ensure(tickets.length === 0 || running + tickets.length <= settings.concurrency, 'concurrency holds');
  for (const ticket of tickets) witness.running.set(ticket, pipeline.version);
}

function finish(pipeline: Pipeline, witness: Witness, ticket: number): void {
  const started = witness.running.get(ticket)!;
  const { settings } = pipeline;
  const last =
    prescribed(settings, 0) === undefined && settings.mode !== 'stages' ? pipeline.version : started;
  pipeline.segmentDone(ticket, started, last);
  ensure(pipeline.done(ticket), 'a running ticket ends');
  ensure(!pipeline.done(ticket), 'a duplicate is refused');
  witness.running.delete(ticket);
  witness.lowest.set(ticket, started);
  witness.highest.set(ticket, last);
}

function take(pipeline: Pipeline, witness: Witness, alwaysSynchronous: boolean): void {
  const { settings, learnerVersion, update } = pipeline;
  const decision = pipeline.takeBatch();
  const ended = [...decision.dropped, ...(decision.kind === 'batch' ? decision.tickets : [])];
  for (const ticket of ended) {
    ensure(!witness.ended.has(ticket), 'no ticket is used twice');
    ensure(witness.lowest.has(ticket), 'a ticket that is used was finished');
    witness.ended.add(ticket);
  }
  if (decision.kind === 'wait') return;
  ensure(
    settings.publishMode === 'overlap' || learnerVersion === pipeline.version,
    'no update beside a publication',
  );
  ensure(decision.tickets.length === settings.batchGroups, 'a batch has B tickets');
  witness.batch.push(...decision.tickets);
  witness.sinceBatch = 0;
  taken.set(settings.mode, (taken.get(settings.mode) ?? 0) + 1);
  const { mode, overAge, maxStaleness, carriedShare } = settings;
  const exactly = prescribed(settings, update);
  for (const ticket of decision.tickets) {
    const lag = learnerVersion - witness.lowest.get(ticket)!;
    if (exactly !== undefined)
      ensure(lag === Math.min(update - witness.origin, exactly), 'the prescribed lag');
    else if (mode === 'synchronous' || mode === 'stages') ensure(lag === 0, 'fresh data');
    else if (alwaysSynchronous && mode !== 'unbounded') ensure(lag === 0, 'η = 0 gives lag 0');
    else if (overAge === 'drop') {
      const newest = witness.highest.get(ticket)!;
      const limit = mode === 'periodic' ? Math.ceil(carriedShare) : maxStaleness;
      const age = settings.dropLevel === 'group' ? lag : learnerVersion - newest;
      ensure(age <= limit, 'what is too old is dropped');
    }
  }
  if (mode === 'stages') ensure(pipeline.ledger.running === 0, 'a stage is complete before it is trained on');
}

/** A finished ticket is to be rejected; where as many were as may be, it waits for the learner like any other. */
function reject(pipeline: Pipeline, witness: Witness, ticket: number): void {
  const { used, capacity } = pipeline.admission();
  const may = witness.sinceBatch < pipeline.settings.rejectionLimit;
  ensure(pipeline.rejected(ticket) === may, 'rejected as long as the limit allows');
  if (!may) {
    ensure(pipeline.admission().used === used, 'what is not rejected keeps its place');
    return finish(pipeline, witness, ticket);
  }
  witness.rejected++;
  witness.sinceBatch++;
  witness.running.delete(ticket);
  const after = pipeline.admission();
  ensure(after.used === used - 1, 'its admission is given back');
  ensure(after.capacity >= capacity, 'another may take its place');
  ensure(!pipeline.done(ticket) && !pipeline.rejected(ticket), 'a rejected ticket is gone');
}

/** All finished samples are lost, or where no lag is prescribed just one ticket's. */
function lose(pipeline: Pipeline, witness: Witness, one: boolean): void {
  const finished = [...witness.lowest.keys()].filter(
    (ticket) => !witness.ended.has(ticket) || witness.batch.includes(ticket),
  );
  const chosen = one && prescribed(pipeline.settings, 0) === undefined ? finished.slice(-1) : finished;
  const before = pipeline.admission();
  const lost = pipeline.samplesLost(chosen === finished ? 'all' : [...chosen, 1e9]);
  ensure(lost.length === chosen.length && lost.every((t) => chosen.includes(t)), 'lost as witnessed');
  ensure(pipeline.admission().used === before.used - lost.length, 'what was lost may be sampled again');
  if (lost.length === 0) return;
  witness.origin = pipeline.version;
  for (const ticket of lost) witness.lowest.delete(ticket);
  for (const ticket of witness.batch) witness.ended.delete(ticket);
  witness.batch.length = 0;
}

function play(sequence: number): void {
  const synchronous = sequence % 5 === 0;
  const draw = (event: number, fixed?: PipelineSettings): PipelineSettings => {
    const drawn = randomSettings(sequence, event, fixed);
    // η = 0 means lag 0 as long as κ stays what it is.
    const publishEvery = 1 + (sequence % 3);
    return synchronous ? { ...drawn, maxStaleness: 0, carriedShare: 0, publishEvery } : drawn;
  };
  const pipeline = createPipeline(draw(0));
  const witness: Witness = {
    running: new Map(),
    batch: [],
    ended: new Set(),
    lowest: new Map(),
    highest: new Map(),
    origin: 0,
    rejected: 0,
    sinceBatch: 0,
  };
  for (let event = 1; event <= EVENTS; event++) {
    const some = (slot: number): number | undefined => {
      const running = [...witness.running.keys()];
      return running.length === 0 ? undefined : pick(running, sequence, event, slot);
    };
    const chance = uniform(1, STREAM.test, sequence, event, 1);
    const ticket = some(2);
    if (chance < 0.25) admit(pipeline, witness, 1 + below(4, 1, STREAM.test, sequence, event, 3));
    else if (chance < 0.55) {
      if (ticket !== undefined) finish(pipeline, witness, ticket);
    } else if (chance < 0.575) {
      if (ticket !== undefined) {
        pipeline.lost(ticket);
        witness.running.delete(ticket);
        ensure(!pipeline.done(ticket), 'a ticket that is gone cannot end');
      }
    } else if (chance < 0.6) {
      if (ticket !== undefined) reject(pipeline, witness, ticket);
    } else if (chance < 0.75) {
      if (witness.batch.length === 0) take(pipeline, witness, synchronous);
    } else if (chance < 0.87) {
      if (witness.batch.length > 0) {
        const before = pipeline.learnerVersion;
        ensure(pipeline.trained() === (pipeline.learnerVersion === before + 1), 'a version is announced');
        witness.batch.length = 0;
      }
    } else if (chance < 0.97) {
      if (pipeline.mayPublish()) {
        pipeline.published();
        ensure(pipeline.version <= pipeline.learnerVersion, 'no version before it is trained');
      }
    } else if (chance < 0.98) lose(pipeline, witness, chance < 0.973);
    else pipeline.configure(draw(event, pipeline.settings));
    const { ledger } = pipeline;
    ensure(total(ledger) === ledger.admitted, 'the ledger balances');
    ensure(ledger.running === witness.running.size, 'running as witnessed');
    ensure(ledger.training === witness.batch.length, 'training as witnessed');
    ensure(ledger.rejected === witness.rejected, 'rejected as witnessed');
    ensure(ledger.trained + ledger.training + ledger.dropped === witness.ended.size, 'used as witnessed');
  }
}

test.each(Array.from({ length: CHUNKS }, (_, chunk) => chunk))(
  `${SEQUENCES} random event sequences, part %d`,
  (chunk) => {
    taken.clear();
    for (let sequence = chunk; sequence < SEQUENCES; sequence += CHUNKS) play(sequence);
    for (const mode of MODES) ensure((taken.get(mode) ?? 0) > 100, `${mode} took batches`);
  },
);

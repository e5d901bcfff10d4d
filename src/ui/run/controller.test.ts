import { beforeEach, describe, expect, it } from 'vitest';
import { defaultExperiment } from '../../experiment/defaults.ts';
import type { Experiment } from '../../experiment/experiment.ts';
import { presetExperiment } from '../../experiment/presets/index.ts';
import type { Replay } from '../../runtime/virtual/script.ts';
import type { RunRecord } from '../../telemetry/record/index.ts';
import { put } from '../state/fields.ts';
import { experimentStore, waitingChanges } from '../state/experimentStore.ts';
import { recordStore } from '../state/recordStore.ts';
import { idleSession, sessionStore } from '../state/sessionStore.ts';
import { FakeSession, frameOf } from '../testing/fakeSession.ts';
import { Controller } from './controller.ts';

/** A controller whose clock is the test: `tick()` is one shared tick, `flush()` runs what was put off. */
function setUp() {
  const sessions: FakeSession[] = [];
  const replays: (Replay | undefined)[] = [];
  const ticks = new Set<() => void>();
  const tasks: (() => void)[] = [];
  const controller = new Controller({
    start: (experiment: Experiment, replay?: Replay) => {
      sessions.push(new FakeSession(experiment));
      replays.push(replay);
      return sessions.at(-1)!;
    },
    repeat: (tick) => {
      ticks.add(tick);
      return () => ticks.delete(tick);
    },
    later: (task) => tasks.push(task),
  });
  const settled = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
  return {
    controller,
    sessions,
    replays,
    tick: () => ticks.forEach((tick) => tick()),
    tickers: () => ticks.size,
    flush: () => tasks.splice(0).forEach((task) => task()),
    /** Runs until the newest session says that it runs. */
    begin: async () => {
      controller.run();
      await settled();
      sessions.at(-1)!.say({ kind: 'phase', phase: 'running' });
      return sessions.at(-1)!;
    },
    settled,
  };
}

const phase = () => sessionStore.getState().phase;
const state = () => experimentStore.getState();

beforeEach(() => {
  experimentStore.setState({ draft: defaultExperiment(), running: undefined });
  sessionStore.setState(idleSession);
});

describe('run, pause, step, reset', () => {
  it('starts what the controls show, pauses and resumes it', async () => {
    const lab = setUp();
    lab.controller.set('schedule.maxStaleness', 8);
    const session = await lab.begin();
    expect(session.experiment.schedule.maxStaleness).toBe(8);
    lab.controller.pause();
    session.say({ kind: 'phase', phase: 'paused' });
    expect(phase()).toBe('paused');
    lab.controller.run();
    expect(session.calls).toEqual(['pause', 'resume']);
    expect(lab.sessions).toHaveLength(1);
  });

  it('does one event while paused, and pauses a run that goes on', async () => {
    const lab = setUp();
    const session = await lab.begin();
    lab.controller.stepEvent();
    session.say({ kind: 'phase', phase: 'paused' });
    lab.controller.stepEvent();
    expect(session.calls).toEqual(['pause', 'step event']);
  });

  it('keeps a chosen speed for the runs to come', async () => {
    const lab = setUp();
    const first = await lab.begin();
    expect(first.calls).toEqual([]);
    lab.controller.setSpeed(0.5);
    lab.controller.reset();
    const second = await lab.begin();
    expect([first.calls, second.calls]).toEqual([['speed 0.5', 'stop'], ['speed 0.5']]);
  });

  it('steps while paused, and from rest pauses before the first update', async () => {
    const lab = setUp();
    lab.controller.step();
    await lab.settled();
    const session = lab.sessions[0]!;
    session.say({ kind: 'phase', phase: 'running' });
    session.say({ kind: 'phase', phase: 'paused' });
    lab.controller.step();
    expect(session.calls).toEqual(['pause', 'step']);
  });

  it('goes on beyond a reached limit by as many updates again', async () => {
    const lab = setUp();
    const session = await lab.begin();
    session.say({ kind: 'pipeline', ledger: ledger(4800), admission, version: 300, update: 300 });
    session.say({ kind: 'phase', phase: 'finished' });
    lab.controller.run();
    expect(session.changes.at(-1)?.run.updates).toBe(600);
    expect(state().draft.run.updates).toBe(600);
    expect(session.calls).toEqual(['resume']);
  });

  it('goes on with a limit that was raised a moment before, and steps with settings of that moment', async () => {
    const lab = setUp();
    const session = await lab.begin();
    session.say({ kind: 'phase', phase: 'finished' });
    lab.controller.set('run.updates', 900);
    lab.controller.run();
    expect(session.changes.at(-1)?.run.updates).toBe(900);
    session.say({ kind: 'phase', phase: 'paused' });
    lab.controller.set('schedule.maxStaleness', 5);
    lab.controller.step();
    expect(session.changes.at(-1)?.schedule.maxStaleness).toBe(5);
    expect(session.calls).toEqual(['resume', 'step']);
  });

  it('keeps the last run that showed something as the previous one', async () => {
    const lab = setUp();
    const session = await lab.begin();
    session.frames.push(frameOf(1));
    lab.tick();
    const first = lab.controller.runs.getState().current;
    lab.controller.reset();
    expect(phase()).toBe('idle');
    expect(session.calls).toContain('stop');
    expect(lab.tickers()).toBe(0);
    await lab.begin();
    expect(lab.controller.runs.getState().previous).toBe(first);
    expect(lab.controller.runs.getState().current.length).toBe(0);
  });

  it('never attaches a session that was reset before it began', async () => {
    const lab = setUp();
    lab.controller.run();
    lab.controller.reset();
    await lab.settled();
    expect(lab.sessions.filter((session) => !session.calls.includes('stop'))).toHaveLength(0);
    expect(phase()).toBe('idle');
    expect(lab.tickers()).toBe(0);
  });

  it('begins again with another seed only where something ran', async () => {
    const lab = setUp();
    lab.controller.reseed(5);
    expect(lab.sessions).toHaveLength(0);
    await lab.begin();
    lab.controller.reseed(6);
    await lab.settled();
    expect(lab.sessions.map((session) => session.experiment.run.seed)).toEqual([5, 6]);
  });
});

describe('changes of settings', () => {
  it('sends live ones, gathered, and never waits for a reset with them', async () => {
    const lab = setUp();
    const session = await lab.begin();
    for (let eta = 3; eta <= 8; eta++) lab.controller.set('schedule.maxStaleness', eta);
    expect(session.changes).toHaveLength(0);
    lab.flush();
    expect(session.changes.map((experiment) => experiment.schedule.maxStaleness)).toEqual([8]);
    expect(waitingChanges(state())).toEqual([]);
  });

  it('holds back those that need a reset, until it is given', async () => {
    const lab = setUp();
    const session = await lab.begin();
    lab.controller.set('task.digits', 5);
    lab.controller.set('optimiser.learningRate', 0.002);
    lab.flush();
    expect(session.changes.at(-1)).toMatchObject({ task: { digits: 4 }, optimiser: { learningRate: 0.002 } });
    expect(waitingChanges(state())).toEqual([{ field: 'task.digits', from: 4, to: 5 }]);
    lab.controller.restart();
    await lab.settled();
    expect(lab.sessions[1]!.experiment).toMatchObject({
      task: { digits: 5 },
      optimiser: { learningRate: 0.002 },
    });
    expect(waitingChanges(state())).toEqual([]);
  });

  it('undoes what waits', async () => {
    const lab = setUp();
    await lab.begin();
    lab.controller.set('task.digits', 5);
    lab.controller.revert();
    expect(state().draft).toEqual(state().running);
  });

  it('applies a preset at once only if nothing in it needs a reset', async () => {
    const lab = setUp();
    const session = await lab.begin();
    lab.controller.show(presetExperiment('exact-lag-v1'));
    lab.flush();
    expect(session.changes).toHaveLength(0);
    lab.controller.show(presetExperiment('stale-reinforce-v1'));
    lab.flush();
    expect(session.changes.at(-1)?.objective.name).toBe('reinforce');
  });

  it('neither starts nor sends an experiment that breaks a rule, and says which', async () => {
    const lab = setUp();
    lab.controller.set('policy.heads', 5);
    lab.controller.run();
    await lab.settled();
    expect(lab.sessions).toHaveLength(0);
    expect(sessionStore.getState().problems[0]?.message).toMatch(/heads.*must divide the width/i);
    expect(phase()).toBe('idle');
  });
});

describe('what the session says', () => {
  it('reaches the run and the store on the tick, once', async () => {
    const lab = setUp();
    const session = await lab.begin();
    const { current } = lab.controller.runs.getState();
    let news = 0;
    current.subscribe(() => news++);
    session.frames.push(frameOf(1, { clip_ratio: 0.1 }), frameOf(2, { clip_ratio: 0.2 }));
    session.say({ kind: 'accuracy', stage: 'warm', update: 0, value: 0.3 });
    session.say({ kind: 'pipeline', ledger: ledger(16), admission, version: 1, update: 1 });
    session.say({ kind: 'pipeline', ledger: ledger(32), admission, version: 2, update: 2 });
    expect(sessionStore.getState().pipeline).toBeUndefined();
    lab.tick();
    expect(news).toBe(1);
    expect([...current.series('clip_ratio').view()]).toEqual([0.1, 0.2]);
    expect(current.accuracy).toEqual([{ stage: 'warm', update: 0, value: 0.3 }]);
    expect(sessionStore.getState().pipeline?.ledger.trained).toBe(32);
    lab.tick();
    expect(news).toBe(1);
  });

  it('marks changes on the run and follows them', async () => {
    const lab = setUp();
    const session = await lab.begin();
    session.say({
      kind: 'changes',
      update: 9,
      changes: [{ field: 'objective.clipLow', from: 0.2, to: 0.4 }],
    });
    const { current } = lab.controller.runs.getState();
    expect(current.changes).toEqual([{ update: 9, field: 'objective.clipLow', from: 0.2, to: 0.4 }]);
    expect(current.experiment).toEqual(put(session.experiment, 'objective.clipLow', 0.4));
  });

  it('a failure ends the run, is told, and Run starts another', async () => {
    const lab = setUp();
    const session = await lab.begin();
    session.say({ kind: 'problem', severity: 'error', message: 'The GPU was lost.', remedy: 'Run again.' });
    session.say({ kind: 'phase', phase: 'failed' });
    expect(sessionStore.getState().problems).toHaveLength(1);
    expect(state().running).toBeUndefined();
    lab.controller.run();
    await lab.settled();
    expect(lab.sessions).toHaveLength(2);
  });

  it('a session that cannot begin is told in words', async () => {
    const controller = new Controller({ start: () => Promise.reject(new Error('no threads here')) });
    controller.run();
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(phase()).toBe('failed');
    expect(sessionStore.getState().problems[0]?.message).toContain('no threads here');
  });
});

const admission = { used: 0, bound: 48, capacity: 0, limitedBy: 'staleness' } as const;

function ledger(trained: number) {
  return { admitted: trained, running: 0, queued: 0, training: 0, trained, dropped: 0, rejected: 0, lost: 0 };
}

describe('records', () => {
  const told = (value: string) => ({ kind: 'fingerprint', update: 2, value }) as const;

  /** A run of two updates, a change felt by the second. */
  async function recorded(lab: ReturnType<typeof setUp>): Promise<RunRecord> {
    const session = await lab.begin();
    session.frames.push(frameOf(1));
    lab.tick();
    const change = { field: 'schedule.maxStaleness', from: 2, to: 8 } as const;
    session.say({ kind: 'changes', update: 2, changes: [change] });
    session.frames.push(frameOf(2));
    session.say(told('ab'));
    lab.tick();
    session.say({ kind: 'phase', phase: 'paused' });
    return lab.controller.record()!;
  }

  it('hold what the run was and felt', async () => {
    const lab = setUp();
    expect(lab.controller.record()).toBeUndefined();
    const record = await recorded(lab);
    expect(record).toMatchObject({ updates: 2, fingerprint: 'ab', experiment: defaultExperiment() });
    expect(record.changes).toEqual([{ update: 2, changes: [{ field: 'schedule.maxStaleness', value: 8 }] }]);
  });

  it('are opened at rest, and played again on the virtual clock, the controls following', async () => {
    const lab = setUp();
    const record = await recorded(lab);
    lab.controller.open(record);
    expect(phase()).toBe('idle');
    expect(lab.controller.runs.getState().current.length).toBe(2);
    expect(lab.controller.runs.getState().current.changes).toHaveLength(1);
    expect(lab.controller.record()).toBe(record);

    lab.controller.replay(record, 2);
    await lab.settled();
    const again = lab.sessions.at(-1)!;
    expect(again.experiment.run.clock).toBe('virtual');
    expect(lab.replays.at(-1)).toEqual({ changes: record.changes, until: 2 });
    expect(lab.controller.runs.getState().previous!.length).toBe(2);
    again.say({ kind: 'phase', phase: 'running' });
    again.say({
      kind: 'changes',
      update: 2,
      changes: [{ field: 'schedule.maxStaleness', from: 2, to: 8 }],
    });
    expect(state().draft.schedule.maxStaleness).toBe(8);
    expect(recordStore.getState().verdict).toBeUndefined();
    again.say(told('ab'));
    expect(recordStore.getState().verdict).toEqual({ update: 2, same: true });
    again.say({ kind: 'phase', phase: 'paused' });
    expect(recordStore.getState().replay).toBeUndefined();
  });

  it('stay whole while they are played again, and leave alone what waits for a reset', async () => {
    const lab = setUp();
    const record = await recorded(lab);
    lab.controller.replay(record, 2);
    await lab.settled();
    const again = lab.sessions.at(-1)!;
    lab.controller.set('task.digits', 5);
    again.say({ kind: 'changes', update: 2, changes: [{ field: 'schedule.maxStaleness', from: 2, to: 8 }] });
    expect(state().draft).toMatchObject({ task: { digits: 5 }, schedule: { maxStaleness: 8 } });
    expect(waitingChanges(state())).toHaveLength(1);
    again.frames.push(frameOf(1));
    lab.tick();
    expect(lab.controller.record()).toBe(record);
  });

  it('say when a run that is played again comes to something else', async () => {
    const lab = setUp();
    const record = await recorded(lab);
    lab.controller.replay(record, 2);
    await lab.settled();
    lab.sessions.at(-1)!.say(told('cd'));
    expect(recordStore.getState().verdict).toEqual({ update: 2, same: false });
  });

  it('are no measure of a branch: one that ends before, or in which somebody changes a setting', async () => {
    const lab = setUp();
    const record = await recorded(lab);
    lab.controller.replay(record, 1);
    await lab.settled();
    expect(lab.replays.at(-1)).toEqual({ changes: [], until: 1 });
    lab.sessions.at(-1)!.say(told('ab'));
    expect(recordStore.getState().verdict).toBeUndefined();

    lab.controller.replay(record, 2);
    await lab.settled();
    lab.controller.set('schedule.maxStaleness', 5);
    lab.sessions.at(-1)!.say(told('cd'));
    expect(recordStore.getState()).toMatchObject({ replay: undefined, verdict: undefined });
  });
});

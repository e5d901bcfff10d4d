/** Real faults on real threads of Node: whatever breaks, the run goes on, no update is lost and the books balance. */
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { Fault } from '../session.ts';
import { experimentWith, Observed } from './testing/observed.ts';
import { bundleScript } from './testing/threads.ts';

let script: URL;
beforeAll(async () => {
  script = await bundleScript();
});

let run: Observed | undefined;
function start(isolated: boolean, schedule: Parameters<typeof experimentWith>[0]['schedule'] = {}): Observed {
  const experiment = experimentWith({ schedule, rollout: { workers: 1 } });
  run = new Observed(script, experiment, isolated, { tokenMs: 1, stepMs: 2 });
  return run;
}

afterEach(async () => {
  await run?.stop();
  const { frames, all } = { frames: run!.frames, all: run!.all('pipeline') };
  expect(frames.map(({ update }) => update)).toEqual(frames.map((_, n) => n + 1));
  expect(frames.map(({ samples }) => samples)).toEqual(frames.map((_, n) => 8 * (n + 1)));
  for (const { ledger } of all) {
    const { admitted, running, queued, training, trained, dropped, rejected, lost } = ledger;
    expect(running + queued + training + trained + dropped + rejected + lost).toBe(admitted);
  }
  run = undefined;
});

/** Causes the fault in the midst of a run, and lets it go on for ten updates after the loss was told. */
async function survive(observed: Observed, fault: Fault): Promise<string> {
  await observed.updates(observed.update + 10);
  const told = observed.all('problem').length;
  observed.session.fault!(fault);
  await observed.until(() => observed.all('problem').length > told);
  const { update } = observed;
  await observed.updates(update + 10);
  expect(observed.phases.at(-1)).toBe('running');
  expect(observed.all('problem')).toHaveLength(told + 1);
  return observed.all('problem')[told]!.message;
}

const KINDS = ['device', 'terminate', 'throw', 'hang'] as const;
const reasons = (who: string): readonly RegExp[] =>
  ['The GPU device was lost', 'it stopped answering', '.*it was asked to throw', 'it stopped answering'].map(
    (reason) => new RegExp(`^${who} was replaced: ${reason}\\.$`),
  );

test('a rollout worker is replaced when it loses its GPU, ends, throws or hangs', async () => {
  const observed = start(true);
  for (const [n, kind] of KINDS.entries()) {
    expect(await survive(observed, { kind, thread: 0 })).toMatch(reasons('Rollout worker 1')[n]!);
    expect(observed.threads.rollouts).toHaveLength(n + 2);
  }
  expect(observed.threads.learners).toHaveLength(1);
});

test('a learner is replaced when it loses its GPU, ends, throws or hangs, and goes on from its last update', async () => {
  const observed = start(true, { maxStaleness: 3 });
  for (const [n, kind] of KINDS.entries()) {
    expect(await survive(observed, { kind, thread: 'learner' })).toMatch(reasons('The learner')[n]!);
    expect(observed.threads.learners).toHaveLength(n + 2);
  }
  const engines = observed.all('engine').map(({ descriptor }) => descriptor.backend);
  expect(engines).toEqual(['webgpu', 'test', 'test', 'test', 'test']);
  expect(observed.threads.rollouts).toHaveLength(1);
});

test('over messages, both are replaced when they hang', async () => {
  const observed = start(false, { maxStaleness: 3 });
  await survive(observed, { kind: 'hang', thread: 0 });
  await survive(observed, { kind: 'hang', thread: 'learner' });
  expect([observed.threads.rollouts.length, observed.threads.learners.length]).toEqual([2, 2]);
});

test('exact lag is given up for k updates when the learner is lost, and is exact again', async () => {
  const observed = start(true, { mode: 'exact', exactLag: 2 });
  await survive(observed, { kind: 'throw', thread: 'learner' });
  const lags = observed.frames.map(({ staleness }) => staleness.findLastIndex((tokens) => tokens > 0));
  const lost = observed.frames.findIndex((_, n) => n > 2 && lags[n] !== 2);
  expect(lags.slice(lost, lost + 3)).toEqual([0, 1, 2]);
  expect(new Set(lags.slice(lost + 2))).toEqual(new Set([2]));
});

test('a NaN in the gradient skips that update; three in a row pause the run until it is resumed', async () => {
  const observed = start(true);
  await survive(observed, { kind: 'nan', updates: 2 });
  expect(observed.all('problem')[0]!.message).toContain('is not finite and was skipped');
  observed.session.fault!({ kind: 'nan', updates: 3 });
  await observed.phase('paused');
  expect(observed.all('problem').at(-1)!).toMatchObject({
    severity: 'error',
    message: expect.stringContaining('The run pauses, because 3 updates') as string,
  });
  const { update } = observed;
  observed.session.resume();
  await observed.updates(update + 5);
});

test('a device cannot be lost where there is none', async () => {
  const observed = start(true);
  await observed.updates(1);
  observed.session.fault!({ kind: 'device', thread: 'learner' });
  await observed.until(() => observed.all('engine').length === 2);
  expect(() => observed.session.fault!({ kind: 'device', thread: 'learner' })).toThrow('no GPU device');
});

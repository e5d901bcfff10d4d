/** Whole live sessions on real threads of Node, over shared memory and over messages. */
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { valueOf, type Frame } from '../../telemetry/frame.ts';
import { workerCount } from './session.ts';
import { experimentWith, Observed } from './testing/observed.ts';
import { bundleScript } from './testing/threads.ts';

let script: URL;
beforeAll(async () => {
  script = await bundleScript();
});

let observed: Observed | undefined;
type Rest = typeof Observed extends new (script: URL, ...rest: infer R) => Observed ? R : never;
function observe(...parameters: Rest): Observed {
  observed = new Observed(script, ...parameters);
  return observed;
}
afterEach(async () => {
  const ledgers = observed?.all('pipeline').map(({ ledger }) => ledger) ?? [];
  await observed?.stop();
  observed = undefined;
  for (const { admitted, running, queued, training, trained, dropped, rejected, lost } of ledgers) {
    expect(running + queued + training + trained + dropped + rejected + lost).toBe(admitted);
  }
});

const staleness = (frames: readonly Frame[], name: 'avg' | 'max' | 'min'): readonly number[] =>
  frames.map((frame) => valueOf(frame, `sample_staleness_theta_${name}`));

describe.each([
  ['shared memory', true],
  ['messages', false],
])('over %s', (_, isolated) => {
  test('η = 0: staleness is exactly 0, frames follow one another, the run finishes at its limit', async () => {
    const run = observe(experimentWith({ schedule: { maxStaleness: 0 }, run: { updates: 30 } }), isolated);
    await run.phase('finished');
    expect(run.phases).toEqual(['starting', 'warm-start', 'running', 'finished']);
    expect(run.all('engine')[0]).toMatchObject({ transport: isolated ? 'shared' : 'messages' });
    expect(run.frames.map(({ update }) => update)).toEqual(Array.from({ length: 30 }, (_, n) => n + 1));
    expect(run.frames.map(({ samples }) => samples)).toEqual(run.frames.map(({ update }) => 8 * update));
    expect(new Set(staleness(run.frames, 'max'))).toEqual(new Set([0]));
    expect(run.frames.every(({ version, update }) => version === update - 1)).toBe(true);
    const last = run.all('pipeline').at(-1)!;
    expect(last).toMatchObject({ version: 30, update: 30, ledger: { trained: 120, training: 0, lost: 0 } });
    run.session.change(experimentWith({ schedule: { maxStaleness: 0 }, run: { updates: 32 } }));
    run.session.resume();
    await run.updates(32);
    await run.phase('finished');
    expect(run.all('changes')).toEqual([
      { kind: 'changes', update: 31, changes: [{ field: 'run.updates', from: 30, to: 32 }] },
    ]);
  });

  test('η = 8 and a slow learner: workers run ahead, the mean staleness is over 2 and never over 8', async () => {
    const run = observe(experimentWith({ schedule: { maxStaleness: 8 } }), isolated, { stepMs: 25 });
    await run.updates(30);
    const late = run.frames.filter(({ update }) => update > 15);
    const means = staleness(late, 'avg');
    expect(means.reduce((sum, mean) => sum + mean, 0) / means.length).toBeGreaterThan(2);
    expect(Math.max(...staleness(run.frames, 'max'))).toBeLessThanOrEqual(8);
    // The learner is at one thing at a time, and a sample’s lag is made in flight and in the queue.
    for (const frame of late) {
      const shares = (['idle', 'training', 'publishing', 'evaluating'] as const).map((occupation) =>
        valueOf(frame, `learner_${occupation}`),
      );
      expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
      expect(shares.reduce((a, b) => a + b)).toBeLessThanOrEqual(1 + 1e-9);
      expect(valueOf(frame, 'lag_in_flight') + valueOf(frame, 'lag_in_queue')).toBeCloseTo(
        valueOf(frame, 'head_lag_avg'),
        9,
      );
    }
    const { workers } = run.all('workers').at(-1)!;
    for (const { seconds, at } of workers) {
      expect(seconds.generating).toBeGreaterThan(0);
      expect(seconds.generating + seconds.waiting).toBeLessThanOrEqual(at + 0.01);
    }
  });

  test('exact lag 3: after three updates every token is exactly 3 old, also when a worker dies', async () => {
    const schedule = { mode: 'exact', exactLag: 3 } as const;
    const run = observe(experimentWith({ schedule }), isolated, { tokenMs: 1 }, { silence: 1.5 });
    await run.updates(10);
    // The death is played over shared memory only: it costs the seconds of silence that make it noticed.
    if (isolated) {
      run.threads.rollouts[0]!.terminate();
      await run.until(() => run.threads.rollouts.length > 2);
    }
    const { update } = run;
    await run.updates(update + 10);
    expect(new Set(staleness(run.frames.slice(3), 'min'))).toEqual(new Set([3]));
    expect(new Set(staleness(run.frames.slice(3), 'max'))).toEqual(new Set([3]));
    expect(run.phases.at(-1)).toBe('running');
  });

  test('dynamic sampling: no group without signal is trained on, and others take the place of the rejected', async () => {
    const layer = { task: { partialCredit: 1 }, schedule: { filter: 'reward', filterLimit: 0 } } as const;
    const run = observe(experimentWith({ ...layer, run: { updates: 15 } }), isolated);
    await run.phase('finished');
    for (const frame of run.frames) expect(valueOf(frame, 'zero_variance_groups')).toBe(0);
    const { ledger } = run.all('pipeline').at(-1)!;
    expect(ledger.trained).toBe(4 * 15);
    expect(ledger.rejected).toBeGreaterThan(0);
    expect(valueOf(run.frames.at(-1)!, 'rejected')).toBeGreaterThan(0);
  });

  test('a pause holds everything, a step makes exactly one update, the clock leaves pauses out', async () => {
    const run = observe(experimentWith({ schedule: { maxStaleness: 4 } }), isolated, { stepMs: 5 });
    await run.updates(5);
    run.session.pause();
    await run.phase('paused');
    const { update } = run;
    const ledger = run.all('pipeline').at(-1)!.ledger;
    for (let n = 1; n <= 3; n++) {
      run.session.step();
      await run.updates(update + n);
      await run.until(() => run.all('pipeline').at(-1)!.ledger.trained === ledger.trained + 4 * n);
    }
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(run.update).toBe(update + 3);
    expect(run.phases.at(-1)).toBe('paused');
    run.session.resume();
    await run.updates(update + 6);
    const seconds = run.frames.map((frame) => frame.seconds);
    expect(seconds.every((value, n) => n === 0 || value > seconds[n - 1]!)).toBe(true);
  });

  test('says where every prompt is, and hands over the last batches when asked', async () => {
    const run = observe(experimentWith({ schedule: { maxStaleness: 2 } }), isolated, { stepMs: 5 });
    expect(await run.session.inspect()).toEqual([]);
    await run.updates(6);
    const [one, same] = await Promise.all([run.session.inspect(), run.session.inspect()]);
    expect(same).toBe(one);
    expect(one.map(({ update }) => update)).toEqual([0, 1, 2, 3].map((back) => one[0]!.update - back));
    for (const { id, offsets, logpTheta, logpBehave, ratio } of one) {
      expect(id).toHaveLength(8);
      expect(logpTheta).toHaveLength(offsets.at(-1)!);
      expect(logpBehave.every((value) => value < 0)).toBe(true);
      expect(ratio.every(Number.isFinite)).toBe(true);
    }
    await run.updates(one[0]!.update + 3);
    const flows = run.all('flow').map(({ flow }) => flow);
    expect(flows.length).toBeGreaterThan(0);
    for (const { learnerVersion, queued, training, workers, taken, update } of flows) {
      expect(queued.numbers).toHaveLength(queued.versions.length);
      for (const version of [...queued.versions, ...training.versions]) {
        expect(learnerVersion - version).toBeLessThanOrEqual(2);
      }
      expect([0, 4]).toContain(training.numbers.length);
      expect(taken).toBe(4 * update + training.numbers.length);
      const numbers = [queued, training, ...workers.map(({ held }) => held)].flatMap((t) => [...t.numbers]);
      expect(new Set(numbers).size).toBe(numbers.length);
    }
    await run.session.stop();
    expect(await run.session.inspect()).toEqual([]);
  });

  test('captures the next batch while it runs, and at rest the last one', async () => {
    const run = observe(experimentWith({ schedule: { maxStaleness: 2 } }), isolated, { stepMs: 5 });
    await run.updates(2);
    const [one, same] = await Promise.all([run.session.capture(), run.session.capture()]);
    expect(same).toBe(one);
    expect(one).toMatchObject({ complete: true, unkept: 0, experiment: run.session.experiment });
    expect(one!.update).toBeGreaterThan(2);
    const { facts, trained, answers } = one!.batch.minibatches[0]!;
    expect(facts.distributions!.logpBehave).toHaveLength(facts.distributions!.vocabulary * facts.mask.length);
    expect(trained!.coefficients).toHaveLength(facts.mask.length);
    // Two minibatches of the eight answers.
    expect(answers!.reward).toHaveLength(4);
    expect(one!.batch.minibatches).toHaveLength(2);
    expect(one!.parameters!.every(Number.isFinite)).toBe(true);

    // An update is never late: a pause answers whoever waits for the next one.
    await run.updates(one!.update + 1);
    run.session.pause();
    await run.phase('paused');
    expect(await run.session.capture()).toMatchObject({ complete: false, update: run.update });
    // Whoever looked at rest sees the step that follows whole.
    const { update } = run;
    run.session.step();
    await run.updates(update + 1);
    await run.until(() => run.all('pipeline').at(-1)!.update === update + 1);
    const stepped = await run.session.capture();
    expect(stepped).toMatchObject({ complete: true, update: update + 1 });
    expect(await run.session.capture()).toEqual(stepped);
    await run.session.stop();
    expect(await run.session.capture()).toBeUndefined();
  });

  test('workers come and go while it runs; a dead one is replaced and its prompts are lost', async () => {
    const run = observe(experimentWith({}), isolated, { tokenMs: 2 }, { silence: 1.5 });
    const active = (): readonly number[] =>
      run
        .all('workers')
        .at(-1)
        ?.workers.map(({ worker }) => worker) ?? [];
    await run.updates(3);
    run.session.change(experimentWith({ rollout: { workers: 4 } }));
    await run.until(() => active().length === 4);
    run.session.change(experimentWith({ rollout: { workers: 1 } }));
    await run.until(() => active().length === 1);
    expect(run.all('pipeline').at(-1)!.ledger.lost).toBe(0);
    await run.until(() => run.all('pipeline').at(-1)!.ledger.running > 0);
    run.threads.rollouts[0]!.terminate();
    await run.until(() => run.all('problem').length > 0);
    expect(run.all('problem')[0]!.message).toContain('Rollout worker 1 was replaced');
    const { update } = run;
    await run.updates(update + 10);
    expect(run.threads.rollouts.length).toBeGreaterThanOrEqual(5);
  });
});

test('workers that cannot start are given up after three tries, and without any the run fails', async () => {
  const experiment = experimentWith({ rollout: { workers: 1 } });
  const run = observe(experiment, true, {}, { broken: 3 });
  await run.phase('failed');
  const problems = run.all('problem');
  expect(problems.map(({ severity }) => severity)).toEqual(['warning', 'warning', 'error']);
  expect(problems[2]!.message).toContain('no engine today');
});

test('a change that needs a reset is refused', () => {
  const run = observe(experimentWith({}), true);
  const { session } = run;
  expect(() => session.change(experimentWith({ schedule: { batchGroups: 5 } }))).toThrow(
    'schedule.batchGroups',
  );
});

test('the automatic number of workers leaves a core for the learner', () => {
  const count = (workers: number, cores: number): number =>
    workerCount(experimentWith({ rollout: { workers } }), cores);
  expect([count(0, 1), count(0, 2), count(0, 4), count(0, 16), count(8, 2)]).toEqual([1, 1, 3, 4, 8]);
});

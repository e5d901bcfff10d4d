/** Every schedule in live sessions on real threads: lags are what the schedule says, whatever the race. */
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { Experiment } from '../../experiment/experiment.ts';
import { valueOf } from '../../telemetry/frame.ts';
import { experimentWith, Observed } from './testing/observed.ts';
import { bundleScript } from './testing/threads.ts';

let script: URL;
beforeAll(async () => {
  script = await bundleScript();
});

let observed: Observed | undefined;
afterEach(async () => {
  await observed?.stop();
  observed = undefined;
});

const UPDATES = 14;

async function play(
  schedule: Partial<Experiment['schedule']>,
  isolated: boolean,
  speed: { readonly tokenMs?: number; readonly stepMs?: number } = {},
): Promise<Observed> {
  observed = new Observed(script, experimentWith({ schedule, run: { updates: UPDATES } }), isolated, speed);
  await observed.phase('finished');
  expect(observed.frames.map(({ update }) => update)).toEqual(
    Array.from({ length: UPDATES }, (_, n) => n + 1),
  );
  return observed;
}

const upTo = (of: (update: number) => number): number[] => Array.from({ length: UPDATES }, (_, u) => of(u));

test.each<readonly [Partial<Experiment['schedule']>, boolean, (update: number) => number]>([
  [{ mode: 'synchronous', maxStaleness: 9 }, true, () => 0],
  [{ mode: 'one-step' }, false, (update) => Math.min(update, 1)],
  [{ mode: 'periodic', carriedShare: 0, publishEvery: 3 }, true, (update) => update % 3],
  [{ mode: 'stages', stageUpdates: 5 }, false, (update) => update % 5],
  [
    { mode: 'replay', lagTrace: '0x1-2x1-1x2' },
    true,
    (update) => Math.min(update, [0, 2, 1, 1][update % 4]!),
  ],
])('%o: lags in updates', async (schedule, isolated, lag) => {
  const { frames } = await play(schedule, isolated);
  expect(frames.map((frame) => valueOf(frame, 'update_lag_avg'))).toEqual(upTo(lag));
});

test('fully asynchronous: beside a slow learner the queue fills, and no further than it may', async () => {
  const { frames } = await play({ mode: 'unbounded', queueCapacity: 12 }, true, { stepMs: 20 });
  const lengths = frames.map((frame) => valueOf(frame, 'queue_length'));
  expect(Math.max(...lengths)).toBeGreaterThanOrEqual(8);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(12);
  expect(valueOf(frames.at(-1)!, 'sample_staleness_theta_max')).toBeGreaterThanOrEqual(2);
});

test('publication that blocks: no update begins before its weights are in force, and the learner’s wait is told', async () => {
  const delay = 0.03;
  const schedule = { maxStaleness: 4, publishDelay: delay, publishMode: 'blocking' } as const;
  const { frames } = await play(schedule, true);
  const { every } = experimentWith({}).evaluation;
  for (const [index, frame] of frames.slice(1).entries()) {
    const seconds = frame.seconds - frames[index]!.seconds;
    expect(seconds).toBeGreaterThan(delay);
    // The weights set out when the coordinator hears of the update, and the learner waits from when it asks for a batch; an
    // evaluation lies between.
    if ((frame.update - 1) % every === 0) continue;
    expect(valueOf(frame, 'learner_publishing') * seconds).toBeGreaterThan(delay / 2);
  }
});

/** The timeline of whole live runs on real threads of Node: it agrees with the ledger and with the learner's own seconds. */
import { afterEach, beforeAll, expect, test } from 'vitest';
import {
  Journeys,
  type LineEvent,
  Timeline,
  type Track,
  utilisation,
} from '../../telemetry/timeline/index.ts';
import { experimentWith, Observed } from './testing/observed.ts';
import { bundleScript } from './testing/threads.ts';

let script: URL;
beforeAll(async () => {
  script = await bundleScript();
});

let observed: Observed | undefined;
afterEach(() => observed?.stop());

function start(isolated: boolean, updates: number): Observed {
  const experiment = experimentWith({
    schedule: { maxStaleness: 2 },
    rollout: { weightSwap: 'recompute' },
    run: { updates },
  });
  observed = new Observed(script, experiment, isolated, { tokenMs: 1, stepMs: 4 });
  return observed;
}

function lineOf(run: Observed) {
  const events = run.all('line').flatMap(({ events: some }) => some);
  const timeline = new Timeline();
  const journeys = new Journeys();
  for (const event of events) {
    timeline.add(event);
    journeys.add(event);
  }
  return { events, timeline, journeys };
}

function expectAscending(track: Track): void {
  for (let i = 1; i < track.length; i++) expect(track.begin(i)).toBeGreaterThanOrEqual(track.end(i - 1));
}

const seconds = (track: Track, kind: keyof ReturnType<typeof utilisation>, until: number): number =>
  (utilisation(track, 0, until)[kind] ?? 0) * until;

/**
 * Both are read from the same clock by the same thread: here they agree to 0.01 ms in 2 s. They differ where the
 * coordinator brings a time between those that it knows, by as much as the clocks of two threads differ.
 */
const TOLERANCE = 0.002;

test.each([
  ['shared memory', true],
  ['messages', false],
])(
  'over %s: prompts are those of the ledger, in order; the learner’s time is as it says itself',
  async (_, isolated) => {
    const run = start(isolated, 40);
    await run.updates(8);
    run.session.pause();
    await run.phase('paused');
    await new Promise((resolve) => setTimeout(resolve, 300));
    run.session.resume();
    await run.phase('finished');
    const { events, timeline, journeys } = lineOf(run);
    const { ledger } = run.all('pipeline').at(-1)!;
    const all = [...journeys.all()];
    expect(all.filter(({ trained }) => trained !== undefined)).toHaveLength(ledger.trained);
    expect(all.length).toBeLessThanOrEqual(ledger.admitted);
    for (const { begun, finished, taken, trained, update } of all) {
      if (trained === undefined) continue;
      const times = [begun, finished, taken, trained];
      expect(times).toEqual([...times].sort((a, b) => a! - b!));
      expect(update).toBeGreaterThan(0);
    }
    timeline.tracks.forEach(expectAscending);

    const end = timeline.now;
    const { learner } = run.all('workers').at(-1)!;
    for (const [phase, occupation] of [
      ['rollout', 'waiting'],
      ['train_step', 'training'],
      ['update_weights', 'publishing'],
      ['eval', 'evaluating'],
    ] as const) {
      expect(Math.abs(seconds(timeline.learner, phase, end) - learner.seconds[occupation])).toBeLessThan(
        TOLERANCE,
      );
    }
    expect(learner.seconds.training).toBeGreaterThan(10 * TOLERANCE);
    // The pause of 0.3 s is in no span: the clock stood.
    const last = run.frames.at(-1)!.seconds;
    expect(end - last).toBeLessThan(0.2);

    expect(events.filter(({ kind }) => kind === 'send')).toHaveLength(40);
    expect(timeline.weights.length).toBeGreaterThan(0);
    expect(timeline.workers).toHaveLength(2);
    for (const worker of timeline.workers) {
      expect(seconds(worker, 'decode', end)).toBeGreaterThan(0);
    }
  },
);

test('a worker that is replaced ends its span, what it had is lost, and its successor goes on in the same track', async () => {
  const run = start(true, 0);
  await run.updates(5);
  run.session.fault!({ kind: 'throw', thread: 0 });
  const ended = (): Extract<LineEvent, { kind: 'end' }> | undefined =>
    lineOf(run).events.find((event) => event.kind === 'end');
  await run.until(() => ended() !== undefined);
  const { at: end, worker } = ended()!;
  expect(worker).toBe(0);
  await run.until(() => {
    const [track] = lineOf(run).timeline.workers;
    return track!.firstAfter(end) + 2 < track!.length;
  });
  run.session.pause();
  await run.phase('paused');
  const { timeline, journeys } = lineOf(run);
  const [track] = timeline.workers;
  expectAscending(track!);
  expect(track!.begin(track!.firstAfter(end))).toBeGreaterThanOrEqual(end);
  const lost = [...journeys.all()].filter(({ left }) => left?.why === 'lost');
  expect(lost.length).toBeLessThanOrEqual(run.all('pipeline').at(-1)!.ledger.lost);
  for (const { worker: holder, left } of lost) {
    expect(holder).toBe(0);
    // What was on its way when the thread ended is missed a little later.
    expect(left!.at).toBeGreaterThanOrEqual(end);
  }
});

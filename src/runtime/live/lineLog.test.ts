/** What threads tell of a live run as events of the timeline, with clocks that differ and with threads that are lost. */
import { beforeEach, expect, test } from 'vitest';
import { Journeys, type LineEvent, Timeline, type Track } from '../../telemetry/timeline/index.ts';
import { LineLog } from './lineLog.ts';

let now: number;
let log: LineLog;
beforeEach(() => {
  now = 0;
  log = new LineLog(() => now);
});

function told(events: readonly LineEvent[]) {
  const timeline = new Timeline();
  const journeys = new Journeys();
  for (const event of events) {
    timeline.add(event);
    journeys.add(event);
  }
  return { timeline, journeys };
}

const spans = (track: Track) =>
  Array.from({ length: track.length }, (_, i) => [track.kind(i), track.begin(i), track.end(i)]);

test('a prompt’s way by the clocks of those who went it, whenever their news arrive', () => {
  now = 1.5;
  log.begun(0, 3, [7, 8], 1);
  expect(log.drain()).toEqual([]);
  log.writing(0, 1.25);
  now = 4;
  log.swapped(0, 4, 2);
  log.finished(0, [7, 8], 3.5, true);
  log.handed([7, 8]);
  now = 9;
  log.learner([
    { phase: 'rollout', from: 0, at: 4.5, update: 1 },
    { phase: 'train_step', from: 4.5, at: 6, update: 1 },
  ]);
  log.sent(5, 1);
  now = 10;
  log.learner([
    { phase: 'update_weights', from: 6, at: 9.5, update: 1 },
    { phase: 'eval', from: 9.5, at: 9.75, update: 1 },
  ]);
  log.arrived(5);
  const { timeline, journeys } = told(log.drain());
  expect(spans(timeline.workers[0]!)).toEqual([
    ['prefill', 1, 1.25],
    ['decode', 1.25, 3.5],
    ['admission', 3.5, Infinity],
  ]);
  expect(timeline.workers[0]!.swaps).toEqual([{ at: 2, version: 4 }]);
  expect(spans(timeline.learner)).toEqual([
    ['rollout', 0, 4.5],
    ['train_step', 4.5, 6],
    ['update_weights', 6, 9.5],
    ['eval', 9.5, 9.75],
  ]);
  expect(spans(timeline.weights)).toEqual([['publication', 9, 10]]);
  expect(journeys.of(8)).toMatchObject({ begun: 1, finished: 3.5, taken: 4.5, trained: 6, update: 1 });
});

test('a clock that goes before or after the coordinator’s is brought between what is known', () => {
  now = 1;
  log.begun(0, 0, [0], 5);
  log.writing(0, 0.5);
  now = 2;
  log.finished(0, [0], 0.25, true);
  log.handed([0]);
  now = 3;
  log.learner([
    { phase: 'rollout', from: 0, at: 1.5, update: 1 },
    { phase: 'train_step', from: 1.5, at: 1.75, update: 1 },
  ]);
  const { timeline, journeys } = told(log.drain());
  // Begun not after the news of it; finished not before it was begun; not taken before it was handed out.
  expect(journeys.of(0)).toMatchObject({ begun: 1, finished: 1, taken: 2, trained: 2 });
  expect(spans(timeline.workers[0]!)).toEqual([['admission', 1, Infinity]]);
});

test('the clock of a computer that slept goes back, and the line does not', () => {
  now = 60;
  log.begun(0, 0, [0], 59);
  log.writing(0, 59);
  now = 10;
  log.finished(0, [0], 9, true);
  log.sent(1, 1);
  expect(log.drain().map(({ at }) => at)).toEqual([59, 59, 60]);
});

test('a thread that is gone ends its track, and what it had is lost; another goes on after it', () => {
  now = 2;
  log.begun(1, 0, [0, 1], 1);
  now = 3;
  log.gone(1);
  log.left([0, 1], 'lost');
  now = 4;
  log.begun(1, 0, [2], 3.5);
  log.writing(1, 3.5);
  const { timeline, journeys } = told(log.drain());
  expect(spans(timeline.workers[1]!)).toEqual([
    ['decode', 1, 3],
    ['decode', 3.5, Infinity],
  ]);
  expect(journeys.of(0)).toMatchObject({ worker: 1, left: { at: 3, why: 'lost' } });
});

test('a learner that is gone took the batch that it had; one that gives it back did not', () => {
  now = 1;
  log.begun(0, 0, [0, 1], 0);
  log.finished(0, [0, 1], 1, true);
  log.handed([0]);
  log.returned();
  log.learner([{ phase: 'rollout', from: 0, at: 1, update: 1 }]);
  log.handed([1]);
  now = 2;
  log.learnerGone();
  log.left([1], 'lost');
  now = 3;
  log.learner([{ phase: 'rollout', from: 1.5, at: 3, update: 1 }]);
  const { timeline, journeys } = told(log.drain());
  expect(journeys.of(0)!.taken).toBeUndefined();
  expect(journeys.of(1)).toMatchObject({ taken: 1, left: { at: 2, why: 'lost' } });
  expect(spans(timeline.learner)).toEqual([
    ['rollout', 0, 1],
    ['rollout', 2, 3],
  ]);
});

/** Geometry, pointing, prompts and words of the timeline, on a small line worked out by hand. */
import { describe, expect, it } from 'vitest';
import { Journeys, type LineEvent, Timeline } from '../../telemetry/timeline/index.ts';
import { commandOf, Fingers, wheelFactor } from './gestures.ts';
import { AXIS, laneAt, layOut, placeOf, spanAt, timeAt, travel } from './lanes.ts';
import { inkOn, lagOf } from './looks.ts';
import { promptsOf, spanOf, wayOf } from './prompts.ts';
import {
  amongText,
  journeySteps,
  lasting,
  moment,
  sharesText,
  spanText,
  spanTitle,
  stateOf,
} from './words.ts';

const line: readonly LineEvent[] = [
  { kind: 'begin', at: 0, worker: 0, version: 0, tickets: [0, 1], prefill: 1 },
  { kind: 'begin', at: 0, worker: 1, version: 0, tickets: [2] },
  { kind: 'finish', at: 4, worker: 0, tickets: [0, 1], rest: true },
  { kind: 'learner', from: 0, at: 4, phase: 'rollout', update: 1 },
  { kind: 'take', at: 4, tickets: [0] },
  { kind: 'send', at: 4.5, version: 1, update: 0 },
  { kind: 'learner', from: 4, at: 6, phase: 'train_step', update: 1 },
  { kind: 'train', at: 6, update: 1, tickets: [0] },
  { kind: 'arrive', at: 7, version: 1 },
  { kind: 'leave', at: 8, tickets: [1], why: 'dropped' },
  { kind: 'leave', at: 8, tickets: [2], why: 'lost' },
  { kind: 'end', at: 8, worker: 1 },
];
const timeline = new Timeline();
const journeys = new Journeys();
for (const event of line) {
  timeline.add(event);
  journeys.add(event);
}
const [first, second] = timeline.workers;
const shown = { from: 0, to: 10 };

describe('the picture', () => {
  it('has a lane for every track, with its name beside or above the bars', () => {
    const wide = layOut(timeline.tracks, 1184, 300);
    expect(wide).toMatchObject({ names: 'beside', left: 184 });
    expect(wide.lanes.map(({ top, height }) => [top, height])).toEqual([
      [22, 56],
      [84, 56],
      [146, 56],
      [208, 56],
    ]);
    const narrow = layOut(timeline.tracks, 390, 100);
    expect(narrow).toMatchObject({ names: 'above', left: 0 });
    // It is higher than the room: bars get no lower than they can be read.
    expect(narrow.height).toBe(AXIS + 4 * (28 + 6 + 17));
  });

  it('tells what lies under a point, and just beside it', () => {
    const layout = layOut(timeline.tracks, 1184, 300);
    expect(timeAt(layout, shown, 684)).toBe(5);
    expect(placeOf(layout, shown, 5)).toBe(684);
    expect(laneAt(layout, 10)).toBeUndefined();
    const at = (time: number, y: number) => {
      const hit = spanAt(layout, shown, 8, { x: placeOf(layout, shown, time), y });
      return hit && [hit.track.name, hit.track.kind(hit.track.indexOf(hit.serial)!), hit.among];
    };
    expect(at(0.5, 40)).toEqual(['worker 1', 'prefill', 1]);
    expect(at(2, 40)).toEqual(['worker 1', 'decode', 1]);
    expect(at(5, 40)).toEqual(['worker 1', 'admission', 1]);
    expect(at(4, 160)).toEqual(['learner', 'train_step', 2]);
    // A hundredth of a second is a pixel here: three beside is near enough, five is not.
    expect(at(6.02, 160)).toEqual(['learner', 'train_step', 1]);
    expect(at(6.05, 160)).toBeUndefined();
    expect(at(9, 90)).toBeUndefined();
  });

  it('is gone through by keys: from span to span, and to the track above or below at the same time', () => {
    const start = travel(timeline, { from: 0, to: 4 }, undefined, 'next')!;
    expect([start.track, start.serial]).toEqual([first, 1]);
    expect(travel(timeline, shown, start, 'previous')).toMatchObject({ serial: 0 });
    expect(travel(timeline, shown, { track: first!, serial: 2 }, 'next')).toMatchObject({ serial: 2 });
    const below = travel(timeline, shown, start, 'down')!;
    expect(below.track).toBe(second);
    expect(travel(timeline, shown, below, 'down')!.track).toBe(timeline.learner);
    expect(travel(timeline, shown, start, 'up')).toBe(start);
    expect(travel(new Timeline(), shown, undefined, 'next')).toBeUndefined();
  });
});

describe('prompts', () => {
  it('are those that a worker began with in a span, or that an update trained on', () => {
    const tickets = (track: typeof first, serial: number) =>
      promptsOf({ track: track!, serial }, timeline, journeys).map(({ ticket }) => ticket);
    expect(tickets(first, 0)).toEqual([0, 1]);
    expect(tickets(first, 1)).toEqual([0, 1]);
    expect(tickets(second, 0)).toEqual([2]);
    expect(tickets(first, 2)).toEqual([]);
    expect(tickets(timeline.learner, 0)).toEqual([]);
    expect(tickets(timeline.learner, 1)).toEqual([0]);
  });

  it('go their way across the tracks', () => {
    const way = (ticket: number) =>
      wayOf(journeys.of(ticket)!, timeline).map(({ track, at, what }) => [track.name, at, what]);
    expect(way(0)).toEqual([
      ['worker 1', 0, 'begun'],
      ['worker 1', 4, 'finished'],
      ['learner', 4, 'taken'],
      ['learner', 6, 'trained'],
    ]);
    expect(way(1).at(-1)).toEqual(['learner', 8, 'left']);
    expect(way(2)).toEqual([
      ['worker 2', 0, 'begun'],
      ['worker 2', 8, 'left'],
    ]);
    expect(spanOf(journeys.of(1)!, timeline)).toEqual({ track: first, serial: 1 });
  });

  it('are told in words, moment by moment', () => {
    const text = (ticket: number) => journeySteps(journeys.of(ticket)!).map((step) => step.text);
    expect(text(0)).toEqual([
      'Admitted: worker 1 begins to answer it with version 0.',
      'Its answers are finished, after 4 s.',
      'The learner takes it, after 0 ms in the queue.',
      'Gradient: update 1 has trained on it, after 2 s. Its weights were 1 version behind.',
    ]);
    expect(text(1).at(-1)).toBe('Dropped, too old: 1 version behind.');
    expect([0, 1, 2].map((ticket) => stateOf(journeys.of(ticket)!))).toEqual(['update 1', 'dropped', 'lost']);
  });
});

describe('spans', () => {
  it('are told in words', () => {
    const facts = { now: 8, learnerVersion: 1 };
    const words = (track: typeof first, index: number) => {
      const span = track!.at(index);
      return `${spanTitle(track!, span)}. ${spanText(span, facts)}`;
    };
    expect(words(first, 0)).toBe('Worker 1 reads prompts, with version 0. From 0.000 s, for 1 s.');
    expect(words(first, 1)).toBe(
      'Worker 1 writes answers with version 0. From 1.000 s, for 3 s. 1 version behind when trained on or given up.',
    );
    expect(words(first, 2)).toBe('Worker 1 waits for admission. From 4.000 s, so far 4 s.');
    expect(words(timeline.learner, 1)).toBe('The learner trains: update 1. From 4.000 s, for 2 s.');
    expect(words(timeline.weights, 0)).toBe(
      'Version 1 is on its way to the workers. From 4.500 s, for 2.5 s.',
    );
    expect([amongText(1), amongText(7)]).toEqual([
      '',
      'One of 7 under this pixel: zoom in to tell them apart.',
    ]);
    expect(sharesText({ decode: 0.25, admission: 0.75 })).toBe('admission 75 %, decode 25 %');
  });

  it('count as behind by now while nothing of them was trained on', () => {
    expect(lagOf({ behind: NaN, detail: 3 }, 5)).toBe(2);
    expect(lagOf({ behind: 1, detail: 3 }, 5)).toBe(1);
  });

  it('have words on them in the ink that stands out', () => {
    expect(['#49d5ba', '#a52520', '#ffffff', '#000000'].map(inkOn)).toEqual([
      '#000000',
      '#ffffff',
      '#000000',
      '#ffffff',
    ]);
  });
});

describe('times', () => {
  it('have as many digits as are of use', () => {
    expect([0.0004, 0.0123, 0.34, 0.9999, 1.2345, 83.21, 250].map(lasting)).toEqual([
      '0.4 ms',
      '12.3 ms',
      '340 ms',
      '1 s',
      '1.23 s',
      '83.2 s',
      '250 s',
    ]);
    expect([moment(12, 5), moment(12.34, 0.1), moment(12.34567, 0.0005)]).toEqual([
      '12 s',
      '12.3 s',
      '12.3457 s',
    ]);
  });
});

describe('gestures', () => {
  it('know their keys', () => {
    expect(commandOf('ArrowLeft', false)).toEqual({ kind: 'step', share: -0.2 });
    expect(commandOf('ArrowLeft', true)).toEqual({ kind: 'go', way: 'previous' });
    expect(commandOf('+', true)).toMatchObject({ kind: 'zoom' });
    expect(['0', 'Home', 'End'].map((key) => commandOf(key, false)!.kind)).toEqual(['whole', 'begin', 'end']);
    expect(commandOf(' ', false)).toBeUndefined();
  });

  it('turn the wheel down for a longer stretch, up for a shorter one, never far at once', () => {
    expect(wheelFactor(100) * wheelFactor(-100)).toBeCloseTo(1, 12);
    expect(wheelFactor(100)).toBeGreaterThan(1);
    expect(wheelFactor(1e6)).toBe(wheelFactor(200));
  });

  it('move what is under one finger with it, and tell a tap from that', () => {
    const fingers = new Fingers();
    fingers.down(1, 100);
    expect(fingers.move(1, 102, shown, 1000)).toBeUndefined();
    expect(fingers.up(1)).toBe(true);
    fingers.down(1, 100);
    expect(fingers.move(1, 50, shown, 1000)).toEqual({ from: 0.5, to: 10.5 });
    expect(fingers.up(1)).toBe(false);
    expect(fingers.any).toBe(false);
  });

  it('keep the moments under two fingers', () => {
    const fingers = new Fingers();
    fingers.down(1, 200);
    fingers.down(2, 600);
    const next = fingers.move(2, 1000, shown, 1000)!;
    // 2 s and 6 s were under them: 4 s in 800 pixels now.
    expect(next.from).toBeCloseTo(1, 12);
    expect(next.to).toBeCloseTo(6, 12);
    expect(fingers.move(2, 195, next, 1000)).toBeUndefined();
    expect([fingers.up(1), fingers.up(2)]).toEqual([false, false]);
  });
});

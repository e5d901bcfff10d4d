/** Spans, journeys and shares against a line worked out by hand, and against any line at all. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Journeys, type LineEvent, type SpanKind, Timeline, traceOf, Track, utilisation } from './index.ts';

/** One worker, two prompts: read for 1 s, written for 3; the learner waits, trains for 2 s and hands over for ½ s. */
const line: readonly LineEvent[] = [
  { kind: 'begin', at: 0, worker: 0, version: 0, tickets: [0, 1], prefill: 1 },
  { kind: 'swap', at: 2, worker: 0, version: 1 },
  { kind: 'finish', at: 3, worker: 0, tickets: [1], rest: false },
  { kind: 'finish', at: 4, worker: 0, tickets: [0], rest: true },
  { kind: 'learner', from: 0, at: 4, phase: 'rollout', update: 1 },
  { kind: 'take', at: 4, tickets: [0, 1] },
  { kind: 'learner', from: 4, at: 6, phase: 'train_step', update: 1 },
  { kind: 'train', at: 6, update: 1, tickets: [0, 1] },
  { kind: 'send', at: 6, version: 1, update: 1 },
  { kind: 'learner', from: 6, at: 6.5, phase: 'update_weights', update: 1 },
  { kind: 'send', at: 6.5, version: 2, update: 2 },
  { kind: 'arrive', at: 7, version: 1 },
  { kind: 'begin', at: 7, worker: 0, version: 1, tickets: [2] },
  { kind: 'arrive', at: 8, version: 2 },
  { kind: 'leave', at: 8, tickets: [2], why: 'lost' },
  { kind: 'end', at: 8, worker: 0 },
];

function told(events: readonly LineEvent[], most?: number) {
  const timeline = new Timeline(most);
  const journeys = new Journeys(most);
  for (const event of events) {
    timeline.add(event);
    journeys.add(event);
  }
  return { timeline, journeys };
}

const spans = (track: Track) =>
  Array.from({ length: track.length }, (_, i) => {
    const { kind, begin, end, detail } = track.at(i);
    return [kind, begin, end, detail];
  });

describe('the line above', () => {
  const { timeline, journeys } = told(line);

  it('has these spans', () => {
    expect(spans(timeline.workers[0]!)).toEqual([
      ['prefill', 0, 1, 0],
      ['decode', 1, 4, 0],
      ['admission', 4, 7, NaN],
      ['decode', 7, 8, 1],
    ]);
    expect(timeline.workers[0]!.swaps).toEqual([{ at: 2, version: 1 }]);
    expect(spans(timeline.learner)).toEqual([
      ['rollout', 0, 4, 1],
      ['train_step', 4, 6, 1],
      ['update_weights', 6, 6.5, 1],
    ]);
    // The second set of weights is sent while the first is under way.
    expect(spans(timeline.weights)).toEqual([
      ['publication', 6, 7, 1],
      ['publication', 7, 8, 2],
    ]);
    expect(timeline).toMatchObject({ now: 8, spans: 9 });
  });

  it('has these journeys', () => {
    expect(journeys.of(1)).toEqual({
      ...{ ticket: 1, worker: 0, version: 0 },
      ...{ begun: 0, finished: 3, taken: 4, trained: 6, update: 1, behind: 0 },
    });
    expect(journeys.of(2)).toEqual({
      ticket: 2,
      worker: 0,
      version: 1,
      begun: 7,
      left: { at: 8, why: 'lost' },
      behind: 1,
    });
    expect(journeys.of(3)).toBeUndefined();
  });

  it('uses its time so', () => {
    const [worker] = timeline.workers;
    // Of the eight seconds: 1 reading, 3 + 1 writing, 3 waiting.
    expect(utilisation(worker!, 0, 8)).toEqual({ prefill: 1 / 8, decode: 4 / 8, admission: 3 / 8 });
    expect(utilisation(worker!, 3.5, 4.5)).toEqual({ decode: 0.5, admission: 0.5 });
    expect(utilisation(timeline.learner, 4, 8)).toEqual({ train_step: 0.5, update_weights: 0.125 });
    expect(utilisation(timeline.learner, 5, 5)).toEqual({});
    expect(utilisation(timeline.weights, 100, 200)).toEqual({});
  });

  it('finds what is in view', () => {
    const [worker] = timeline.workers;
    expect([-1, 0, 0.5, 1, 3.9, 4, 7.5, 8].map((time) => worker!.firstAfter(time))).toEqual([
      0, 0, 0, 1, 1, 2, 3, 4,
    ]);
  });

  it('knows how far behind a decoding was once its prompts were trained on or lost', () => {
    const behinds = (events: readonly LineEvent[]) => {
      const [worker] = told(events).timeline.workers;
      return Array.from({ length: worker!.length }, (_, i) => worker!.behind(i));
    };
    // Version 0 was trained on before any was sent; version 1 was lost when version 2 was sent already.
    expect(behinds(line)).toEqual([NaN, 0, NaN, 1]);
    expect(behinds(line.slice(0, 7))).toEqual([NaN, NaN, NaN]);
    expect(timeline.learnerVersion).toBe(2);
  });

  it('names its spans by serials that stay when older ones are forgotten', () => {
    const track = new Track('learner', 8);
    for (let i = 0; i < 20; i++) track.add('rollout', i, i + 0.5, i);
    expect(track.length).toBeLessThanOrEqual(8);
    expect(track.at(track.indexOf(19)!).detail).toBe(19);
    expect(track.serial(track.length - 1)).toBe(19);
    expect([0, 20].map((serial) => track.indexOf(serial))).toEqual([undefined, undefined]);
  });
});

/** Any order of any events, as long as time goes on; spans of the learner end when they are told. */
const anyLine = fc
  .array(
    fc.record({
      gap: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 2, noNaN: true })),
      back: fc.double({ min: 0, max: 1, noNaN: true }),
      worker: fc.nat(2),
      tickets: fc.array(fc.nat(30), { maxLength: 3 }),
      version: fc.nat(5),
      kind: fc.constantFrom(
        'begin',
        'swap',
        'finish',
        'end',
        'leave',
        'take',
        'learner',
        'train',
        'send',
        'arrive',
      ),
      rest: fc.boolean(),
      phase: fc.constantFrom('rollout', 'train_step', 'update_weights', 'eval'),
    }),
    { maxLength: 80 },
  )
  .map((steps): LineEvent[] => {
    let at = 0;
    let learnerFrom = 0;
    return steps.map(({ gap, back, kind, ...rest }): LineEvent => {
      at += gap;
      const from = learnerFrom + back * (at - learnerFrom);
      if (kind === 'learner') learnerFrom = at;
      return { ...rest, why: 'dropped', prefill: 0, update: rest.version, kind, at, from } as LineEvent;
    });
  });

/** Shares span by span, to compare with. */
function summed(track: Track, from: number, to: number): Partial<Record<SpanKind, number>> {
  const shares: Partial<Record<SpanKind, number>> = {};
  for (let i = 0; i < track.length; i++) {
    const seconds = Math.min(track.end(i), to) - Math.max(track.begin(i), from);
    if (seconds > 0) shares[track.kind(i)] = (shares[track.kind(i)] ?? 0) + seconds / (to - from);
  }
  return shares;
}

describe('any line', () => {
  it('gives tracks without overlap, shares that are at most all of the time, and a valid trace', () => {
    fc.assert(
      fc.property(anyLine, fc.integer({ min: 4, max: 40 }), (events, most) => {
        const { timeline, journeys } = told(events, most);
        for (const track of timeline.tracks) {
          expect(track.length).toBeLessThanOrEqual(most);
          for (let i = 0; i < track.length; i++) {
            expect(track.end(i)).toBeGreaterThan(track.begin(i));
            if (i > 0) expect(track.begin(i)).toBeGreaterThanOrEqual(track.end(i - 1));
          }
          const [from, to] = [0.3 * timeline.now, 0.8 * timeline.now];
          const shares = utilisation(track, from, to);
          expect(Object.values(shares).reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(1 + 1e-9);
          const counted = summed(track, from, to);
          for (const kind of Object.keys({ ...shares, ...counted }) as SpanKind[]) {
            expect(shares[kind] ?? 0).toBeCloseTo(counted[kind] ?? 0, 9);
          }
          const near = track.firstAfter(from);
          expect(track.firstAfter(to, near)).toBe(track.firstAfter(to));
        }
        expect(journeys.size).toBeLessThanOrEqual(Math.max(most, 3));
        const trace = traceOf(timeline, journeys, {});
        expect(trace.traceEvents.every(({ ts, dur = 0 }) => Number.isFinite(ts) && dur >= 0)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

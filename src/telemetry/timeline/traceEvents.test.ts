/** The exported trace is in the trace-event format, and its arrows lie where Perfetto looks for them. */
import { expect, it } from 'vitest';
import { Journeys, type LineEvent, Timeline, type TraceEvent, traceOf } from './index.ts';
import { traceFormat } from './traceFormat.ts';

const line: readonly LineEvent[] = [
  { kind: 'begin', at: 0, worker: 0, version: 0, tickets: [7], prefill: 0.5 },
  { kind: 'begin', at: 0, worker: 1, version: 0, tickets: [8] },
  { kind: 'swap', at: 1, worker: 1, version: 1 },
  { kind: 'finish', at: 2, worker: 0, tickets: [7], rest: true },
  { kind: 'learner', from: 0, at: 3, phase: 'rollout', update: 1 },
  { kind: 'take', at: 3, tickets: [7] },
  { kind: 'learner', from: 3, at: 4, phase: 'train_step', update: 1 },
  { kind: 'train', at: 4, update: 1, tickets: [7] },
  { kind: 'send', at: 4, version: 1, update: 1 },
  { kind: 'arrive', at: 5, version: 1 },
];

function trace() {
  const timeline = new Timeline();
  const journeys = new Journeys();
  for (const event of line) {
    timeline.add(event);
    journeys.add(event);
  }
  return traceOf(timeline, journeys, { link: '#eta=2' });
}

it('is in the format, and survives JSON', () => {
  const { traceEvents, otherData } = trace();
  const text = JSON.stringify(trace());
  expect(traceFormat.parse(JSON.parse(text))).toEqual(JSON.parse(text));
  expect(otherData).toEqual({ link: '#eta=2' });
  expect(traceEvents.filter(({ ph }) => ph === 'X')).toHaveLength(7);
  expect(traceEvents.find(({ name }) => name === 'prefill')).toMatchObject({ ts: 0, dur: 500_000, tid: 1 });
  // What goes on still is drawn up to now.
  expect(traceEvents.find(({ name, tid }) => name === 'decode' && tid === 2)).toMatchObject({
    dur: 5_000_000,
  });
});

it('is not in the format when it lacks what the format asks for', () => {
  const broken = (change: (event: TraceEvent) => unknown) => {
    const { traceEvents, ...rest } = trace();
    return traceFormat.safeParse({ ...rest, traceEvents: traceEvents.map(change) }).success;
  };
  expect(broken((event) => event)).toBe(true);
  expect(broken((event) => (event.ph === 'X' ? { ...event, dur: undefined } : event))).toBe(false);
  expect(broken((event) => ({ ...event, ts: -1 }))).toBe(false);
  expect(broken((event) => (event.ph === 's' ? { ...event, id: undefined } : event))).toBe(false);
  expect(broken((event) => (event.ph === 'M' ? { ...event, args: {} } : event))).toBe(false);
});

it('leads an arrow from the worker’s span to the learner’s, for what was trained on', () => {
  const { traceEvents } = trace();
  const flows = traceEvents.filter(({ ph }) => ['s', 't', 'f'].includes(ph));
  expect(flows.map(({ ph, id, tid, ts }) => [ph, id, tid, ts / 1e6])).toEqual([
    ['s', 7, 1, 0],
    ['t', 7, 1, 2],
    ['f', 7, 3, 3],
  ]);
  // An arrow's ends are bound to the spans that enclose them.
  const enclosed = ({ tid, ts }: TraceEvent) =>
    traceEvents.some(
      (span) => span.ph === 'X' && span.tid === tid && span.ts <= ts && ts <= span.ts + span.dur!,
    );
  expect(flows.every(enclosed)).toBe(true);
});

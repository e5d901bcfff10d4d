/**
 * A timeline in the trace-event format (JSON object form), which Perfetto and chrome://tracing open: complete events (`X`)
 * for spans, instants (`i`) for swapped weights, metadata (`M`) for names, flow events (`s`, `t`, `f`) for the way of each
 * prompt from its worker to the update that trained on it. Times are microseconds of the run's clock.
 */
import type { Journeys } from './journeys.ts';
import type { Timeline } from './spans.ts';
import type { Track } from './track.ts';

export interface TraceEvent {
  readonly name: string;
  readonly cat?: string;
  readonly ph: 'X' | 'M' | 'i' | 's' | 't' | 'f';
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
  readonly pid: number;
  readonly tid: number;
  readonly id?: number;
  /** Of a flow's end: the span that encloses it. */
  readonly bp?: 'e';
  /** Of an instant: its track alone. */
  readonly s?: 't';
  readonly args?: Readonly<Record<string, unknown>>;
}

export interface Trace {
  readonly traceEvents: readonly TraceEvent[];
  readonly displayTimeUnit: 'ms';
  readonly otherData: Readonly<Record<string, string>>;
}

const PROCESS = 1;
const micro = (seconds: number): number => seconds * 1e6;

/** @param about what the trace is of, such as the experiment's link; shown among the trace's data */
export function traceOf(
  timeline: Timeline,
  journeys: Journeys,
  about: Readonly<Record<string, string>>,
): Trace {
  const { tracks } = timeline;
  const threadOf = (track: Track): number => tracks.indexOf(track) + 1;
  const events: TraceEvent[] = [meta('process_name', 0, { name: 'LagLab' })];
  for (const track of tracks) {
    const tid = threadOf(track);
    events.push(
      meta('thread_name', tid, { name: track.name }),
      meta('thread_sort_index', tid, { sort_index: tid }),
    );
    events.push(...spansOf(track, tid, timeline.now));
  }
  const learner = threadOf(timeline.learner);
  for (const { ticket, worker, version, begun, finished, taken, trained, update } of journeys.all()) {
    if (finished === undefined || taken === undefined || trained === undefined) continue;
    const flow = { name: 'prompt', cat: 'prompt', pid: PROCESS, id: ticket };
    events.push(
      { ...flow, ph: 's', ts: micro(begun), tid: worker + 1, args: { ticket, version } },
      { ...flow, ph: 't', ts: micro(finished), tid: worker + 1 },
      { ...flow, ph: 'f', ts: micro(taken), tid: learner, bp: 'e', args: { ticket, update } },
    );
  }
  return { traceEvents: events, displayTimeUnit: 'ms', otherData: about };
}

function* spansOf(track: Track, tid: number, now: number): Generator<TraceEvent> {
  for (let i = 0; i < track.length; i++) {
    const { kind, begin, end, detail } = track.at(i);
    yield {
      name: kind,
      cat: track.name.split(' ')[0]!,
      ph: 'X',
      ts: micro(begin),
      dur: micro(Math.min(end, Math.max(now, begin)) - begin),
      pid: PROCESS,
      tid,
      ...(Number.isFinite(detail) && { args: { [track.name === 'learner' ? 'update' : 'version']: detail } }),
    };
  }
  for (const { at, version } of track.swaps) {
    yield { name: 'new weights', ph: 'i', s: 't', ts: micro(at), pid: PROCESS, tid, args: { version } };
  }
}

function meta(name: string, tid: number, args: Readonly<Record<string, unknown>>): TraceEvent {
  return { name, ph: 'M', ts: 0, pid: PROCESS, tid, args };
}

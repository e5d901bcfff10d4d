/**
 * Who did what when. `line.ts` what drivers tell · `track.ts` columns of spans, `spans.ts` all of them, made of it · `journeys.ts` the way of every
 * prompt · `utilisation.ts` shares of time · `traceEvents.ts` for Perfetto
 */
export { Journeys, MOST_JOURNEYS, type Journey } from './journeys.ts';
export { LEARNER_PHASES, type LearnerPhase, type LineEvent } from './line.ts';
export { Timeline } from './spans.ts';
export { MOST_SPANS, type Span, SPAN_KINDS, type SpanKind, Track, type TrackName } from './track.ts';
export { type Trace, type TraceEvent, traceOf } from './traceEvents.ts';
export { utilisation } from './utilisation.ts';

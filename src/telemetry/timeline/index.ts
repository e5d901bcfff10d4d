/**
 * Who did what when. `line.ts` what drivers tell · `spans.ts` the tracks made of it · `journeys.ts` the way of every
 * prompt · `utilisation.ts` shares of time · `traceEvents.ts` for Perfetto
 */
export { Journeys, MOST_JOURNEYS, type Journey } from './journeys.ts';
export { LEARNER_PHASES, type LearnerPhase, type LineEvent } from './line.ts';
export {
  MOST_SPANS,
  type Span,
  SPAN_KINDS,
  type SpanKind,
  Timeline,
  Track,
  type TrackName,
} from './spans.ts';
export { type Trace, type TraceEvent, traceOf } from './traceEvents.ts';
export { utilisation } from './utilisation.ts';

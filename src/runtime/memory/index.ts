/**
 * Memory shared between threads. Everything here works over an `ArrayBuffer` too, within one thread.
 *
 * `weightBoard.ts` newest parameters, one writer, many readers · `sampleRing.ts` samples from one worker to
 * the learner · `telemetryRing.ts` frames from the learner to the page · `controlBlock.ts` tickets, commands,
 * heartbeats · `sampleLayout.ts` a sample in bytes · `waiting.ts` waiting without blocking
 */
export { weightBoardBytes, WeightBoardReader, WeightBoardWriter } from './weightBoard.ts';
export { sampleRingBytes, SampleRingConsumer, SampleRingProducer } from './sampleRing.ts';
export { SampleLayout } from './sampleLayout.ts';
export { telemetryRingBytes, TelemetryRingReader, TelemetryRingWriter } from './telemetryRing.ts';
export { CONTROL_BLOCK_BYTES, ControlBlock, fairShare, MAX_WORKERS } from './controlBlock.ts';
export type { Claim, Command, TicketRange } from './controlBlock.ts';
export { breathe, changed, delay } from './waiting.ts';
export type { Sample } from './sample.ts';

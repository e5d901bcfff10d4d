/**
 * The virtual clock. `schedule.ts` who does what when (with `eventQueue.ts`, `plan.ts`) · `simulate.ts` the same
 * without models, `prediction.ts` what comes of it (with `latency.ts`) · `run.ts` with real ones (`runTo.ts` up to an update) · `fingerprint.ts` what
 * tells two runs apart · `flowLog.ts` where everything is · `gate.ts` pause, step, speed (`slowMotion.ts`) and stop ·
 * `session.ts` a run in the page, in the thread of `thread.ts`, by the messages of `protocol.ts`
 */
export { startVirtualSession } from './session.ts';
export { runTo } from './runTo.ts';
export { runVirtual, type RunResult, type VirtualHooks, type VirtualOptions } from './run.ts';
export type { Latency } from './latency.ts';
export {
  predict,
  predictRun,
  type AnswerShape,
  type Prediction,
  type PredictionInput,
} from './prediction.ts';

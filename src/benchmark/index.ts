/**
 * The benchmark: the lab's engines side by side with TensorFlow.js as shipped, jax-js and the matrix products alone.
 *
 * - what is measured: `cases.ts`, `inputs.ts`, `products.ts` (the limit), `shares.ts` (what is around the engine),
 *   `objectiveShares.ts` (what each objective costs there)
 * - who takes part: `contestant.ts` their contract, one file each in `contestants/`, `host.ts` where
 *   they live, in this thread or (`workerHost.ts`, `hostThread.ts`, `threads.ts`) each in its own
 * - how: `alternate.ts` in turns, `agreement.ts` after proof that all compute the same, `suite.ts` a case,
 *   `runCases.ts` several, `run.ts` all that is told of a place
 * - what is told: `report.ts`, `lines.ts`; `page/` is what a headless browser opens
 */
export { LocalHost } from './host.ts';
export { watchInLines } from './lines.ts';
export { type Measured, type Report, reportOf } from './report.ts';
export { type Plan, runBenchmark } from './run.ts';

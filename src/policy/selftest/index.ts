/**
 * The self-test: whether this device computes a small policy's logits and gradients as float64 does. `problem.ts` is
 * what is asked, `answers.json` the stored answers (`answers.ts` computes them), `run.ts` asks one engine and judges
 * it by `errors.ts`, `selfTest.worker.ts` is the thread it runs in. When it runs is the page's business.
 */
export type { Comparison, SelfTestRequest, SelfTestResult, Tolerance } from './run.ts';

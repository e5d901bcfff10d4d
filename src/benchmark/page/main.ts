/**
 * The page that `npm run bench` opens in a headless browser: no lab, no frame loop, only `window.runBenchmark`. It is
 * built without a minifier, so that TensorFlow.js can start its threaded build.
 */
import plain from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm.wasm?url';
import simd from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm?url';
import threaded from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-threaded-simd.wasm?url';
import { watchInLines } from '../lines.ts';
import type { Measured } from '../report.ts';
import { type Plan, runBenchmark } from '../run.ts';
import { ContestantThreads } from '../threads.ts';

declare global {
  interface Window {
    runBenchmark(plan: Plan): Promise<Measured>;
    /** Given by whoever opened the page: takes lines of progress. */
    tellProgress?(line: string): void;
  }
}

const absolute = (path: string): string => new URL(path, location.href).href;

window.runBenchmark = async (plan) => {
  const threads = new ContestantThreads({
    tfjsFiles: {
      'tfjs-backend-wasm.wasm': absolute(plain),
      'tfjs-backend-wasm-simd.wasm': absolute(simd),
      'tfjs-backend-wasm-threaded-simd.wasm': absolute(threaded),
    },
  });
  try {
    return await runBenchmark(
      plan,
      (contestant) => threads.hostOf(contestant),
      { now: () => performance.now() },
      watchInLines(plan.where, (line) => window.tellProgress?.(line)),
    );
  } finally {
    threads.end();
  }
};

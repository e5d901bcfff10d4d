/** What the benchmarks that time frames have in common: a browser whose frames no screen holds back, runs, their medians. */
import { cpus, loadavg } from 'node:os';

const UNLIMITED = ['--disable-frame-rate-limit', '--disable-gpu-vsync'];
const SIZE = { width: 1440, height: 900 };
/** A frame below it is there at sixty a second. */
const BOUND_MS = 16;
/** The self-test of the device is over by then. */
const SELF_TEST_MS = 3000;

export function spread(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  return { median: at(0.5), p95: at(0.95), longest: sorted.at(-1) };
}

/**
 * One run, in a browser of its own.
 * @param open makes the page ready, with what is to be timed on it
 * @param measure gives what was measured, `frame_ms` among it
 */
async function runOnce(launch, open, measure) {
  const browser = await launch(UNLIMITED);
  try {
    const page = await browser.newPage({ viewport: SIZE });
    await open(page);
    await page.waitForTimeout(SELF_TEST_MS);
    return { ...(await measure(page)), load_average: loadavg()[0] };
  } finally {
    await browser.close();
  }
}

/** Several runs, and a report of the one with the median of median frames. @param tell is told of each as it ends */
export async function timeFrames({ runs, launch, open, measure, tell }) {
  const results = [];
  for (let index = 1; index <= runs; index++) {
    const result = await runOnce(launch, open, measure);
    results.push(result);
    tell(index, result);
  }
  const byFrame = [...results].sort((a, b) => a.frame_ms.median - b.frame_ms.median);
  const middle = byFrame[Math.floor((byFrame.length - 1) / 2)];
  const holds = middle.frame_ms.median < BOUND_MS;
  return { ...middle, bound_ms: BOUND_MS, holds, cores: cpus().length, runs: results };
}

/** Prints the report, and ends with 1 where it does not hold. */
export function finish(report, json) {
  console.log(json ? JSON.stringify(report) : JSON.stringify(report, undefined, 2));
  process.exit(report.holds ? 0 : 1);
}

/**
 * `npm run bench:e2e`: how long a visitor waits. Opens the built lab in a fresh browser, nothing cached and no GPU,
 * presses Run on what is there (the default preset with its own seed) and takes the time from the click to the first
 * held-out exact match of 0.9, warm start included. Several such visits, one after the other, and their medians.
 *
 *   --runs N     visits (default 3)        --link TEXT  the experiment of a link instead, such as "preset=tiny-v1"
 *   --target A   accuracy (default 0.9)    --json       one line of JSON, last on stdout
 *
 * A live run is a race between threads: visits differ although the seed does not.
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { say } from '../src/cli/launch/prepare.mjs';
import { openSite } from './support/openSite.mjs';

/** Seconds after which a visit is given up. */
const PATIENCE = 180;
/** Milliseconds between two looks at the page, from inside it. */
const LOOK_MS = 20;

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    target: { type: 'string', default: '0.9' },
    link: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const runs = Number(values.runs);
const target = Number(values.target);

const { site, launch } = await openSite(6673);

/** In the page: notes when Run is pressed and when something is first seen; resolves when the target is. */
function watch({ target, lookMs, patience }) {
  const seen = {};
  let clicked = 0;
  const seconds = () => (performance.now() - clicked) / 1000;
  const first = (name) => (seen[name] ??= seconds());
  document.addEventListener('click', () => (clicked ||= performance.now()), { capture: true });
  window.visit = new Promise((resolve) => {
    const timer = setInterval(() => {
      if (clicked === 0) return;
      const accuracy = window.laglab.accuracy();
      const latest = accuracy.at(-1);
      if (window.laglab.engine()) first('engine');
      if (accuracy.some(({ stage }) => stage === 'warm')) first('warm');
      if (seen.update === undefined && window.laglab.frames().length > 0) first('update');
      const reached = latest?.stage === 'update' && latest.value >= target;
      const phase = window.laglab.phase();
      if (!reached && phase !== 'finished' && phase !== 'failed' && seconds() < patience) return;
      clearInterval(timer);
      const updates = window.laglab.frames().at(-1)?.update ?? 0;
      const workers = window.laglab.workers();
      resolve({
        reached,
        phase,
        seconds: seconds(),
        at_update: latest?.update ?? 0,
        accuracy: latest?.value ?? null,
        seconds_engine: seen.engine ?? null,
        seconds_warm: seen.warm ?? null,
        seconds_first_update: seen.update ?? null,
        updates_per_second: updates / (seconds() - seen.warm),
        backend: window.laglab.engine().descriptor.backend,
        transport: window.laglab.engine().transport,
        wasm_bytes: {
          learner: window.laglab.learnerMemory().bytes,
          workers: workers.map(({ bytes }) => bytes),
        },
        preset: window.laglab.experiment().preset,
        seed: window.laglab.experiment().run.seed,
      });
    }, lookMs);
  });
}

async function visit() {
  const browser = await launch();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(site.addresses[0] + (values.link === undefined ? '' : `#${values.link}`));
    const button = page.getByTestId(values.link === undefined ? 'run' : 'link-run').first();
    await button.waitFor();
    await page.evaluate(watch, { target, lookMs: LOOK_MS, patience: PATIENCE });
    await button.click();
    return await page.evaluate(() => window.visit);
  } finally {
    await browser.close();
  }
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle) - 1]) / 2;
}

const visits = [];
for (let run = 1; run <= runs; run++) {
  const result = await visit();
  visits.push(result);
  say(
    `visit ${run}: ${result.reached ? '' : 'NOT '}reached in ${result.seconds.toFixed(2)} s, update ${result.at_update}, ` +
      `${result.updates_per_second.toFixed(1)} updates/s, warm start ${result.seconds_warm?.toFixed(2)} s`,
  );
}
await site.close();
const over = (name) => median(visits.map((one) => one[name]));
const report = {
  preset: visits[0].preset,
  seed: visits[0].seed,
  target,
  cores: cpus().length,
  backend: visits[0].backend,
  transport: visits[0].transport,
  reached: visits.filter(({ reached }) => reached).length,
  seconds: over('seconds'),
  at_update: over('at_update'),
  updates_per_second: over('updates_per_second'),
  seconds_warm: over('seconds_warm'),
  seconds_first_update: over('seconds_first_update'),
  wasm_bytes: visits[0].wasm_bytes,
  visits,
};
console.log(values.json ? JSON.stringify(report) : JSON.stringify(report, undefined, 2));
process.exit(report.reached === runs ? 0 : 1);

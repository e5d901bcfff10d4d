/**
 * `npm run bench:ui`: what the lab costs the page's own thread while it trains. Opens the built lab in a fresh
 * browser without a GPU, isolated, on the default preset without an end, with every section of charts open, and
 * watches one half of the time at the top of the page (pipeline and first charts) and the other half where the
 * screen is full of charts. Several such runs, one after the other, and their medians.
 *
 *   --runs N     runs (default 3)          --link TEXT  more of the experiment, such as "eta=8&workers=2"
 *   --seconds S  of each (default 60)      --json       one line of JSON, last on stdout
 *
 * - long_share: time in tasks of the main thread over 50 ms, as a share of all time (Long Tasks API)
 * - long_100_per_30s: tasks over 100 ms in 30 seconds
 * - chart_ms_per_second: what the lab itself times: drawing of charts, and style, layout and paint of all of the page
 *   in the frames with such a drawing
 * - cpu_…: the thread's processor time in a trace of its own, a quarter as long, and not the clock's. Where other
 *   programs are at work the clock counts their time too: a busy machine shows by how far these are below the rest.
 */
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { say } from '../src/cli/launch/prepare.mjs';
import { openSite } from './support/openSite.mjs';

/** Updates before anything is measured: threads and caches are warm by then. */
const UPDATES_BEFORE = 20;
const TASK = 'ThreadControllerImpl::RunTask';
const SIZE = { width: 1440, height: 900 };
/** Work of the main thread between the scripts and the picture. */
const RENDERING = new Set(['UpdateLayoutTree', 'Layout', 'PrePaint', 'Paint', 'Layerize', 'Commit']);
const BOUNDS = { long_share: 0.01, long_100_per_30s: 1, chart_ms_per_second: 150 };

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '60' },
    link: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
  },
});
const runs = Number(values.runs);
const seconds = Number(values.seconds);

const { site, launch } = await openSite(6773);

const views = {
  top: () => document.querySelector('.stage').scrollTo(0, 0),
  charts: () =>
    document
      .querySelector('[data-testid="section-ratios"]')
      .closest('.chart-section')
      .scrollIntoView({ block: 'start' }),
};

/** In the page: long tasks of so many seconds, and what the lab says of its charts. */
async function watch(seconds) {
  const tasks = [];
  const observer = new PerformanceObserver((list) =>
    tasks.push(...list.getEntries().map(({ duration }) => duration)),
  );
  observer.observe({ type: 'longtask' });
  const before = window.laglab.charts();
  const [began, update] = [performance.now(), window.laglab.updates().at(-1)];
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  tasks.push(...observer.takeRecords().map(({ duration }) => duration));
  observer.disconnect();
  const after = window.laglab.charts();
  const time = (performance.now() - began) / 1000;
  const screen = document.querySelector('.stage').getBoundingClientRect();
  const onScreen = [...document.querySelectorAll('.chart')].filter((chart) => {
    const { top, bottom } = chart.getBoundingClientRect();
    return bottom > screen.top && top < screen.bottom;
  });
  return {
    seconds: time,
    tasks,
    charts: onScreen.length,
    updates: window.laglab.updates().at(-1) - update,
    commits: after.commits - before.commits,
    milliseconds: after.milliseconds - before.milliseconds,
  };
}

/** What a trace says of the page's main thread: how many tasks, and their processor time. */
function readTrace(trace, seconds) {
  const { traceEvents } = JSON.parse(trace.toString());
  const threads = traceEvents
    .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
    .map(({ pid, tid }) => traceEvents.filter((event) => event.pid === pid && event.tid === tid));
  const main = threads.sort((a, b) => b.length - a.length)[0].filter(({ ph }) => ph === 'X');
  const sum = (wanted) =>
    main.filter(({ name }) => wanted(name)).reduce((total, { tdur = 0 }) => total + tdur, 0) / 1000 / seconds;
  const tasks = main.filter(({ name }) => name === TASK);
  return {
    tasks_per_second: tasks.length / seconds,
    cpu_ms_per_second: sum((name) => name === TASK),
    cpu_tasks_over_50: tasks.filter(({ tdur }) => tdur > 50_000).length,
    cpu_longest_ms: Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000,
    cpu_frames_ms_per_second: sum((name) => name === 'FireAnimationFrame' || RENDERING.has(name)),
  };
}

async function run() {
  const browser = await launch();
  try {
    const page = await browser.newPage({ viewport: SIZE });
    await page.goto(`${site.addresses[0]}#stop=0${values.link === '' ? '' : `&${values.link}`}`);
    await page.getByTestId('link-run').click();
    const closed = page.locator('[data-testid^="section-"][aria-expanded="false"]');
    while ((await closed.count()) > 0) await closed.first().click();
    await page.waitForFunction((wanted) => (window.laglab.updates().at(-1) ?? 0) >= wanted, UPDATES_BEFORE, {
      timeout: 120_000,
    });
    const watched = {};
    for (const [name, show] of Object.entries(views)) {
      await page.evaluate(show);
      await page.waitForTimeout(2000);
      watched[name] = await page.evaluate(watch, seconds / 2);
    }
    await browser.startTracing(page, { categories: ['devtools.timeline', 'toplevel', '__metadata'] });
    await page.waitForTimeout((seconds / 4) * 1000);
    return resultOf(watched, readTrace(await browser.stopTracing(), seconds / 4));
  } finally {
    await browser.close();
  }
}

function resultOf(watched, traced) {
  const parts = Object.values(watched);
  const sum = (of) => parts.reduce((total, part) => total + of(part), 0);
  const tasks = parts.flatMap((part) => part.tasks);
  const time = sum((part) => part.seconds);
  const chartsPart = watched.charts;
  return {
    seconds: time,
    updates_per_second: sum(({ updates }) => updates) / time,
    charts_on_screen: chartsPart.charts,
    long_tasks: tasks.length,
    longest_ms: Math.max(0, ...tasks),
    long_share: tasks.reduce((total, task) => total + task, 0) / 1000 / time,
    long_100_per_30s: (30 * tasks.filter((task) => task > 100).length) / time,
    commits_per_second: chartsPart.commits / chartsPart.seconds,
    chart_ms_per_second: chartsPart.milliseconds / chartsPart.seconds,
    ...traced,
    load_average: loadavg()[0],
  };
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle) - 1]) / 2;
}

const results = [];
for (let index = 1; index <= runs; index++) {
  const result = await run();
  results.push(result);
  say(
    `run ${index}: ${(100 * result.long_share).toFixed(2)} % of the time in tasks over 50 ms, ` +
      `${result.long_100_per_30s.toFixed(1)} over 100 ms in 30 s (longest ${result.longest_ms.toFixed(0)} ms), ` +
      `charts ${result.chart_ms_per_second.toFixed(0)} ms/s with ${result.charts_on_screen} on the screen ` +
      `(processor time of all frames ${result.cpu_frames_ms_per_second.toFixed(0)} ms/s, ` +
      `longest task ${result.cpu_longest_ms.toFixed(0)} ms), ${result.updates_per_second.toFixed(1)} updates/s, ` +
      `load ${result.load_average.toFixed(1)}`,
  );
}
await site.close();
const over = Object.fromEntries(
  Object.keys(results[0]).map((name) => [name, median(results.map((result) => result[name]))]),
);
const holds = Object.entries(BOUNDS).every(([name, bound]) => over[name] <= bound);
const report = { ...over, bounds: BOUNDS, holds, cores: cpus().length, runs: results };
console.log(values.json ? JSON.stringify(report) : JSON.stringify(report, undefined, 2));
process.exit(holds ? 0 : 1);

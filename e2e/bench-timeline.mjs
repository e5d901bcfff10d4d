/**
 * `npm run bench:timeline`: what a frame of the timeline takes with 100,000 spans, panned and zoomed without a pause. Opens
 * the built lab in a fresh browser without a GPU whose frames no screen holds back, makes a virtual run of one update,
 * and then plays the part of the run's thread: it tells the page a long line by the same message that the thread
 * tells its own. Every frame the wheel turns once, so that every frame shows another window.
 *
 *   --runs N     runs, each in a browser of its own (default 3)     --seconds S  of each (default 6)
 *   --spans N    on the timeline (default 100000)                   --json       one line of JSON, last on stdout
 *
 * - frame_ms: from one drawn frame to the next, whatever else the browser did in it (script, raster, composition)
 * - draw_ms: of the lab's own drawing in that frame, as `laglab.timeline()` tells it
 * Medians and 95th percentiles, of the run with the median of medians. It holds where the median frame is below 16 ms.
 */
import { parseArgs } from 'node:util';
import { say } from '../src/cli/launch/prepare.mjs';
import { finish, spread, timeFrames } from './support/frames.mjs';
import { openSite } from './support/openSite.mjs';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '6' },
    spans: { type: 'string', default: '100000' },
    json: { type: 'boolean', default: false },
  },
});

const { site, launch } = await openSite(6873);

/** In the page, before its own scripts: keeps the threads that it makes, each with the run that it is of. */
function keepThreads() {
  window.threads = [];
  window.Worker = class extends window.Worker {
    constructor(...parameters) {
      super(...parameters);
      window.threads.push(this);
    }

    postMessage(message, ...rest) {
      if (message?.run !== undefined) this.run = message.run;
      super.postMessage(message, ...rest);
    }
  };
}

/**
 * In the page: tells a line of about so many spans in the name of the run's thread. Four workers decode and wait, an
 * update is made of every fourth of their batches, and every update is published; how long things take is drawn from a
 * generator with a fixed seed.
 */
function tell(spans) {
  let state = 1;
  const draw = (mean) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return mean * (0.25 + (1.5 * state) / 2 ** 32);
  };
  const workers = [0, 1, 2, 3].map((worker) => ({ worker, at: 10 }));
  const events = [];
  let [ticket, version, update, learner] = [1000, 1, 1, 10];
  // Two spans for every answer, and up to four for every update, which is made of four answers.
  for (let n = 0; n < spans / 11.6; n++) {
    const tickets = [];
    for (const one of workers) {
      const mine = [ticket++];
      tickets.push(...mine);
      const behind = Math.floor(draw(6));
      events.push({
        kind: 'begin',
        at: one.at,
        worker: one.worker,
        version: Math.max(0, version - behind),
        tickets: mine,
      });
      one.at += draw(0.3);
      events.push({ kind: 'finish', at: one.at, worker: one.worker, tickets: mine, rest: true });
      one.at += draw(0.05);
    }
    update++;
    const taken = Math.max(learner, ...workers.map(({ at }) => at));
    const trained = taken + draw(0.2);
    const handed = trained + draw(0.03);
    events.push({ kind: 'learner', from: learner, at: taken, phase: 'rollout', update });
    events.push({ kind: 'take', at: taken, tickets });
    events.push({ kind: 'learner', from: taken, at: trained, phase: 'train_step', update });
    events.push({ kind: 'train', at: trained, update, tickets });
    version++;
    events.push({ kind: 'send', at: trained, version, update });
    events.push({ kind: 'learner', from: trained, at: handed, phase: 'update_weights', update });
    events.push({ kind: 'arrive', at: handed, version });
    learner = handed;
  }
  const thread = window.threads.findLast(({ run }) => run !== undefined);
  const data = { run: thread.run, kind: 'event', event: { kind: 'line', events } };
  thread.dispatchEvent(new MessageEvent('message', { data }));
}

/** In the page: turns the wheel in every frame, and notes what each took. */
async function measure(seconds) {
  const STEPS = ['in', 'in', 'back', 'forth', 'out', 'back', 'forth', 'out'];
  const figure = document.querySelector('[data-testid="timeline-figure"]');
  const { left, top, width } = figure.getBoundingClientRect();
  const turn = (delta) =>
    figure.dispatchEvent(
      new WheelEvent('wheel', {
        ...delta,
        clientX: left + 0.6 * width,
        clientY: top + 60,
        bubbles: true,
        cancelable: true,
      }),
    );
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const frames = [];
  const draws = [];
  let before = window.laglab.timeline();
  let last = await nextFrame();
  const end = last + seconds * 1000;
  for (let n = 0; last < end; n++) {
    // In by eighty turns, back and forth there, half of the way out, back and forth there too, and out: all scales.
    const step = STEPS[Math.floor(n / 40) % STEPS.length];
    if (step === 'in') turn({ ctrlKey: true, deltaY: -30 });
    else if (step === 'out') turn({ ctrlKey: true, deltaY: 30 });
    else turn({ deltaX: step === 'back' ? -12 : 12 });
    const now = await nextFrame();
    const after = window.laglab.timeline();
    if (after.pictures > before.pictures) {
      frames.push(now - last);
      draws.push(after.milliseconds - before.milliseconds);
    }
    before = after;
    last = now;
  }
  return { spans: before.spans, frames, draws };
}

const report = await timeFrames({
  runs: Number(values.runs),
  launch,
  open: async (page) => {
    await page.addInitScript(keepThreads);
    await page.goto(`${site.addresses[0]}#preset=tiny-v1&clock=virtual&stop=1`);
    await page.getByTestId('link-run').click();
    await page.waitForFunction(() => window.laglab.phase() === 'finished', undefined, { timeout: 120_000 });
    await page.evaluate(tell, Number(values.spans));
    await page.keyboard.press('w');
    await page.getByTestId('timeline-figure').waitFor();
    await page.getByTestId('timeline-whole').click();
  },
  measure: async (page) => {
    const { spans, frames, draws } = await page.evaluate(measure, Number(values.seconds));
    return { spans, frames: frames.length, frame_ms: spread(frames), draw_ms: spread(draws) };
  },
  tell: (index, { spans, frames, frame_ms, draw_ms, load_average }) =>
    say(
      `run ${index}: ${spans} spans, ${frames} frames: ${frame_ms.median.toFixed(1)} ms (95 %: ${frame_ms.p95.toFixed(1)}), ` +
        `drawing ${draw_ms.median.toFixed(1)} ms (95 %: ${draw_ms.p95.toFixed(1)}), load ${load_average.toFixed(1)}`,
    ),
});
await site.close();
finish(report, values.json);

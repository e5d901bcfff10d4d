/**
 * `npm run bench:lens`: what a frame of the objective lens takes while a slider is dragged without a pause. Opens the built lab
 * in a fresh browser without a GPU whose frames no screen holds back, with the lens on a page and eight methods that look
 * at single tokens, whole answers and whole batches, and drags its sliders in turn from end to end by the mouse.
 *
 *   --runs N     runs, each in a browser of its own (default 3)     --seconds S  of each (default 6)
 *   --methods A,B,…  in place of the eight                          --json       one line of JSON, last on stdout
 *
 * - frame_ms: from one frame to the next while the slider moves in every one of them, whatever the browser did in it
 * - draw_ms: of the lab's own drawing in a picture; answers_per_second: pictures with new curves
 * - latency_ms: from a move of the slider to the picture that shows it, mean (it is computed in a thread of its own)
 * Medians and 95th percentiles, of the run with the median of medians. It holds where the median frame is below 16 ms.
 */
import { parseArgs } from 'node:util';
import { say } from '../src/cli/launch/prepare.mjs';
import { finish, spread, timeFrames } from './support/frames.mjs';
import { openSite } from './support/openSite.mjs';

const SLIDERS = ['staleness', 'probability', 'spread', 'advantage'];
/** Frames from one end of a slider to the other. */
const SWEEP = 90;

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '6' },
    methods: { type: 'string', default: 'ppo,decoupled-ppo,a3po,sat,m2po,gspo,cispo,dppo-kl' },
    json: { type: 'boolean', default: false },
  },
});

const { site, launch } = await openSite(6973);

/** In the page: moves the pointer over the sliders in every frame, and notes what each took. */
async function measure({ sliders, seconds, sweep }) {
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const tracks = sliders.map((name) =>
    document.querySelector(`[data-testid="lens-slider-${name}"]`).closest('.slider'),
  );
  const send = (track, kind, share) => {
    const { left, top, width, height } = track.getBoundingClientRect();
    track.dispatchEvent(
      new PointerEvent(kind, {
        pointerId: 1,
        isPrimary: true,
        pointerType: 'mouse',
        button: 0,
        buttons: 1,
        clientX: left + 8 + share * (width - 16),
        clientY: top + height / 2,
        bubbles: true,
        cancelable: true,
      }),
    );
  };
  // A made-up pointer cannot be captured; what a drag needs of it is only whether it is.
  for (const track of tracks) {
    let held = false;
    track.setPointerCapture = () => (held = true);
    track.hasPointerCapture = () => held;
    track.releasePointerCapture = () => (held = false);
  }
  const frames = [];
  const before = window.laglab.lens();
  const begun = await nextFrame();
  let last = begun;
  for (let n = 0; last < begun + seconds * 1000; n++) {
    const track = tracks[Math.floor(n / sweep) % tracks.length];
    const step = n % sweep;
    const share = 1 - Math.abs(1 - (2 * step) / (sweep - 1));
    if (step === 0) send(track, 'pointerdown', share);
    else if (step === sweep - 1) send(track, 'pointerup', share);
    else send(track, 'pointermove', share);
    const now = await nextFrame();
    frames.push(now - last);
    last = now;
  }
  const after = window.laglab.lens();
  const gained = (name) => after[name] - before[name];
  return {
    frames,
    pictures: gained('pictures'),
    draw_ms: gained('milliseconds') / gained('pictures'),
    answers_per_second: (1000 * gained('answers')) / (last - begun),
    latency_ms: gained('latency') / gained('answers'),
  };
}

const report = await timeFrames({
  runs: Number(values.runs),
  launch,
  open: async (page) => {
    await page.goto(`${site.addresses[0]}?view=lens#preset=sort-4-v1&lens=at:page;methods:${values.methods}`);
    await page.getByTestId('lens-legend').locator('tbody tr').nth(7).waitFor();
  },
  measure: async (page) => {
    const { frames, ...rest } = await page.evaluate(measure, {
      sliders: SLIDERS,
      seconds: Number(values.seconds),
      sweep: SWEEP,
    });
    return { frames: frames.length, frame_ms: spread(frames), ...rest };
  },
  tell: (index, { frames, frame_ms, draw_ms, answers_per_second, latency_ms, load_average }) =>
    say(
      `run ${index}: ${frames} frames: ${frame_ms.median.toFixed(1)} ms (95 %: ${frame_ms.p95.toFixed(1)}), drawing ` +
        `${draw_ms.toFixed(1)} ms, ${answers_per_second.toFixed(0)} new curves a second, ` +
        `${latency_ms.toFixed(0)} ms behind the slider, load ${load_average.toFixed(1)}`,
    ),
});
await site.close();
const { frame_ms, latency_ms } = report;
finish({ frame_median_ms: frame_ms.median, latency_ms, ...report }, values.json);

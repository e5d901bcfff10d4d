/** The page's one scheduler of charts. */
import { ChartScheduler } from './scheduler.ts';

/** A message that is sent in a frame arrives when its task has ended, which is when the frame is rendered. */
const rendered = new MessageChannel();

export const chartScheduler = new ChartScheduler({
  now: () => performance.now(),
  requestFrame: (callback, delay) => {
    if (delay < 4) requestAnimationFrame(callback);
    else setTimeout(() => requestAnimationFrame(callback), delay);
  },
  afterRendering: (callback) => {
    rendered.port1.onmessage = callback;
    rendered.port2.postMessage(undefined);
  },
});

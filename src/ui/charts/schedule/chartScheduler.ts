/** The page's one scheduler of charts. */
import { ChartScheduler } from './scheduler.ts';

export const chartScheduler = new ChartScheduler({
  now: () => performance.now(),
  requestFrame: (callback, delay) => {
    if (delay < 4) requestAnimationFrame(callback);
    else setTimeout(() => requestAnimationFrame(callback), delay);
  },
});

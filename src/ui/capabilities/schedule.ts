/**
 * When the self-test runs: once per page load, when page and run have settled. Nothing is tested while a run starts;
 * during a run only the engines that the lab takes by itself are, each in some hundredths of a second; the others,
 * which have to be loaded first, wait until no run is at work.
 */
import { isActive, sessionStore, type LabPhase } from '../state/sessionStore.ts';
import type { SelfTests } from './selfTests.ts';

/** From the screen being there to the first test: whoever comes to press Run has pressed it by then, in milliseconds. */
const REST = 4000;
/** A browser that is never idle is tested after so long all the same, in milliseconds. */
const LATEST = 10_000;
/** From the first update of a run to a test during it, in milliseconds. */
const SETTLED = 5000;

export function scheduleSelfTests(tests: SelfTests): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const follow = (phase: LabPhase) => {
    clearTimeout(timer);
    tests.hold(isActive(phase) ? 'everything' : 'nothing');
    if (phase === 'running') timer = setTimeout(() => tests.hold('all but main'), SETTLED);
  };
  follow(sessionStore.getState().phase);
  sessionStore.subscribe((now, before) => {
    if (now.phase !== before.phase) follow(now.phase);
  });
  setTimeout(() => {
    // Safari has no requestIdleCallback.
    if (typeof requestIdleCallback === 'function') {
      requestIdleCallback(() => tests.begin(), { timeout: LATEST });
    } else {
      tests.begin();
    }
  }, REST);
}

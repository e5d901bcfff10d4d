/** Begins the self-test once per page load, when the page has come to rest, and keeps it out of the way of runs. */
import { isActive, sessionStore } from '../state/sessionStore.ts';
import type { SelfTests } from './selfTests.ts';

/** From the screen being there to the first test: whoever comes to press Run has pressed it by then, in milliseconds. */
const REST = 4000;
/** A browser that is never idle is tested after so long all the same, in milliseconds. */
const LATEST = 10_000;

export function scheduleSelfTests(tests: SelfTests): void {
  const follow = () => tests.hold(isActive(sessionStore.getState().phase));
  follow();
  sessionStore.subscribe((now, before) => {
    if (isActive(now.phase) !== isActive(before.phase)) follow();
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

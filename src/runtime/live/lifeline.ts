/**
 * How the end of a thread is known at once, however it ended: it holds a lock for as long as it lives, and the
 * browser passes the lock on when it is gone. Where there are no Web Locks (plain http, Node), its silence is
 * noticed instead, a little later (`watchdog.ts`).
 */
import { wallMicros } from './clock.ts';

export type Locks = Pick<LockManager, 'request'>;

function ownLocks(): Locks | undefined {
  return (globalThis as { navigator?: { locks?: Locks } }).navigator?.locks;
}

/**
 * Takes a lock for the life of this thread, and calls `held` with the lock's name when it has it.
 * @param role of this thread in its run; another that takes its place later may have the same
 */
export function holdForLife(role: string, held: (lock: string) => void, locks = ownLocks()): void {
  // Locks are shared by all tabs of the site.
  const lock = `${role} since ${wallMicros()}`;
  void locks?.request(lock, () => {
    held(lock);
    return new Promise<never>(() => {});
  });
}

/** Calls `gone` when the thread that holds the lock of this name has ended. */
export function onEndOf(name: string, gone: () => void, locks = ownLocks()): void {
  void locks?.request(name, gone);
}

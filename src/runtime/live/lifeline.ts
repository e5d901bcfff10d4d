/**
 * How the end of a thread is known at once, however it ended: it holds a lock for as long as it lives, and the
 * browser passes the lock on when it is gone. Where there are no Web Locks (plain http, Node), its silence is
 * noticed instead, a little later (`watchdog.ts`).
 */
export type Locks = Pick<LockManager, 'request'>;

function ownLocks(): Locks | undefined {
  return (globalThis as { navigator?: { locks?: Locks } }).navigator?.locks;
}

/** Takes the lock of this name for the life of this thread, and calls `held` when it has it. */
export function holdForLife(name: string, held: () => void, locks = ownLocks()): void {
  void locks?.request(name, () => {
    held();
    return new Promise<never>(() => {});
  });
}

/** Calls `gone` when the thread that holds the lock of this name has ended. */
export function onEndOf(name: string, gone: () => void, locks = ownLocks()): void {
  void locks?.request(name, gone);
}

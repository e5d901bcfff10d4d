/**
 * Registers the one service worker (`public/sw.js`): offline use everywhere, isolation headers where the host
 * sends none. A page that is not isolated yet reloads once when the worker takes over; it never loops.
 */
const RELOADED = 'laglab-isolation-reload';
/** How long a first visit waits for the service worker to fetch its files, in milliseconds. */
const PATIENCE = 15_000;

function reloadedBefore(): boolean {
  try {
    if (sessionStorage.getItem(RELOADED)) return true;
    sessionStorage.setItem(RELOADED, '1');
    return false;
  } catch {
    // Without session storage a reload could repeat for ever, so none is made.
    return true;
  }
}

/** Resolves when a service worker controls this page, or after `patience` milliseconds. */
function controlled(patience: number): Promise<void> {
  return new Promise((resolve) => {
    if (navigator.serviceWorker.controller) resolve();
    navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true });
    setTimeout(resolve, patience);
  });
}

/** Resolves when the page may start: at once, or never where a reload is under way. */
export async function ensureIsolation(): Promise<void> {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register('./sw.js');
    if (window.crossOriginIsolated) return;
    await controlled(PATIENCE);
  } catch {
    // A host or a private window that refuses service workers: the lab runs over messages instead.
    return;
  }
  if (navigator.serviceWorker.controller && !window.crossOriginIsolated && !reloadedBefore()) {
    location.reload();
    await new Promise(() => undefined);
  }
}

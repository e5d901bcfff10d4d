/**
 * Registers the one service worker (`public/sw.js`): offline use everywhere, isolation headers where the host
 * sends none. A page that is not isolated yet reloads once when the worker takes over; it never loops.
 */
const RELOADED = 'laglab-isolation-reload';

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

/** Resolves when the page may start: at once, or never where a reload is under way. */
export async function ensureIsolation(): Promise<void> {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register('./sw.js');
    if (window.crossOriginIsolated) return;
    await Promise.race([navigator.serviceWorker.ready, new Promise((resolve) => setTimeout(resolve, 4000))]);
  } catch {
    // A host or a private window that refuses service workers: the lab runs over messages instead.
    return;
  }
  if (navigator.serviceWorker.controller && !window.crossOriginIsolated && !reloadedBefore()) {
    location.reload();
    await new Promise(() => undefined);
  }
}

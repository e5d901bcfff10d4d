/**
 * The lab's one service worker: it isolates and secures the page on hosts that cannot send headers, and keeps the lab
 * usable offline. All of it lives here because a scope can have only one service worker.
 *
 * The build fills in the version (a hash of all files), the list of files and the content security policy.
 */
const VERSION = '__VERSION__';
const FILES = '__FILES__';
const CONTENT_SECURITY = '__CONTENT_SECURITY__';
const CACHE = `laglab-${VERSION}`;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(Array.isArray(FILES) ? FILES : []))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names
            .filter((name) => name.startsWith('laglab-') && name !== CACHE)
            .map((name) => caches.delete(name)),
        ),
      )
      .then(() => self.clients.claim()),
  );
});

/** The same response with the headers that make `crossOriginIsolated` true and keep other origins out. */
function isolated(response) {
  if (response.status === 0) return response;
  const headers = new Headers(response.headers);
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('Cross-Origin-Embedder-Policy', 'require-corp');
  headers.set('Cross-Origin-Resource-Policy', 'same-origin');
  headers.set('Content-Security-Policy', CONTENT_SECURITY);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

/** A file is the same whoever asks for it. Servers that say otherwise (`Vary: Origin`) mean its headers. */
const KEPT = { ignoreVary: true };

/** Pages come from the network while there is one, so that a new release is seen; assets carry a hash. */
async function answer(request) {
  const cache = await caches.open(CACHE);
  if (request.mode === 'navigate') {
    try {
      return isolated(await fetch(request));
    } catch {
      const page =
        (await cache.match(request, { ...KEPT, ignoreSearch: true })) ??
        (await cache.match('index.html', KEPT));
      return page ? isolated(page) : Response.error();
    }
  }
  const kept = await cache.match(request, KEPT);
  return isolated(kept ?? (await fetch(request)));
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== self.location.origin) return;
  event.respondWith(answer(request));
});

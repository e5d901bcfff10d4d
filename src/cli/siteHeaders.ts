/**
 * The headers that the site is served with, written once: `vite.config.ts` gives them to the server that `npm start` uses,
 * to the service worker, which adds them on hosts that send none, and the content security policy to the page itself.
 */

/** Makes `crossOriginIsolated` true, so that threads may share memory. */
export const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
} as const;

/**
 * Hashes of the only style elements that scripts make. Style attributes are forbidden; scripts set styles through the
 * object model, which needs no leave.
 */
const styleElements = [
  // The scroll lock of an open dialog (react-remove-scroll), for a page that does not scroll itself.
  "'sha256-nzTgYzXYDNe6BAHiiI7NNlfK8n/auuOAhh2t92YvuXo='",
  // The hidden scroll bar of an open list (radix-ui, Select).
  "'sha256-441zG27rExd4/il+NvIqyL8zFx5XmyNQtE381kSkUJk='",
];

/**
 * Everything from the page's own origin and nothing else, in the page and in its workers: no inline script, no code
 * made from text (`wasm-unsafe-eval` allows WebAssembly and nothing more), no request to another host.
 */
export const contentSecurity = Object.entries({
  'default-src': ["'none'"],
  'script-src': ["'self'", "'wasm-unsafe-eval'"],
  // jax-js, which the benchmark measures at its defaults, starts its threads from a blob. They inherit this policy.
  'worker-src': ["'self'", 'blob:'],
  'connect-src': ["'self'"],
  'style-src': ["'self'", ...styleElements],
  'style-src-attr': ["'none'"],
  'img-src': ["'self'"],
  'font-src': ["'self'"],
  'manifest-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
})
  .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
  .join('; ');

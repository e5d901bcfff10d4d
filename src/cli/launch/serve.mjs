/** Serves the built site with the headers that isolate it, by Vite's preview server. */
import { networkInterfaces } from 'node:os';
import { root } from './prepare.mjs';

/** Addresses of this machine that other machines on its network can reach. */
function lanAddresses() {
  return Object.values(networkInterfaces())
    .flat()
    .filter((entry) => entry && entry.family === 'IPv4' && !entry.internal)
    .map((entry) => entry.address);
}

/**
 * Serves dist/, or another folder of built files with other headers.
 *
 * @param options port (the next free one is taken unless `strict`), `lan` to listen beyond this machine,
 *   `https` a {key, cert} pair, `outDir` and `headers` of another folder
 * @returns the server's addresses and a function that closes it
 */
export async function serve({
  port = 4173,
  strict = false,
  lan = false,
  https,
  outDir = 'dist',
  headers,
} = {}) {
  const { preview } = await import('vite');
  const server = await preview({
    root,
    logLevel: 'silent',
    build: { outDir },
    ...(headers ? { configFile: false } : {}),
    preview: {
      port,
      strictPort: strict,
      host: lan ? '0.0.0.0' : 'localhost',
      open: false,
      ...(headers ? { headers } : {}),
      ...(https ? { https } : {}),
    },
  });
  const { port: actual } = server.httpServer.address();
  const scheme = https ? 'https' : 'http';
  const hosts = ['localhost', ...(lan ? lanAddresses() : [])];
  return { addresses: hosts.map((host) => `${scheme}://${host}:${actual}/`), close: () => server.close() };
}

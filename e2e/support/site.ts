/**
 * Serves dist/ twice for the whole suite: with the isolation headers, as `npm start` does, and without any, as
 * a plain static host does. Tests read the addresses by `inject`.
 */
import { createServer, type Server } from 'node:http';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import type { TestProject } from 'vitest/node';
import { serve } from '../../src/cli/launch/serve.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    isolatedSite: string;
    plainSite: string;
  }
}

const dist = join(import.meta.dirname, '..', '..', 'dist');
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

/** A static host without special headers, the site under a sub-path. */
function plainHost(): Promise<{ server: Server; address: string }> {
  const prefix = '/courses/laglab/';
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    if (!path.startsWith(prefix)) {
      response.writeHead(404).end();
      return;
    }
    const file = normalize(join(dist, path.slice(prefix.length) || 'index.html'));
    readFile(file).then(
      (content) =>
        response
          .writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
          .end(content),
      () => response.writeHead(404).end(),
    );
  });
  return new Promise((resolve) => {
    server.listen(0, 'localhost', () => {
      resolve({ server, address: `http://localhost:${(server.address() as AddressInfo).port}${prefix}` });
    });
  });
}

export default async function setup(project: TestProject) {
  const isolated = await serve({ port: 6173 });
  const plain = await plainHost();
  project.provide('isolatedSite', isolated.addresses[0]!);
  project.provide('plainSite', plain.address);
  return async () => {
    await isolated.close();
    plain.server.close();
  };
}

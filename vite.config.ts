/**
 * One configuration for the site, the unit tests and the bundle of the command line.
 *
 * `base: './'` lets the built site live under any path of any static host. Development server and preview send
 * the headers that isolate the page; on other hosts the service worker in `public/` adds them.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { engineWasm } from './src/policy/engines/wasm/vitePlugin.ts';

const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** Lists all built files for the service worker's offline cache, and stamps it with their hash. */
function offlineList(): Plugin {
  let directory = '';
  return {
    name: 'offline-list',
    apply: 'build',
    configResolved(config) {
      directory = config.build.ssr ? '' : resolve(config.root, config.build.outDir);
    },
    closeBundle() {
      if (directory === '') return;
      const files = readdirSync(directory, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name !== 'sw.js' && !/\.(ttf|woff)$/.test(entry.name))
        .map((entry) => relative(directory, resolve(entry.parentPath, entry.name)).split(sep).join('/'))
        .sort();
      const hash = createHash('sha256');
      for (const file of files) hash.update(file).update(readFileSync(resolve(directory, file)));
      const worker = resolve(directory, 'sw.js');
      const source = readFileSync(worker, 'utf8');
      writeFileSync(
        worker,
        source
          .replace("'__VERSION__'", JSON.stringify(hash.digest('hex').slice(0, 16)))
          .replace("'__FILES__'", JSON.stringify(files)),
      );
    },
  };
}

export default defineConfig({
  base: './',
  plugins: [react(), engineWasm(), offlineList()],
  worker: { format: 'es', plugins: () => [engineWasm()] },
  build: { target: 'es2023', chunkSizeWarningLimit: 2500 },
  server: { headers: isolation },
  preview: { headers: isolation },
  ssr: { noExternal: true },
  test: {
    include: [process.env.LAGLAB_LONG ? 'src/**/*.long.test.ts' : 'src/**/!(*.long).test.{ts,tsx}'],
    setupFiles: ['src/cli/vitest.setup.ts'],
    server: { deps: { inline: [/@tensorflow/] } },
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
  },
});

/**
 * One configuration for the site, the unit tests and the bundle of the command line.
 *
 * `base: './'` lets the built site live under any path of any static host. Preview sends the headers that isolate and
 * secure the page; on other hosts the service worker in `public/` adds them. The development server isolates only: it
 * needs inline scripts of its own.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { contentSecurity, isolation } from './src/cli/siteHeaders.ts';
import { engineWasm } from './src/policy/engines/wasm/vitePlugin.ts';

/** Writes the content security policy into the built page, for its first visit to a host that sends no headers. */
function securePage(): Plugin {
  return {
    name: 'secure-page',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: contentSecurity },
        injectTo: 'head-prepend',
      },
    ],
  };
}

/** Scripts that the benchmark of the device needs, and those that anything else does; some are in both. */
const onDemand = new Set<string>();
const needed = new Set<string>();

/**
 * Notes them, so that the offline cache does not fetch another two libraries for every visitor. The page and each worker
 * are bundled apart, and may have chunks of the same name and content.
 */
function noteBenchmark(): Plugin {
  return {
    name: 'note-benchmark',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const benchmark = chunks.some(({ name }) => name === 'contestant.worker');
      for (const { fileName } of chunks) (benchmark ? onDemand : needed).add(fileName);
    },
  };
}

/** Completes the service worker: all built files for its offline cache, their hash, and the headers it adds. */
function offlineList(): Plugin {
  let directory = '';
  return {
    name: 'offline-list',
    apply: 'build',
    configResolved(config) {
      directory = config.build.ssr ? '' : resolve(config.root, config.build.outDir);
    },
    closeBundle() {
      // Called after a failed build too, whose own error is the one to be seen.
      if (directory === '' || !existsSync(directory)) return;
      const files = readdirSync(directory, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name !== 'sw.js' && !/\.(ttf|woff)$/.test(entry.name))
        .map((entry) => relative(directory, resolve(entry.parentPath, entry.name)).split(sep).join('/'))
        .filter((file) => !onDemand.has(file) || needed.has(file))
        .sort();
      const hash = createHash('sha256');
      for (const file of files) hash.update(file).update(readFileSync(resolve(directory, file)));
      const worker = resolve(directory, 'sw.js');
      const source = readFileSync(worker, 'utf8');
      writeFileSync(
        worker,
        source
          .replace("'__VERSION__'", JSON.stringify(hash.digest('hex').slice(0, 16)))
          .replace("'__FILES__'", JSON.stringify(files))
          .replace("'__CONTENT_SECURITY__'", JSON.stringify(contentSecurity)),
      );
    },
  };
}

export default defineConfig({
  base: './',
  plugins: [react(), engineWasm(), securePage(), noteBenchmark(), offlineList()],
  worker: { format: 'es', plugins: () => [engineWasm(), noteBenchmark()] },
  // Files are files: a font in a style sheet would need leave to be loaded from a data address.
  build: { target: 'es2023', chunkSizeWarningLimit: 2500, assetsInlineLimit: 0 },
  server: { headers: isolation },
  preview: { headers: { ...isolation, 'Content-Security-Policy': contentSecurity } },
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

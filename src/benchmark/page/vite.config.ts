/** Builds the benchmark's page into .cache/bench/. */
import { join } from 'node:path';
import { defineConfig } from 'vite';
import { engineWasm } from '../../policy/engines/wasm/vitePlugin.ts';

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  publicDir: false,
  plugins: [engineWasm()],
  worker: { format: 'es', plugins: () => [engineWasm()] },
  build: {
    outDir: join(import.meta.dirname, '..', '..', '..', '.cache', 'bench'),
    emptyOutDir: true,
    target: 'es2023',
    minify: false,
    chunkSizeWarningLimit: 5000,
  },
});

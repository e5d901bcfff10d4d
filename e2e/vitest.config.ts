/** End-to-end tests: the built site in a real browser, one file after another, as two cores demand. */
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { engineWasm } from '../src/policy/engines/wasm/vitePlugin.ts';

export default defineConfig({
  root: join(import.meta.dirname, '..'),
  plugins: [engineWasm()],
  test: {
    include: [process.env.LAGLAB_LONG ? 'e2e/**/*.long.e2e.ts' : 'e2e/**/!(*.long).e2e.ts'],
    globalSetup: ['e2e/support/site.ts'],
    fileParallelism: false,
    testTimeout: 240_000,
    hookTimeout: 60_000,
    pool: 'forks',
  },
});

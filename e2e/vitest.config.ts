/**
 * End-to-end tests: the built site in a real browser. Two at a time, as two cores allow; but one after another, with
 * nothing beside them, those that measure how soon something happens or need all of the machine.
 */
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { engineWasm } from '../src/policy/engines/wasm/vitePlugin.ts';

const root = join(import.meta.dirname, '..');

const ALONE = ['faults', 'hidden', 'layout', 'learning', 'memory', 'pipeline', 'staleness', 'webgpu'].map(
  (name) => `e2e/${name}.e2e.ts`,
);
const LONG = 'e2e/**/*.long.e2e.ts';

const shared = {
  globalSetup: ['e2e/support/site.ts'],
  testTimeout: 240_000,
  hookTimeout: 60_000,
  pool: 'forks' as const,
};

export default defineConfig({
  root,
  test: {
    projects: process.env.LAGLAB_LONG
      ? [
          {
            root,
            plugins: [engineWasm()],
            test: { ...shared, name: 'long', include: [LONG], fileParallelism: false },
          },
        ]
      : [
          {
            root,
            plugins: [engineWasm()],
            test: {
              ...shared,
              name: 'alone',
              include: ALONE,
              maxWorkers: 1,
              sequence: { groupOrder: 0 },
            },
          },
          {
            root,
            plugins: [engineWasm()],
            test: {
              ...shared,
              name: 'side by side',
              include: ['e2e/**/*.e2e.ts'],
              exclude: [...ALONE, LONG],
              maxWorkers: 2,
              sequence: { groupOrder: 1 },
            },
          },
        ],
  },
});

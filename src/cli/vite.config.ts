/** Bundles the command line for Node: one file, with the same copies of all packages as in the browser. */
import { join } from 'node:path';
import { defineConfig } from 'vite';
import { engineWasm } from '../policy/engines/wasm/vitePlugin.ts';

const root = join(import.meta.dirname, '..', '..');

export default defineConfig({
  root,
  publicDir: false,
  plugins: [engineWasm()],
  ssr: { noExternal: true, external: ['playwright-core'] },
  build: {
    ssr: 'src/cli/main.ts',
    outDir: '.cache/cli',
    target: 'node20',
    minify: false,
    rolldownOptions: {
      output: {
        entryFileNames: 'main.mjs',
        chunkFileNames: '[name]-[hash].mjs',
        // tfjs-core asks for Node's `require` when it finds itself in Node.
        banner:
          "import { createRequire as laglabRequire } from 'node:module'; globalThis.require = laglabRequire(import.meta.url);",
      },
    },
  },
});

/**
 * Gives the bundler `virtual:laglab-engine-wasm`: the compiled engine as a base64 string, built from source when a
 * bundle first asks for it. Inside the bundle (some 15 kB) it needs no path, no fetch and no second cache entry, and is
 * the same in a page, a worker, a test and a command.
 */
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { buildWasm } from './build.mjs';

const NAME = 'virtual:laglab-engine-wasm';
const RESOLVED = `\0${NAME}`;
const assembly = join(dirname(fileURLToPath(import.meta.url)), 'assembly');

export function engineWasm(): Plugin {
  return {
    name: 'laglab-engine-wasm',
    resolveId(id) {
      return id === NAME ? RESOLVED : undefined;
    },
    async load(id) {
      if (id !== RESOLVED) return undefined;
      const bytes = await readFile(await buildWasm());
      return `export default ${JSON.stringify(bytes.toString('base64'))};`;
    },
    handleHotUpdate({ file, server }) {
      if (!file.startsWith(assembly)) return;
      const module = server.moduleGraph.getModuleById(RESOLVED);
      if (module !== undefined) server.moduleGraph.invalidateModule(module);
      server.ws.send({ type: 'full-reload' });
    },
  };
}

/**
 * Compiles the engine's AssemblyScript to `.cache/wasm/engine.wasm`, in plain Node, where its sources or the
 * compiler have changed since the last time.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..', '..', '..');
const sources = join(here, 'assembly');
const product = join(root, '.cache', 'wasm', 'engine.wasm');
const stamp = join(root, '.cache', 'wasm', 'engine.stamp');

/** No garbage collector, no allocator, no abort, no relaxed instructions: the host owns the memory. */
const options = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--use', 'abort='];

function fingerprint() {
  const hash = createHash('sha256').update(options.join(' '));
  const compiler = join(root, 'node_modules', 'assemblyscript', 'package.json');
  hash.update(JSON.parse(readFileSync(compiler, 'utf8')).version);
  for (const name of readdirSync(sources).sort()) hash.update(name).update(readFileSync(join(sources, name)));
  return hash.digest('hex');
}

/** Path of the compiled module, up to date. Throws with the compiler's messages where it does not compile. */
export async function buildWasm() {
  const wanted = fingerprint();
  if (existsSync(product) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return product;
  const { default: asc } = await import('assemblyscript/asc');
  let bytes;
  const { error, stderr } = await asc.main(['index.ts', '--outFile', 'engine.wasm', ...options], {
    readFile: (name) => {
      const path = join(sources, name);
      return existsSync(path) ? readFileSync(path, 'utf8') : null;
    },
    writeFile: (_name, contents) => {
      bytes = contents;
    },
    listFiles: () => [],
  });
  if (error || bytes === undefined) {
    throw new Error(`The wasm engine does not compile:\n${stderr.toString()}`, { cause: error });
  }
  mkdirSync(dirname(product), { recursive: true });
  // Renaming is atomic: a second process that builds at the same time never leaves half a file.
  const temporary = `${product}.${process.pid}`;
  writeFileSync(temporary, bytes);
  renameSync(temporary, product);
  writeFileSync(stamp, wanted);
  return product;
}

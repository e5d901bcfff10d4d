/**
 * What every command needs first, in plain Node with nothing installed: the right Node, the packages of the
 * lock file, and a way to run the tools they bring.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
export const cache = join(root, '.cache');

/** Progress goes to stderr, so that a command's last line on stdout stays its result. */
export function say(message) {
  process.stderr.write(`${message}\n`);
}

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    say(`LagLab needs Node 20.19 or newer; this is ${process.versions.node}.`);
    process.exit(1);
  }
}

/** Installs the packages of the lock file, unless exactly these are installed already. */
export function ensureInstalled() {
  requireNode();
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const stamp = join(root, 'node_modules', '.laglab-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  say('Installing packages …');
  const npm = process.env.npm_execpath;
  const command = npm?.endsWith('js')
    ? [process.execPath, npm]
    : [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
  const result = spawnSync(
    command[0],
    [...command.slice(1), 'ci', '--no-fund', '--no-audit', '--include=dev'],
    {
      cwd: root,
      stdio: ['ignore', 2, 2],
      shell: process.platform === 'win32',
    },
  );
  if (result.status !== 0) {
    say('The packages could not be installed. Is the package registry reachable?');
    process.exit(1);
  }
  writeFileSync(stamp, lock);
}

/** Path of a package's executable script. */
export function tool(packageName, binary = packageName) {
  const manifest = join(root, 'node_modules', packageName, 'package.json');
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
  return join(dirname(manifest), typeof bin === 'string' ? bin : bin[binary]);
}

/** Runs a Node script to its end, output on stderr; resolves with its exit code. */
export function run(script, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script, ...args], {
      cwd: root,
      stdio: ['ignore', 2, 2],
      ...options,
    });
    child.on('error', () => resolve(1));
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/** Newest change below the given files and folders, in milliseconds since 1970. */
function newest(paths) {
  let time = 0;
  for (const path of paths) {
    if (!existsSync(path)) continue;
    const status = statSync(path);
    time = Math.max(time, status.mtimeMs);
    if (status.isDirectory())
      time = Math.max(time, newest(readdirSync(path).map((name) => join(path, name))));
  }
  return time;
}

/** Whether `product` is missing or older than any of the sources. */
export function outdated(product, sources) {
  return (
    !existsSync(product) || statSync(product).mtimeMs < newest(sources.map((source) => join(root, source)))
  );
}

const everything = ['src', 'public', 'index.html', 'vite.config.ts', 'package-lock.json'];

/** Builds the site into dist/, if it is not there or out of date. */
export async function ensureBuilt() {
  if (!outdated(join(root, 'dist', 'index.html'), everything)) return;
  say('Building the lab …');
  const code = await run(tool('vite'), ['build', '--logLevel', 'warn']);
  if (code !== 0) process.exit(code);
}

/** Bundles the command line into .cache/cli/ and returns the bundle's path. */
export async function ensureCli() {
  const bundle = join(cache, 'cli', 'main.mjs');
  if (!outdated(bundle, everything)) return bundle;
  say('Building the commands …');
  mkdirSync(cache, { recursive: true });
  const code = await run(tool('vite'), ['build', '--config', 'src/cli/vite.config.ts', '--logLevel', 'warn']);
  if (code !== 0) process.exit(code);
  return bundle;
}

/** Builds the page of the benchmark into .cache/bench/ and returns that folder. */
export async function ensureBenchPage() {
  const folder = join(cache, 'bench');
  if (!outdated(join(folder, 'index.html'), everything)) return folder;
  say('Building the page of the benchmark …');
  const config = 'src/benchmark/page/vite.config.ts';
  const code = await run(tool('vite'), ['build', '--config', config, '--logLevel', 'warn']);
  if (code !== 0) process.exit(code);
  return folder;
}

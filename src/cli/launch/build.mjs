/** `npm run build`: the static site in dist/, for any static host and any path on it. */
import { ensureInstalled, run, tool } from './prepare.mjs';

ensureInstalled();
process.exit(await run(tool('vite'), ['build', ...process.argv.slice(2)]));

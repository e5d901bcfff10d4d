/**
 * `npm start`: installs what is missing, builds what is out of date, serves the lab, prints the address.
 *
 *   --port N   listen on this port      --lan     let other machines in
 *   --https    serve over https to other machines too, which keeps isolation and WebGPU there
 *   --dev      Vite's development server instead of the built site
 */
import { parseArgs } from 'node:util';
import { ensureBuilt, ensureInstalled, run, say, tool } from './prepare.mjs';

const { values } = parseArgs({
  options: {
    port: { type: 'string' },
    lan: { type: 'boolean', default: false },
    https: { type: 'boolean', default: false },
    dev: { type: 'boolean', default: false },
  },
});

ensureInstalled();
const port = values.port === undefined ? undefined : Number(values.port);
if (values.dev) {
  const args = port === undefined ? [] : ['--port', String(port), '--strictPort'];
  process.exit(await run(tool('vite'), args, { stdio: 'inherit' }));
}
await ensureBuilt();
const { serve } = await import('./serve.mjs');
const { certificate } = await import('./certificate.mjs');
const { addresses } = await serve({
  ...(port === undefined ? {} : { port, strict: true }),
  lan: values.lan || values.https,
  ...(values.https ? { https: await certificate() } : {}),
});
console.log(`\n  LagLab is open at ${addresses[0]}`);
for (const address of addresses.slice(1)) console.log(`  on this network at ${address}`);
if (values.https) say('  Browsers warn of the self-made certificate once: choose to go on.');
else if (values.lan)
  say('  Over plain http other machines get neither shared memory nor WebGPU: --https gives both.');
console.log('  Stop with Ctrl+C.\n');

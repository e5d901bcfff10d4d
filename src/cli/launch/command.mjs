/** `node command.mjs NAME …`: installs and builds what is missing, then runs one of the headless commands. */
import { spawn } from 'node:child_process';
import { ensureCli, ensureInstalled } from './prepare.mjs';

ensureInstalled();
const bundle = await ensureCli();
const child = spawn(process.execPath, [bundle, ...process.argv.slice(2)], { stdio: 'inherit' });
child.on('close', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));

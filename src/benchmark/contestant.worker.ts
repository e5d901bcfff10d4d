/** Entry of a contestant's thread; see `hostThread.ts`. */
import { serveHost } from './hostThread.ts';
import type { Port } from './workerHost.ts';

serveHost(globalThis as unknown as Port);

/** Entry of a contestant's thread; see `workerHost.ts`. */
import { type Port, serveHost } from './workerHost.ts';

serveHost(globalThis as unknown as Port);

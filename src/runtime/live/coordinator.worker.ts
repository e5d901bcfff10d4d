/** Entry of the coordinator's thread; see `coordinatorThread.ts`. */
import { runCoordinatorThread } from './coordinatorThread.ts';
import type { Port } from './link.ts';

const isolated = globalThis.crossOriginIsolated === true && typeof SharedArrayBuffer === 'function';
runCoordinatorThread(globalThis as unknown as Port, isolated);

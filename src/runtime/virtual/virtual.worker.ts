/** Entry of the thread of a virtual run; see `thread.ts`. */
import type { Port } from '../live/link.ts';
import { openNamed } from '../live/threadEngine.ts';
import { browserWeightCache } from '../live/weightCache.ts';
import { repeatable } from './repeatable.ts';
import { runVirtualThread } from './thread.ts';

runVirtualThread(globalThis as unknown as Port, repeatable(openNamed), browserWeightCache());

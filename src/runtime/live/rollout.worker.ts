/** Entry of a rollout worker's thread; see `rolloutThread.ts`. */
import type { Port } from './link.ts';
import { runRolloutThread } from './rolloutThread.ts';
import { openNamed } from './threadEngine.ts';

runRolloutThread(globalThis as unknown as Port, openNamed);

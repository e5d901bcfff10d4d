/** Entry of the learner's thread; see `learnerThread.ts`. */
import { runLearnerThread } from './learnerThread.ts';
import type { Port } from './link.ts';
import { openNamed } from './threadEngine.ts';
import { browserWeightCache } from './weightCache.ts';

runLearnerThread(globalThis as unknown as Port, openNamed, browserWeightCache());

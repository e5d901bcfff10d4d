/** Entry of a Node thread of `threads.ts`: becomes coordinator, learner or rollout worker, with a test engine. */
import { parentPort, workerData } from 'node:worker_threads';
import { runCoordinatorThread } from '../coordinatorThread.ts';
import { runLearnerThread } from '../learnerThread.ts';
import type { Port } from '../link.ts';
import { runRolloutThread } from '../rolloutThread.ts';
import { openTestEngine } from './engine.ts';

export interface ScriptData {
  readonly role: 'coordinator' | 'learner' | 'rollout';
  /** Whether threads may share memory. */
  readonly isolated: boolean;
  readonly tokenMs: number;
  readonly stepMs: number;
  /** The thread throws when it has opened its engine. */
  readonly broken: boolean;
}

const { role, isolated, tokenMs, stepMs, broken } = workerData as ScriptData;
const scope = parentPort as unknown as Port;
const openEngine = broken
  ? () => Promise.reject(new Error('no engine today'))
  : openTestEngine(tokenMs, stepMs);
switch (role) {
  case 'coordinator':
    runCoordinatorThread(scope, isolated);
    break;
  case 'learner':
    runLearnerThread(scope, openEngine);
    break;
  case 'rollout':
    runRolloutThread(scope, openEngine);
}

/**
 * The tasks: `task.ts` is their contract; `sort.ts`, `reverse.ts`, `add.ts` and `reach.ts` (with `expression.ts`)
 * one task each; `split.ts` and `verify.ts` what they share. This file makes the task that an experiment names.
 */
import type { Experiment } from '../experiment/experiment.ts';
import { addTask } from './add.ts';
import { reachTask } from './reach.ts';
import { reverseTask } from './reverse.ts';
import { sortTask } from './sort.ts';
import type { Task } from './task.ts';

/** The task of an experiment. Reads the `task` group of settings and nothing else. */
export function createTask(experiment: Pick<Experiment, 'task'>): Task {
  switch (experiment.task.name) {
    case 'sort':
      return sortTask(experiment.task.digits);
    case 'reverse':
      return reverseTask(experiment.task.wordLength);
    case 'add':
      return addTask(experiment.task.addDigits);
    case 'reach':
      return reachTask(experiment.task.reachNumbers, experiment.task.reachLargest);
  }
}

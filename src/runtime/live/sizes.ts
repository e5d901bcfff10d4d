/** What an experiment decides about the data that threads exchange. Every thread works it out for itself. */
import type { Experiment } from '../../experiment/experiment.ts';
import { layoutOf } from '../../policy/layout.ts';
import type { PolicySpec } from '../../policy/spec.ts';
import { policySpec } from '../../policy/specOf.ts';
import { createTask } from '../../tasks/index.ts';
import type { Task } from '../../tasks/task.ts';

export interface Sizes {
  readonly task: Task;
  readonly spec: PolicySpec;
  /** Length of the parameter vector. */
  readonly parameters: number;
  /** Longest sample in tokens, prompt and response together. */
  readonly maxLength: number;
}

export function sizesOf(experiment: Experiment): Sizes {
  const task = createTask(experiment);
  const spec = policySpec(experiment, task);
  return { task, spec, parameters: layoutOf(spec).total, maxLength: spec.maxLength };
}

/** The shape of the policy that an experiment asks for on its task. */
import type { Experiment } from '../experiment/experiment.ts';
import type { PolicySpec } from './spec.ts';

/** What of a task decides the shape of a policy; every `Task` has it. */
export interface TaskShape {
  readonly vocabulary: readonly string[];
  readonly maxPromptLength: number;
  readonly maxResponseLength: number;
}

/** The policy's spec. */
export function policySpec(experiment: Pick<Experiment, 'policy'>, task: TaskShape): PolicySpec {
  const { architecture, width, layers, heads, mlpRatio, valueHead } = experiment.policy;
  return {
    architecture,
    vocabulary: task.vocabulary.length,
    maxLength: task.maxPromptLength + task.maxResponseLength,
    width,
    layers,
    heads,
    mlpRatio,
    valueHead,
  };
}

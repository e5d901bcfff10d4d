/** A batch as it was trained on, as what a record keeps of it: one plain object an answer. */
import type { RecordedSample } from '../../telemetry/record/index.ts';
import type { BatchDetails } from './batchDetails.ts';

export function recordedSamples(batch: BatchDetails): RecordedSample[] {
  const { offsets, promptOffsets } = batch;
  return Array.from(batch.group, (group, i): RecordedSample => {
    const own = (
      column: ArrayLike<number> & { slice(from: number, to: number): Iterable<number> },
    ): number[] => Array.from(column.slice(offsets[i]!, offsets[i + 1]!));
    return {
      update: batch.update,
      group,
      member: batch.member[i]!,
      worker: batch.worker[i]!,
      reward: batch.reward[i]!,
      prompt: Array.from(batch.promptTokens.slice(promptOffsets[i]!, promptOffsets[i + 1]!)),
      response: own(batch.tokens),
      mask: own(batch.mask),
      versions: own(batch.versions),
      behave_logprobs: own(batch.logpBehave),
      theta_logprobs: own(batch.logpTheta),
      advantages: own(batch.advantage),
    };
  });
}

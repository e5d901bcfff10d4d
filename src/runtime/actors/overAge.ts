/**
 * What is left of a batch's samples when tokens that are too old do not count (setting *Drop*, sample by sample). The
 * pipeline has dropped the prompts that have no other; here the rest is masked, token by token. Rewards stay, so that
 * the answers of a prompt are compared with all of their siblings.
 */
import type { Experiment } from '../../experiment/experiment.ts';
import { pipelineSettings, rulesOf } from '../../pipeline/index.ts';
import type { Sample } from '../memory/sample.ts';

/** Beyond which age tokens are left out of the loss one by one, where the schedule does so. */
export function oldestTrained({ schedule }: Pick<Experiment, 'schedule'>): number | undefined {
  const { overAge, dropLevel, oldest } = rulesOf(pipelineSettings({ schedule }, Infinity));
  return overAge === 'drop' && dropLevel !== 'group' ? oldest : undefined;
}

/**
 * The samples with what is too old left out of their masks; those with nothing too old as they are.
 * @param version v_L, of the weights that are trained
 */
export function withoutOverAge(
  samples: readonly Sample[],
  { schedule }: Pick<Experiment, 'schedule'>,
  version: number,
): readonly Sample[] {
  const oldest = oldestTrained({ schedule });
  if (oldest === undefined) return samples;
  const tooOld = (sampled: number): boolean => version - sampled > oldest;
  return samples.map((sample) => {
    const { versions, lossMask, promptLength, length } = sample;
    if (!versions.subarray(promptLength, length).some(tooOld)) return sample;
    return { ...sample, lossMask: lossMask.map((counts, t) => (tooOld(versions[t]!) ? 0 : counts)) };
  });
}

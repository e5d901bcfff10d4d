/** Beyond which age the schedule leaves tokens out of the loss, where it does (`actors/overAge.ts`). */
import type { Experiment } from '../../../experiment/experiment.ts';
import { pipelineSettings, rulesOf } from '../../../pipeline/index.ts';

export function oldestOf({ schedule }: Pick<Experiment, 'schedule'>): number | undefined {
  const { overAge, dropLevel, oldest } = rulesOf(pipelineSettings({ schedule }, Infinity));
  return overAge === 'drop' && dropLevel !== 'group' ? oldest : undefined;
}

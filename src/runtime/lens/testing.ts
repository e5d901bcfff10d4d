/** For tests only: the weights that a run on the virtual clock has had, and a cosine as a line of text. */
import type { Experiment } from '../../experiment/experiment.ts';
import type { Engine } from '../../policy/engine.ts';
import { runVirtual } from '../virtual/run.ts';
import type { Cosine, Estimate } from './cosine.ts';
import type { CosineReport } from './cosines.ts';

/** The weights before and after some updates of a run, by update. */
export async function weightsAt(
  experiment: Experiment,
  engine: Engine,
  updates: readonly number[],
): Promise<ReadonlyMap<number, Float32Array>> {
  const weights = new Map<number, Float32Array>();
  const last = Math.max(...updates);
  await runVirtual({
    experiment,
    engine,
    hooks: {
      event: () => undefined,
      frame: () => undefined,
      experiment: () => experiment,
      gate: async ({ phase, update, parameters }) => {
        if (phase !== 'running') return 'go';
        if (updates.includes(update) && !weights.has(update)) weights.set(update, await parameters());
        return update >= last ? 'stop' : 'go';
      },
    },
  });
  return weights;
}

/** Of a report about one method, and of a batch that has all that it needs. */
export function onlyCosine({ methods: [found] }: CosineReport): Cosine {
  if (found === undefined || 'missing' in found) throw new Error(`no cosine: ${found?.missing}`);
  return found.cosine;
}

export function textOf(report: CosineReport): string {
  const { plain, corrected } = onlyCosine(report);
  const text = ({ value, low, high }: Estimate): string =>
    `${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
  const without = corrected === undefined ? 'lost in noise' : text(corrected);
  return `cosine ${text(plain)}, corrected for noise ${without} (${report.answers} answers, ${report.fresh} fresh)`;
}

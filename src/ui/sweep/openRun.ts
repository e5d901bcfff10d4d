/**
 * Sets the lab to a run of the table, and says, once it is done, whether it came out as published. A run whose settings
 * were changed on the way is another run, of which nothing is said.
 */
import { decodeLink } from '../../experiment/link.ts';
import { cellExperiment, type SweepRun, type SweepTable } from '../../telemetry/sweep/index.ts';
import { controller } from '../lab.ts';
import { isAlive, sessionStore } from '../state/sessionStore.ts';
import { announce } from '../state/uiStore.ts';
import { closeView } from '../state/view.ts';

/** Whether beginning another run would end one that somebody may want to go on with. */
export function wouldEndARun(): boolean {
  const { phase } = sessionStore.getState();
  return isAlive(phase) && phase !== 'finished';
}

/** @param begin whether it runs at once; else it is in the controls alone */
export function openRun(table: SweepTable, run: SweepRun, begin: boolean): void {
  // Its base decodes, since the preset is frozen.
  const base = decodeLink(table.experiment);
  if (!base.ok) throw new Error(base.problems[0]!.message);
  controller.show(cellExperiment(base.experiment, run, table.updates));
  closeView();
  if (!begin) return;
  controller.restart();
  tellWhenDone(table, run);
}

function tellWhenDone({ updates }: SweepTable, { seed, fingerprint }: SweepRun): void {
  const { current } = controller.runs.getState();
  const stop = sessionStore.subscribe(({ phase, fingerprint: reached }) => {
    if (controller.runs.getState().current !== current) return stop();
    if (phase !== 'finished' || reached?.update !== updates) return;
    stop();
    if (controller.record()?.changes.length !== 0) return;
    announce(
      reached.value === fingerprint
        ? `Seed ${seed} came out as published, with the fingerprint ${fingerprint}.`
        : `Seed ${seed} came out different from the table: another engine or version computed it.`,
    );
  });
}

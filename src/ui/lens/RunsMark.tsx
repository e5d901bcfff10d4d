/** Beside the name of the objective that the lab runs, or would run. */
import { useStore } from 'zustand';
import { experimentStore } from '../state/experimentStore.ts';

export function RunsMark() {
  const runs = useStore(experimentStore, ({ running }) => running !== undefined);
  return (
    <span
      className="lens-runs"
      title={runs ? 'The objective of this run' : 'The objective that Run would take'}
    >
      {runs ? 'runs' : 'chosen'}
    </span>
  );
}

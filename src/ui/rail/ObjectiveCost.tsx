/** What the chosen objective costs beside its own pass, and why. */
import { useStore } from 'zustand';
import { extraPasses } from '../../learning/objectives/cost.ts';
import { needsOf } from '../../learning/objectives/index.ts';
import { experimentStore } from '../state/experimentStore.ts';

export function ObjectiveCost() {
  const draft = useStore(experimentStore, (state) => state.draft);
  const extra = extraPasses(needsOf(draft), draft);
  const passes = extra.reduce((sum, each) => sum + each.passes, 0);
  if (passes === 0) return null;
  return (
    <p className="setting-note objective-cost" data-testid="objective-cost" data-passes={passes}>
      <b>
        +{passes} forward {passes === 1 ? 'pass' : 'passes'} an update.
      </b>{' '}
      {extra.map(({ because }) => because).join(' ')}
    </p>
  );
}

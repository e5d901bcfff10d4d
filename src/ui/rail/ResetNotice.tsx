/** Says which changes wait for a reset, and offers it. */
import { useStore } from 'zustand';
import { ActionButton } from '../components/Button.tsx';
import { actions } from '../lab.ts';
import { experimentStore, waitingChanges } from '../state/experimentStore.ts';
import { settingOf } from '../../experiment/fields.ts';

/** More names than these would not be read. */
const NAMED = 3;

export function ResetNotice() {
  const draft = useStore(experimentStore, (state) => state.draft);
  const running = useStore(experimentStore, (state) => state.running);
  const waiting = waitingChanges({ draft, running });
  if (waiting.length === 0) return null;
  const names = waiting.slice(0, NAMED).map(({ field }) => settingOf(field).label);
  const more = waiting.length > NAMED ? ` and ${waiting.length - NAMED} more` : '';
  return (
    <section className="reset-notice" role="status" data-testid="reset-notice">
      <p>
        <strong>Needs a reset:</strong> {names.join(', ')}
        {more}. The run goes on unchanged until then.
      </p>
      <div className="reset-buttons">
        <ActionButton action={actions.applyWithReset} look="primary" data-testid="reset-and-apply" />
        <ActionButton action={actions.revert} data-testid="revert" />
      </div>
    </section>
  );
}

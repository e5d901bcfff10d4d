/** Run, pause, step, reset, new seed. */
import { Dices, Pause, Play, RotateCcw, StepForward } from 'lucide-react';
import { useStore } from 'zustand';
import { ActionButton } from '../components/Button.tsx';
import { usePhase } from '../hooks.ts';
import { actions } from '../lab.ts';
import { experimentStore } from '../state/experimentStore.ts';
import { isActive } from '../state/sessionStore.ts';
import './rail.css';

/** One button that runs or pauses. It stays the same element, so that the focus stays on it. */
export function RunButton() {
  const active = isActive(usePhase());
  return (
    <ActionButton
      action={actions.toggle}
      look="primary"
      className="run-button"
      icon={active ? <Pause aria-hidden /> : <Play aria-hidden />}
      data-testid={active ? 'pause' : 'run'}
    />
  );
}

export function RunControls() {
  const seed = useStore(experimentStore, ({ draft }) => draft.run.seed);
  return (
    <div className="run-controls" role="group" aria-label="Run">
      <RunButton />
      <ActionButton action={actions.step} icon={<StepForward aria-hidden />} data-testid="step" />
      <ActionButton action={actions.reset} icon={<RotateCcw aria-hidden />} data-testid="reset" />
      <div className="run-second">
        <ActionButton action={actions.newSeed} icon={<Dices aria-hidden />} data-testid="new-seed" />
        <span className="run-seed">
          seed <output data-testid="seed">{seed}</output>
        </span>
      </div>
    </div>
  );
}

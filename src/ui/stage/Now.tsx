/**
 * What goes on now, in words, with the progress of the present phase. It keeps its height through all phases,
 * so that nothing below it moves. A second, hidden copy is read out by screen readers, seldom enough to listen to.
 */
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useRunNews } from '../hooks.ts';
import type { RunView } from '../run/runView.ts';
import { sessionStore, type SessionState } from '../state/sessionStore.ts';
import { summarise } from './summary.ts';
import './now.css';

const READ_OUT_MS = 10_000;

export function Now({ run }: { readonly run: RunView }) {
  useRunNews(run);
  const phase = useStore(sessionStore, (state) => state.phase);
  const warmStart = useStore(sessionStore, (state) => state.warmStart);
  const text = summarise({ phase, warmStart, run });
  const share = shareDone(phase, warmStart, run);
  return (
    <section className="now" data-phase={phase} aria-label="What goes on now">
      <p className="now-text" data-testid="now">
        {text}
      </p>
      <div
        className="now-track"
        role="progressbar"
        aria-label={phase === 'warm-start' ? 'Warm start' : 'Updates'}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        data-testid={phase === 'warm-start' ? 'warm-start-progress' : 'progress'}
      >
        <div className="now-bar" style={{ transform: `scaleX(${share})` }} />
      </div>
      <ReadOut run={run} />
    </section>
  );
}

function shareDone(phase: SessionState['phase'], warmStart: SessionState['warmStart'], run: RunView): number {
  if (phase === 'warm-start')
    return warmStart === undefined ? 0 : warmStart.update / Math.max(1, warmStart.of);
  const limit = run.experiment.run.updates;
  return limit === 0 ? 0 : Math.min(1, (run.latest?.update ?? 0) / limit);
}

/** Speaks at once when the phase changes, else every ten seconds. */
function ReadOut({ run }: { readonly run: RunView }) {
  const phase = useStore(sessionStore, (state) => state.phase);
  const [spoken, setSpoken] = useState('');
  useEffect(() => {
    const speak = () => {
      const { phase: now, warmStart } = sessionStore.getState();
      setSpoken(summarise({ phase: now, warmStart, run }));
    };
    if (phase === 'idle') return;
    const soon = setTimeout(speak, 0);
    const timer = setInterval(speak, READ_OUT_MS);
    return () => {
      clearTimeout(soon);
      clearInterval(timer);
    };
  }, [phase, run]);
  return (
    <p className="sr-only" aria-live="polite" data-testid="summary">
      {spoken}
    </p>
  );
}

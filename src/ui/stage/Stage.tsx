/** The stage: what goes on in words, the readings, the pipeline, the charts, and what is under the hood. */
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { ChartGrid } from '../charts/index.tsx';
import { controller } from '../lab.ts';
import { followIdle } from '../pipeline/idle/idleStore.ts';
import { Pipeline } from '../pipeline/index.tsx';
import { RecordBar } from '../record/index.ts';
import { CapabilityNotes } from './CapabilityNotes.tsx';
import { Now } from './Now.tsx';
import { Readouts } from './Readouts.tsx';
import { UnderTheHood } from './UnderTheHood.tsx';
import './stage.css';

export function Stage() {
  const { current, previous } = useStore(controller.runs);
  useEffect(() => followIdle(current), [current]);
  return (
    <main className="stage" tabIndex={-1}>
      <CapabilityNotes />
      <Now run={current} />
      <Readouts run={current} />
      <Pipeline run={current} />
      <RecordBar run={current} />
      <ChartGrid run={current} previous={previous} />
      <UnderTheHood />
    </main>
  );
}

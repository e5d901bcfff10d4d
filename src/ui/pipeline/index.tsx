/**
 * The pipeline view (design §6): everything on the line as it moves, and the book that balances. Speed and single
 * events where the clock is virtual.
 *
 * `scene/` what is where, as data · `draw/` onto a canvas · `Figure.tsx` the picture, with `useFigure.ts`
 * and `pointing.ts` for mouse, finger and keys and `place.ts` for its bubble · `idle/` why the learner waits · `StateTable.tsx` the same as a table · `Book.tsx` the ledger · `VirtualBar.tsx` speed and single events
 */
import { useState } from 'react';
import { useStore } from 'zustand';
import { Aperture, ChartNoAxesGantt, ScanSearch, Table2, Waypoints } from 'lucide-react';
import { ActionButton, Button } from '../components/Button.tsx';
import { Tip } from '../components/Tip.tsx';
import { actions } from '../lab.ts';
import type { RunView } from '../run/runView.ts';
import { clockOf, experimentStore } from '../state/experimentStore.ts';
import { AgeScale } from './AgeScale.tsx';
import { Book } from './Book.tsx';
import { Figure } from './Figure.tsx';
import { StateTable } from './StateTable.tsx';
import { VirtualBar } from './VirtualBar.tsx';
import './pipeline.css';

export function Pipeline({ run }: { readonly run: RunView }) {
  const [asTable, setAsTable] = useState(false);
  const virtual = useStore(experimentStore, clockOf) === 'virtual';
  return (
    <section className="pipeline" aria-label="Pipeline" data-testid="pipeline">
      {virtual && <VirtualBar />}
      {asTable ? <StateTable run={run} /> : <Figure run={run} />}
      <footer className="pipeline-foot">
        <Book />
        <AgeScale />
        <ActionButton
          action={actions.inspector}
          icon={<ScanSearch aria-hidden />}
          look="quiet"
          className="pipeline-inspect"
          data-testid="inspect"
        />
        <ActionButton
          action={actions.timeline}
          icon={<ChartNoAxesGantt aria-hidden />}
          look="quiet"
          className="pipeline-inspect"
          data-testid="show-timeline"
        />
        <ActionButton
          action={actions.lens}
          icon={<Aperture aria-hidden />}
          look="quiet"
          className="pipeline-inspect"
          data-testid="show-lens"
        />
        <Tip text={asTable ? 'Show as picture' : 'Show as table'}>
          <Button
            look="quiet"
            className="button-icon pipeline-table-button"
            aria-label="Pipeline as table"
            aria-pressed={asTable}
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? <Waypoints aria-hidden /> : <Table2 aria-hidden />}
          </Button>
        </Tip>
      </footer>
    </section>
  );
}

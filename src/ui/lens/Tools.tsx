/** The lens's buttons: the range of ratios, curves as a table, and what is done with the whole of it. */
import { useStore } from 'zustand';
import { ChartBarStacked, ChartSpline, Expand, Link2, Printer, Shrink, Table2 } from 'lucide-react';
import { ActionButton, Button } from '../components/Button.tsx';
import { Segments } from '../components/Segments.tsx';
import { Tip } from '../components/Tip.tsx';
import { actions } from '../lab.ts';
import { closeView, viewStore } from '../state/view.ts';
import { printLens } from './printing.ts';
import { labelOf } from './names.ts';
import { lensStore, openLensDrawer, openLensPage, takeStance } from './state/lensStore.ts';
import { reaches, type Reach, stancePairs } from './state/schema.ts';
import '../components/segments.css';

function StanceChoice() {
  const stance = useStore(lensStore, (state) => state.stance);
  return (
    <select
      className="plain-select lens-stances"
      aria-label="Opposite stances"
      value={stance}
      onChange={(event) => takeStance(event.target.value)}
      data-testid="lens-stance"
    >
      <option value="">Opposite stances …</option>
      {[...stancePairs].map(([name, { methods }]) => (
        <option key={name} value={name}>
          {methods.map(labelOf).join(' or ')}
        </option>
      ))}
    </select>
  );
}

export function CurveTools() {
  const reach = useStore(lensStore, (state) => state.reach);
  return (
    <>
      <StanceChoice />
      <Segments
        label="Ratios on the axis, up to"
        options={reaches as Readonly<Record<`${Reach}`, string>>}
        value={`${reach}`}
        onChange={(next) => lensStore.setState({ reach: Number(next) as Reach })}
        testId="lens-reach"
      />
    </>
  );
}

/** What is drawn, as numbers: the curves, or the counts of the batch by age. */
export function TableTool() {
  const view = useStore(lensStore, (state) => state.view);
  const table = useStore(lensStore, (state) => state.table);
  const curves = view === 'curves';
  const name = curves ? 'Curves as tables' : 'Counts by age as a table';
  return (
    <Tip text={table ? `Show as ${curves ? 'curves' : 'bars'}` : name}>
      <Button
        look="quiet"
        className="button-icon lens-tool"
        aria-label={name}
        aria-pressed={table}
        onClick={() => lensStore.setState({ table: !table })}
        data-testid="lens-table"
      >
        {!table ? (
          <Table2 aria-hidden />
        ) : curves ? (
          <ChartSpline aria-hidden />
        ) : (
          <ChartBarStacked aria-hidden />
        )}
      </Button>
    </Tip>
  );
}

export function PageTools() {
  const page = useStore(viewStore, ({ view }) => view === 'lens');
  return (
    <span className="lens-tools">
      <ActionButton
        action={actions.copyLink}
        icon={<Link2 aria-hidden />}
        look="quiet"
        compact
        data-testid="lens-link"
      />
      <Tip text="Prints what the lens shows, in light colours.">
        <Button
          look="quiet"
          className="button-icon lens-tool"
          aria-label="Print"
          onClick={printLens}
          data-testid="lens-print"
        >
          <Printer aria-hidden />
        </Button>
      </Tip>
      <Tip text={page ? 'Shows the lens beneath the run.' : 'Gives the lens the whole screen.'}>
        <Button
          look="quiet"
          className="button-icon lens-tool"
          aria-label={page ? 'Beneath the run' : 'On a page'}
          onClick={page ? beneath : openLensPage}
          data-testid="lens-place"
        >
          {page ? <Shrink aria-hidden /> : <Expand aria-hidden />}
        </Button>
      </Tip>
    </span>
  );
}

function beneath(): void {
  openLensDrawer();
  closeView();
}

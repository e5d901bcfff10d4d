/**
 * The list of samples as a grid: a row a sample, a cell a token. Only the rows in sight exist. One place has the
 * focus; arrow keys move it over tokens and samples.
 */
import { useEffect, useLayoutEffect, useMemo, useRef, type KeyboardEvent } from 'react';
import { useStore } from 'zustand';
import { usePhase } from '../hooks.ts';
import { useVirtualRows } from '../components/useVirtualRows.ts';
import { isActive } from '../state/sessionStore.ts';
import { inspectorStore, select, type Place } from './inspectorStore.ts';
import { strongestAdvantage } from './looks.ts';
import { step } from './moving.ts';
import type { Row } from './rows.ts';
import { SampleRow } from './SampleRow.tsx';

export interface SampleGridProps {
  readonly rows: readonly Row[];
  readonly vocabulary: readonly string[];
}

const ROW = 40;
const NARROW_ROW = 64;

export function SampleGrid({ rows, vocabulary }: SampleGridProps) {
  const { colouring, selected } = useStore(inspectorStore);
  const { viewport, virtual, height } = useVirtualRows({
    count: rows.length,
    row: ROW,
    narrowRow: NARROW_ROW,
    overscan: 6,
  });
  const strongest = useMemo(() => strongestAdvantage([...new Set(rows.map(({ batch }) => batch))]), [rows]);
  const at = rows.findIndex(({ key }) => key === selected?.row);
  const focusWanted = useRef(false);

  // The cell to be focused may have come into being only by scrolling there.
  useLayoutEffect(() => {
    if (!focusWanted.current) return;
    const cell = viewport.current?.querySelector<HTMLElement>('[data-current="true"]');
    if (cell === null || cell === undefined) return;
    focusWanted.current = false;
    cell.focus({ preventScroll: true });
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });

  const press = (event: KeyboardEvent) => {
    const next = step(event, rows, at, selected?.token ?? -1);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    focusWanted.current = true;
    virtual.scrollToIndex(next.index, { align: 'auto' });
    select({ row: rows[next.index]!.key, token: next.token });
  };

  const empty = rows.length === 0;
  // Nobody points into what is not there, and nobody is told when it goes.
  useEffect(() => {
    if (!empty) return () => inspectorStore.setState({ pointed: false });
  }, [empty]);

  if (empty) return <Empty />;
  return (
    <div className="inspector-list">
      <Heads />
      <div
        ref={viewport}
        className="inspector-grid"
        role="grid"
        aria-label="Samples: a row each, their tokens from left to right"
        aria-rowcount={rows.length}
        onKeyDown={press}
        onPointerEnter={() => inspectorStore.setState({ pointed: true })}
        onPointerLeave={() => inspectorStore.setState({ pointed: false })}
        data-testid="inspector-grid"
      >
        <div className="inspector-rows" role="presentation" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index]!;
            return (
              <SampleRow
                key={row.key}
                row={row}
                order={index}
                top={start}
                height={height}
                vocabulary={vocabulary}
                colouring={colouring}
                strongest={strongest}
                selected={index === at ? selected!.token : undefined}
                entry={at < 0 && index === 0}
                onSelect={(place: Place) => select(place)}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** What the numbers before a sample's tokens are. */
function Heads() {
  return (
    <p className="sample-heads" aria-hidden>
      <span>Reward</span>
      <span>Prompt·answer</span>
      <span>Advantage</span>
      <span>Oldest</span>
      <span>Ratio</span>
      <span>Prompt and answer</span>
    </p>
  );
}

function Empty() {
  const active = isActive(usePhase());
  const any = useStore(inspectorStore, (state) => state.batches.length > 0);
  return (
    <p className="inspector-empty">
      {any
        ? 'No sample passes this filter.'
        : active
          ? 'Samples come with the first update.'
          : 'Press Run: samples come with the first update.'}
    </p>
  );
}

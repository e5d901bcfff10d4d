/** The rail's side of `goTo.ts`: scrolls to the wanted setting, gives its control the focus, and marks its row. */
import { useEffect, type RefObject } from 'react';
import { useStore } from 'zustand';
import type { Field } from '../../experiment/settings/index.ts';
import { uiStore } from '../state/uiStore.ts';

const CONTROL = 'input, [role="combobox"], .select, [role="switch"]';
/** How long the row stays marked, in milliseconds. */
const MARKED = 1600;

export function useWantedRow(rail: RefObject<HTMLElement | null>): void {
  const wanted = useStore(uiStore, (state) => state.wanted);
  useEffect(() => {
    if (wanted === undefined) return;
    // A frame later a sheet that opens has taken the focus, and a group that opens has its height.
    const frame = requestAnimationFrame(() => {
      show(rail.current, wanted);
      uiStore.setState({ wanted: undefined });
    });
    return () => cancelAnimationFrame(frame);
  }, [wanted, rail]);
}

function show(rail: HTMLElement | null, field: Field): void {
  const row = rail?.querySelector<HTMLElement>(`[data-field="${field}"]`);
  if (row == null) return;
  row.scrollIntoView({ block: 'center' });
  row.querySelector<HTMLElement>(CONTROL)?.focus({ preventScroll: true });
  row.dataset.wanted = 'true';
  setTimeout(() => delete row.dataset.wanted, MARKED);
}

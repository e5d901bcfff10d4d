/** Rows of one height, of which only those in sight are made. */
import { useEffect, useRef } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useStore } from 'zustand';
import { NARROW, useMedia } from '../hooks.ts';
import { preferences } from '../state/preferences.ts';
import { typeScale } from '../theme/scale.ts';

export interface VirtualRows {
  readonly count: number;
  /** Height of a row in pixels at the usual size of type, and on a narrow screen. */
  readonly row: number;
  readonly narrowRow: number;
  /** Rows that are made beyond either end. */
  readonly overscan: number;
}

export function useVirtualRows({ count, row, narrowRow, overscan }: VirtualRows) {
  const viewport = useRef<HTMLDivElement>(null);
  const narrow = useMedia(NARROW);
  // The theme decides the size of the type, and so of the rows.
  useStore(preferences, (state) => state.theme);
  const height = Math.round((narrow ? narrowRow : row) * typeScale());
  // eslint-disable-next-line react-hooks/incompatible-library -- nothing that it returns is memoised here
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => viewport.current,
    estimateSize: () => height,
    overscan,
  });
  useEffect(() => virtual.measure(), [virtual, height]);
  return { viewport, virtual, height };
}

/**
 * How the charts are looked at, one for all of them: axis, smoothing, band and which of several measures a chart
 * shows (kept in the preferences), and for this page only the zoom and the chart that is alone on the screen.
 */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { preferences } from '../../state/preferences.ts';
import { chartScheduler } from '../schedule/chartScheduler.ts';
import type { ChartChoices } from './choices.ts';
import type { Stretch } from './zoom.ts';

interface Look {
  /** Undefined = the whole run. */
  readonly zoom: Stretch | undefined;
  /** The chart that fills the screen. */
  readonly alone: string | undefined;
}

const look = createStore<Look>(() => ({ zoom: undefined, alone: undefined }));

/** All that decides how a chart of the present run is drawn. */
export interface ChartsView extends ChartChoices, Look {}

export function viewNow(): ChartsView {
  return { ...preferences.getState().charts, ...look.getState() };
}

export function useChoices(): ChartChoices {
  return useStore(preferences, (state) => state.charts);
}

export function useZoom(): Stretch | undefined {
  return useStore(look, (state) => state.zoom);
}

export function useAlone(): string | undefined {
  return useStore(look, (state) => state.alone);
}

/** Changes what is kept; charts follow at once. */
export function choose(changed: Partial<ChartChoices>): void {
  preferences.setState(({ charts }) => ({ charts: { ...charts, ...changed } }));
  chartScheduler.hurry();
}

export function setZoom(zoom: Stretch | undefined): void {
  const { zoom: now } = look.getState();
  if (now?.from === zoom?.from && now?.to === zoom?.to) return;
  look.setState({ zoom });
  chartScheduler.hurry();
}

export function setAlone(alone: string | undefined): void {
  look.setState({ alone });
}

export function isAlone(): boolean {
  return look.getState().alone !== undefined;
}

/** Hears when a chart comes to be alone, or no longer is. */
export function onAlone(listener: () => void): () => void {
  return look.subscribe((now, before) => {
    if (now.alone !== before.alone) listener();
  });
}

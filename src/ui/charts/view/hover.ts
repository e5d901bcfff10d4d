/** The update that the cross-hair is at: one for all charts, so that they can be compared at one moment. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { chartScheduler } from '../schedule/chartScheduler.ts';

const hover = createStore<{ readonly update: number | undefined }>(() => ({ update: undefined }));

/** Lines say their values at once; charts that show another picture at every update follow as they can. */
export function setHover(update: number | undefined): void {
  if (hover.getState().update === update) return;
  hover.setState({ update });
  chartScheduler.poke();
}

export function hoverNow(): number | undefined {
  return hover.getState().update;
}

export function useHover(): number | undefined {
  return useStore(hover, (state) => state.update);
}

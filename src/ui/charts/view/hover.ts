/** The update that the pointer is at: one for all charts, so that they can be compared at one moment. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

const hover = createStore<{ readonly update: number | undefined }>(() => ({ update: undefined }));

export function setHover(update: number | undefined): void {
  if (hover.getState().update !== update) hover.setState({ update });
}

export function useHover(): number | undefined {
  return useStore(hover, (state) => state.update);
}

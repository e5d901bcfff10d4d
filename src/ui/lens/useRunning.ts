/** The objective of the run, or of the one that the controls show. */
import { useStore } from 'zustand';
import type { MethodName } from '../../learning/objectives/contract.ts';
import { experimentStore } from '../state/experimentStore.ts';
import { settingsNow } from './curves/curveSource.ts';

export function useRunning(): MethodName {
  return useStore(experimentStore, (state) => settingsNow(state).objective.name);
}

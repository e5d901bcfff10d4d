/** What the lens shows (`schema.ts`), and how it is opened and closed. Drawer and page show the same. */
import { createStore } from 'zustand/vanilla';
import type { MethodName } from '../../../learning/objectives/contract.ts';
import { uiStore } from '../../state/uiStore.ts';
import { openView, viewStore } from '../../state/view.ts';
import { defaultLens, type LensState, stancePairs } from './schema.ts';
import type { ProbeSlider, SyntheticSlider } from './sliders.ts';

export const lensStore = createStore<LensState>(() => defaultLens);

/** Where the lens is open now, if it is. */
export function lensPlace(): LensState['place'] | undefined {
  if (viewStore.getState().view === 'lens') return 'page';
  return viewStore.getState().view === 'lab' && uiStore.getState().lensOpen ? 'drawer' : undefined;
}

export function openLensDrawer(): void {
  lensStore.setState({ place: 'drawer' });
  uiStore.setState({ lensOpen: true, inspectorOpen: false, timelineOpen: false });
}

export function closeLensDrawer(): void {
  uiStore.setState({ lensOpen: false });
}

/** The same alone. Going back to the lab finds the drawer closed, or as it was. */
export function openLensPage(): void {
  lensStore.setState({ place: 'page' });
  openView('lens');
}

export function setProbe(name: ProbeSlider, value: number): void {
  lensStore.setState(({ probe }) => ({ probe: { ...probe, [name]: value } }));
}

export function setSynthetic(name: SyntheticSlider, value: number): void {
  lensStore.setState(({ synthetic }) => ({ synthetic: { ...synthetic, [name]: value }, token: -1 }));
}

/** Adds a method at the end, or takes it away. */
export function toggleMethod(method: MethodName): void {
  lensStore.setState(({ methods }) => ({
    stance: '',
    methods: methods.includes(method) ? methods.filter((other) => other !== method) : [...methods, method],
  }));
}

/** Adds all of these, or takes all away where all are there. */
export function toggleMethods(names: readonly MethodName[]): void {
  lensStore.setState(({ methods }) => ({
    stance: '',
    methods: names.every((name) => methods.includes(name))
      ? methods.filter((name) => !names.includes(name))
      : [...methods, ...names.filter((name) => !methods.includes(name))],
  }));
}

/** Shows two methods of opposite stances, where it shows; nothing = all methods again that were compared before. */
export function takeStance(name: string): void {
  const stance = stancePairs.get(name);
  if (stance === undefined) {
    lensStore.setState({ stance: '', methods: compared });
    return;
  }
  const { methods, stance: before } = lensStore.getState();
  if (before === '') compared = methods;
  const { staleness, spread, logBehave } = stance.probe;
  const probe = {
    ...defaultLens.probe,
    ...(staleness !== undefined && { staleness }),
    ...(spread !== undefined && { spread }),
    ...(logBehave !== undefined && { probability: Number(Math.exp(logBehave).toPrecision(6)) }),
  };
  lensStore.setState({ stance: name, methods: stance.methods, probe });
}

/** Before a stance was taken. */
let compared = defaultLens.methods;

/** What is compared: the chosen methods in the order of their marks, and the running one, which is always there. */
export function shownMethods(chosen: readonly MethodName[], running: MethodName): readonly MethodName[] {
  return chosen.includes(running) ? chosen : [running, ...chosen];
}

/** The token's number of the batch's, counted over its minibatches. */
export function chooseToken(token: number): void {
  lensStore.setState({ token });
}

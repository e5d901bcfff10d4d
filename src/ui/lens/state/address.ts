/** The lens's part of the address: written while the lens is open, taken over when a link with one is opened. */
import { announce, uiStore } from '../../state/uiStore.ts';
import { viewStore } from '../../state/view.ts';
import type { AddressPart } from '../../link/addressBar.ts';
import { lensPlace, lensStore, openLensDrawer, openLensPage } from './lensStore.ts';
import { decodeLens, encodeLens } from './link.ts';

export const lensAddress: AddressPart = {
  name: 'lens',

  write() {
    const place = lensPlace();
    return place === undefined ? undefined : encodeLens({ ...lensStore.getState(), place });
  },

  read(text) {
    const { state, problems } = decodeLens(text);
    lensStore.setState(state);
    // A page that the address asks for is open already, and says more than the part does.
    if (viewStore.getState().view === 'lab') {
      if (state.place === 'page') openLensPage();
      else openLensDrawer();
    }
    if (problems.length > 0) announce(problems.join(' '));
  },

  subscribe(listener) {
    const stops = [
      lensStore.subscribe(listener),
      viewStore.subscribe(listener),
      uiStore.subscribe((now, before) => {
        if (now.lensOpen !== before.lensOpen) listener();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  },
};

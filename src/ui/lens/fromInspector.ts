/** From a token of the inspector to the same token in the lens, where the lens has its batch. */
import { announce } from '../state/uiStore.ts';
import { batchStore } from './batch/batchStore.ts';
import { lensStore, openLensDrawer } from './state/lensStore.ts';
import { numberOf, type TokenPlace } from './tokens/rows.ts';

export interface Wanted extends TokenPlace {
  readonly update: number;
}

/** Opens the lens's tokens; the token is chosen as soon as its batch is there. */
export function showInLens(wanted: Wanted): void {
  lensStore.setState({ view: 'tokens', source: 'run', filter: 'all', token: -1 });
  openLensDrawer();
  if (choose(wanted)) return;
  const { stands } = batchStore.getState();
  const stop = batchStore.subscribe((now) => {
    // Until the run has answered, and the methods have been put on its batch.
    if (now.stands === stands || now.answered === undefined || now.answered.subject !== now.subject) return;
    stop();
    if (choose(wanted)) return;
    announce(
      `The lens shows update ${now.answered.subject.capture?.update ?? 'of another run'}, and the token is of update ${wanted.update}: pause the run to see both together.`,
    );
  });
  batchStore.setState({ wanted: wanted.update });
}

function choose({ update, ...place }: Wanted): boolean {
  const { answered } = batchStore.getState();
  if (answered?.subject.source !== 'run' || answered.subject.capture?.update !== update) return false;
  const token = numberOf(answered.answer.tokens, place);
  if (token >= 0) lensStore.setState({ token });
  return token >= 0;
}

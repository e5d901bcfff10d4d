/**
 * Which page fills the screen: the lab, or one of the pages beside it. It is written as `?view=name` in the
 * address, so that a page can be linked to, reloaded and left by the browser's Back. The experiment, which is in
 * the part after `#`, is left alone: every page of one visit shows the same one.
 *
 * A page is added by its name here and its component in `ui/views/index.tsx`.
 */
import { createStore } from 'zustand/vanilla';

export const viewNames = ['lab', 'lens', 'sweep', 'capabilities', 'benchmark'] as const;
export type View = (typeof viewNames)[number];

/** Marks entries of the browser's history that this file made. */
const OWN_ENTRY = { laglab: true };

export const viewStore = createStore<{ readonly view: View }>(() => ({ view: 'lab' }));

/** The page that the query of an address asks for; an unknown one is the lab. */
export function viewOf(search: string): View {
  const wanted = new URLSearchParams(search).get('view');
  return viewNames.find((name) => name === wanted) ?? 'lab';
}

/** The query with which an address shows a page; what else is in it stays. */
export function searchFor(view: View, search: string): string {
  const query = new URLSearchParams(search);
  if (view === 'lab') query.delete('view');
  else query.set('view', view);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** Goes to a page, as a new entry of the browser's history. */
export function openView(view: View): void {
  if (viewStore.getState().view === view) return;
  history.pushState(OWN_ENTRY, '', location.pathname + searchFor(view, location.search) + location.hash);
  viewStore.setState({ view });
}

/** Back to the lab. */
export function closeView(): void {
  openView('lab');
}

/**
 * Shows the page that the address asks for, now and whenever Back or Forward are used.
 * @param onReturn called when the browser went to an entry that this file made. Its fragment may hold an
 *   experiment of earlier; the caller writes the present one over it.
 */
export function followView(onReturn: () => void): void {
  const read = () => viewStore.setState({ view: viewOf(location.search) });
  history.replaceState(OWN_ENTRY, '');
  read();
  window.addEventListener('popstate', (event: PopStateEvent) => {
    read();
    const state = event.state as Partial<typeof OWN_ENTRY> | null;
    if (state?.laglab === true) onReturn();
  });
}

/**
 * A reading of the newest update. It is written when the run has news, as the tiles above are, and not only when the
 * chart is drawn, which on a busy machine is later; written into the element itself, because React need not know.
 */
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { RunView } from '../../run/runView.ts';

export function LiveText({ run, read }: { readonly run: RunView; readonly read: () => string }) {
  const place = useRef<HTMLSpanElement>(null);
  const latest = useRef(read);
  useLayoutEffect(() => {
    latest.current = read;
    write(place.current, read());
  });
  useEffect(() => run.subscribe(() => write(place.current, latest.current())), [run]);
  return <span ref={place} />;
}

function write(element: HTMLElement | null, text: string): void {
  if (element !== null && element.textContent !== text) element.textContent = text;
}

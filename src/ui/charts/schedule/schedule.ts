/** How a component takes part in the scheduling of charts. */
import {
  createContext,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
} from 'react';
import { flushSync } from 'react-dom';
import { isAlone, onAlone } from '../view/view.ts';
import { chartScheduler } from './chartScheduler.ts';

/** Whether the chart is the one that fills the screen; while there is one, all others rest. */
export const AloneContext = createContext(false);

const watched = new Map<Element, (visible: boolean) => void>();
let observer: IntersectionObserver | undefined;

function watch(element: Element, report: (visible: boolean) => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) watched.get(target)?.(isIntersecting);
    },
    { rootMargin: '80px' },
  );
  watched.set(element, report);
  observer.observe(element);
  return () => {
    watched.delete(element);
    observer?.unobserve(element);
  };
}

/**
 * Renders the calling component when the scheduler says so.
 * @param element what has to be visible
 * @param signature as in `Chart.signature`
 * @returns how often it was committed: 0 until it was first seen
 */
export function useScheduled(element: RefObject<Element | null>, signature: () => string): number {
  const [commits, setCommits] = useState(0);
  const alone = useContext(AloneContext);
  const latest = useRef(signature);
  useLayoutEffect(() => {
    latest.current = signature;
  });
  useEffect(() => {
    if (element.current === null) return undefined;
    const registration = chartScheduler.add({
      signature: () => latest.current(),
      commit: () => flushSync(() => setCommits((count) => count + 1)),
    });
    let inSight = false;
    const report = () => registration.setVisible(inSight && (alone || !isAlone()));
    const stop = watch(element.current, (visible) => {
      inSight = visible;
      report();
    });
    const stopHearing = onAlone(report);
    return () => {
      stop();
      stopHearing();
      registration.remove();
    };
  }, [element, alone]);
  return commits;
}

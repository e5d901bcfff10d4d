/** The page's one scheduler of charts, and how a component takes part in it. */
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { ChartScheduler } from './scheduler.ts';

export const chartScheduler = new ChartScheduler({
  now: () => performance.now(),
  requestFrame: (callback, delay) => {
    if (delay < 4) requestAnimationFrame(callback);
    else setTimeout(() => requestAnimationFrame(callback), delay);
  },
});

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
    const stop = watch(element.current, registration.setVisible);
    return () => {
      stop();
      registration.remove();
    };
  }, [element]);
  return commits;
}

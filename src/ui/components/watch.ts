/** What a canvas has to know of the page: its size, whether anybody sees it, and the theme. Each returns what ends it. */

/** @param told in whole pixels of the page, now and whenever it changes */
export function watchSize(
  element: Element,
  told: (size: { readonly width: number; readonly height: number }) => void,
): () => void {
  const observer = new ResizeObserver(([entry]) => {
    if (entry === undefined) return;
    const { width, height } = entry.contentRect;
    told({ width: Math.round(width), height: Math.round(height) });
  });
  observer.observe(element);
  return () => observer.disconnect();
}

/** Out of sight, or in a page that is hidden, it is not visible. */
export function watchSight(element: Element, told: (visible: boolean) => void): () => void {
  let inSight = false;
  const report = () => told(inSight && document.visibilityState === 'visible');
  const observer = new IntersectionObserver(([entry]) => {
    inSight = entry?.isIntersecting ?? false;
    report();
  });
  observer.observe(element);
  document.addEventListener('visibilitychange', report);
  return () => {
    observer.disconnect();
    document.removeEventListener('visibilitychange', report);
  };
}

export function watchTheme(told: () => void): () => void {
  const observer = new MutationObserver(told);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/** What the layout of charts depends on: the box that they are in, and the height of their text. */
import { useEffect, useState, type RefObject } from 'react';

export interface Box {
  readonly width: number;
  readonly height: number;
  /** Height of small text there, in pixels. */
  readonly text: number;
}

/** How long a size has to stand still before the charts follow it. */
const SETTLE_MS = 120;
const NOTHING: Box = { width: 0, height: 0, text: 11 };

function textIn(element: HTMLElement): number {
  return parseFloat(getComputedStyle(element).getPropertyValue('--text-small')) || NOTHING.text;
}

/** The box of an element: at once when it appears, and whenever it has settled at another size or theme. */
export function useBox(element: RefObject<HTMLElement | null>): Box {
  const [box, setBox] = useState(NOTHING);
  useEffect(() => {
    const target = element.current;
    if (target === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let first = true;
    const sizes = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      const follow = () =>
        setBox({ width: Math.floor(width), height: Math.floor(height), text: textIn(target) });
      clearTimeout(timer);
      if (first) follow();
      else timer = setTimeout(follow, SETTLE_MS);
      first = false;
    });
    sizes.observe(target);
    const themes = new MutationObserver(() =>
      setBox((now) => (now.text === textIn(target) ? now : { ...now, text: textIn(target) })),
    );
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    return () => {
      clearTimeout(timer);
      sizes.disconnect();
      themes.disconnect();
    };
  }, [element]);
  return box;
}

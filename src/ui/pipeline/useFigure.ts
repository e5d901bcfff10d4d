/** Connects the canvas to the stores, and pointer and keys to what is pointed at. */
import {
  useEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react';
import { watchSight, watchSize, watchTheme } from '../components/watch.ts';
import { useMedia } from '../hooks.ts';
import type { RunView } from '../run/runView.ts';
import { sessionStore } from '../state/sessionStore.ts';
import { Player } from './draw/player.ts';
import { factsOf } from './facts.ts';
import { idleStore } from './idle/idleStore.ts';
import { Pointing } from './pointing.ts';
import { describe, summarisePipeline, type Description } from './scene/describe.ts';
import type { Travel } from './scene/scene.ts';

const KEYS: Readonly<Record<string, Travel>> = {
  ArrowRight: 'next',
  ArrowLeft: 'previous',
  ArrowDown: 'next-station',
  ArrowUp: 'previous-station',
  PageDown: 'far-next',
  PageUp: 'far-previous',
  Home: 'first',
  End: 'last',
};

/** Milliseconds between two summaries for screen readers. */
const SUMMARY_MS = 5000;

export interface Pointed extends Description {
  /** Ends of the thing, and where along it one points, in pixels of the page. */
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly x: number;
  readonly finger: boolean;
}

export function useFigure(canvas: RefObject<HTMLCanvasElement | null>, run: RunView) {
  const [pointed, setPointed] = useState<Pointed>();
  const [spoken, setSpoken] = useState('');
  const [pointing] = useState(() => new Pointing());
  const player = useRef<Player>(undefined);
  const still = useMedia('(prefers-reduced-motion: reduce)');

  useEffect(() => {
    const element = canvas.current;
    if (element === null) return undefined;
    const made = new Player({
      canvas: element,
      marked: (scene, scale) => {
        pointing.show(scene, scale);
        return pointing.key;
      },
      onPicture: () => setPointed((before) => same(before, pointedAt(pointing, run))),
    });
    player.current = made;
    const show = () => made.show(factsOf(run));
    const stops = [
      sessionStore.subscribe(show),
      run.subscribe(show),
      idleStore.subscribe(show),
      watchSize(element.parentElement!, ({ width }) => (made.width = width)),
      watchSight(element, (visible) => (made.visible = visible)),
      watchTheme(() => made.paintNow()),
    ];
    show();
    return () => {
      for (const stop of stops) stop();
      made.stop();
    };
  }, [canvas, run, pointing]);

  useEffect(() => {
    if (player.current !== undefined) player.current.still = still;
  }, [still, run]);

  const told = (aloud: boolean) => {
    const next = pointedAt(pointing, run);
    setPointed((before) => same(before, next));
    if (aloud) setSpoken(next === undefined ? '' : `${next.name}. ${next.text}`);
    player.current?.refresh();
  };

  return {
    pointed,
    spoken,
    summary: useSummary(run),
    handlers: {
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const { left, top } = event.currentTarget.getBoundingClientRect();
        const by = event.pointerType === 'mouse' ? 'mouse' : 'touch';
        pointing.pointAt(event.clientX - left, event.clientY - top, by);
        told(false);
      },
      onPointerLeave: (event: PointerEvent) => {
        if (event.pointerType !== 'mouse') return;
        pointing.leave();
        told(false);
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        if (event.key === 'Escape' && pointing.key !== undefined) pointing.leave();
        else {
          const how = KEYS[event.key];
          if (how === undefined || !pointing.go(how)) return;
        }
        event.preventDefault();
        event.stopPropagation();
        told(true);
      },
      onFocus: (event: FocusEvent<HTMLElement>) => {
        if (!event.currentTarget.matches(':focus-visible') || pointing.key !== undefined) return;
        pointing.go('first');
        told(false);
      },
      onBlur: () => {
        pointing.leave();
        told(false);
      },
    },
  };
}

/** The whole line in words, renewed seldom. */
function useSummary(run: RunView): string {
  const [summary, setSummary] = useState('');
  useEffect(() => {
    const say = () => setSummary(summarisePipeline(factsOf(run)));
    const soon = setTimeout(say, 0);
    const timer = setInterval(say, SUMMARY_MS);
    return () => {
      clearTimeout(soon);
      clearInterval(timer);
    };
  }, [run]);
  return summary;
}

function pointedAt(pointing: Pointing, run: RunView): Pointed | undefined {
  const { item, scale } = pointing;
  if (item === undefined) return undefined;
  const { x, y, width, height } = item.box;
  return {
    ...describe(item, factsOf(run)),
    left: Math.round(x * scale),
    right: Math.round((x + width) * scale),
    top: Math.round(y * scale),
    bottom: Math.round((y + height) * scale),
    x: Math.round(pointing.x * scale),
    finger: pointing.by === 'touch',
  };
}

/** The one before where nothing about it changed, so that React has nothing to do. */
function same(before: Pointed | undefined, after: Pointed | undefined): Pointed | undefined {
  if (before === undefined || after === undefined) return after;
  const keys = Object.keys(after) as (keyof Pointed)[];
  return keys.every((key) => before[key] === after[key]) ? before : after;
}

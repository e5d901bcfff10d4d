/**
 * The picture on its canvas, and what one points at in it: by mouse and finger, or by the arrow keys while it has the
 * focus. What is pointed at stays pointed at while it exists, however it moves.
 */
import { useEffect, useId, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useMedia } from '../hooks.ts';
import type { RunView } from '../run/runView.ts';
import { sessionStore } from '../state/sessionStore.ts';
import { Player } from './draw/player.ts';
import { factsOf } from './facts.ts';
import { describe, summarisePipeline, type Description } from './scene/describe.ts';
import { itemAt, travel, type Item, type Point, type Scene, type Travel } from './scene/scene.ts';

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

interface Pointed extends Description {
  /** Middle and ends of the thing, in pixels of the page. */
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
}

/** Milliseconds between two summaries for screen readers. */
const SUMMARY_MS = 5000;

export function Figure({ run }: { readonly run: RunView }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const figure = useFigure(canvas, run);
  const { pointed, spoken, summary } = figure;
  const summaryId = useId();
  return (
    <div
      className="pipeline-figure"
      role="application"
      aria-roledescription="diagram"
      aria-label="Workers, queue, learner and weights. Arrow keys go from thing to thing."
      aria-describedby={summaryId}
      tabIndex={0}
      data-testid="pipeline-figure"
      onPointerMove={figure.pointerMoved}
      onPointerDown={figure.pointerMoved}
      onPointerLeave={figure.pointerLeft}
      onKeyDown={figure.keyPressed}
      onFocus={figure.focused}
      onBlur={figure.left}
    >
      <canvas ref={canvas} className="pipeline-canvas" aria-hidden data-testid="pipeline-canvas" />
      {pointed !== undefined && <Bubble pointed={pointed} />}
      <p className="sr-only" id={summaryId} data-testid="pipeline-summary">
        {summary}
      </p>
      <p className="sr-only" role="status">
        {spoken}
      </p>
    </div>
  );
}

function Bubble({ pointed: { name, text, x, top, bottom } }: { readonly pointed: Pointed }) {
  const below = top < 76;
  return (
    <div
      className="overlay tip pipeline-tip"
      data-testid="pipeline-tip"
      data-below={below}
      style={{
        left: `clamp(0px, calc(${x}px - 130px), calc(100% - 260px))`,
        top: below ? bottom + 8 : top - 8,
      }}
      aria-hidden
    >
      <strong>{name}</strong>
      <span>{text}</span>
    </div>
  );
}

/** What lies between React and the player: the thing pointed at, and where the pointer is. */
class Pointing {
  scene: Scene | undefined;
  scale = 1;
  key: string | undefined;
  /** Where a mouse is, so that what comes under it is pointed at. */
  pointer: Point | undefined;

  get item(): Item | undefined {
    return this.scene?.items.find(({ key }) => key === this.key);
  }

  /** After a new picture: follows the thing, or takes what is in its place now. */
  settle(): Item | undefined {
    if (this.scene === undefined || this.key === undefined) return undefined;
    if (this.item === undefined) {
      this.key = this.pointer === undefined ? this.#station() : itemAt(this.scene, this.pointer)?.key;
    }
    return this.item;
  }

  #last: Item | undefined;

  remember(item: Item | undefined): void {
    this.key = item?.key;
    this.#last = item;
  }

  /** The thing has gone on: its station stays. */
  #station(): string | undefined {
    return this.#last?.station;
  }
}

function useFigure(canvas: React.RefObject<HTMLCanvasElement | null>, run: RunView) {
  const [pointed, setPointed] = useState<Pointed>();
  const [spoken, setSpoken] = useState('');
  const [summary, setSummary] = useState('');
  const [pointing] = useState(() => new Pointing());
  const player = useRef<Player>(undefined);
  const still = useMedia('(prefers-reduced-motion: reduce)');

  useEffect(() => {
    const element = canvas.current;
    if (element === null) return undefined;
    const made = new Player({
      canvas: element,
      marked: () => pointing.key,
      onPicture: (scene, scale) => {
        pointing.scene = scene;
        pointing.scale = scale;
        setPointed((before) => same(before, pointedAt(pointing.settle(), scale, run)));
      },
    });
    player.current = made;
    const show = () => made.show(factsOf(run));
    const stops = [
      sessionStore.subscribe(show),
      run.subscribe(show),
      watchSize(element, made),
      watchSight(element, made),
    ];
    const theme = new MutationObserver(() => made.refresh());
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    show();
    return () => {
      for (const stop of stops) stop();
      theme.disconnect();
      made.stop();
    };
  }, [canvas, run, pointing]);

  useEffect(() => {
    if (player.current !== undefined) player.current.still = still;
  }, [still, run]);

  useEffect(() => {
    const say = () => setSummary(summarisePipeline(factsOf(run)));
    const soon = setTimeout(say, 0);
    const timer = setInterval(say, SUMMARY_MS);
    return () => {
      clearTimeout(soon);
      clearInterval(timer);
    };
  }, [run]);

  const point = (item: Item | undefined, aloud: boolean) => {
    pointing.remember(item);
    const next = pointedAt(item, pointing.scale, run);
    setPointed((before) => same(before, next));
    if (aloud) setSpoken(next === undefined ? '' : `${next.name}. ${next.text}`);
    player.current?.refresh();
  };

  return {
    pointed,
    spoken,
    summary,
    pointerMoved: (event: PointerEvent<HTMLElement>) => {
      const { left, top } = event.currentTarget.getBoundingClientRect();
      const at = { x: (event.clientX - left) / pointing.scale, y: (event.clientY - top) / pointing.scale };
      pointing.pointer = event.pointerType === 'mouse' ? at : undefined;
      if (pointing.scene === undefined) return;
      point(itemAt(pointing.scene, at, event.pointerType === 'mouse' ? 2 : 8), false);
    },
    pointerLeft: (event: PointerEvent) => {
      pointing.pointer = undefined;
      if (event.pointerType === 'mouse') point(undefined, false);
    },
    keyPressed: (event: KeyboardEvent) => {
      if (event.key === 'Escape' && pointing.key !== undefined) {
        event.preventDefault();
        event.stopPropagation();
        point(undefined, true);
        return;
      }
      const how = KEYS[event.key];
      if (how === undefined || pointing.scene === undefined) return;
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      pointing.pointer = undefined;
      point(travel(pointing.scene.items, pointing.key, how), true);
    },
    focused: (event: React.FocusEvent<HTMLElement>) => {
      if (!event.currentTarget.matches(':focus-visible') || pointing.key !== undefined) return;
      point(pointing.scene?.items[0], false);
    },
    left: () => point(undefined, false),
  };
}

function pointedAt(item: Item | undefined, scale: number, run: RunView): Pointed | undefined {
  if (item === undefined) return undefined;
  const { x, y, width, height } = item.box;
  return {
    ...describe(item, factsOf(run)),
    x: Math.round((x + width / 2) * scale),
    top: Math.round(y * scale),
    bottom: Math.round((y + height) * scale),
  };
}

/** The one before where nothing about it changed, so that React has nothing to do. */
function same(before: Pointed | undefined, after: Pointed | undefined): Pointed | undefined {
  if (before === undefined || after === undefined) return after;
  const keys = Object.keys(after) as (keyof Pointed)[];
  return keys.every((key) => before[key] === after[key]) ? before : after;
}

function watchSize(element: HTMLElement, player: Player): () => void {
  const observer = new ResizeObserver(([entry]) => {
    if (entry !== undefined) player.width = Math.round(entry.contentRect.width);
  });
  observer.observe(element.parentElement!);
  return () => observer.disconnect();
}

/** Out of sight, or in a page that is hidden, nothing is painted. */
function watchSight(element: HTMLElement, player: Player): () => void {
  let inSight = false;
  const report = () => {
    player.visible = inSight && document.visibilityState === 'visible';
  };
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

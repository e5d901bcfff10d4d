/** Connects the canvas to the run and its window, and pointers, wheel and keys to what they mean. */
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
import type { Pointed } from '../pipeline/useFigure.ts';
import type { RunView } from '../run/runView.ts';
import { type Command, commandOf, Fingers, wheelFactor } from './gestures.ts';
import type { Sight } from './sight.ts';
import { advance, choose, followNext, nowOf, sightOf, timelineStore } from './timelineStore.ts';
import { Viewer } from './viewer.ts';
import { amongText, journeySteps, moment, spanText, spanTitle } from './words.ts';

/** @param frame what the canvas scrolls in */
export function useTimeline(
  frame: RefObject<HTMLElement | null>,
  canvas: RefObject<HTMLCanvasElement | null>,
  run: RunView,
) {
  const [pointed, setPointed] = useState<Pointed>();
  const [spoken, setSpoken] = useState('');
  const viewer = useRef<Viewer>(undefined);
  const [fingers] = useState(() => new Fingers());

  useEffect(() => {
    const element = canvas.current!;
    // Keys may come before the first picture.
    const sight = advance(run);
    const made = new Viewer({
      canvas: element,
      run,
      sight,
      onPicture: () => setPointed((before) => same(before, pointedAt(made, run))),
    });
    viewer.current = made;
    const soon = () => made.soon();
    const stops = [
      run.subscribe(soon),
      sight.subscribe(soon),
      timelineStore.subscribe(soon),
      watchSize(frame.current!, (size) => (made.size = size)),
      watchSight(element, (visible) => (made.visible = visible)),
      watchTheme(() => made.draw()),
      turnWheel(frame.current!, made, sight),
    ];
    return () => {
      for (const stop of stops) stop();
      made.stop();
    };
  }, [frame, canvas, run]);

  const placeOf = (event: PointerEvent<HTMLElement>) => {
    const { left, top } = canvas.current!.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const settle = (event: PointerEvent<HTMLElement>) => {
    const tapped = fingers.up(event.pointerId);
    if (event.type === 'pointercancel' || !tapped) return;
    viewer.current!.pointAt(placeOf(event));
    choose(run, viewer.current!.pointed);
    if (event.pointerType !== 'mouse') viewer.current!.leave();
  };

  return {
    pointed,
    spoken,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return;
        fingers.down(event.pointerId, placeOf(event).x - viewer.current!.stage.left);
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const at = placeOf(event);
        if (!fingers.any) {
          if (event.pointerType === 'mouse') viewer.current!.pointAt(at);
          return;
        }
        const { left, width } = viewer.current!.stage;
        const sight = sightOf(run);
        const next = fingers.move(event.pointerId, at.x - left, sight.shown, width);
        if (next === undefined) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        viewer.current!.leave();
        sight.show(next.from, next.to);
      },
      onPointerUp: settle,
      onPointerCancel: settle,
      onPointerLeave: () => void (fingers.any || viewer.current!.leave()),
      onKeyDown: (event: KeyboardEvent) => {
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        const command = commandOf(event.key, event.shiftKey);
        if (command === undefined) return;
        const said = obey(command, viewer.current!, run);
        if (said === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        setSpoken(said);
      },
      onBlur: (event: FocusEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget)) viewer.current!.leave();
      },
    },
  };
}

/** Does what a key asks for. Returns what is said about it; undefined where there was nothing to do. */
function obey(command: Command, viewer: Viewer, run: RunView): string | undefined {
  const sight = sightOf(run);
  switch (command.kind) {
    case 'step':
      sight.step(command.share);
      return shownText(sight);
    case 'zoom':
      sight.zoom(command.factor);
      return shownText(sight);
    case 'whole':
      sight.whole();
      return shownText(sight);
    case 'begin':
      sight.toBegin();
      return shownText(sight);
    case 'end':
      sight.toEnd();
      return shownText(sight);
    case 'go':
      viewer.go(command.way);
      return pointedText(viewer, run);
    case 'choose': {
      if (viewer.pointed === undefined) return undefined;
      choose(run, viewer.pointed);
      // It is told beside the picture now.
      viewer.leave();
      return followedText(run) ?? 'This span has no prompts of its own.';
    }
    case 'prompt':
      return followNext(run, command.by) === undefined ? undefined : followedText(run);
    case 'leave':
      if (viewer.leave()) return '';
      if (timelineStore.getState().chosen === undefined) return undefined;
      choose(run, undefined);
      return '';
  }
}

function shownText({ shown: { from, to } }: Sight): string {
  return `${moment(from)} to ${moment(to)}`;
}

function pointedText(viewer: Viewer, run: RunView): string {
  const { pointed } = viewer;
  const index = pointed?.track.indexOf(pointed.serial);
  if (pointed === undefined || index === undefined) return 'There is no span yet.';
  const span = pointed.track.at(index);
  return `${spanTitle(pointed.track, span)}. ${spanText(span, { now: nowOf(run), learnerVersion: run.timeline.learnerVersion })}`;
}

function followedText(run: RunView): string | undefined {
  const { ticket } = timelineStore.getState();
  const journey = ticket === undefined ? undefined : run.journeys.of(ticket);
  if (journey === undefined) return undefined;
  return `Prompt ${ticket}. ${journeySteps(journey)
    .map(({ at, text }) => `${moment(at)}: ${text}`)
    .join(' ')}`;
}

function pointedAt(viewer: Viewer, run: RunView): Pointed | undefined {
  const { pointed, among } = viewer;
  const box = pointed && viewer.boxOf(pointed);
  const index = pointed?.track.indexOf(pointed.serial);
  if (pointed === undefined || box === undefined || index === undefined) return undefined;
  const span = pointed.track.at(index);
  const facts = { now: nowOf(run), learnerVersion: run.timeline.learnerVersion };
  return {
    name: spanTitle(pointed.track, span),
    text: [spanText(span, facts), amongText(among)].join(' ').trim(),
    left: Math.round(box.left),
    right: Math.round(box.right),
    top: Math.round(box.top),
    bottom: Math.round(box.bottom),
    x: Math.round((box.left + box.right) / 2),
    finger: false,
  };
}

/** The one before where nothing about it changed, so that React has nothing to do. */
function same(before: Pointed | undefined, after: Pointed | undefined): Pointed | undefined {
  if (before === undefined || after === undefined) return after;
  const keys = Object.keys(after) as (keyof Pointed)[];
  return keys.every((key) => before[key] === after[key]) ? before : after;
}

/** With Ctrl or ⌘ the wheel zooms, and sideways it moves; else the page scrolls. */
function turnWheel(element: HTMLElement, viewer: Viewer, sight: Sight): () => void {
  const turn = (event: WheelEvent) => {
    const sideways = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
    if (event.ctrlKey || event.metaKey) {
      const { left } = element.getBoundingClientRect();
      sight.zoom(wheelFactor(event.deltaY), viewer.timeAt(event.clientX - left));
    } else if (Math.abs(sideways) > Math.abs(event.shiftKey ? 0 : event.deltaY)) {
      sight.step(sideways / Math.max(1, viewer.stage.width));
    } else return;
    event.preventDefault();
  };
  element.addEventListener('wheel', turn, { passive: false });
  return () => element.removeEventListener('wheel', turn);
}

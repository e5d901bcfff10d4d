/**
 * Lies over a chart over time and hears pointer and keys: draws the cross-hair that all charts share, with what
 * changed there, and chooses the stretch that all of them show. For assistive technology it is a slider over the
 * updates whose value is what the chart says there. The wheel is left to the page.
 */
import { useContext, useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { RunView } from '../../run/runView.ts';
import type { Mark } from '../catalogue/changes.ts';
import { dataOf } from '../data/runData.ts';
import type { Size } from '../plot/layout.ts';
import type { AxisSpec } from '../plot/Plot.tsx';
import { AloneContext } from '../schedule/schedule.ts';
import { axes, positionOf, updateAt, type AxisName } from './axis.ts';
import { gestureOf } from './gestures.ts';
import { hoverNow, setHover, useHover } from './hover.ts';
import { setZoom, viewNow } from './view.ts';
import { stretchBetween, type Stretch } from './zoom.ts';

interface TimeLayerProps {
  readonly id: string;
  readonly title: string;
  readonly size: Size;
  readonly x: AxisSpec;
  readonly axis: AxisName;
  readonly zoom: Stretch | undefined;
  readonly run: RunView;
  readonly marks: readonly Mark[];
  /** What the chart says at an update, in words. */
  readonly words: (update: number) => string;
}

/** How near, in pixels, the pointer has to be to a mark to be drawn to it. */
const REACH = 5;
/** A drag shorter than this, in pixels, is a click. */
const SHORTEST_DRAG = 6;

export function TimeLayer({ id, title, size, x, axis, zoom, run, marks, words }: TimeLayerProps) {
  const update = useHover();
  const alone = useContext(AloneContext);
  const [over, setOver] = useState(false);
  const [drag, setDrag] = useState<{ readonly from: number; readonly to: number }>();
  const data = dataOf(run);
  const last = data.lastUpdate;
  const span = size.width - size.left - size.right;
  const pixels = (at: number) => size.left + ((positionOf(run, axis, at) - x.low) / (x.high - x.low)) * span;
  const updateUnder = (offset: number) =>
    updateAt(run, axis, x.low + ((offset - size.left) / span) * (x.high - x.low));
  const shown = zoom ?? { from: 0, to: last };

  const offsetOf = (event: PointerEvent<HTMLDivElement>) => {
    const offset = event.clientX - event.currentTarget.getBoundingClientRect().left;
    return Math.min(size.left + span, Math.max(size.left, offset));
  };
  const point = (offset: number) => {
    if (last === 0) return;
    const near = marks.find((mark) => Math.abs(pixels(mark.update) - offset) <= REACH);
    const at = near?.update ?? data.nearest(updateUnder(offset));
    setHover(Math.min(shown.to, Math.max(shown.from, at)));
  };
  const move = (event: PointerEvent<HTMLDivElement>) => {
    setOver(true);
    const offset = offsetOf(event);
    if (drag !== undefined) setDrag({ ...drag, to: offset });
    point(offset);
  };
  const press = (event: PointerEvent<HTMLDivElement>) => {
    const offset = offsetOf(event);
    point(offset);
    if (event.button !== 0 || event.pointerType === 'touch') return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ from: offset, to: offset });
  };
  const release = () => {
    if (drag !== undefined && Math.abs(drag.to - drag.from) >= SHORTEST_DRAG) {
      const stretch = stretchBetween(updateUnder(drag.from), updateUnder(drag.to), last);
      if (stretch !== undefined) setZoom(stretch);
    }
    setDrag(undefined);
  };
  const leave = (event: PointerEvent<HTMLDivElement>) => {
    setOver(false);
    // A finger has to lift to let one see.
    if (event.pointerType !== 'touch') setHover(undefined);
  };
  const key = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.altKey || event.metaKey || last === 0) return;
    if (event.key === 'Escape') {
      if (drag !== undefined) {
        setDrag(undefined);
        event.preventDefault();
        return;
      }
      if (alone) return;
    }
    // The chart itself is drawn a little later, so that keys in quick succession would not see what the first did.
    const { zoom: zoomNow } = viewNow();
    const gesture = gestureOf(event.key, event.shiftKey, {
      at: hoverNow(),
      shown: zoomNow ?? { from: 0, to: last },
      last,
      zoom: zoomNow,
    });
    if (gesture === undefined) return;
    event.preventDefault();
    if (gesture.kind === 'zoom') setZoom(gesture.stretch);
    else setHover(gesture.update);
  };

  const visible = update !== undefined && update >= shown.from && update <= shown.to && span > 0;
  const selecting = drag !== undefined && Math.abs(drag.to - drag.from) >= SHORTEST_DRAG;
  return (
    <div
      className="chart-hover"
      role="slider"
      tabIndex={0}
      aria-label={`${title}, cross-hair`}
      aria-orientation="horizontal"
      aria-valuemin={shown.from}
      aria-valuemax={shown.to}
      aria-valuenow={update ?? shown.to}
      aria-valuetext={
        update === undefined
          ? 'No update chosen. Arrow keys choose one.'
          : `Update ${update}: ${words(update)}`
      }
      data-testid={`cross-hair-${id}`}
      onPointerMove={move}
      onPointerDown={press}
      onPointerUp={release}
      onPointerCancel={() => setDrag(undefined)}
      onPointerLeave={leave}
      onDoubleClick={() => setZoom(undefined)}
      onKeyDown={key}
      onBlur={() => setHover(undefined)}
    >
      {selecting && (
        <div
          className="chart-selection"
          style={{
            left: Math.min(drag.from, drag.to),
            width: Math.abs(drag.to - drag.from),
            top: size.top,
            bottom: size.bottom,
          }}
        />
      )}
      {visible && (
        <>
          <div
            className="chart-cursor"
            style={{ left: pixels(update), top: size.top, bottom: size.bottom }}
          />
          {over && (
            <Place
              update={update}
              words={axes[axis].words(positionOf(run, axis, update))}
              change={marks.find((mark) => mark.update === update)?.text}
              left={pixels(update)}
              size={size}
            />
          )}
        </>
      )}
    </div>
  );
}

/** Where the cross-hair is, beside it. */
function Place({
  update,
  words,
  change,
  left,
  size,
}: {
  readonly update: number;
  readonly words: string;
  readonly change: string | undefined;
  readonly left: number;
  readonly size: Size;
}) {
  const atLeft = left > size.width / 2;
  return (
    <div
      className="chart-cursor-text"
      style={{ bottom: size.bottom + 2, ...(atLeft ? { right: size.width - left + 4 } : { left: left + 4 }) }}
    >
      <span>
        update {update}
        {words !== '' && ` · ${words}`}
      </span>
      {change !== undefined && <strong>{change}</strong>}
    </div>
  );
}

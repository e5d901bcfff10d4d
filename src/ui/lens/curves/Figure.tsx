/** The two panels of curves on their canvas. As a control it is a slider: it chooses the ratio that is read off. */
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useStore } from 'zustand';
import { watchSight, watchSize, watchTheme } from '../../components/watch.ts';
import { ratioText } from '../../inspector/words.ts';
import { isPrinting } from '../printing.ts';
import { lensStore } from '../state/lensStore.ts';
import { curvesStore } from './curveSource.ts';
import { pictureOf } from './picture.ts';
import { keyTo, pointedStore } from './pointed.ts';
import { readings } from './readings.ts';
import { nearestPoint } from './scale.ts';
import { Viewer } from './viewer.ts';

export function Figure() {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const viewer = useRef<Viewer>(undefined);
  const { logRatio } = useStore(pointedStore);
  const reach = useStore(lensStore, (state) => state.reach);
  const [spoken, setSpoken] = useState('');

  useEffect(() => {
    const made = new Viewer(canvas.current!);
    viewer.current = made;
    const take = () => {
      const curves = curvesStore.getState().latest;
      made.picture = curves && pictureOf(curves);
    };
    const point = () => {
      made.pointed = pointedStore.getState().logRatio;
    };
    take();
    point();
    const stops = [
      curvesStore.subscribe(take),
      pointedStore.subscribe(point),
      watchSize(frame.current!, (size) => {
        // On paper the picture keeps the shape that it had.
        if (!isPrinting()) made.size = size;
      }),
      watchSight(canvas.current!, (visible) => (made.visible = visible)),
      watchTheme(() => made.draw()),
    ];
    return () => {
      for (const stop of stops) stop();
      made.stop();
    };
  }, []);

  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, top } = canvas.current!.getBoundingClientRect();
    const at = viewer.current?.logRatioAt(event.clientX - left, event.clientY - top);
    if (at !== undefined) pointedStore.setState({ logRatio: at });
  };
  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const to = keyTo(event, logRatio, Math.log(reach));
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    pointedStore.setState({ logRatio: to });
    setSpoken(spokenAt(to));
  };
  const ratio = Math.exp(nearestPoint(logRatio, reach));
  return (
    <>
      <div
        ref={frame}
        className="lens-figure"
        role="slider"
        aria-label="Ratio at which the curves are read off"
        aria-valuemin={1 / reach}
        aria-valuemax={reach}
        aria-valuenow={Number(ratio.toPrecision(4))}
        aria-valuetext={`Ratio ${ratioText(ratio)}`}
        tabIndex={0}
        onPointerMove={point}
        onPointerDown={point}
        onKeyDown={press}
        data-testid="lens-figure"
      >
        <canvas ref={canvas} className="lens-canvas" aria-hidden data-testid="lens-canvas" />
      </div>
      <p className="sr-only" role="status" data-testid="lens-spoken">
        {spoken}
      </p>
    </>
  );
}

/** What every curve says at a ratio, for who goes there by keys. */
function spokenAt(logRatio: number): string {
  const { latest } = curvesStore.getState();
  if (latest === undefined) return '';
  return readings(latest, logRatio)
    .map(({ name, words }) => `${name}: ${words}.`)
    .join(' ');
}

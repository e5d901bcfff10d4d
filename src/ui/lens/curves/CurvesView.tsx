/** The first view: coefficients against the ratio, the sliders that move them, and what each method says at one ratio. */
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { LensSlider } from '../LensSlider.tsx';
import { lensStore, setProbe } from '../state/lensStore.ts';
import { probeSliders, type ProbeSlider } from '../state/sliders.ts';
import { lensThread } from '../theThread.ts';
import { CurveTable } from './CurveTable.tsx';
import { curvesStore, followCurves } from './curveSource.ts';
import { Figure } from './Figure.tsx';
import { Formulas } from './Formulas.tsx';
import { Legend } from './Legend.tsx';
import './curves.css';

export function CurvesView() {
  useEffect(() => followCurves(lensThread), []);
  const table = useStore(lensStore, (state) => state.table);
  return (
    <>
      <div className="lens-curves">
        <Sliders />
        <div className="lens-picture">
          <Failure />
          {table ? <CurveTable /> : <Figure />}
        </div>
        <Legend />
      </div>
      <Formulas />
    </>
  );
}

function Failure() {
  const failure = useStore(curvesStore, (state) => state.failure);
  if (failure === undefined) return null;
  return (
    <p className="lens-failure" role="alert" data-testid="lens-failure">
      The curves could not be computed: {failure}
    </p>
  );
}

function Sliders() {
  const probe = useStore(lensStore, (state) => state.probe);
  return (
    <div className="lens-sliders" role="group" aria-label="The token, and the batch around it">
      {(Object.keys(probeSliders) as ProbeSlider[]).map((name) => (
        <LensSlider
          key={name}
          setting={probeSliders[name]}
          value={probe[name]}
          {...(name === 'position' && { most: probe.length })}
          onChange={(value) => setProbe(name, value)}
        />
      ))}
    </div>
  );
}

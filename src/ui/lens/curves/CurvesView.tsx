/** The first view: coefficients against the ratio, the sliders that move them, and what each method says at one ratio. */
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { LensSlider } from '../LensSlider.tsx';
import { lensStore, setProbe } from '../state/lensStore.ts';
import { stancePairs } from '../state/schema.ts';
import { probeSliders, type ProbeSlider as SliderName } from '../state/sliders.ts';
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
          <StanceWords />
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

function StanceWords() {
  const stance = useStore(lensStore, (state) => stancePairs.get(state.stance));
  if (stance === undefined) return null;
  return (
    <p className="lens-stance" data-testid="lens-stance-words">
      {stance.sentence}
    </p>
  );
}

function Sliders() {
  return (
    <div className="lens-sliders" role="group" aria-label="The token, and the batch around it">
      {(Object.keys(probeSliders) as SliderName[]).map((name) => (
        <ProbeSlider key={name} name={name} />
      ))}
    </div>
  );
}

/** Renders when its own value changes, and no other's: a drag has to leave time for the picture. */
function ProbeSlider({ name }: { readonly name: SliderName }) {
  const value = useStore(lensStore, ({ probe }) => probe[name]);
  const most = useStore(lensStore, ({ probe }) =>
    name === 'position' ? probe.length : probeSliders[name].max,
  );
  return (
    <LensSlider
      setting={probeSliders[name]}
      value={value}
      most={most}
      onChange={(next) => setProbe(name, next)}
    />
  );
}

/** What the colours of tokens mean. */
import { useStore } from 'zustand';
import { stalenessGradient } from '../theme/staleness.ts';
import { inspectorStore } from './inspectorStore.ts';

const SIGNED = 'linear-gradient(to right, var(--negative), var(--surface), var(--positive))';

export function Legend() {
  const colouring = useStore(inspectorStore, (state) => state.colouring);
  switch (colouring) {
    case 'staleness':
      return (
        <Scale
          from="fresh"
          to="64 versions behind"
          gradient={stalenessGradient}
          about="Beneath each token: versions behind the learner."
        />
      );
    case 'ratio':
      return (
        <Scale
          from="¼"
          to="4"
          gradient={SIGNED}
          about="Beneath each token: ratio θ/μ, how much likelier it is now than when it was sampled."
        />
      );
    case 'advantage':
      return (
        <Scale
          from="−"
          to="+"
          gradient={SIGNED}
          about="Beneath each token: how much better its answer was than the others."
        />
      );
    case 'clip':
      return (
        <p className="inspector-legend">
          <span className="inspector-cut" aria-hidden />
          <span>
            A gate acted: <b>↑ cut</b> above the range with A &gt; 0, <b>↓ cut</b> below it with A &lt; 0, no
            gradient; others are named beside.
          </span>
        </p>
      );
  }
}

function Scale({
  from,
  to,
  gradient,
  about,
}: {
  readonly from: string;
  readonly to: string;
  readonly gradient: string;
  readonly about: string;
}) {
  return (
    <p className="inspector-legend">
      <span className="inspector-scale" aria-label={`Colours from ${from} to ${to}.`} role="img">
        {from}
        <span className="inspector-gradient" style={{ background: gradient }} />
        {to}
      </span>
      <span>{about}</span>
    </p>
  );
}

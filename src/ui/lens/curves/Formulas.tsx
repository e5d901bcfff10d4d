/** The compared methods in words and formulas, with the settings that each reads now. */
import { useStore } from 'zustand';
import type { MethodName } from '../../../learning/objectives/contract.ts';
import { AboutChoice } from '../../rail/objective/About.tsx';
import { type Choice, choices } from '../../rail/objective/choices.ts';
import { experimentStore } from '../../state/experimentStore.ts';
import { labelOf, settingsOf } from '../names.ts';
import { RunsMark } from '../RunsMark.tsx';
import { lensStore, shownMethods } from '../state/lensStore.ts';
import { Swatch } from '../Swatch.tsx';
import { settingsNow } from './curveSource.ts';
import { lookOf } from './looks.ts';

const byMethod = new Map<string, Choice>(
  choices.flatMap((choice) =>
    choice.target.kind === 'method' ? [[choice.target.method, choice] as const] : [],
  ),
);

export function Formulas() {
  const chosen = useStore(lensStore, (state) => state.methods);
  const experiment = useStore(experimentStore, settingsNow);
  const running = experiment.objective.name;
  return (
    <section className="lens-formulas" aria-label="The compared methods">
      {shownMethods(chosen, running).map((method, index) => (
        <article
          key={method}
          className="lens-formula"
          aria-label={labelOf(method)}
          tabIndex={0}
          data-testid={`lens-formula-${method}`}
        >
          <p className="lens-formula-head">
            <Swatch look={lookOf(index)} strong={method === running} />
            {method === running && <RunsMark />}
          </p>
          <AboutChoice choice={byMethod.get(method)!} experiment={experiment} />
          <Settings method={method} experiment={experiment} />
        </article>
      ))}
    </section>
  );
}

function Settings({
  method,
  experiment,
}: {
  readonly method: MethodName;
  readonly experiment: Parameters<typeof settingsOf>[1];
}) {
  const own = settingsOf(method, experiment);
  if (own.length === 0) return null;
  return (
    <p className="lens-settings">
      Now: {own.map(({ label, value }) => `${label.toLowerCase()} ${value}`).join(' · ')}
    </p>
  );
}

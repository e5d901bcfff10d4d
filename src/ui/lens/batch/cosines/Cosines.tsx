/** The cosine between each method's gradient on the batch and a fresh on-policy one: measured when somebody asks for it. */
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { Compass, Square } from 'lucide-react';
import type { MethodName } from '../../../../learning/objectives/contract.ts';
import type { CosineReport } from '../../../../runtime/lens/cosines.ts';
import { Button } from '../../../components/Button.tsx';
import { lookOf } from '../../curves/looks.ts';
import { labelOf } from '../../names.ts';
import { Swatch } from '../../Swatch.tsx';
import type { Subject } from '../batchStore.ts';
import { CosineMeasurement, type CosineState, startCosineThread } from './measurement.ts';
import { saidOf } from './said.ts';
import { CosineAxis, Whisker } from './Whisker.tsx';

/** One for the visit, so that what was found is still there when somebody comes back to it. */
const measurement = new CosineMeasurement(startCosineThread);

export function Cosines({
  subject,
  shown,
}: {
  readonly subject: Subject;
  readonly shown: readonly MethodName[];
}) {
  const state = useStore(measurement.state);
  useEffect(() => () => measurement.stop(), []);
  const possible = subject.capture?.parameters !== undefined;
  return (
    <section className="lens-part" aria-labelledby="lens-cosines">
      <div className="lens-part-head">
        <h3 id="lens-cosines">Where their gradients point</h3>
      </div>
      <p className="lens-note">
        A fresh gradient is what new answers of the very weights that were trained would give. A cosine of 1
        means that the method points the same way, 0 that it has nothing to do with it.
      </p>
      {state.phase === 'running' ? (
        <div className="lens-cosine-run">
          <Button onClick={() => measurement.stop()} data-testid="lens-cosine-stop">
            <Square aria-hidden />
            Stop
          </Button>
          <Progress share={state.share} />
        </div>
      ) : (
        <Button
          onClick={() => measurement.begin(subject, shown)}
          aria-disabled={!possible}
          data-testid="lens-cosine"
        >
          <Compass aria-hidden />
          Measure the cosine with a fresh gradient
        </Button>
      )}
      <p className="lens-note" role="status" data-testid="lens-cosine-status" data-phase={state.phase}>
        {possible || state.phase === 'running' ? statusOf(state) : impossible(subject)}
      </p>
      {possible && state.report !== undefined && (
        <Rows report={state.report} shown={shown} source={subject.source} />
      )}
    </section>
  );
}

function impossible({ source }: Subject): string {
  switch (source) {
    case 'synthetic':
      return 'A made-up batch has no policy whose gradient could be taken.';
    case 'record':
      return 'The weights before this update were not saved. Updates whose name in the choice above has “cosine” beside it can be measured.';
    case 'run':
      return 'The weights that this batch was trained from are not known, so there is nothing to measure with.';
  }
}

function statusOf({ phase, report, update, message }: CosineState): string {
  switch (phase) {
    case 'idle':
      return 'It takes some seconds: thousands of new answers are sampled for it, in a thread of its own.';
    case 'running':
      return `Measuring on the batch of update ${update} …`;
    case 'done':
      return `Of update ${update}: ${report!.answers.toLocaleString('en')} answers against ${report!.fresh.toLocaleString('en')} fresh ones.`;
    case 'failed':
      return `It could not be measured: ${message}.`;
  }
}

function Progress({ share }: { readonly share: number }) {
  return (
    <div
      className="lens-progress"
      role="progressbar"
      aria-label="Measured so far"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(100 * share)}
    >
      <div style={{ width: `${100 * share}%` }} />
    </div>
  );
}

function Rows({
  report,
  shown,
  source,
}: {
  readonly report: CosineReport;
  readonly shown: readonly MethodName[];
  readonly source: Subject['source'];
}) {
  return (
    <>
      <div className="lens-scroll" role="region" aria-label="Cosines" tabIndex={0}>
        <table className="lens-cosines" data-testid="lens-cosines">
          <thead>
            <tr>
              <th scope="col">Method</th>
              <th scope="col">
                <span className="sr-only">From −1 to 1</span>
                <CosineAxis />
              </th>
              <th scope="col">Measured</th>
              <th scope="col">Without noise</th>
            </tr>
          </thead>
          <tbody>
            {report.methods.map((entry) => (
              <tr key={entry.method} data-method={entry.method}>
                <th scope="row">
                  <span className="lens-name">
                    {shown.includes(entry.method) && <Swatch look={lookOf(shown.indexOf(entry.method))} />}
                    <span className="lens-label">{labelOf(entry.method)}</span>
                  </span>
                </th>
                {'missing' in entry ? (
                  <td colSpan={3} className="lens-missing">
                    It {entry.missing}.
                  </td>
                ) : (
                  <Whisker said={saidOf(entry.cosine, report)} />
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="lens-note" data-testid="lens-cosine-notes">
        The ring is the cosine as this batch gives it; the noise of so few answers draws it towards 0. The dot
        has that noise taken out, and its line reaches as far as chance may have moved it (95 % interval).
      </p>
      <p className="lens-note">
        All is taken where the update begins, of the whole batch at once: there nothing has moved from a
        proximal policy that is recomputed, so what limits that move, as GSPO does, is REINFORCE here. The
        table above counts the later minibatches too.
      </p>
      {source === 'record' && (
        <p className="lens-note">
          A saved run does not hold how likely the policy found each token as the update began, so the table
          leaves out methods that read it, such as decoupled PPO. Here it is computed again from the saved
          weights.
        </p>
      )}
    </>
  );
}

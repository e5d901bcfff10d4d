/** The legend of the curves, which is also their read-out: each method's coefficients at the ratio that is pointed at. */
import { useStore } from 'zustand';
import { X } from 'lucide-react';
import { Button } from '../../components/Button.tsx';
import { ratioText } from '../../inspector/words.ts';
import { RunsMark } from '../RunsMark.tsx';
import { lensStore, toggleMethod } from '../state/lensStore.ts';
import { Swatch } from '../Swatch.tsx';
import { curvesStore } from './curveSource.ts';
import { pointedStore } from './pointed.ts';
import { coefficientText, type Reading, readings } from './readings.ts';
import { nearestPoint } from './scale.ts';

export function Legend() {
  const latest = useStore(curvesStore, (state) => state.latest);
  const { logRatio: pointed } = useStore(pointedStore);
  const reach = useStore(lensStore, (state) => latest?.question.reach ?? state.reach);
  const logRatio = nearestPoint(pointed, reach);
  const rows = latest === undefined ? [] : readings(latest, logRatio);
  const ratio = Math.exp(logRatio);
  return (
    <div className="lens-legend">
      <table data-testid="lens-legend">
        <caption>
          What is left of the push, at ratio{' '}
          <strong data-testid="lens-ratio" data-value={ratio}>
            {ratioText(ratio)}
          </strong>
        </caption>
        <thead>
          <tr>
            <th scope="col">Method</th>
            <th scope="col">A &gt; 0</th>
            <th scope="col">A &lt; 0</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {rows.map((reading) => (
            <Row key={reading.method} reading={reading} />
          ))}
        </tbody>
      </table>
      <p className="lens-note">
        Rings are kinks. A bar under the curves marks where nothing is left of the token, and the dotted level
        is the advantage itself, as REINFORCE has it.
      </p>
    </div>
  );
}

function Row({
  reading: { method, name, look, running, positive, negative },
}: {
  readonly reading: Reading;
}) {
  return (
    <tr data-method={method} data-running={running}>
      <th scope="row">
        <span className="lens-name">
          <Swatch look={look} strong={running} />
          <span className="lens-label">
            {name} {running && <RunsMark />}
          </span>
        </span>
      </th>
      <td data-testid={`lens-positive-${method}`} data-value={positive}>
        {coefficientText(positive)}
      </td>
      <td data-testid={`lens-negative-${method}`} data-value={negative}>
        {coefficientText(negative)}
      </td>
      <td className="lens-remove">
        {!running && (
          <Button
            look="quiet"
            className="button-icon"
            aria-label={`Leave out ${name}`}
            onClick={() => toggleMethod(method)}
          >
            <X aria-hidden />
          </Button>
        )}
      </td>
    </tr>
  );
}

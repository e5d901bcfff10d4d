/** The same numbers as the curves, as two tables: a row a method, a column a ratio. */
import { useStore } from 'zustand';
import { ratioLabel } from '../../charts/plot/format.ts';
import { ratioText } from '../../inspector/words.ts';
import { labelOf } from '../names.ts';
import { curvesStore } from './curveSource.ts';
import { coefficientText } from './readings.ts';
import { valueAt } from './scale.ts';

const SIGNS = [
  ['positive', 'Coefficients for A > 0, a good answer'],
  ['negative', 'Coefficients for A < 0, a bad answer'],
] as const;

/** Columns of a table; odd, so that ratio 1 has one. */
const COLUMNS = 13;

export function CurveTable() {
  const latest = useStore(curvesStore, (state) => state.latest);
  if (latest === undefined) return null;
  const { question, curves } = latest;
  const { logRatios, reach } = question;
  const ratios = Array.from({ length: COLUMNS }, (_, i) => reach ** ((2 * i) / (COLUMNS - 1) - 1));
  return (
    <div
      className="lens-tables"
      role="region"
      aria-label="Curves as tables"
      tabIndex={0}
      data-testid="lens-tables"
    >
      {SIGNS.map(([sign, caption]) => (
        <table key={sign}>
          <caption>{caption}</caption>
          <thead>
            <tr>
              <th scope="col">Method</th>
              {ratios.map((ratio) => (
                <th key={ratio} scope="col">
                  {ratioLabel(Number(ratio.toPrecision(3)))}
                </th>
              ))}
              <th scope="col">Kinks at</th>
              <th scope="col">Nothing left at</th>
            </tr>
          </thead>
          <tbody>
            {curves.map((curve) => {
              const { coefficients, kinks, deadZones } = curve[sign];
              return (
                <tr key={curve.method}>
                  <th scope="row">
                    {labelOf(curve.method)}
                    {curve.method === question.running && ' (runs)'}
                  </th>
                  {ratios.map((ratio) => (
                    <td key={ratio}>{coefficientText(valueAt(coefficients, logRatios, Math.log(ratio)))}</td>
                  ))}
                  <td>{kinks.map((at) => ratioText(Math.exp(at))).join(', ') || 'none'}</td>
                  <td>{deadZones.map((zone) => zoneText(zone, logRatios)).join(', ') || 'no ratio'}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      ))}
    </div>
  );
}

function zoneText([from, to]: readonly [number, number], logRatios: Float64Array): string {
  const [low, high] = [ratioText(Math.exp(from)), ratioText(Math.exp(to))];
  if (from <= logRatios[0]!) return to >= logRatios.at(-1)! ? 'every ratio' : `up to ${high}`;
  return to >= logRatios.at(-1)! ? `from ${low}` : `${low} to ${high}`;
}

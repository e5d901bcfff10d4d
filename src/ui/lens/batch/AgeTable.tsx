/** The counts of the methods by age, as numbers: a row an age and method. */
import type { Tally } from '../../../learning/lens/index.ts';
import type { MethodName } from '../../../learning/objectives/contract.ts';
import { labelOf } from '../names.ts';
import { RunsMark } from '../RunsMark.tsx';
import type { MethodOnBatch } from '../thread/protocol.ts';
import { ageText, binsOf } from './ages.ts';
import { type Told, verdictTitles } from './words.ts';

const told = Object.keys(verdictTitles) as Told[];

export function AgeTable({
  methods,
  running,
}: {
  readonly methods: readonly MethodOnBatch[];
  readonly running: MethodName;
}) {
  const known = methods.flatMap((entry) =>
    'tally' in entry && entry.tally.byAge !== undefined
      ? [{ method: entry.method, byAge: entry.tally.byAge }]
      : [],
  );
  const bins = binsOf(methods.flatMap((entry): Tally[] => ('tally' in entry ? [entry.tally] : [])));
  if (bins.length === 0)
    return <p className="lens-note">How old its tokens are is not known of this batch.</p>;
  return (
    <table className="lens-methods lens-ages" data-testid="lens-ages">
      <caption className="sr-only">Tokens of good (+) and bad (−) answers, by age in versions</caption>
      <thead>
        <tr>
          <th scope="col">Method</th>
          <th scope="col">Age</th>
          {told.map((verdict) => (
            <th key={verdict} scope="col">
              {verdictTitles[verdict]}
            </th>
          ))}
        </tr>
      </thead>
      {known.map(({ method, byAge }) => (
        <tbody key={method}>
          {bins.map((bin, row) => (
            <tr key={bin} data-running={method === running}>
              {row === 0 && (
                <th scope="rowgroup" rowSpan={bins.length}>
                  <span className="lens-label">
                    {labelOf(method)} {method === running && <RunsMark />}
                  </span>
                </th>
              )}
              <th scope="row">{ageText(bin)}</th>
              {told.map((verdict) => (
                <td key={verdict}>
                  +{byAge[bin]![0]![verdict]} −{byAge[bin]![1]![verdict]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}

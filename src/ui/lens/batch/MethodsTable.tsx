/** For each method how many tokens it drops, caps, weakens, keeps, amplifies or reverses, by sign of the advantage and by age. */
import type { ReactNode } from 'react';
import { type MethodOnBatch } from '../thread/protocol.ts';
import { AGE_EDGES, readingWords, type Tally } from '../../../learning/lens/index.ts';
import type { MethodName } from '../../../learning/objectives/contract.ts';
import { reading as numberText } from '../../charts/plot/format.ts';
import { Explained } from '../../components/Tip.tsx';
import { colourOf } from '../../theme/staleness.ts';
import { lookOf } from '../curves/looks.ts';
import { labelOf } from '../names.ts';
import { RunsMark } from '../RunsMark.tsx';
import { Swatch } from '../Swatch.tsx';
import { agesOf, ageText } from './ages.ts';
import type { Subject } from './batchStore.ts';
import { missingWords, type Told, verdictHelp, verdictTitles } from './words.ts';

const told = Object.keys(verdictTitles) as Told[];
const SIGNS = [
  ['positive', '+', 'good'],
  ['negative', '−', 'bad'],
] as const;

export function MethodsTable({
  methods,
  subject,
}: {
  readonly methods: readonly MethodOnBatch[];
  readonly subject: Subject;
}) {
  const running = subject.experiment.objective.name;
  return (
    <table className="lens-methods" data-testid="lens-methods-table">
      <caption className="sr-only">
        Tokens that each method drops, caps, weakens, keeps, amplifies or reverses
      </caption>
      <thead>
        <tr>
          <th scope="col">Method</th>
          {told.map((verdict) => (
            <th key={verdict} scope="col">
              <Explained
                className="lens-slider-name"
                text={verdictHelp[verdict]}
                testId={`lens-about-${verdict}`}
              >
                {verdictTitles[verdict]}
              </Explained>
            </th>
          ))}
          <th scope="col">
            <Explained
              className="lens-slider-name"
              text="Effective sample size of the weights c/A, as a share of the tokens with an advantage. REINFORCE has 100 %; few large weights, or many of 0, make it small."
              testId="lens-about-ess"
            >
              ESS
            </Explained>
          </th>
        </tr>
      </thead>
      <tbody>
        {methods.map((entry, index) => (
          <tr key={entry.method} data-method={entry.method} data-running={entry.method === running}>
            <th scope="row">
              <span className="lens-name">
                <Swatch look={lookOf(index)} strong={entry.method === running} />
                <span className="lens-label">
                  {labelOf(entry.method)} {entry.method === running && <RunsMark />}
                </span>
              </span>
              {'reading' in entry && entry.reading !== 'token' && (
                <small className="lens-reading">{readingWords[entry.reading]}</small>
              )}
            </th>
            {'missing' in entry ? (
              <td colSpan={told.length + 1} className="lens-missing">
                {missingWords(entry, subject)}
              </td>
            ) : (
              <Counts entry={entry} />
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Counts({ entry: { method, tally } }: { readonly entry: Extract<MethodOnBatch, { tally: Tally }> }) {
  // Both signs on one scale, so that lengths can be compared.
  const most = Math.max(
    1,
    ...SIGNS.map(([sign]) => told.reduce((sum, verdict) => sum + tally[sign][verdict], 0)),
  );
  return (
    <>
      {told.map((verdict) => (
        <td key={verdict} data-testid={`lens-${method}-${verdict}`} data-value={tally.all[verdict]}>
          <ByAge method={method} verdict={verdict} tally={tally}>
            {SIGNS.map(([sign, mark, word], side) => (
              <span key={sign} className="lens-count-line">
                <span className="lens-sign" aria-hidden>
                  {mark}
                </span>
                <span className="lens-bar-track" aria-hidden>
                  <Bar tally={tally} verdict={verdict} side={side} most={most} all={tally[sign][verdict]} />
                </span>
                <span className="lens-count-number">
                  {tally[sign][verdict]}
                  <span className="sr-only"> {word}</span>
                </span>
              </span>
            ))}
          </ByAge>
        </td>
      ))}
      <td className="lens-ess">{numberText(tally.ess.weights, 'percent')}</td>
    </>
  );
}

/** The numbers behind the colours, on hover, focus and a tap. */
function ByAge({
  method,
  verdict,
  tally,
  children,
}: {
  readonly method: MethodName;
  readonly verdict: Told;
  readonly tally: Tally;
  readonly children: ReactNode;
}) {
  const ages = agesOf(tally, verdict);
  if (ages === undefined || ages.length === 0) return children;
  return (
    <Explained
      className="lens-by-age"
      testId={`lens-by-age-${method}-${verdict}`}
      text={
        <span className="lens-age-lines">
          <span>
            {labelOf(method)}, {verdictTitles[verdict].toLowerCase()}, by versions behind:{' '}
          </span>
          {ages.map(({ bin, good, bad }) => (
            <span key={bin}>
              {ageText(bin)}: +{good} −{bad}{' '}
            </span>
          ))}
        </span>
      }
    >
      {children}
    </Explained>
  );
}

/** Stacked by age, fresh to old, in the colours of staleness. */
function Bar({
  tally: { byAge },
  verdict,
  side,
  most,
  all,
}: {
  readonly tally: Tally;
  readonly verdict: Told;
  readonly side: number;
  readonly most: number;
  readonly all: number;
}) {
  const width = (count: number) => `${(100 * count) / most}%`;
  if (byAge === undefined) return <span className="lens-plain-bar" style={{ width: width(all) }} />;
  return byAge.map((signs, age) => {
    const count = signs[side]![verdict];
    return count === 0 ? null : (
      <span key={age} style={{ width: width(count), background: colourOf(AGE_EDGES[age]!) }} />
    );
  });
}

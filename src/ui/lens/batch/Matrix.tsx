/** Which methods do the same on the batch, pair by pair: a table whose strong cells agree. */
import { useStore } from 'zustand';
import type { Agreement } from '../../../learning/lens/index.ts';
import type { MethodName } from '../../../learning/objectives/contract.ts';
import { Segments } from '../../components/Segments.tsx';
import { lookOf } from '../curves/looks.ts';
import { labelOf } from '../names.ts';
import { lensStore } from '../state/lensStore.ts';
import { agreements } from '../state/schema.ts';
import { Swatch } from '../Swatch.tsx';

export function Matrix({
  agreement,
  shown,
}: {
  readonly agreement: Agreement;
  /** All methods that are compared, whose places give them their numbers. */
  readonly shown: readonly MethodName[];
}) {
  const by = useStore(lensStore, (state) => state.agreement);
  const { methods } = agreement;
  const values = by === 'verdicts' ? agreement.sameSign : agreement.correlation;
  if (methods.length < 2) return null;
  return (
    <section className="lens-part" aria-labelledby="lens-agreement">
      <div className="lens-part-head">
        <h3 id="lens-agreement">Which methods agree</h3>
        <Segments
          label="Compared by"
          options={agreements}
          value={by}
          onChange={(next) => lensStore.setState({ agreement: next })}
          testId="lens-agreement"
        />
      </div>
      <p className="lens-note">
        {by === 'verdicts'
          ? 'The share of tokens, in percent, that both push the same way or both leave alone.'
          : 'How closely the coefficients of both follow each other over the tokens: 100 is in step, 0 is unrelated.'}
      </p>
      <div className="lens-scroll" role="region" aria-label="Agreement, pair by pair" tabIndex={0}>
        <table className="lens-matrix" data-testid="lens-matrix">
          <thead>
            <tr>
              <th scope="col">Method</th>
              {methods.map((method) => (
                <th key={method} scope="col" title={labelOf(method)}>
                  <span className="sr-only">{labelOf(method)}</span>
                  <span aria-hidden>{shown.indexOf(method) + 1}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {methods.map((method, row) => (
              <tr key={method}>
                <th scope="row">
                  <span className="lens-name">
                    <Swatch look={lookOf(shown.indexOf(method))} />
                    <span className="lens-label">{labelOf(method)}</span>
                  </span>
                </th>
                {methods.map((other, column) => (
                  <Cell key={other} value={values[row]![column]!} self={row === column} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Cell({ value, self }: { readonly value: number; readonly self: boolean }) {
  if (self) return <td className="lens-self">·</td>;
  if (Number.isNaN(value)) return <td title="One of the two is the same for all tokens.">–</td>;
  const share = Math.round(40 * Math.max(0, Math.min(1, value)));
  return (
    <td style={{ background: `color-mix(in srgb, var(--accent) ${share}%, var(--surface))` }}>
      {Math.round(100 * value)
        .toString()
        .replace('-', '−')}
    </td>
  );
}

/** The tokens of the batch as a list that scrolls, of which only what is in sight exists. Up and down go from token to token. */
import { useEffect, useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { VERDICTS } from '../../../learning/lens/index.ts';
import { behindWords, ratioText } from '../../inspector/words.ts';
import { useVirtualRows } from '../../components/useVirtualRows.ts';
import { colourOf } from '../../theme/staleness.ts';
import { coefficientText } from '../curves/readings.ts';
import { chooseToken } from '../state/lensStore.ts';
import type { BatchAnswer } from '../thread/protocol.ts';
import { usePrinting } from '../printing.ts';
import { ownOf } from './rows.ts';
import { glyphAt, placeText } from './words.ts';
import type { MethodName } from '../../../learning/objectives/contract.ts';

const ROW = 26;
const NARROW_ROW = 44;
/** Rows that Page up and Page down go. */
const PAGE = 10;

export interface TokenTableProps {
  readonly answer: BatchAnswer;
  /** Numbers of the tokens that are listed. */
  readonly rows: Int32Array;
  readonly running: MethodName;
  readonly chosen: number;
  readonly vocabulary: readonly string[];
}

export function TokenTable({ answer, rows, running, chosen, vocabulary }: TokenTableProps) {
  const { viewport, virtual, height } = useVirtualRows({
    count: rows.length,
    row: ROW,
    narrowRow: NARROW_ROW,
    overscan: 8,
  });
  const at = rows.indexOf(chosen);
  const focusWanted = useRef(false);

  // A token that came with a link or from the inspector may be far down.
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' });
  }, [virtual, at]);
  useLayoutEffect(() => {
    if (!focusWanted.current) return;
    const row = viewport.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (row === null || row === undefined) return;
    focusWanted.current = false;
    row.focus({ preventScroll: true });
  });

  const press = (event: KeyboardEvent) => {
    const step = stepOf(event.key, at, rows.length);
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    focusWanted.current = true;
    chooseToken(rows[step]!);
  };
  const own = ownOf(answer, running);
  const printing = usePrinting();
  const items = printing ? Array.from(rows, (_, index) => ({ index, start: 0 })) : virtual.getVirtualItems();
  return (
    <div
      ref={viewport}
      className="lens-tokens"
      role="grid"
      aria-label="Tokens of the batch"
      aria-rowcount={rows.length + 1}
      onKeyDown={press}
      data-testid="lens-tokens"
    >
      <div className="lens-token lens-token-heads" role="row">
        {['Answer', 'Place', 'Token', 'A', 'Age', 'Ratio', 'Push', 'Verdict'].map((head) => (
          <span key={head} role="columnheader">
            {head}
          </span>
        ))}
      </div>
      <div className="lens-token-rows" role="rowgroup" style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const t = rows[index]!;
          const { tokens } = answer;
          const advantage = tokens.advantage[t]!;
          const age = tokens.staleness[t]!;
          return (
            <div
              key={t}
              className="lens-token"
              role="row"
              aria-rowindex={index + 2}
              aria-selected={t === chosen}
              tabIndex={t === chosen || (at < 0 && index === 0) ? 0 : -1}
              style={{ height, transform: `translateY(${start}px)` }}
              onClick={() => chooseToken(t)}
              data-testid="lens-token"
              data-token={t}
            >
              <span role="gridcell">{placeText(tokens, t)}</span>
              <span role="gridcell">
                {tokens.place[t]! + 1}/{tokens.length[t]}
              </span>
              <span role="gridcell" className="lens-glyph">
                {glyphAt(tokens, t, vocabulary)}
              </span>
              <span role="gridcell">{advantage > 0 ? '+' : advantage < 0 ? '−' : '0'}</span>
              <span role="gridcell">
                {age >= 0 && (
                  <>
                    <span className="swatch" style={{ background: colourOf(age) }} aria-hidden />{' '}
                    {behindWords(age)}
                  </>
                )}
              </span>
              <span role="gridcell">{ratioText(tokens.ratio[t]!)}</span>
              <span role="gridcell">{own === undefined ? '–' : coefficientText(own.coefficients[t]!)}</span>
              <span role="gridcell">{own === undefined ? '–' : VERDICTS[own.verdicts[t]!]}</span>
            </div>
          );
        })}
      </div>
      {items.length < rows.length && (
        <p className="lens-note lens-paper-only">
          {items.length} of {rows.length.toLocaleString('en')} rows are here. The lens’s own button for
          printing has all of them.
        </p>
      )}
    </div>
  );
}

/** The row that a key goes to from row `at`, −1 = none; undefined for another key, or where there is no row. */
function stepOf(key: string, at: number, rows: number): number | undefined {
  if (rows === 0) return undefined;
  const to = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + PAGE,
    PageUp: at - PAGE,
    Home: 0,
    End: rows - 1,
  }[key];
  return to === undefined ? undefined : Math.min(rows - 1, Math.max(0, to));
}

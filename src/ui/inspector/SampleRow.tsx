/** One sample: its reward and age, its prompt, and every response token with its value. */
import { memo, type CSSProperties } from 'react';
import { colourOf } from '../theme/staleness.ts';
import type { Place } from './inspectorStore.ts';
import { lookOf, type Colouring } from './looks.ts';
import type { Row } from './rows.ts';
import { ratioText, rewardText, sampleWords, signedText, tokenWords } from './words.ts';

export interface SampleRowProps {
  readonly row: Row;
  readonly order: number;
  readonly top: number;
  readonly height: number;
  readonly vocabulary: readonly string[];
  readonly colouring: Colouring;
  readonly strongest: number;
  /** The selected token of this row, −1 = its head; undefined where another row is selected. */
  readonly selected: number | undefined;
  /** Whether Tab leads here when nothing is selected. */
  readonly entry: boolean;
  readonly onSelect: (place: Place) => void;
}

export const SampleRow = memo(function SampleRow(props: SampleRowProps) {
  const { row, order, top, height, vocabulary, colouring, strongest, selected, entry, onSelect } = props;
  const { batch, index, key } = row;
  const start = batch.offsets[index]!;
  const glyphs = (tokens: Int32Array, from: number, to: number): string[] =>
    Array.from(tokens.subarray(from, to), (token) => vocabulary[token] ?? '?');
  const prompt = glyphs(batch.promptTokens, batch.promptOffsets[index]!, batch.promptOffsets[index + 1]!);
  const response = glyphs(batch.tokens, start, batch.offsets[index + 1]!);
  return (
    <div
      role="row"
      className="sample"
      aria-rowindex={order + 1}
      aria-selected={selected !== undefined}
      style={{ height, transform: `translateY(${top}px)` }}
      data-testid="sample"
    >
      <div
        role="rowheader"
        className="sample-head"
        tabIndex={selected === -1 || entry ? 0 : -1}
        data-current={selected === -1}
        onClick={() => onSelect({ row: key, token: -1 })}
      >
        <span className="sr-only">{sampleWords(row)}</span>
        <Head row={row} />
      </div>
      <span className="sample-prompt" aria-hidden>
        {prompt.map((glyph, t) => (
          <span key={t}>{glyph}</span>
        ))}
      </span>
      {response.map((glyph, t) => (
        <Token
          key={t}
          row={row}
          token={t}
          glyph={glyph}
          place={`token ${t + 1} of ${response.length}`}
          colouring={colouring}
          strongest={strongest}
          current={selected === t}
          onSelect={onSelect}
        />
      ))}
    </div>
  );
});

function Head({ row }: { readonly row: Row }) {
  const { batch, index, reward, oldest, ratio } = row;
  const advantage = batch.advantage[batch.offsets[index]!] ?? NaN;
  const state = reward === 1 ? 'right' : reward === 0 ? 'wrong' : 'partly';
  return (
    <>
      <span className="sample-reward" data-state={state} aria-hidden>
        {{ right: '✓', wrong: '✗', partly: '~' }[state]} {rewardText(reward)}
      </span>
      <span className="sample-id" aria-hidden>
        {batch.group[index]}·{batch.member[index]! + 1}
      </span>
      <span className="sample-advantage" aria-hidden>
        A {signedText(advantage)}
      </span>
      <span className="sample-age" aria-hidden>
        <span className="swatch" style={{ background: colourOf(oldest) }} />
        {oldest}
      </span>
      <span className="sample-ratio" aria-hidden>
        ×{ratioText(ratio)}
      </span>
    </>
  );
}

interface TokenProps {
  readonly row: Row;
  readonly token: number;
  readonly glyph: string;
  readonly place: string;
  readonly colouring: Colouring;
  readonly strongest: number;
  readonly current: boolean;
  readonly onSelect: (place: Place) => void;
}

function Token({ row, token, glyph, place, colouring, strongest, current, onSelect }: TokenProps) {
  const { batch, index, key } = row;
  const at = batch.offsets[index]! + token;
  const { colour, value } = lookOf(batch, at, colouring, strongest);
  return (
    <div
      role="gridcell"
      className="token"
      style={{ '--token': colour ?? 'transparent' } as CSSProperties}
      tabIndex={current ? 0 : -1}
      data-current={current}
      data-testid="token"
      onClick={() => onSelect({ row: key, token })}
    >
      <span className="token-glyph" aria-hidden>
        {glyph}
      </span>
      <span className="sr-only">{tokenWords(batch, glyph, at, place)}</span>
      <span className="token-value" aria-hidden>
        {value}
      </span>
    </div>
  );
}

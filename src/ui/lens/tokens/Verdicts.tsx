/** What every method does to the chosen token, and who zeroed it: those that are compared first, then all others. */
import { useStore } from 'zustand';
import { readingWords } from '../../../learning/lens/index.ts';
import type { MethodName } from '../../../learning/objectives/contract.ts';
import { ageWords, ratioText, signedText } from '../../inspector/words.ts';
import { batchStore } from '../batch/batchStore.ts';
import { missingWords } from '../batch/words.ts';
import { lookOf } from '../curves/looks.ts';
import { coefficientText } from '../curves/readings.ts';
import { labelOf } from '../names.ts';
import { RunsMark } from '../RunsMark.tsx';
import { Swatch } from '../Swatch.tsx';
import type { MethodOnToken, TokenColumns } from '../thread/protocol.ts';
import { tokenStore } from './tokenStore.ts';
import { glyphAt, tokenWords } from './words.ts';

export interface VerdictsProps {
  readonly tokens: TokenColumns;
  readonly chosen: number;
  /** Those that are compared. */
  readonly shown: readonly MethodName[];
  readonly running: MethodName;
  readonly vocabulary: readonly string[];
}

export function Verdicts({ tokens, chosen, shown, running, vocabulary }: VerdictsProps) {
  const answered = useStore(tokenStore, (state) => state.answered);
  const there = chosen >= 0 && chosen < tokens.mask.length;
  const methods = answered?.token === chosen ? answered.methods : [];
  const age = tokens.staleness[chosen] ?? -1;
  return (
    <div
      className="lens-verdicts"
      role="region"
      aria-label="What every method does to the token"
      tabIndex={0}
      data-testid="lens-verdicts"
      data-ready={methods.length > 0}
    >
      {!there ? (
        <p className="lens-note">
          Choose a token, by a click or with the arrow keys, to see what every method does to it and why.
        </p>
      ) : (
        <>
          <h3 className="lens-token-title">
            <span className="details-glyph">{glyphAt(tokens, chosen, vocabulary)}</span>{' '}
            {tokenWords(tokens, chosen)}
          </h3>
          <p className="lens-note">
            Ratio {ratioText(tokens.ratio[chosen]!)}
            {age >= 0 && `, ${ageWords(age)}`}, advantage {signedText(tokens.advantage[chosen]!, 3)}.
          </p>
          <ul>
            {ordered(methods, shown).map((entry) => (
              <Entry
                key={entry.method}
                entry={entry}
                place={shown.indexOf(entry.method)}
                running={entry.method === running}
              />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function ordered(methods: readonly MethodOnToken[], shown: readonly MethodName[]): readonly MethodOnToken[] {
  const compared = shown.flatMap((name) => methods.filter(({ method }) => method === name));
  return [...compared, ...methods.filter(({ method }) => !shown.includes(method))];
}

function Entry({
  entry,
  place,
  running,
}: {
  readonly entry: MethodOnToken;
  /** Among those that are compared; −1 = it is none of them. */
  readonly place: number;
  readonly running: boolean;
}) {
  const { method } = entry;
  const subject = useStore(batchStore, (state) => state.answered?.subject);
  return (
    <li className="lens-verdict" data-testid={`lens-verdict-${method}`} data-running={running}>
      <p className="lens-verdict-head">
        <span className="lens-name">
          {place >= 0 && <Swatch look={lookOf(place)} strong={running} />}
          <span className="lens-label">
            {labelOf(method)} {running && <RunsMark />}
          </span>
        </span>
        {'verdict' in entry && (
          <span
            className="lens-verdict-what"
            data-verdict={entry.verdict}
            data-value={entry.coefficient}
            data-gates={entry.by.map(({ gate }) => gate).join(' ')}
          >
            {entry.verdict} <strong>{coefficientText(entry.coefficient)}</strong>
          </span>
        )}
      </p>
      {'missing' in entry ? (
        subject !== undefined && <p className="lens-note">{missingWords(entry, subject)}</p>
      ) : (
        <>
          {entry.by.map(({ gate, sort, sentence }) => (
            <p key={gate} className="lens-note">
              {sort !== undefined && <b>{sort}: </b>}
              {sentence}
            </p>
          ))}
          {running && entry.reading !== 'token' && <p className="lens-note">{readingWords[entry.reading]}</p>}
        </>
      )}
    </li>
  );
}

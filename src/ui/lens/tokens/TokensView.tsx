/** The third view: the batch token by token, and what every method does to the one that is chosen. */
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { createTask } from '../../../tasks/index.ts';
import { Button } from '../../components/Button.tsx';
import { Segments } from '../../components/Segments.tsx';
import { usePhase } from '../../hooks.ts';
import { isActive } from '../../state/sessionStore.ts';
import { batchStore } from '../batch/batchStore.ts';
import { SourceBar } from '../batch/SourceBar.tsx';
import { useBatch } from '../batch/useBatch.ts';
import { labelOf } from '../names.ts';
import { chooseToken, lensStore } from '../state/lensStore.ts';
import { lensFilters } from '../state/schema.ts';
import { lensThread } from '../theThread.ts';
import { tokensThatPass } from './rows.ts';
import { TokenTable } from './TokenTable.tsx';
import { answerTokens } from './tokenStore.ts';
import { Verdicts } from './Verdicts.tsx';
import './tokens.css';

export function TokensView() {
  useBatch();
  useEffect(() => answerTokens(lensThread), []);
  const answered = useStore(batchStore, (state) => state.answered);
  const filter = useStore(lensStore, (state) => state.filter);
  const chosen = useStore(lensStore, (state) => state.token);
  const experiment = answered?.subject.experiment;
  const vocabulary = useMemo(
    () => (experiment === undefined ? [] : createTask(experiment).vocabulary),
    [experiment],
  );
  const rows = useMemo(
    () => answered && tokensThatPass(answered.answer, filter, answered.subject.experiment.objective.name),
    [answered, filter],
  );
  return (
    <div className="lens-tokens-view">
      <SourceBar />
      {answered !== undefined && rows !== undefined && (
        <>
          <div className="lens-part-head">
            <Segments
              label="Which tokens"
              options={lensFilters}
              value={filter}
              onChange={(next) => lensStore.setState({ filter: next })}
              testId="lens-filter"
            />
            <p className="lens-note" role="status" data-testid="lens-token-count">
              {rows.length.toLocaleString('en')} of {answered.answer.tokens.mask.length.toLocaleString('en')}{' '}
              tokens. Push and verdict are those of {labelOf(answered.subject.experiment.objective.name)}, the
              marked method.
            </p>
            <Holding />
          </div>
          <div className="lens-tokens-body">
            {rows.length === 0 ? (
              <p className="lens-note">No token passes this filter.</p>
            ) : (
              <TokenTable
                answer={answered.answer}
                rows={rows}
                running={answered.subject.experiment.objective.name}
                chosen={chosen}
                vocabulary={vocabulary}
              />
            )}
            <Verdicts
              tokens={answered.answer.tokens}
              chosen={chosen}
              shown={answered.methods}
              running={answered.subject.experiment.objective.name}
              vocabulary={vocabulary}
            />
          </div>
        </>
      )}
    </div>
  );
}

/** A chosen token keeps its batch, while the run goes on. */
function Holding() {
  const active = isActive(usePhase());
  const held = useStore(lensStore, ({ token, source }) => token >= 0 && source === 'run');
  if (!active || !held) return null;
  return (
    <Button onClick={() => chooseToken(-1)} data-testid="lens-follow">
      Follow the run again
    </Button>
  );
}

/** The second view: the methods on a batch that was trained on, was saved, or is made up. */
import { useStore } from 'zustand';
import { reading as numberText } from '../../charts/plot/format.ts';
import { AgeScale } from '../../pipeline/AgeScale.tsx';
import { lensStore } from '../state/lensStore.ts';
import type { MethodOnBatch } from '../thread/protocol.ts';
import { AgeTable } from './AgeTable.tsx';
import { batchStore } from './batchStore.ts';
import { Cosines } from './cosines/Cosines.tsx';
import { Matrix } from './Matrix.tsx';
import { MethodsTable } from './MethodsTable.tsx';
import { labelOf } from '../names.ts';
import { learnerWords } from './words.ts';
import { SourceBar } from './SourceBar.tsx';
import { useBatch } from './useBatch.ts';
import './batch.css';

export function BatchView() {
  useBatch();
  const answered = useStore(batchStore, (state) => state.answered);
  const table = useStore(lensStore, (state) => state.table);
  return (
    <div className="lens-batch" data-testid="lens-batch">
      <SourceBar />
      {answered !== undefined && (
        <>
          <section className="lens-part" aria-labelledby="lens-counts">
            <div className="lens-part-head">
              <h3 id="lens-counts">What each method does to the {tokensText(answered.answer.tokens.mask)}</h3>
              <AgeScale />
            </div>
            <p className="lens-note">
              Beside REINFORCE, which pushes every token by its advantage. + are tokens of good answers, − of
              bad ones; tokens with advantage 0 are in no column.
              {ratioSizeText(answered.answer.methods)}
            </p>
            <AsLearner />
            <div className="lens-scroll" role="region" aria-label="Methods on the batch" tabIndex={0}>
              {table ? (
                <AgeTable
                  methods={answered.answer.methods}
                  running={answered.subject.experiment.objective.name}
                />
              ) : (
                <MethodsTable methods={answered.answer.methods} subject={answered.subject} />
              )}
            </div>
          </section>
          <div className="lens-halves">
            <Matrix agreement={answered.answer.agreement} shown={answered.methods} />
            <Cosines subject={answered.subject} shown={answered.methods} />
          </div>
        </>
      )}
    </div>
  );
}

/** Whether the marked method's counts are what the learner itself made of its tokens. */
function AsLearner() {
  const answered = useStore(batchStore, (state) => state.answered);
  const learner = answered?.answer.asLearner;
  if (learner === undefined) return null;
  const label = labelOf(answered!.subject.experiment.objective.name);
  return (
    <p
      className="lens-note lens-as-learner"
      data-testid="lens-as-learner"
      data-same={learner.same}
      data-of={learner.of}
    >
      {learnerWords(label, learner)}
    </p>
  );
}

/** The field's effective sample size, which is the same for all methods. */
function ratioSizeText(methods: readonly MethodOnBatch[]): string {
  const known = methods.find((method) => 'tally' in method);
  if (known === undefined || isNaN(known.tally.ess.ratios)) return '';
  return ` By their ratios to the sampler, all tokens together are worth ${numberText(known.tally.ess.ratios, 'percent')} of as many fresh ones (effective sample size).`;
}

function tokensText(mask: Uint8Array): string {
  const counted = mask.reduce((sum, included) => sum + included, 0);
  return `${counted.toLocaleString('en')} tokens`;
}

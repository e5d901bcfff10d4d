/** The numbers behind a token, or a sample as a whole: exactly those that the update was made with. */
import type { ReactNode } from 'react';
import { Aperture, ChartNoAxesGantt, Users } from 'lucide-react';
import { objectives } from '../../learning/objectives/index.ts';
import { Button } from '../components/Button.tsx';
import { controller } from '../lab.ts';
import { colourOf } from '../theme/staleness.ts';
import { showPrompt } from '../timeline/timelineStore.ts';
import { inspectorStore } from './inspectorStore.ts';
import { gatesAt, type Row } from './rows.ts';
import {
  ageWords,
  behindWords,
  gateLong,
  plainText,
  pushWords,
  ratioText,
  rewardText,
  signedText,
} from './words.ts';

export interface DetailsProps {
  readonly row: Row | undefined;
  /** −1 = the sample itself. */
  readonly token: number;
  readonly vocabulary: readonly string[];
}

export function Details({ row, token, vocabulary }: DetailsProps) {
  return (
    <div
      className="details"
      role="region"
      aria-label="Numbers behind the token"
      tabIndex={0}
      data-testid="details"
    >
      {row === undefined ? (
        <p className="details-hint">
          Choose a token, by a click or with the arrow keys, to see the numbers that it was trained with.
        </p>
      ) : token < 0 ? (
        <SampleDetails row={row} />
      ) : (
        <TokenDetails row={row} token={token} vocabulary={vocabulary} />
      )}
    </div>
  );
}

function TokenDetails({
  row,
  token,
  vocabulary,
}: {
  readonly row: Row;
  readonly token: number;
  readonly vocabulary: readonly string[];
}) {
  const { batch, index } = row;
  const at = batch.offsets[index]! + token;
  const number = (
    column: keyof typeof batch &
      (
        | 'logpBehave'
        | 'logpProx'
        | 'logpTheta'
        | 'ratio'
        | 'ratioProx'
        | 'advantage'
        | 'coefficients'
        | 'entropy'
      ),
  ) => batch[column][at]!;
  const gates = gatesAt(batch, at);
  const cut = gates.length > 0 && number('coefficients') === 0;
  const { title } = objectives[batch.objective.name];
  return (
    <>
      <h3 className="details-title">
        <span className="details-glyph">{vocabulary[batch.tokens[at]!] ?? '?'}</span>
        token {token + 1} of {row.length}
      </h3>
      <dl className="details-list">
        <Fact name="Version" id="versions">
          <span className="swatch" style={{ background: colourOf(batch.staleness[at]!) }} aria-hidden />{' '}
          {batch.versions[at]}, {behindWords(batch.staleness[at]!)}
        </Fact>
        <Fact
          name="log μ"
          title="logp_behave: log-probability under the weights that sampled it"
          id="logp_behave"
          value={number('logpBehave')}
        >
          {plainText(number('logpBehave'))}
        </Fact>
        <Fact
          name="log π prox"
          title="logp_prox: log-probability under the learner’s weights before this update"
          id="logp_prox"
          value={number('logpProx')}
        >
          {plainText(number('logpProx'))}
        </Fact>
        <Fact
          name="log π θ"
          title="logp_theta: log-probability under the weights that were trained"
          id="logp_theta"
          value={number('logpTheta')}
        >
          {plainText(number('logpTheta'))}
        </Fact>
        <Fact
          name="Ratio θ/μ"
          title="importance_weight: exp(log π θ − log μ)"
          id="ratio"
          value={number('ratio')}
        >
          {ratioText(number('ratio'))}
          <span className="details-how">
            {' '}
            = exp({plainText(number('logpTheta') - number('logpBehave'), 3)})
          </span>
        </Fact>
        <Fact
          name="Ratio θ/prox"
          title="The step within this update alone, which decoupled methods clip"
          id="ratio_prox"
          value={number('ratioProx')}
        >
          {ratioText(number('ratioProx'))}
        </Fact>
        <Fact name="Advantage" id="advantage" value={number('advantage')}>
          {signedText(number('advantage'), 3)}
        </Fact>
        <Fact
          name="Coefficient"
          title="What the token’s log-probability is multiplied by in the gradient, before averaging"
          id="coefficient"
          value={number('coefficients')}
        >
          {signedText(number('coefficients'), 3)}
        </Fact>
        <Fact
          name="Entropy"
          title="Of the learner’s distribution at this place, in nats"
          id="entropy"
          value={number('entropy')}
        >
          {plainText(number('entropy'), 3)}
        </Fact>
      </dl>
      <p className="details-words" data-testid="detail-gates" data-value={gates.join(' ')}>
        {gates.map((gate) => `${gateLong(gate)} `)}
        {!cut && pushWords(number('coefficients'))}
      </p>
      <Button className="details-group" data-testid="details-lens" onClick={() => void toLens(row, token)}>
        <Aperture aria-hidden />
        See in the lens
      </Button>
      <p className="details-source">
        {title}, update {batch.update}
        {batch.epochs > 1 ? `, last of ${batch.epochs} epochs` : ''}. {place(row)}
      </p>
    </>
  );
}

/** The lens is loaded when it is first wanted. */
async function toLens({ batch, index }: Row, token: number): Promise<void> {
  const { showInLens } = await import('../lens/fromInspector.ts');
  showInLens({
    update: batch.update,
    group: batch.group[index]!,
    member: batch.member[index]!,
    place: token,
  });
}

function SampleDetails({ row }: { readonly row: Row }) {
  const { batch, index } = row;
  const from = batch.offsets[index]!;
  const to = batch.offsets[index + 1]!;
  const versions = [...new Set(batch.versions.subarray(from, to))];
  const waited = batch.doneAt[index]! - batch.startedAt[index]!;
  const group = batch.group[index]!;
  return (
    <>
      <h3 className="details-title">{place(row)}</h3>
      <dl className="details-list">
        <Fact name="Reward" id="reward" value={row.reward}>
          {rewardText(row.reward)}
        </Fact>
        <Fact name="Advantage" id="advantage" value={batch.advantage[from] ?? NaN}>
          {signedText(batch.advantage[from] ?? NaN, 3)}
        </Fact>
        <Fact name="Sampled by" id="versions">
          {versions.length === 1 ? `version ${versions[0]}` : `versions ${versions.join(', ')}`}
        </Fact>
        <Fact name="Oldest token" id="staleness" value={row.oldest}>
          {ageWords(row.oldest)}
        </Fact>
        <Fact
          name="Furthest ratio"
          title="The token’s ratio θ/μ that is furthest from 1, above or below it"
          id="ratio"
          value={row.ratio}
        >
          {ratioText(row.ratio)}
        </Fact>
        <Fact name="Tokens clipped" id="cut" value={row.cut}>
          {row.cut} of {row.length}
        </Fact>
        <Fact name="Writing took" id="seconds" value={waited}>
          {waited.toFixed(2)} s
        </Fact>
      </dl>
      <Button
        className="details-group"
        data-testid="details-group"
        onClick={() =>
          inspectorStore.setState(({ group: now }) => ({ group: now === group ? undefined : group }))
        }
      >
        <Users aria-hidden />
        All answers to this prompt
      </Button>
      <Button
        className="details-group"
        data-testid="details-timeline"
        onClick={() => showPrompt(controller.runs.getState().current, group)}
      >
        <ChartNoAxesGantt aria-hidden />
        Show on the timeline
      </Button>
      <p className="details-source">Its answers are compared with each other: that is the advantage.</p>
    </>
  );
}

function place({ batch, index }: Row): string {
  return `Prompt ${batch.group[index]}, answer ${batch.member[index]! + 1}, by worker ${batch.worker[index]! + 1}`;
}

function Fact({
  name,
  title,
  id,
  value,
  children,
}: {
  readonly name: string;
  readonly title?: string;
  readonly id: string;
  /** Unrounded, for tests and for whoever inspects the page. */
  readonly value?: number;
  readonly children: ReactNode;
}) {
  return (
    <div title={title}>
      <dt>{name}</dt>
      <dd data-testid={`detail-${id}`} data-value={value}>
        {children}
      </dd>
    </div>
  );
}

/** Which batch is looked at, and of what it is. A made-up one has its sliders here. */
import { useStore } from 'zustand';
import { FolderOpen } from 'lucide-react';
import { ActionButton } from '../../components/Button.tsx';
import { Segments } from '../../components/Segments.tsx';
import { actions } from '../../lab.ts';
import { recordStore } from '../../state/recordStore.ts';
import { LensSlider } from '../LensSlider.tsx';
import { lensStore, setSynthetic } from '../state/lensStore.ts';
import { type LensSource, lensSources } from '../state/schema.ts';
import { type SyntheticSlider, syntheticSliders } from '../state/sliders.ts';
import { batchStore } from './batchStore.ts';
import { measurableOf, updatesOf } from './follow.ts';
import { subjectWords } from './words.ts';

export function SourceBar() {
  const source = useStore(lensStore, (state) => state.source);
  return (
    <div className="lens-source">
      <div className="lens-source-line">
        <Segments<LensSource>
          label="Which batch"
          options={lensSources}
          value={source}
          onChange={(next) => lensStore.setState({ source: next, token: -1 })}
          testId="lens-source"
        />
        {source === 'record' && <RecordChoice />}
        <Words />
      </div>
      {source === 'synthetic' && <Sliders />}
    </div>
  );
}

function Words() {
  const { subject, answered, stands, message } = useStore(batchStore);
  const shown = answered?.subject ?? subject;
  return (
    <p
      className="lens-note lens-source-words"
      role="status"
      data-testid="lens-batch-words"
      data-update={shown?.capture?.update}
      data-stands={stands?.update}
    >
      {message ?? (shown === undefined ? 'Waiting for a batch …' : subjectWords(shown, stands))}
    </p>
  );
}

function RecordChoice() {
  const record = useStore(recordStore, (state) => state.opened);
  const chosen = useStore(lensStore, (state) => state.update);
  const updates = record === undefined ? [] : updatesOf(record);
  if (record === undefined || updates.length === 0)
    return (
      <ActionButton action={actions.openRun} icon={<FolderOpen aria-hidden />} data-testid="lens-open-run" />
    );
  const measurable = measurableOf(record);
  return (
    <select
      className="plain-select"
      aria-label="Update of the saved run"
      value={updates.includes(chosen) ? chosen : updates.at(-1)}
      onChange={(event) => lensStore.setState({ update: Number(event.target.value), token: -1 })}
    >
      {updates.map((update) => (
        <option key={update} value={update}>
          update {update}
          {measurable.has(update) && ' · cosine'}
        </option>
      ))}
    </select>
  );
}

function Sliders() {
  const synthetic = useStore(lensStore, (state) => state.synthetic);
  return (
    <div className="lens-made" role="group" aria-label="The made-up batch">
      {(Object.keys(syntheticSliders) as SyntheticSlider[]).map((name) => (
        <LensSlider
          key={name}
          setting={{ ...syntheticSliders[name], url: `made-${syntheticSliders[name].url}` }}
          value={synthetic[name]}
          onChange={(value) => setSynthetic(name, value)}
        />
      ))}
    </div>
  );
}

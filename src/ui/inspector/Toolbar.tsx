/** How the samples are coloured, sorted and filtered, and whether they stay. */
import { Pause, Play, X } from 'lucide-react';
import { useStore } from 'zustand';
import { Button } from '../components/Button.tsx';
import { Segments } from '../components/Segments.tsx';
import { Tip } from '../components/Tip.tsx';
import { inspectorStore, setHeld } from './inspectorStore.ts';
import { colourings } from './looks.ts';
import { filters, sorts, type Sort } from './rows.ts';

export function HoldButton() {
  const held = useStore(inspectorStore, (state) => state.held);
  return (
    <Tip
      text={
        held ? 'Shows the newest batches again' : 'Keeps these samples on the screen while the run goes on'
      }
    >
      <Button
        className="inspector-hold"
        aria-pressed={held}
        data-testid="inspector-hold"
        onClick={() => setHeld(!held)}
      >
        {held ? <Play aria-hidden /> : <Pause aria-hidden />}
        <span>{held ? 'Held' : 'Hold'}</span>
      </Button>
    </Tip>
  );
}

export function Toolbar({ group }: { readonly group: number | undefined }) {
  const { colouring, sort, filter } = useStore(inspectorStore);
  return (
    <div className="inspector-tools">
      <div className="inspector-choice">
        <span aria-hidden>Colour</span>
        <Segments
          label="Colour"
          options={colourings}
          value={colouring}
          onChange={(next) => inspectorStore.setState({ colouring: next })}
          testId="inspector-colour"
        />
      </div>
      <label className="inspector-sort">
        <span aria-hidden>Sort</span>
        <select
          className="plain-select"
          aria-label="Sort"
          value={sort}
          data-testid="inspector-sort"
          onChange={(event) => inspectorStore.setState({ sort: event.target.value as Sort })}
        >
          {Object.entries(sorts).map(([name, title]) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <div className="inspector-choice">
        <span aria-hidden>Show</span>
        <Segments
          label="Show"
          options={filters}
          value={filter}
          onChange={(next) => inspectorStore.setState({ filter: next })}
          testId="inspector-filter"
        />
      </div>
      {group !== undefined && (
        <Button
          className="inspector-group"
          data-testid="inspector-group"
          onClick={() => inspectorStore.setState({ group: undefined })}
          aria-label={`Prompt ${group} only; show all prompts`}
        >
          Prompt {group} only
          <X aria-hidden />
        </Button>
      )}
    </div>
  );
}

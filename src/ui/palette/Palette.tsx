/** The palette: type a few letters, press Enter. Everything in it can be reached by other ways too. */
import { useRef, useState } from 'react';
import { useStore } from 'zustand';
import { Command } from 'cmdk';
import { Dialog } from 'radix-ui';
import { Search } from 'lucide-react';
import { presetExperiment } from '../../experiment/presets/index.ts';
import { keyName } from '../actions/action.ts';
import { useActionState } from '../hooks.ts';
import { actions, controller } from '../lab.ts';
import { take } from '../rail/objective/take.ts';
import { uiStore } from '../state/uiStore.ts';
import { closeView } from '../state/view.ts';
import { bestFirst, paletteEntries, score, type Entry } from './entries.ts';
import '../components/searchLine.css';
import './palette.css';

function showPreset(name: string): void {
  closeView();
  controller.show(presetExperiment(name));
}

export function Palette() {
  const open = useStore(uiStore, (state) => state.paletteOpen);
  const chosen = useRef<Entry>(undefined);
  const setOpen = (paletteOpen: boolean) => uiStore.setState({ paletteOpen });
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content
          className="overlay dialog palette"
          aria-describedby={undefined}
          data-testid="palette"
          onCloseAutoFocus={(event) => {
            // What was chosen runs once the palette is gone, so that a dialog it opens gets the focus.
            if (chosen.current?.movesFocus) event.preventDefault();
            chosen.current?.run();
            chosen.current = undefined;
          }}
        >
          <Dialog.Title className="sr-only">Find anything</Dialog.Title>
          <List
            choose={(entry) => {
              chosen.current = entry;
              setOpen(false);
            }}
          />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function List({ choose }: { readonly choose: (entry: Entry) => void }) {
  const state = useActionState();
  const [search, setSearch] = useState('');
  // cmdk sorts within its groups and not the groups, so that Enter would choose from the first and not from the best.
  const groups = bestFirst(paletteEntries(Object.values(actions), state, showPreset, take), search);
  const byId = new Map(groups.flatMap(({ entries }) => entries).map((entry) => [entry.id, entry]));
  // cmdk asks for its groups too, by their headings, and makes nothing of the answer.
  const filter = (id: string, words: string) => {
    const entry = byId.get(id);
    return entry === undefined ? 0 : score(entry, words);
  };
  return (
    <Command label="Find anything" loop filter={filter}>
      <div className="search-line">
        <Search aria-hidden />
        <Command.Input
          placeholder="An action, a preset, a setting or a chart"
          value={search}
          onValueChange={setSearch}
          data-testid="palette-input"
        />
        <kbd className="key">Esc</kbd>
      </div>
      <Command.List className="palette-list">
        <Command.Empty className="palette-empty">
          Nothing is called that. Try “pause”, “stale” or a key of verl.
        </Command.Empty>
        {groups.map(({ title, entries }) => (
          <Command.Group key={title} heading={title} className="palette-group">
            {entries.map((entry) => (
              <Command.Item
                key={entry.id}
                value={entry.id}
                className="palette-item"
                data-testid={`palette-${entry.id.replace(' ', '-')}`}
                onSelect={() => choose(entry)}
              >
                <span className="palette-label">{entry.label}</span>
                <span className="palette-detail">{entry.detail}</span>
                {entry.key !== undefined && <kbd className="key">{keyName(entry.key)}</kbd>}
              </Command.Item>
            ))}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  );
}

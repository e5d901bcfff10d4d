/**
 * The control of `objective.name`: says what is chosen, and opens a list of all objectives and recipes, by family, that can be
 * searched; beside it stands what is known of the one that is pointed at.
 */
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { Command } from 'cmdk';
import { Dialog } from 'radix-ui';
import { Check, ChevronDown, Search, X } from 'lucide-react';
import { experimentStore } from '../../state/experimentStore.ts';
import { AboutChoice, StatusMark } from './About.tsx';
import { type Choice, choiceOf, choices, findChoices, storyOf } from './choices.ts';
import { take } from './take.ts';
import '../../components/select.css';
import '../../components/searchLine.css';
import './chooser.css';

export function ObjectiveChooser() {
  const [open, setOpen] = useState(false);
  const draft = useStore(experimentStore, (state) => state.draft);
  const chosen = choiceOf(draft);
  const { status, madeOf } = storyOf(chosen, draft);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger className="select chooser-trigger" data-testid="select-objective.name">
        <span className="chooser-chosen">
          <span className="sr-only">Objective: </span>
          {chosen.label}
          {madeOf !== undefined && <span className="chooser-made">over {madeOf}</span>}
        </span>
        <StatusMark status={status} />
        <ChevronDown aria-hidden />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content
          className="overlay dialog chooser"
          aria-describedby={undefined}
          data-testid="objective-chooser"
        >
          <Dialog.Title className="sr-only">Choose an objective</Dialog.Title>
          <List
            chosen={chosen}
            choose={(choice) => {
              take(choice);
              setOpen(false);
            }}
          />
          <Dialog.Close className="button button-quiet button-icon chooser-close" aria-label="Close">
            <X aria-hidden />
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const byId = new Map(choices.map((choice) => [choice.id, choice]));

function List({ chosen, choose }: { readonly chosen: Choice; readonly choose: (choice: Choice) => void }) {
  const [search, setSearch] = useState('');
  const [pointed, setPointed] = useState(chosen.id);
  const draft = useStore(experimentStore, (state) => state.draft);
  const find = (text: string) => {
    setSearch(text);
    setPointed(text.trim() === '' ? chosen.id : (findChoices(text)[0]?.choices[0]?.id ?? ''));
  };
  // The list stays as it is while one points about in it.
  const groups = useMemo(
    () =>
      findChoices(search).map(({ title, choices: members }) => (
        <Command.Group key={title} heading={title} className="chooser-group">
          {members.map((choice) => (
            <Command.Item
              key={choice.id}
              value={choice.id}
              className="chooser-item"
              data-testid={`objective-${choice.id.replace(' ', '-')}`}
              onSelect={() => choose(choice)}
            >
              <span className="chooser-label">
                {choice.label}
                {choice.id === chosen.id && <Check aria-label="chosen" />}
              </span>
              <span className="chooser-help">{choice.help}</span>
            </Command.Item>
          ))}
        </Command.Group>
      )),
    [search, chosen, choose],
  );
  return (
    // Its own search would leave the groups in their order, however good what it finds in them.
    <Command label="Choose an objective" loop shouldFilter={false} value={pointed} onValueChange={setPointed}>
      <div className="search-line">
        <Search aria-hidden />
        <Command.Input
          placeholder="A method, a library, a paper"
          data-testid="objective-search"
          value={search}
          onValueChange={find}
        />
      </div>
      <div className="chooser-halves">
        <Command.List className="chooser-list">
          {groups.length === 0 && (
            <p className="chooser-empty">Nothing is called that. Try “GRPO” or “verl”.</p>
          )}
          {groups}
        </Command.List>
        <div className="chooser-about" aria-live="polite">
          <AboutChoice choice={byId.get(pointed) ?? chosen} experiment={draft} />
        </div>
      </div>
    </Command>
  );
}

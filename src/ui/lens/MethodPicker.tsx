/** Which methods are compared: a list by family, as the chooser of objectives has it, of which any number can be ticked. */
import { useState } from 'react';
import { useStore } from 'zustand';
import { Popover } from 'radix-ui';
import { ChevronDown, Search } from 'lucide-react';
import { Button } from '../components/Button.tsx';
import { findChoices } from '../rail/objective/choices.ts';
import { lensStore, toggleMethod, toggleMethods } from './state/lensStore.ts';
import { useRunning } from './useRunning.ts';
import '../components/searchLine.css';

export function MethodPicker() {
  const methods = useStore(lensStore, (state) => state.methods);
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <Button data-testid="lens-methods">
          Methods <span className="lens-count">{methods.length}</span>
          <ChevronDown aria-hidden />
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="overlay popover lens-picker"
          aria-label="Methods to compare"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          data-testid="lens-picker"
        >
          <List />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function List() {
  const [search, setSearch] = useState('');
  const methods = useStore(lensStore, (state) => state.methods);
  const running = useRunning();
  const groups = findChoices(search)
    .map(({ title, choices }) => ({
      title,
      choices: choices.flatMap(({ label, help, target }) =>
        target.kind === 'method' ? [{ label, help, method: target.method }] : [],
      ),
    }))
    .filter(({ choices }) => choices.length > 0);
  return (
    <>
      <div className="search-line">
        <Search aria-hidden />
        <input
          type="search"
          placeholder="A method, a library, a paper"
          aria-label="Search for a method"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          data-testid="lens-search"
        />
      </div>
      <div className="lens-picker-list">
        {groups.length === 0 && <p className="lens-note">Nothing is called that. Try “GRPO” or “verl”.</p>}
        {groups.map(({ title, choices }) => (
          <fieldset key={title}>
            <legend>
              {title}
              <button
                type="button"
                className="lens-all"
                aria-label={`all / none: ${title}`}
                onClick={() => toggleMethods(choices.map(({ method }) => method))}
              >
                all / none
              </button>
            </legend>
            {choices.map(({ label, help, method }) => (
              <label key={method} className="lens-option">
                <input
                  type="checkbox"
                  checked={methods.includes(method) || method === running}
                  disabled={method === running && !methods.includes(method)}
                  onChange={() => toggleMethod(method)}
                  data-testid={`lens-method-${method}`}
                />
                <span>
                  <strong>{label}</strong> {method === running && <em>of this run, always shown</em>}
                  <small>{help}</small>
                </span>
              </label>
            ))}
          </fieldset>
        ))}
      </div>
    </>
  );
}

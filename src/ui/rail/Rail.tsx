/**
 * The rail of controls: run buttons, preset, essentials, and every other setting grouped by station. The same
 * content is the bottom sheet of a narrow screen, there without the run buttons, which stay in reach below it.
 */
import { Fragment, useRef } from 'react';
import { useStore } from 'zustand';
import { Accordion } from 'radix-ui';
import { ChevronRight, Grid3x3, Search, X } from 'lucide-react';
import { get } from '../../experiment/fields.ts';
import { ActionButton } from '../components/Button.tsx';
import { actions } from '../lab.ts';
import { baseOf, experimentStore } from '../state/experimentStore.ts';
import { preferences } from '../state/preferences.ts';
import { uiStore } from '../state/uiStore.ts';
import { objectives } from '../../learning/objectives/index.ts';
import { Prediction } from '../prediction/index.ts';
import { essentials, findSettings, groups, type GroupEntry, ownSettings } from './groups.ts';
import { ObjectiveCost } from './ObjectiveCost.tsx';
import { PresetPicker } from './PresetPicker.tsx';
import { ResetNotice } from './ResetNotice.tsx';
import { SettingRow } from './SettingRow.tsx';
import { useWantedRow } from './useWantedRow.ts';
import './rail.css';

export function RailBody() {
  const query = useStore(uiStore, (state) => state.railQuery);
  const setQuery = (railQuery: string) => uiStore.setState({ railQuery });
  const body = useRef<HTMLDivElement>(null);
  useWantedRow(body);
  return (
    <div className="rail-body" ref={body}>
      <ResetNotice />
      <PresetPicker />
      <div className="rail-search">
        <Search aria-hidden />
        <input
          type="search"
          placeholder="Find a setting"
          aria-label="Find a setting"
          data-testid="filter"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        {query !== '' && (
          <button
            type="button"
            className="rail-clear"
            aria-label="Show all settings"
            onClick={() => setQuery('')}
          >
            <X aria-hidden />
          </button>
        )}
      </div>
      {query.trim() === '' ? <AllSettings /> : <FoundSettings query={query} />}
    </div>
  );
}

function AllSettings() {
  const open = useStore(preferences, (state) => state.openGroups);
  return (
    <>
      <section className="rail-group" aria-label="Essential settings">
        <h2 className="rail-title">Essentials</h2>
        {essentials.map((field) => (
          <Fragment key={field}>
            <SettingRow field={field} />
            {field === 'objective.name' && (
              <>
                <ObjectiveCost />
                <ActionButton
                  action={actions.sweep}
                  icon={<Grid3x3 aria-hidden />}
                  look="quiet"
                  className="rail-link"
                  data-testid="show-sweep"
                />
              </>
            )}
          </Fragment>
        ))}
      </section>
      <Prediction />
      <OwnSettings />
      <Accordion.Root
        type="multiple"
        className="rail-accordion"
        value={[...open]}
        onValueChange={(openGroups) => preferences.setState({ openGroups })}
      >
        {groups.map((entry) => (
          <Accordion.Item key={entry.group} value={entry.group}>
            <Accordion.Header asChild>
              <h2 className="rail-header">
                <Accordion.Trigger className="rail-trigger" data-testid={`group-${entry.group}`}>
                  <ChevronRight aria-hidden />
                  <span>{entry.title}</span>
                  <ChangedCount entry={entry} />
                </Accordion.Trigger>
              </h2>
            </Accordion.Header>
            <Accordion.Content className="rail-group">
              {entry.entries.map(({ field }) => (
                <SettingRow key={field} field={field} />
              ))}
            </Accordion.Content>
          </Accordion.Item>
        ))}
      </Accordion.Root>
    </>
  );
}

/** What the chosen objective has for itself; nothing where it has nothing. */
function OwnSettings() {
  const name = useStore(experimentStore, ({ draft }) => draft.objective.name);
  const entries = ownSettings(experimentStore.getState().draft);
  if (entries.length === 0) return null;
  return (
    <section className="rail-group" aria-labelledby="own-settings" data-testid="own-settings">
      <h2 className="rail-title" id="own-settings">
        {objectives[name].title}
      </h2>
      {entries.map(({ field }) => (
        <SettingRow key={field} field={field} />
      ))}
    </section>
  );
}

function ChangedCount({ entry }: { readonly entry: GroupEntry }) {
  const count = useStore(experimentStore, ({ draft }) => {
    const base = baseOf(draft);
    return entry.entries.filter(({ field }) => get(draft, field) !== get(base, field)).length;
  });
  return count === 0 ? null : <span className="rail-count">{count} changed</span>;
}

function FoundSettings({ query }: { readonly query: string }) {
  const found = findSettings(query);
  if (found.length === 0) {
    return <p className="rail-empty">No setting is called that. Try “stale”, “clip” or a key of verl.</p>;
  }
  return found.map(({ group, title, entries }) => (
    <section key={group} className="rail-group" aria-label={title}>
      <h2 className="rail-title">{title}</h2>
      {entries.map(({ field }) => (
        <SettingRow key={field} field={field} />
      ))}
    </section>
  ));
}

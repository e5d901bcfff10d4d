/** What drawer and page share: the tabs, what is compared, and the view that is open. */
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { Tabs } from 'radix-ui';
import { BatchView } from './batch/BatchView.tsx';
import { CurvesView } from './curves/CurvesView.tsx';
import { MethodPicker } from './MethodPicker.tsx';
import { lensStore } from './state/lensStore.ts';
import { lensViews, type LensView } from './state/schema.ts';
import { lensThread } from './theThread.ts';
import { TokensView } from './tokens/TokensView.tsx';
import { CurveTools, PageTools, TableTool } from './Tools.tsx';
import './lens.css';
import './print.css';

const names = Object.keys(lensViews) as LensView[];

export function Lens() {
  const view = useStore(lensStore, (state) => state.view);
  useEffect(() => () => lensThread.end(), []);
  return (
    <Tabs.Root
      className="lens-body"
      value={view}
      onValueChange={(next) => lensStore.setState({ view: next as LensView })}
    >
      <div className="lens-bar">
        <Tabs.List className="segments" aria-label="Views of the lens">
          {names.map((name) => (
            <Tabs.Trigger
              key={name}
              value={name}
              className="segment lens-tab"
              data-testid={`lens-view-${name}`}
            >
              {lensViews[name]}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <MethodPicker />
        {view === 'curves' && <CurveTools />}
        {view !== 'tokens' && <TableTool />}
        <PageTools />
      </div>
      <Tabs.Content value="curves" className="lens-view" tabIndex={-1}>
        <CurvesView />
      </Tabs.Content>
      <Tabs.Content value="batch" className="lens-view" tabIndex={-1}>
        <BatchView />
      </Tabs.Content>
      <Tabs.Content value="tokens" className="lens-view" tabIndex={-1}>
        <TokensView />
      </Tabs.Content>
    </Tabs.Root>
  );
}

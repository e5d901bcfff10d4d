/**
 * The inspector (design §6): the samples of the last batches, token by token, with the numbers that the learner
 * trained with. It lies beneath the stage and costs nothing while it is closed.
 *
 * `follow.ts` asks for the batches · `inspectorStore.ts` what is shown and how · `rows.ts` sort and filter · `looks.ts`
 * colours · `words.ts` numbers in words · `Toolbar.tsx` · `SampleGrid.tsx` the list, `SampleRow.tsx` one of it ·
 * `Details.tsx` the numbers behind a token
 */
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { createTask } from '../../tasks/index.ts';
import { Drawer } from '../components/Drawer.tsx';
import { controller } from '../lab.ts';
import { uiStore } from '../state/uiStore.ts';
import { Details } from './Details.tsx';
import { followRun } from './follow.ts';
import { inspectorStore } from './inspectorStore.ts';
import { Legend } from './Legend.tsx';
import { arrange, rowsOf } from './rows.ts';
import { SampleGrid } from './SampleGrid.tsx';
import { HoldButton, Toolbar } from './Toolbar.tsx';
import './inspector.css';

export function Inspector() {
  const open = useStore(uiStore, (state) => state.inspectorOpen);
  return open ? <Samples /> : null;
}

function close(): void {
  uiStore.setState({ inspectorOpen: false });
}

function Samples() {
  useEffect(() => followRun(controller), []);
  const { batches, sort, filter, group, selected } = useStore(inspectorStore);
  const all = useMemo(() => rowsOf(batches), [batches]);
  const rows = useMemo(() => arrange(all, { sort, filter, group }), [all, sort, filter, group]);
  const task = batches[0]?.task;
  const vocabulary = useMemo(() => (task === undefined ? [] : createTask({ task }).vocabulary), [task]);
  const row = selected === undefined ? undefined : all.find(({ key }) => key === selected.row);
  return (
    <Drawer
      name="inspector"
      title="Inspector"
      count={countWords(batches, rows.length, all.length)}
      tools={<HoldButton />}
      closeLabel="Close the inspector"
      onClose={close}
    >
      <Toolbar group={group} />
      <div className="inspector-body">
        <SampleGrid rows={rows} vocabulary={vocabulary} />
        <Details row={row} token={selected?.token ?? -1} vocabulary={vocabulary} />
      </div>
      <Legend />
    </Drawer>
  );
}

function countWords(
  batches: readonly { readonly update: number; readonly total: number }[],
  shown: number,
  all: number,
): string {
  if (batches.length === 0) return 'The last batches, as they were trained on.';
  const first = batches.at(-1)!.update;
  const last = batches[0]!.update;
  const total = batches.reduce((sum, batch) => sum + batch.total, 0);
  const updates = first === last ? `update ${last}` : `updates ${first} to ${last}`;
  const left = all < total ? ` (of ${total.toLocaleString('en')})` : '';
  const count = `${all.toLocaleString('en')} samples${left}`;
  return shown === all ? `${count}, ${updates}` : `${shown.toLocaleString('en')} of ${count}, ${updates}`;
}

/**
 * What the page of the sweep shows: the table, once it is loaded, the measure, the order, and the cell that is open. The last
 * three are in the query of the address, so that a page can be linked to: `?view=sweep&measure=area&order=64&cell=ppo.64`.
 */
import { createStore } from 'zustand/vanilla';
import { z } from 'zod';
import { decodeTable, type Cell, type SweepTable } from '../../telemetry/sweep/index.ts';
import { measureNames, type MeasureName } from './measures.ts';

/** Where the table lies beside the page. */
const ADDRESS = 'sweeps/stale-v1.json';

export interface SweepState {
  readonly table: SweepTable | undefined;
  /** Why there is none. */
  readonly failure: string | undefined;
  readonly measure: MeasureName;
  /** The lag that rows are sorted by; undefined = by family. */
  readonly order: number | undefined;
  readonly cell: Cell | undefined;
}

export const sweepStore = createStore<SweepState>(() => ({
  table: undefined,
  failure: undefined,
  measure: 'final',
  order: undefined,
  cell: undefined,
}));

const measure = z.enum(measureNames);

/** Its names in the query. */
const OWN = ['measure', 'order', 'cell'] as const;

/** What an address asks for; what is no such thing is left out. */
export function readQuery(search: string, table: SweepTable): Pick<SweepState, 'measure' | 'order' | 'cell'> {
  const query = new URLSearchParams(search);
  const shown = measure.safeParse(query.get('measure'));
  const order = table.lags.find((lag) => String(lag) === query.get('order'));
  const [, name, at] = /^(.+)\.(\d+)$/.exec(query.get('cell') ?? '') ?? [];
  const method = table.methods.find((known) => known === name);
  const lag = table.lags.find((known) => String(known) === at);
  return {
    measure: shown.success ? shown.data : 'final',
    order,
    cell: method !== undefined && lag !== undefined ? { method, lag } : undefined,
  };
}

/** The query of what is shown; what else is in it stays, and what is as usual is left out. */
export function writeQuery(
  search: string,
  { measure: shown, order, cell }: Pick<SweepState, 'measure' | 'order' | 'cell'>,
): string {
  const query = new URLSearchParams(search);
  const put = (name: string, value: string | undefined): void => {
    if (value === undefined) query.delete(name);
    else query.set(name, value);
  };
  put('measure', shown === 'final' ? undefined : shown);
  put('order', order === undefined ? undefined : String(order));
  put('cell', cell && `${cell.method}.${cell.lag}`);
  return `?${query.toString()}`;
}

/** Changes what is shown, and the address with it. */
export function showSweep(change: Partial<Pick<SweepState, 'measure' | 'order' | 'cell'>>): void {
  sweepStore.setState(change);
  const { pathname, search, hash } = location;
  history.replaceState(history.state, '', pathname + writeQuery(search, sweepStore.getState()) + hash);
}

/** Shows what the address asks for; one that asks for nothing gets what was shown last. */
function enterSweep(table: SweepTable): void {
  const asked = OWN.some((name) => new URLSearchParams(location.search).has(name));
  showSweep(asked ? readQuery(location.search, table) : {});
}

/** Takes this page's part out of the address again, for whatever page comes next. */
export function leaveSweep(): void {
  const query = new URLSearchParams(location.search);
  for (const name of OWN) query.delete(name);
  const text = query.toString();
  history.replaceState(history.state, '', location.pathname + (text && `?${text}`) + location.hash);
}

/** The page is opened: loads the table, once, and shows what the address asks for. */
export async function loadSweep(): Promise<void> {
  const { table } = sweepStore.getState();
  if (table !== undefined) return enterSweep(table);
  try {
    const response = await fetch(new URL(ADDRESS, document.baseURI));
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    const parsed = decodeTable(await response.text());
    if (!parsed.ok) throw new Error(parsed.message);
    sweepStore.setState({ table: parsed.table, failure: undefined });
    enterSweep(parsed.table);
  } catch (error) {
    sweepStore.setState({ failure: error instanceof Error ? error.message : String(error) });
  }
}

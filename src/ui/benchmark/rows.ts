/** From a result to the rows that are shown: who, how long, how many times as long as the lab's engine. */
import type { ContestantName } from '../../benchmark/contestant.ts';
import type { CaseResult } from '../../benchmark/suite.ts';

export interface Row {
  readonly id: ContestantName | 'limit';
  readonly name: string;
  /** Milliseconds; NaN where it did not run. */
  readonly ms: number;
  /** Time divided by that of the lab's engine. */
  readonly times: number;
  /** Length of the bar, 0 to 1. */
  readonly share: number;
  /** Threads and peculiarities, or why it did not run. */
  readonly note: string;
}

const NAMES: Readonly<Partial<Record<ContestantName, string>>> = {
  wasm: 'The lab’s engine',
  'tfjs-wasm': 'The lab on TensorFlow.js',
  tfjs: 'TensorFlow.js, plain model',
  jaxjs: 'jax-js, plain model',
};

/** The limit first, then everybody from the fastest to the slowest, then who did not run. */
export function rowsOf(result: CaseResult): readonly Row[] {
  const { ms, limitMs, absent, descriptions } = result;
  const own = ms.wasm ?? NaN;
  const longest = Math.max(limitMs, ...Object.values(ms));
  const ran = (Object.keys(ms) as ContestantName[]).map((id) => {
    const { threads, notes } = descriptions[id]!;
    return row(
      id,
      NAMES[id] ?? id,
      ms[id]!,
      `${threads === 1 ? '1 thread' : `${threads} threads`}; ${notes}`,
    );
  });
  const missing = (Object.keys(absent) as ContestantName[])
    .filter((id) => id in NAMES)
    .map((id) => row(id, NAMES[id]!, NaN, `Did not run here: ${absent[id]}`));
  const limit = row('limit', 'Matrix products alone', limitMs, 'The limit: one thread, the lab’s kernel');
  return [limit, ...ran.sort((a, b) => a.ms - b.ms), ...missing];

  function row(id: Row['id'], name: string, value: number, note: string): Row {
    return { id, name, ms: value, times: value / own, share: value / longest || 0, note };
  }
}

/** Milliseconds to three significant digits. */
export function milliseconds(ms: number): string {
  return Number.isFinite(ms) ? `${Number(ms.toPrecision(3))} ms` : '–';
}

/** "8.0 ×" */
export function factor(times: number): string {
  if (!Number.isFinite(times)) return '–';
  return `${times < 10 ? times.toFixed(2) : Math.round(times)} ×`;
}

/** What a case is, in words. */
export function titleOf({ case: measured }: CaseResult): string {
  if (measured.name === 'step-preset') return 'Training step of the default preset';
  return measured.kind === 'step' ? 'Training step' : 'Generation';
}

export function shapeOf({ case: measured }: CaseResult): string {
  const { width, layers, heads } = measured.spec;
  const policy = `Width ${width}, ${layers} layers, ${heads} heads`;
  return measured.kind === 'step'
    ? `${policy}; ${measured.rows} sequences of ${measured.positions} tokens, forward, backward and optimiser`
    : `${policy}; ${measured.rows} answers of ${measured.responseLength} tokens to ${measured.prompts} prompts of ${measured.promptLength}, with the keys and values of earlier tokens kept`;
}

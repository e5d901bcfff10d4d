/**
 * The lens's state as the part `lens=…` of an address, for example
 *
 *   lens=at:page;view:batch;methods:ppo,cispo;staleness:16
 *
 * It holds what differs from the usual state, after where the lens is. Reading never throws: what cannot be read stays
 * as usual, and is told in a sentence. The chosen token is left out where the batch is that of the live run: in the run of who
 * opens the link it would be another one.
 */
import { accepts, formatValue, quote, readText, refusal } from '../../../experiment/fields.ts';
import type { NumberSetting } from '../../../experiment/setting.ts';
import { defaultLens, lensSchema, type LensState } from './schema.ts';
import { probeSliders, syntheticSliders } from './sliders.ts';

/** Longer ones are refused unread: all methods, each by its longest name, have under 1,000 characters. */
const LONGEST = 3000;

export interface LensReading {
  readonly state: LensState;
  /** What could not be read, in whole sentences. */
  readonly problems: readonly string[];
}

type Plain = Omit<LensState, 'probe' | 'synthetic'>;

/** Names in links of what is no slider. */
const plainNames = {
  at: 'place',
  view: 'view',
  methods: 'methods',
  stance: 'stance',
  reach: 'reach',
  table: 'table',
  from: 'source',
  update: 'update',
  compare: 'agreement',
  filter: 'filter',
  token: 'token',
} as const satisfies Readonly<Record<string, keyof Plain>>;

const groups = { probe: probeSliders, synthetic: syntheticSliders } as const;

interface Slot {
  readonly url: string;
  get(state: LensState): unknown;
  /** A copy with this value; undefined where it is not valid. */
  put(state: LensState, value: unknown): LensState | undefined;
  readonly setting?: NumberSetting;
}

const slots: readonly Slot[] = [
  ...Object.entries(plainNames).map(([url, key]) => ({
    url,
    get: (state: LensState) => state[key],
    put: (state: LensState, value: unknown) => lensSchema.safeParse({ ...state, [key]: value }).data,
  })),
  ...(['probe', 'synthetic'] as const).flatMap((group) =>
    Object.entries<NumberSetting>(groups[group]).map(([key, setting]) => ({
      url: group === 'probe' ? setting.url : `made-${setting.url}`,
      get: (state: LensState) => (state[group] as Readonly<Record<string, number>>)[key],
      put: (state: LensState, value: unknown) =>
        accepts(setting, value)
          ? lensSchema.safeParse({ ...state, [group]: { ...state[group], [key]: value } }).data
          : undefined,
      setting,
    })),
  ),
];

const byUrl = new Map(slots.map((slot) => [slot.url, slot]));

/** The lens part of a link, without its name. */
export function encodeLens(state: LensState): string {
  const kept = asLinked(state);
  return slots
    .filter((slot) => slot.url === 'at' || String(slot.get(kept)) !== String(slot.get(defaultLens)))
    .map((slot) => `${slot.url}:${wordOf(slot.get(kept))}`)
    .join(';');
}

/** Reads the lens part of a link, after % escapes. */
export function decodeLens(text: string): LensReading {
  if (text.length > LONGEST) {
    return told(defaultLens, [`The link’s lens part is too long to be one (${text.length} characters).`]);
  }
  const problems: string[] = [];
  let state = defaultLens;
  for (const part of text.split(';')) {
    if (part === '') continue;
    const colon = part.indexOf(':');
    const slot = byUrl.get(colon < 0 ? part : part.slice(0, colon));
    if (slot === undefined || colon < 0) {
      problems.push(`The lens knows nothing called ${quote(part)}.`);
      continue;
    }
    const value = valueOf(slot, part.slice(colon + 1));
    const next = slot.put(state, value);
    if (next === undefined) problems.push(refused(slot, part.slice(colon + 1), value));
    else state = next;
  }
  return told(asLinked(state), problems);
}

/** What of a state has a meaning for somebody else. */
function asLinked(state: LensState): LensState {
  return state.source === 'run' ? { ...state, token: defaultLens.token } : state;
}

function told(state: LensState, problems: readonly string[]): LensReading {
  return { state, problems: [...new Set(problems)] };
}

function wordOf(value: unknown): string {
  return Array.isArray(value) ? value.join(',') : formatValue(value as string | number | boolean);
}

function valueOf({ url }: Slot, text: string): unknown {
  if (url === 'methods') return text === '' ? [] : text.split(',');
  return readText(text);
}

function refused({ url, setting }: Slot, text: string, value: unknown): string {
  if (setting !== undefined) return `${setting.label}, in the link’s lens part, ${refusal(setting, value)}`;
  return `The lens cannot take ${quote(text)} for ${quote(url)} and keeps what is usual.`;
}

/**
 * Warm-started weights kept in the browser's database between visits. A browser that refuses (a private window,
 * a full disk) costs only the time of another warm start.
 */
import { createStore, del, entries, get, set } from 'idb-keyval';
import type { WeightCache } from '../actors/contract.ts';

interface Entry {
  /** Milliseconds since 1970 when it was put there. */
  readonly at: number;
  readonly parameters: Float32Array;
}

/** Entries kept; the oldest go first. */
const CAPACITY = 24;

export function browserWeightCache(): WeightCache {
  const store = createStore('laglab-warm-starts', 'weights');
  return {
    async get(key) {
      try {
        return (await get<Entry>(key, store))?.parameters;
      } catch {
        return undefined;
      }
    },
    async put(key, parameters) {
      try {
        await set(key, { at: Date.now(), parameters } satisfies Entry, store);
        const all = await entries<string, Entry>(store);
        const old = all.sort(([, a], [, b]) => b.at - a.at).slice(CAPACITY);
        await Promise.all(old.map(([name]) => del(name, store)));
      } catch {
        // Not kept: the next run warms up again.
      }
    },
  };
}

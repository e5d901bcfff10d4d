/**
 * Staleness by how well a group did (sheet §10): where groups without signal are rejected, those on which the policy mostly
 * fails are rarer among what is tried, and what is left of them has waited longer.
 */
import { members } from '../advantages/groups.ts';
import type { SampleFacts } from './samples.ts';

/**
 * `staleness_hard_groups` and `staleness_easy_groups`: mean staleness of counted tokens in groups of which fewer than half of
 * the answers are right, and in the others. Each is absent where there are none.
 */
export function successLagMetrics(facts: SampleFacts): Readonly<Record<string, number>> {
  const { offsets, mask, staleness, exact, groups } = facts;
  const sums = { hard: 0, easy: 0 };
  const counts = { hard: 0, easy: 0 };
  for (const group of members(groups)) {
    const right = group.reduce((sum, i) => sum + exact[i]!, 0);
    const kind = 2 * right < group.length ? 'hard' : 'easy';
    for (const i of group) {
      for (let t = offsets[i]!; t < offsets[i + 1]!; t++) {
        if (mask[t] === 0) continue;
        sums[kind] += staleness[t]!;
        counts[kind] += 1;
      }
    }
  }
  return {
    ...(counts.hard > 0 && { staleness_hard_groups: sums.hard / counts.hard }),
    ...(counts.easy > 0 && { staleness_easy_groups: sums.easy / counts.easy }),
  };
}

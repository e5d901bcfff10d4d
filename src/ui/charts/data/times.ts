/** What learner and workers did with the last seconds, as shares. */
import type { Occupations } from '../../run/runView.ts';

export type Occupation = 'training' | 'generating' | 'waiting' | 'publishing' | 'evaluating';

export interface Times {
  /** `Learner`, or `Worker 1`. */
  readonly name: string;
  /** Adding up to 1, in the order in which they are drawn. */
  readonly parts: readonly { readonly occupation: Occupation; readonly share: number }[];
}

const ORDER: readonly Occupation[] = ['training', 'generating', 'publishing', 'evaluating', 'waiting'];

type Seconds = Partial<Readonly<Record<Occupation, number>>>;

/**
 * Shares of the time between the first and the last of these moments. Who has no time between them is left out; a
 * worker that was replaced counts from its beginning.
 */
export function timesOf(moments: readonly Occupations[]): readonly Times[] {
  const [from, to] = [moments[0], moments.at(-1)];
  if (from === undefined || to === undefined) return [];
  const before = from === to ? undefined : from;
  return [
    timesBetween('Learner', before?.learner, to.learner),
    ...to.workers.map(({ worker, seconds }) => {
      const earlier = before?.workers.find((each) => each.worker === worker)?.seconds;
      return timesBetween(`Worker ${worker + 1}`, earlier, seconds);
    }),
  ].filter((times) => times !== undefined);
}

function timesBetween(name: string, earlier: object | undefined, later: object): Times | undefined {
  const [start, end] = [(earlier ?? {}) as Seconds, later as Seconds];
  const restarted = ORDER.some((each) => (end[each] ?? 0) < (start[each] ?? 0));
  const spent = ORDER.filter((each) => end[each] !== undefined).map((occupation) => ({
    occupation,
    seconds: end[occupation]! - (restarted ? 0 : (start[occupation] ?? 0)),
  }));
  const total = spent.reduce((sum, { seconds }) => sum + seconds, 0);
  if (!(total > 0)) return undefined;
  return { name, parts: spent.map(({ occupation, seconds }) => ({ occupation, share: seconds / total })) };
}

/** Of which batch the numbers are, and how they are to be read. */
import type { Verdict } from '../../../learning/lens/index.ts';
import type { MethodName } from '../../../learning/objectives/contract.ts';
import { labelOf } from '../names.ts';
import type { BatchState, Subject } from './batchStore.ts';

export const verdictTitles: Readonly<
  Record<Exclude<Verdict, 'left out' | 'nothing to learn' | 'moved'>, string>
> = {
  dropped: 'Dropped',
  capped: 'Capped',
  weakened: 'Weakened',
  kept: 'Kept',
  amplified: 'Amplified',
  reversed: 'Reversed',
};
export type Told = keyof typeof verdictTitles;

/** What each means, beside REINFORCE, which would push every token by its advantage. */
export const verdictHelp: Readonly<Record<Told, string>> = {
  dropped: 'The token gets no push at all.',
  capped: 'A cap, a clip or a fading gate took some of its push.',
  weakened: 'It is pushed less than its advantage, by its ratio alone.',
  kept: 'It is pushed by its advantage, to one percent.',
  amplified: 'It is pushed more than its advantage, and nothing holds it back.',
  reversed: 'It is pushed the other way.',
};

/** Where the batch is from: two sentences or fewer. */
export function subjectWords({ source, capture, input }: Subject, stands?: BatchState['stands']): string {
  if (source === 'synthetic') return 'A made-up batch: only what the sliders ask for can be learnt from it.';
  const { update, version, complete, unkept } = capture!;
  const of = source === 'run' ? 'of this run' : 'of the saved run';
  if (source === 'run' && stands !== undefined && stands.update > update)
    return `Update ${update}, the last that was looked at in full; the run stands at ${stands.update}. Step, or let the run go on, for a newer one.`;
  const begin = `Update ${update} ${of}, trained at version ${version}`;
  if (input.kind === 'given' && !complete && source === 'run')
    return `${begin}. Nobody had asked for it in time, so it has what its own objective read: let the run go on by an update for a batch that has everything.`;
  if (unkept > 0)
    return `${begin}. For ${unkept} tokens whose weights are not kept any more, the sampler’s own probabilities stand in.`;
  return `${begin}.`;
}

/** Why a method says nothing of a batch, and what would provide what it lacks. */
export function missingWords(
  { method, missing }: { readonly method: MethodName; readonly missing: string },
  { source, capture }: Pick<Subject, 'source' | 'capture'>,
): string {
  const begin = `It ${missing}, which this batch does not have.`;
  if (source === 'record') return `${begin} A saved run does not keep that.`;
  if (source === 'synthetic') return begin;
  // Only a run of such a method has these; all else is computed for a batch that is looked at in full.
  return capture?.complete === true || /averaged policy|value head/.test(missing)
    ? `${begin} Running ${labelOf(method)} for an update would provide it.`
    : `${begin} A batch that is looked at in full has it: let the run go on by an update.`;
}

/** Whether this page computes what the learner computed, said of the running method. */
export function learnerWords(
  label: string,
  { same, of }: { readonly same: number; readonly of: number },
): string {
  const count = of.toLocaleString('en');
  return same === of
    ? `The counts of ${label} are the learner’s own: all ${count} tokens agree with its coefficients and gates, to the last bit.`
    : `The learner’s own coefficients and gates of ${label} differ at ${(of - same).toLocaleString('en')} of ${count} tokens.`;
}

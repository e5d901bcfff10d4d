/** Which tokens of a batch the table lists, and where one of an answer is. Pure. */
import { VERDICTS } from '../../../learning/lens/index.ts';
import type { MethodName } from '../../../learning/objectives/contract.ts';
import type { LensFilter } from '../state/schema.ts';
import type { BatchAnswer, MethodOnBatch, TokenColumns } from '../thread/protocol.ts';

type Evaluated = Extract<MethodOnBatch, { coefficients: Float64Array }>;

export function evaluatedOf({ methods }: BatchAnswer): readonly Evaluated[] {
  return methods.filter((entry): entry is Evaluated => 'coefficients' in entry);
}

/** What the batch's own method does; undefined where the batch lacks what that reads. */
export function ownOf(answer: BatchAnswer, running: MethodName): Evaluated | undefined {
  return evaluatedOf(answer).find(({ method }) => method === running);
}

const DROPPED = VERDICTS.indexOf('dropped');
const UNCHANGED: ReadonlySet<number> = new Set(
  (['kept', 'nothing to learn', 'left out'] as const).map((verdict) => VERDICTS.indexOf(verdict)),
);

/** Numbers of the tokens that pass a filter, in the batch's order. */
export function tokensThatPass(answer: BatchAnswer, filter: LensFilter, running: MethodName): Int32Array {
  const all = Int32Array.from(answer.tokens.mask.keys());
  const methods = evaluatedOf(answer);
  const own = ownOf(answer, running);
  switch (filter) {
    case 'all':
      return all;
    case 'differ':
      return all.filter((t) => {
        const first = Math.sign(methods[0]?.coefficients[t] ?? 0);
        return methods.some(({ coefficients }) => Math.sign(coefficients[t]!) !== first);
      });
    case 'dropped':
      return all.filter((t) => own?.verdicts[t] === DROPPED);
    case 'changed':
      return all.filter((t) => own !== undefined && !UNCHANGED.has(own.verdicts[t]!));
  }
}

/** A token by its prompt, which answer to it, and its place in that. */
export interface TokenPlace {
  readonly group: number;
  readonly member: number;
  readonly place: number;
}

/** Its number of the batch's: of the last visit where an answer was trained on more than once; −1 = not there. */
export function numberOf(tokens: TokenColumns, { group, member, place }: TokenPlace): number {
  const { answer } = tokens;
  return tokens.place.findLastIndex(
    (at, t) => at === place && tokens.group[answer[t]!] === group && tokens.member[answer[t]!] === member,
  );
}

/** From what one method's evaluation read to what the lens looks at: each proximal policy by its own name. */
import type { LensAnswers, LensFacts } from '../../learning/lens/contract.ts';
import type { Facts, Needs } from '../../learning/objectives/index.ts';
import type { Sample } from '../memory/sample.ts';

/** @param needs of the method that read them: they say whose log-probabilities the proximal ones are */
export function lensFacts(facts: Facts, { prox }: Pick<Needs, 'prox'>): LensFacts {
  const { logpProx, ...rest } = facts;
  if (logpProx === undefined) return rest;
  switch (prox) {
    case 'averaged':
      return { ...rest, logpAveraged: logpProx };
    case 'old':
      return { ...rest, logpOld: logpProx };
    default:
      return { ...rest, logpRecomputed: logpProx };
  }
}

/** What is known of a batch from two sides. @param own counts where both know it */
export function joinFacts(own: LensFacts, other: LensFacts): LensFacts {
  const distributions =
    own.distributions || other.distributions
      ? { distributions: { ...other.distributions!, ...own.distributions } }
      : {};
  return { ...other, ...own, ...distributions };
}

export function lensAnswers(samples: readonly Sample[]): LensAnswers {
  const promptOffsets = new Int32Array(samples.length + 1);
  samples.forEach(({ promptLength }, i) => (promptOffsets[i + 1] = promptOffsets[i]! + promptLength));
  const joined = (of: (sample: Sample) => Int32Array): Int32Array =>
    Int32Array.from(samples.flatMap((sample) => Array.from(of(sample))));
  return {
    tokens: joined(({ tokens, promptLength, length }) => tokens.subarray(promptLength, length)),
    promptOffsets,
    promptTokens: joined(({ tokens, promptLength }) => tokens.subarray(0, promptLength)),
    reward: Float64Array.from(samples, ({ reward }) => reward),
    group: Float64Array.from(samples, ({ group }) => group),
    member: Int32Array.from(samples, ({ member }) => member),
  };
}

/** For tests only: a batch whose numbers agree with each other. */
import { defaultExperiment } from '../../experiment/defaults.ts';
import type { BatchDetails } from '../../runtime/actors/batchDetails.ts';

export interface TokenLike {
  readonly logpBehave: number;
  readonly logpTheta: number;
  readonly staleness?: number;
  readonly gate?: string;
  readonly mask?: 0 | 1;
}

export interface SampleLike {
  readonly group: number;
  readonly member: number;
  readonly reward: number;
  readonly tokens: readonly TokenLike[];
}

/** The samples of one update; every token's coefficient is its ratio, 0 where a gate acted. */
export function batchOf(update: number, samples: readonly SampleLike[]): BatchDetails {
  const { task, objective } = defaultExperiment();
  const tokens = samples.flatMap((sample) => sample.tokens);
  const offsets = new Int32Array(samples.length + 1);
  samples.forEach((sample, i) => (offsets[i + 1] = offsets[i]! + sample.tokens.length));
  const column = (of: (token: TokenLike) => number) => Float64Array.from(tokens, of);
  const ratio = column(({ logpBehave, logpTheta }) => Math.exp(logpTheta - logpBehave));
  const names = [...new Set(tokens.flatMap(({ gate }) => gate ?? []))];
  return {
    update,
    version: update - 1,
    task,
    objective,
    temperature: 1,
    epochs: 1,
    total: samples.length,
    id: Float64Array.from(samples, ({ group, member }) => group * 8 + member),
    group: Float64Array.from(samples, ({ group }) => group),
    member: Int32Array.from(samples, ({ member }) => member),
    worker: new Int32Array(samples.length),
    reward: Float64Array.from(samples, ({ reward }) => reward),
    exact: Uint8Array.from(samples, ({ reward }) => Number(reward === 1)),
    startedAt: new Float64Array(samples.length),
    doneAt: new Float64Array(samples.length).fill(1),
    promptOffsets: new Int32Array(samples.length + 1),
    promptTokens: new Int32Array(),
    offsets,
    tokens: Int32Array.from(tokens, (_, t) => t % 3),
    mask: Uint8Array.from(tokens, ({ mask }) => mask ?? 1),
    versions: Int32Array.from(tokens, ({ staleness }) => update - 1 - (staleness ?? 0)),
    updates: Int32Array.from(tokens, ({ staleness }) => update - 1 - (staleness ?? 0)),
    staleness: Int32Array.from(tokens, ({ staleness }) => staleness ?? 0),
    logpBehave: column(({ logpBehave }) => logpBehave),
    logpProx: column(({ logpTheta }) => logpTheta),
    logpTheta: column(({ logpTheta }) => logpTheta),
    ratio,
    ratioProx: ratio.map(() => 1),
    advantage: column(() => 1),
    coefficients: ratio.map((value, t) => (tokens[t]!.gate === undefined ? value : 0)),
    entropy: column(() => 0.5),
    gates: Object.fromEntries(
      names.map((name) => [name, Uint8Array.from(tokens, ({ gate }) => Number(gate === name))]),
    ),
  };
}

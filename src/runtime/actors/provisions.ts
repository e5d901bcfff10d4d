/**
 * What methods need of other policies than θ: computed once an update for the whole batch, and only what is needed. None
 * of it changes while the update goes on.
 *
 * By the weights of a token's own version are meant those that the sampler had loaded, as the learner evaluates them: at
 * the learner's temperature, over the whole vocabulary and with a cache of these weights alone. So
 *
 * - ℓ_old is in full precision, and its ratio to what the sampler recorded holds the sampler's lower precision, its
 *   truncation (top-k, top-p), and a cache that it kept over a change of weights
 * - the distributions μ are rounded as the sampler's weights are, but they are not truncated
 *
 * A response may have tokens of several versions: it is scored once by each, and each token takes its own.
 */
import type { Needs } from '../../learning/objectives/index.ts';
import type { Engine, Precision, ScoreRequest } from '../../policy/engine.ts';
import { gather, pack, type Packed, perToken } from './packing.ts';
import type { PastVersion, PastWeights } from './pastWeights.ts';

/** Per token of the whole batch. */
export interface Provisions {
  /** By the weights of the token's own version. */
  readonly old?: Float64Array;
  readonly reference?: Float64Array;
  /** log μ(·), tokens × vocabulary. */
  readonly behaveRows?: Float64Array;
  /** Tokens whose weights are not kept any more: what the sampler recorded, and rows by the next weights kept, stand in. */
  readonly unkept: number;
}

export interface ProvisionSettings {
  readonly needs: Needs;
  readonly temperature: number;
  /** Of the sampler's weights. */
  readonly precision: Precision;
}

/** The engine must have the reference in its slot where that is needed (`learnerMemory.ts`). */
export async function provide(
  engine: Engine,
  past: PastWeights,
  packed: Packed,
  { needs, temperature, precision }: ProvisionSettings,
): Promise<Provisions> {
  const wantsOld = needs.old === true || needs.prox === 'old';
  const wantsRows = needs.behaveDistributions === true;
  const scorer = new PastScorer(engine, past, packed);
  const request = { temperature, distributions: wantsRows && precision === 'float32' };
  const old = wantsOld || request.distributions ? await scorer.score(request, 'float32') : undefined;
  const rows =
    wantsRows && precision !== 'float32'
      ? await scorer.score({ temperature, distributions: true }, precision)
      : old;
  return {
    ...(wantsOld && { old: old!.logprobs }),
    ...(wantsRows && { behaveRows: rows!.rows }),
    ...(needs.reference && {
      reference: gather(
        (await engine.score('reference', packed.batch, { temperature })).logprobs,
        packed.places,
        1,
      ),
    }),
    unkept: wantsOld || wantsRows ? scorer.unkept : 0,
  };
}

interface PastScores {
  readonly logprobs: Float64Array;
  /** Tokens × vocabulary; empty where not asked for. */
  readonly rows: Float64Array;
}

/** Scores the tokens of a batch by the weights of their own versions, one version after another. */
class PastScorer {
  /** Tokens whose weights are not kept. */
  readonly unkept: number;
  readonly #engine: Engine;
  readonly #packed: Packed;
  readonly #versions: Float64Array;
  /** Which weights score each version: its own, or the next newer ones. */
  readonly #scoredBy = new Map<number, PastVersion>();

  constructor(engine: Engine, past: PastWeights, packed: Packed) {
    this.#engine = engine;
    this.#packed = packed;
    this.#versions = perToken(packed, (sample) => sample.versions);
    for (const version of new Set(this.#versions)) this.#scoredBy.set(version, past.nearest(version));
    this.unkept = this.#versions.filter((own) => this.#scoredBy.get(own)!.version !== own).length;
  }

  async score(request: ScoreRequest, precision: Precision): Promise<PastScores> {
    const width = request.distributions ? this.#engine.spec.vocabulary : 0;
    const logprobs = perToken(this.#packed, (sample) => sample.behaveLogprobs);
    const rows = new Float64Array(logprobs.length * width);
    for (const [{ version, parameters }, chosen] of this.#samplesByWeights()) {
      await this.#engine.load('past', parameters, precision);
      const part = this.#part(chosen);
      const scores = await this.#engine.score('past', part.batch, request);
      this.#places(part, chosen, (token, place) => {
        const own = this.#versions[token]!;
        if (this.#scoredBy.get(own)!.version !== version) return;
        if (own === version) logprobs[token] = scores.logprobs[place]!;
        if (width > 0)
          rows.set(scores.distributions!.subarray(place * width, (place + 1) * width), token * width);
      });
    }
    return { logprobs, rows };
  }

  /** The samples that have a token for each of the weights, oldest weights first. */
  #samplesByWeights(): ReadonlyMap<PastVersion, readonly number[]> {
    const { offsets } = this.#packed;
    const samples = new Map<PastVersion, number[]>();
    for (let i = 0; i + 1 < offsets.length; i++) {
      const own = this.#versions.subarray(offsets[i]!, offsets[i + 1]!);
      for (const weights of new Set(Array.from(own, (version) => this.#scoredBy.get(version)!))) {
        const those = samples.get(weights);
        if (those) those.push(i);
        else samples.set(weights, [i]);
      }
    }
    return new Map([...samples].sort(([a], [b]) => a.version - b.version));
  }

  /** Of one of a few shapes, which spares engines that compile for shapes. */
  #part(chosen: readonly number[]): Packed {
    const { samples, batch } = this.#packed;
    if (chosen.length === samples.length) return this.#packed;
    let rows = 1;
    while (rows < chosen.length) rows *= 2;
    return pack(
      chosen.map((i) => samples[i]!),
      Math.min(rows, samples.length),
      batch.length,
    );
  }

  /** Tells every token of these samples: where it is in the whole batch, and where in the part's padded shape. */
  #places(part: Packed, chosen: readonly number[], tell: (token: number, place: number) => void): void {
    const { offsets } = this.#packed;
    chosen.forEach((i, n) => {
      for (let t = offsets[i]!; t < offsets[i + 1]!; t++) {
        tell(t, part.places[part.offsets[n]! + t - offsets[i]!]!);
      }
    });
  }
}

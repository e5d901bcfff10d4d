/**
 * Computes, beside an update that goes on as it would have, what any other method would have read of it. It shares no
 * result with the update and changes nothing that the update reads: a run that was looked at has the same bits.
 *
 * The averaged policy is not here: only the method that has one keeps it (`averagedPolicy.ts`), and then it is among that
 * method's own facts.
 */
import type { LensFacts } from '../../learning/lens/contract.ts';
import type { Needs } from '../../learning/objectives/index.ts';
import type { Engine } from '../../policy/engine.ts';
import { lensFacts } from '../lens/lensFacts.ts';
import { type Before, scoreBefore } from './before.ts';
import type { LearnerMemory } from './learnerMemory.ts';
import { type Answer, type Packed, packScores, type PackedScores, select } from './packing.ts';
import { provide, type Provisions } from './provisions.ts';
import { type BatchFacts, type Part, visitFacts } from './visitFacts.ts';

/** All that some method needs, as far as a policy has it. */
export function everything(engine: Pick<Engine, 'spec'>): Needs {
  return {
    behave: true,
    prox: 'recompute',
    old: true,
    reference: true,
    distributions: true,
    behaveDistributions: true,
    values: engine.spec.valueHead,
    sequenceRewards: true,
    entropy: true,
    entropyHistory: true,
    staleness: true,
    seed: true,
  };
}

export class Witness {
  readonly #engine: Engine;
  readonly #temperature: number;
  readonly #provisions: Provisions;
  readonly #before: Before;

  private constructor(engine: Engine, temperature: number, provisions: Provisions, before: Before) {
    this.#engine = engine;
    this.#temperature = temperature;
    this.#provisions = provisions;
    this.#before = before;
  }

  /**
   * Called before anything of the update is trained. The engine must have the reference in its slot.
   * @param parts those of the first epoch: together, the whole batch
   */
  static async of(
    engine: Engine,
    memory: LearnerMemory,
    { packed, experiment }: Pick<BatchFacts, 'packed' | 'experiment'>,
    parts: readonly Part[],
  ): Promise<Witness> {
    const { temperature, precision } = experiment.rollout;
    const needs = everything(engine);
    const provisions = await provide(engine, memory.past, packed, { needs, temperature, precision });
    const before = await scoreBefore({
      whole: packed,
      parts,
      values: engine.spec.valueHead,
      agreement: false,
      vocabulary: engine.spec.vocabulary,
      score: (part) => scoreAll(engine, part, temperature),
    });
    return new Witness(engine, temperature, provisions, before);
  }

  /** Tokens that have no ℓ_old of their own. */
  get unkept(): number {
    return this.#provisions.unkept;
  }

  /** What any method reads of a minibatch, by θ as it is now. */
  async see(batch: BatchFacts, part: Part, order: number): Promise<LensFacts> {
    const needs = everything(this.#engine);
    const scores = await scoreAll(this.#engine, part.packed, this.#temperature);
    const computed = { needs, provisions: this.#provisions, valuesOld: this.#before.values };
    const logpProx = select(this.#before.logprobs, batch.packed.offsets, part.chosen);
    return lensFacts(visitFacts(batch, computed, { ...part, order, scores, logpProx }), needs);
  }
}

/** Everything that an engine can say of answers by its θ. */
export async function scoreAll(
  engine: Engine,
  packed: Packed<Answer>,
  temperature: number,
): Promise<PackedScores> {
  const { valueHead: values, vocabulary } = engine.spec;
  const request = { temperature, entropy: true, distributions: true, values };
  return packScores(await engine.score('theta', packed.batch, request), packed, vocabulary);
}

/**
 * What methods make of a batch and of one of its tokens: what `learning/lens` says. The batch that was asked about last is kept,
 * with every evaluation of it, so that a token can be asked about at once.
 */
import {
  agreement,
  type BatchEvaluation,
  evaluateBatch,
  gateKinds,
  type LensBatch,
  limitedTokens,
  readingOf,
  reason,
  syntheticBatch,
  tally,
  VERDICTS,
  verdictOf,
  verdictsOf,
  withMethod,
} from '../../../learning/lens/index.ts';
import type { MethodName } from '../../../learning/objectives/contract.ts';
import type {
  Acted,
  BatchAnswer,
  BatchInput,
  BatchQuestion,
  MethodOnBatch,
  MethodOnToken,
  TokenAnswer,
  TokenQuestion,
} from './protocol.ts';
import { columnsOf, joined } from './tokenColumns.ts';

interface Kept {
  readonly key: number;
  readonly batch: LensBatch;
  readonly oldest: number | undefined;
  readonly evaluations: Map<MethodName, BatchEvaluation>;
}

const LEFT_OUT = VERDICTS.indexOf('left out');

export class BatchDesk {
  #kept: Kept | undefined;

  batch({ key, input, methods }: BatchQuestion): BatchAnswer {
    if (this.#kept?.key !== key) {
      const oldest = input.kind === 'given' ? input.oldest : undefined;
      this.#kept = { key, batch: batchOf(input), oldest, evaluations: new Map() };
    }
    const kept = this.#kept;
    const asLearner = compareWithLearner(kept);
    return {
      methods: methods.map((method) => onBatch(kept, method)),
      agreement: agreement(kept.batch, methods),
      tokens: columnsOf(kept.batch),
      ...(asLearner && { asLearner }),
    };
  }

  /** @throws Error where the batch is not there any more */
  token({ key, token, methods }: TokenQuestion): TokenAnswer {
    const kept = this.#kept;
    if (kept === undefined || kept.key !== key) throw new Error('another batch has taken its place');
    let at = token;
    for (const [m, { facts }] of kept.batch.minibatches.entries()) {
      if (at < facts.mask.length) return { methods: methods.map((method) => onToken(kept, method, m, at)) };
      at -= facts.mask.length;
    }
    throw new Error(`the batch has no token ${token}`);
  }
}

function batchOf(input: BatchInput): LensBatch {
  return input.kind === 'given' ? input.batch : syntheticBatch(input.made, input.settings);
}

function evaluated({ batch, evaluations }: Kept, method: MethodName): BatchEvaluation {
  let evaluation = evaluations.get(method);
  if (evaluation === undefined) {
    evaluation = evaluateBatch(batch, withMethod(batch.settings, method));
    evaluations.set(method, evaluation);
  }
  return evaluation;
}

function onBatch(kept: Kept, method: MethodName): MethodOnBatch {
  const { batch } = kept;
  const settings = withMethod(batch.settings, method);
  const evaluation = evaluated(kept, method);
  const counts = tally(batch, settings, evaluation);
  if ('missing' in evaluation) return { method, missing: evaluation.missing };
  if ('missing' in counts) return { method, missing: counts.missing };
  const verdicts = batch.minibatches.map(({ facts: { mask, advantage } }, m) => {
    const { coefficients, gates } = evaluation.minibatches[m]!;
    const limited = limitedTokens(gates, mask.length);
    return Uint8Array.from(mask, (included, t) =>
      included ? VERDICTS.indexOf(verdictOf(advantage[t]!, coefficients[t]!, limited[t] === 1)) : LEFT_OUT,
    );
  });
  return {
    method,
    tally: counts,
    reading: readingOf(settings),
    coefficients: joined(
      Float64Array,
      evaluation.minibatches.map(({ coefficients }) => coefficients),
    ),
    verdicts: joined(Uint8Array, verdicts),
  };
}

/** The batch's own method, evaluated here, beside what the learner's evaluation said: token by token, to the last bit. */
function compareWithLearner(kept: Kept): BatchAnswer['asLearner'] {
  const { minibatches, settings } = kept.batch;
  if (!minibatches.every(({ trained }) => trained !== undefined)) return undefined;
  const evaluation = evaluated(kept, settings.objective.name);
  if ('missing' in evaluation) return undefined;
  let [same, of] = [0, 0];
  minibatches.forEach(({ facts, trained }, m) => {
    const { coefficients, gates } = evaluation.minibatches[m]!;
    const names = new Set([...Object.keys(gates), ...Object.keys(trained!.gates)]);
    facts.mask.forEach((_, t) => {
      const alike = [...names].every((name) => gates[name]?.[t] === trained!.gates[name]?.[t]);
      of++;
      if (alike && coefficients[t] === trained!.coefficients[t]) same++;
    });
  });
  return { same, of };
}

function onToken(kept: Kept, method: MethodName, m: number, t: number): MethodOnToken {
  const { batch, oldest } = kept;
  const settings = withMethod(batch.settings, method);
  const evaluation = evaluated(kept, method);
  if ('missing' in evaluation) return { method, missing: evaluation.missing };
  const { facts } = batch.minibatches[m]!;
  const own = evaluation.minibatches[m]!;
  const { verdict, coefficient, by } = verdictsOf(settings, facts, own, oldest)[t]!;
  return {
    method,
    verdict,
    coefficient,
    reading: readingOf(settings),
    by: by.map((gate): Acted => ({
      gate,
      sort: gateKinds[gate],
      sentence: reason(settings, facts, t, gate, own, oldest),
    })),
  };
}

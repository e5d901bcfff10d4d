/**
 * Between the rows of `policy/engine.ts`, sequence by sequence and indexed by the token that is predicted, and
 * the rows inside the engine, position-major and indexed by the token that is fed: token t of row r is
 * predicted by the output of inside row (t−1)·B + r.
 */
import * as tf from '@tensorflow/tfjs-core';
import type { GradientRows, ScoreRequest, Scores, TokenBatch } from '../../engine.ts';
import { logSoftmax, scoringTemperature } from '../../sampling.ts';
import type { PolicySpec } from '../../spec.ts';
import type { Inputs } from './encoding.ts';
import { outputColumns } from './heads.ts';

/** All tokens but each row's last place, which predicts nothing; padding becomes token 0. */
export function inputsOf({ rows, length, tokens, lengths }: TokenBatch): Inputs {
  const positions = length - 1;
  const inside = new Int32Array(positions * rows);
  for (let r = 0; r < rows; r++) {
    const end = Math.min(lengths[r]!, positions);
    for (let p = 0; p < end; p++) inside[p * rows + r] = tokens[r * length + p]!;
  }
  return { rows, from: 0, positions, tokens: inside };
}

/** Calls `visit` with the outside index, the inside row and the token of every token that is predicted. */
function eachPrediction(
  { rows, length, tokens, lengths }: TokenBatch,
  visit: (index: number, inside: number, token: number) => void,
): void {
  for (let r = 0; r < rows; r++) {
    for (let t = 1; t < lengths[r]!; t++) {
      const index = r * length + t;
      visit(index, (t - 1) * rows + r, tokens[index]!);
    }
  }
}

/** Scores from the outputs of all positions, in float64 on the CPU: the same formula as sampling. */
export function scoresOf(
  spec: PolicySpec,
  batch: TokenBatch,
  request: ScoreRequest,
  outputs: ArrayLike<number>,
): Scores {
  const size = batch.rows * batch.length;
  const { vocabulary } = spec;
  const columns = outputColumns(spec);
  const temperature = scoringTemperature(request.temperature);
  const logprobs = new Float32Array(size);
  const entropy = request.entropy === true ? new Float32Array(size) : undefined;
  const distributions = request.distributions === true ? new Float32Array(size * vocabulary) : undefined;
  const values = request.values === true ? new Float32Array(size) : undefined;
  const row = new Float64Array(vocabulary);
  eachPrediction(batch, (index, inside, token) => {
    const nats = logSoftmax(outputs, inside * columns, temperature, row);
    logprobs[index] = row[token]!;
    if (entropy !== undefined) entropy[index] = nats;
    distributions?.set(row, index * vocabulary);
    if (values !== undefined && spec.valueHead) values[index] = outputs[inside * columns + vocabulary]!;
  });
  return {
    logprobs,
    ...(entropy !== undefined && { entropy }),
    ...(distributions !== undefined && { distributions }),
    ...(values !== undefined && { values }),
  };
}

/**
 * The gradient by the outputs of Σ g·logπ(token) + Σ G·z + Σ γ·v, z = logits/T, as a function of the outputs:
 *
 *   by a logit:  (g·(onehot(token) − softmax(z)) + G) / T        by the value:  γ
 *
 * The parts that do not depend on the outputs are put together here, on the CPU.
 */
export function outputGradient(
  spec: PolicySpec,
  batch: TokenBatch,
  gradient: GradientRows,
): (outputs: tf.Tensor2D) => tf.Tensor2D {
  const { vocabulary, valueHead } = spec;
  const temperature = scoringTemperature(gradient.temperature);
  const inputs = batch.rows * (batch.length - 1);
  const constant = new Float32Array(inputs * vocabulary);
  const weight = new Float32Array(inputs);
  const value = new Float32Array(valueHead ? inputs : 0);
  eachPrediction(batch, (index, inside, token) => {
    const g = gradient.logprobs[index]!;
    weight[inside] = g / temperature;
    if (gradient.logits !== undefined) {
      for (let v = 0; v < vocabulary; v++) {
        constant[inside * vocabulary + v] = gradient.logits[index * vocabulary + v]! / temperature;
      }
    }
    constant[inside * vocabulary + token]! += g / temperature;
    if (valueHead && gradient.values !== undefined) value[inside] = gradient.values[index]!;
  });
  return (outputs) => {
    const logits = valueHead ? tf.slice(outputs, [0, 0], [inputs, vocabulary]) : outputs;
    const probabilities = tf.softmax(tf.div(logits, temperature));
    const byLogits = tf.sub(
      tf.tensor2d(constant, [inputs, vocabulary]),
      tf.mul(probabilities, tf.tensor2d(weight, [inputs, 1])),
    );
    return (valueHead ? tf.concat([byLogits, tf.tensor2d(value, [inputs, 1])], 1) : byLogits) as tf.Tensor2D;
  };
}

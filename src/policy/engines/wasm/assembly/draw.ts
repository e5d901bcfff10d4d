/**
 * Drawing tokens without truncation: `Sampler.draw` of `policy/sampling.ts`, to the bit. First the distribution of every
 * row of logits, then a token for every row of a generation, several of which may share one distribution.
 *
 *   table of a distribution:  log π, then π, each of `rowBytes(vocabulary)` bytes
 */
import { expPair } from './elementary';
import { logSoftmax, rowBytes } from './head';

/** Bytes of a table. */
export function tableBytes(vocabulary: i32): i32 {
  return 2 * rowBytes(vocabulary);
}

/** Tables of `rows` rows of logits. */
export function tabulate(
  rows: i32,
  logits: usize,
  ldl: usize,
  vocabulary: i32,
  temperature: f64,
  tables: usize,
): void {
  const bytes = <usize>rowBytes(vocabulary);
  for (let row = 0; row < rows; row++) {
    const weights = tables + bytes;
    logSoftmax(logits, vocabulary, temperature, tables, weights);
    for (let i = 0; i < vocabulary; i += 2) {
      v128.store(weights + <usize>i * 8, expPair(v128.load(tables + <usize>i * 8)));
    }
    logits += ldl;
    tables += 2 * bytes;
  }
}

/**
 * A token for each row, from table `lanes[row]`, and its log-probability. `forced` holds tokens to report instead, −1 =
 * draw; `greedy` takes the likeliest.
 */
export function drawTokens(
  rows: i32,
  lanes: usize,
  tables: usize,
  vocabulary: i32,
  greedy: bool,
  uniforms: usize,
  forced: usize,
  tokens: usize,
  logprobs: usize,
): void {
  const bytes = <usize>rowBytes(vocabulary);
  for (let row = 0; row < rows; row++) {
    const at = <usize>row * 4;
    const table = tables + <usize>load<i32>(lanes + at) * 2 * bytes;
    let token = load<i32>(forced + at);
    if (token < 0) {
      token = greedy
        ? greatest(table, vocabulary)
        : invert(table + bytes, vocabulary, load<f64>(uniforms + 2 * at));
    }
    store<i32>(tokens + at, token);
    store<f32>(logprobs + at, <f32>load<f64>(table + <usize>token * 8));
  }
}

function greatest(values: usize, size: i32): i32 {
  let best = 0;
  for (let i = 1; i < size; i++) {
    if (load<f64>(values + <usize>i * 8) > load<f64>(values + <usize>best * 8)) best = i;
  }
  return best;
}

/** First index up to which the weights sum to more than the share; the last positive one where rounding leaves none. */
function invert(weights: usize, size: i32, share: f64): i32 {
  let total: f64 = 0;
  for (let i = 0; i < size; i++) total += load<f64>(weights + <usize>i * 8);
  const point = share * total;
  let sum: f64 = 0;
  let last = 0;
  for (let i = 0; i < size; i++) {
    const weight = load<f64>(weights + <usize>i * 8);
    if (!(weight <= 0)) {
      last = i;
      sum += weight;
      if (sum > point) return i;
    }
  }
  return last;
}

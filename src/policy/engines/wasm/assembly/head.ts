/**
 * From logits to scores, and from their gradients back. A row of `logits` holds `vocabulary` logits and, where there
 * is a value head, the value without its bias behind them. Input row i predicts token `targets[i]`, which has index
 * `places[i]` in the callers' rows × length arrays. The formulas and their order are those of `policy/sampling.ts`:
 * doubles over float32 logits. Pointer 0 = not wanted.
 */
import { exp4, expPair, lanesBelow, log, sum4 } from './elementary';

/** Entropy of the row that `logSoftmax` saw last. */
let nats: f64 = 0;

/**
 * `logSoftmax` of `policy/sampling.ts`: log π of a row of logits, as doubles, to `out`, which has room for one more.
 * `weights` is scratch of the same size.
 */
export function logSoftmax(logits: usize, size: i32, temperature: f64, out: usize, weights: usize): void {
  let top: f64 = -Infinity;
  for (let i = 0; i < size; i++) {
    const z = <f64>load<f32>(logits + <usize>i * 4) / temperature;
    store<f64>(out + <usize>i * 8, z);
    // Not true for numbers below, but for NaN, which then stays: a broken policy must not look like a working one.
    if (!(z <= top) && top == top) top = z;
  }
  for (let i = 0; i < size; i += 2) {
    const at = <usize>i * 8;
    const z = f64x2.sub(v128.load(out + at), f64x2.splat(top));
    v128.store(out + at, z);
    v128.store(weights + at, expPair(z));
  }
  let sum: f64 = 0;
  let weighted: f64 = 0;
  for (let i = 0; i < size; i++) {
    const weight = load<f64>(weights + <usize>i * 8);
    sum += weight;
    if (weight > 0) weighted += weight * load<f64>(out + <usize>i * 8);
  }
  const logSum = log(sum);
  for (let i = 0; i < size; i += 2) {
    const at = <usize>i * 8;
    v128.store(out + at, f64x2.sub(v128.load(out + at), f64x2.splat(logSum)));
  }
  nats = logSum - weighted / sum;
}

/** Bytes of scratch for one row of doubles. */
export function rowBytes(vocabulary: i32): i32 {
  return ((vocabulary + 1) & ~1) * 8;
}

/** Log-probabilities, entropies, whole log-distributions and values of `rows` predictions. */
export function score(
  rows: i32,
  logits: usize,
  ldl: usize,
  vocabulary: i32,
  temperature: f64,
  bias: usize,
  targets: usize,
  places: usize,
  logprobs: usize,
  entropies: usize,
  distributions: usize,
  values: usize,
  scratch: usize,
): void {
  const bytes = <usize>vocabulary * 4;
  const weights = scratch + rowBytes(vocabulary);
  for (let row = 0; row < rows; row++) {
    const target = <usize>load<i32>(targets);
    const place = <usize>load<i32>(places);
    logSoftmax(logits, vocabulary, temperature, scratch, weights);
    store<f32>(logprobs + place * 4, <f32>load<f64>(scratch + target * 8));
    if (entropies != 0) store<f32>(entropies + place * 4, <f32>nats);
    if (distributions != 0) {
      const to = distributions + place * bytes;
      for (let i: usize = 0; i < bytes; i += 4) store<f32>(to + i, <f32>load<f64>(scratch + 2 * i));
    }
    if (values != 0) {
      store<f32>(values + place * 4, load<f32>(logits + bytes) + load<f32>(bias));
    }
    logits += ldl;
    targets += 4;
    places += 4;
  }
}

/**
 * The gradient by the logits and the value, to `slopes` (laid out as `logits`; the columns behind become zeros):
 *
 *   by a logit:  (g·(onehot(target) − softmax(logits/T)) + G) / T        by the value:  γ, summed into `dbias`
 */
export function scoreBackward(
  rows: i32,
  logits: usize,
  ldl: usize,
  vocabulary: i32,
  temperature: f32,
  targets: usize,
  places: usize,
  logprobs: usize,
  whole: usize,
  values: usize,
  slopes: usize,
  dbias: usize,
): void {
  const bytes = <usize>vocabulary * 4;
  const divisor = f32x4.splat(temperature);
  const least = f32x4.splat(-Infinity);
  for (let row = 0; row < rows; row++) {
    const target = <usize>load<i32>(targets) * 4;
    const place = <usize>load<i32>(places);
    const g = load<f32>(logprobs + place * 4);
    memory.fill(slopes, 0, ldl);
    if (g != 0) {
      let top = least;
      for (let i = 0; i < vocabulary; i += 4) {
        const at = <usize>i * 4;
        const z = f32x4.div(v128.load(logits + at), divisor);
        const kept = v128.bitselect(z, least, lanesBelow(i, vocabulary));
        v128.store(slopes + at, kept);
        top = f32x4.pmax(top, kept);
      }
      top = f32x4.pmax(top, v128.shuffle<f32>(top, top, 2, 3, 0, 1));
      top = f32x4.pmax(top, v128.shuffle<f32>(top, top, 1, 0, 3, 2));
      let sum = f32x4.splat(0);
      for (let i = 0; i < vocabulary; i += 4) {
        const at = <usize>i * 4;
        const weight = exp4(f32x4.sub(v128.load(slopes + at), top));
        v128.store(slopes + at, weight);
        sum = f32x4.add(sum, weight);
      }
      const factor = f32x4.splat(-g / (sum4(sum) * temperature));
      for (let i = 0; i < vocabulary; i += 4) {
        const at = <usize>i * 4;
        v128.store(slopes + at, f32x4.mul(v128.load(slopes + at), factor));
      }
      store<f32>(slopes + target, load<f32>(slopes + target) + g / temperature);
    }
    if (whole != 0) {
      const from = whole + place * bytes;
      for (let i: usize = 0; i < bytes; i += 4) {
        store<f32>(slopes + i, load<f32>(slopes + i) + load<f32>(from + i) / temperature);
      }
    }
    if (values != 0) {
      const slope = load<f32>(values + place * 4);
      store<f32>(slopes + bytes, slope);
      store<f32>(dbias, load<f32>(dbias) + slope);
    }
    logits += ldl;
    slopes += ldl;
    targets += 4;
    places += 4;
  }
}

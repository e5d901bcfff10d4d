/**
 * Rounds float32 values to a 16-bit format and back, in place, to the nearest and ties to even, as hardware does.
 * bfloat16 keeps 8 bits of mantissa and the whole exponent; float16 keeps 11 bits between 2⁻¹⁴ and 65504, fewer
 * below, and infinity above. Infinities and NaN stay what they are.
 */
export type Precision = 'float32' | 'bfloat16' | 'float16';

/** Rounds all values to the precision, in place; float32 leaves them alone. */
export function roundTo(precision: Precision, values: Float32Array): void {
  if (precision === 'bfloat16') roundToBfloat16(values);
  if (precision === 'float16') roundToFloat16(values);
}

export function roundToBfloat16(values: Float32Array): void {
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length);
  for (let i = 0; i < bits.length; i++) {
    const x = bits[i]!;
    // NaN is left out: the carry could turn it into an infinity.
    if ((x & 0x7fffffff) > 0x7f800000) continue;
    bits[i] = (x + 0x7fff + ((x >>> 16) & 1)) & 0xffff0000;
  }
}

/** Smallest normal float16, 2⁻¹⁴; below it values are multiples of 2⁻²⁴. */
const SMALLEST_NORMAL = 0x38800000;
/** Bits of 65520, halfway between the largest float16 and the next power of two: from here on infinite. */
const OVERFLOW = 0x477ff000;
const INFINITY_BITS = 0x7f800000;

export function roundToFloat16(values: Float32Array): void {
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length);
  for (let i = 0; i < bits.length; i++) {
    const x = bits[i]!;
    const sign = x & 0x80000000;
    const magnitude = x & 0x7fffffff;
    if (magnitude >= INFINITY_BITS) continue;
    if (magnitude >= OVERFLOW) {
      bits[i] = sign | INFINITY_BITS;
    } else if (magnitude >= SMALLEST_NORMAL) {
      bits[i] = sign | ((magnitude + 0xfff + ((magnitude >>> 13) & 1)) & 0xffffe000);
    } else {
      // Beside ½ a float32 has steps of 2⁻²⁴, so that adding ½ rounds to them.
      const rounded = Math.fround(Math.abs(values[i]!) + 0.5) - 0.5;
      values[i] = sign === 0 ? rounded : -rounded;
    }
  }
}

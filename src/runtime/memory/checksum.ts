/**
 * A checksum over 32-bit words, to notice a vector that was read while it was being written. It is no
 * protection against anything but that. Integer arithmetic only: the same number in every engine.
 */

/** FNV-1a over words instead of bytes, folded into 31 bits so that it is never negative. */
export function checksum(words: Int32Array, from: number, to: number): number {
  let hash = 0x811c9dc5 | 0;
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ words[i]!, 0x01000193);
  return (hash ^ (hash >>> 31)) & 0x7fffffff;
}

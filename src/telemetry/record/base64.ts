/** Weights as text: the bytes of little-endian float32 in base 64. */

/** Characters that are made of bytes in one call; more arguments than some engines take otherwise. */
const CHUNK = 0x8000;

export function floatsToText(values: Float32Array): string {
  const view = new DataView(new ArrayBuffer(values.length * 4));
  values.forEach((value, i) => view.setFloat32(4 * i, value, true));
  const bytes = new Uint8Array(view.buffer);
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK) {
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  }
  return btoa(text);
}

/** Undefined for what is no such text. */
export function floatsOfText(text: string): Float32Array | undefined {
  let bytes: Uint8Array;
  try {
    bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
  if (bytes.length % 4 !== 0) return undefined;
  const view = new DataView(bytes.buffer);
  return Float32Array.from({ length: bytes.length / 4 }, (_, i) => view.getFloat32(4 * i, true));
}

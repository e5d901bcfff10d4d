/** Whether WebAssembly here computes with vectors, which the lab's own kernels need. */

/** The smallest module with a vector in it: one function that spreads a zero over four lanes. */
// prettier-ignore
const USES_SIMD = Uint8Array.of(
  0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00, // magic, version 1
  0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7b, // type: () → v128
  0x03, 0x02, 0x01, 0x00, // one function of that type
  0x0a, 0x08, 0x01, 0x06, 0x00, 0x41, 0x00, 0xfd, 0x11, 0x0b, // i32.const 0, i32x4.splat, end
);

export function hasSimd(scope: Pick<typeof globalThis, 'WebAssembly'> = globalThis): boolean {
  return typeof scope.WebAssembly === 'object' && scope.WebAssembly.validate(USES_SIMD);
}

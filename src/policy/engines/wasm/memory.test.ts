/** The memory: blocks that never overlap, vectors that are shared until written to, and no growth. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchOf, noise } from '../conformance/cases.ts';
import { Arena } from './arena.ts';
import { ADAM, engineOf, finish, SPEC } from './testing.ts';

describe('arena', () => {
  it('gives blocks that do not overlap, takes them back and joins them', () => {
    const calls = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 200_000 })), { maxLength: 60 });
    fc.assert(
      fc.property(calls, (steps) => {
        const arena = new Arena(new WebAssembly.Memory({ initial: 1 }), 1000);
        const blocks: { at: number; bytes: number }[] = [];
        for (const [take, bytes] of steps) {
          if (take || blocks.length === 0) {
            const at = arena.allocate(bytes);
            expect(at % 64).toBe(0);
            expect(at).toBeGreaterThanOrEqual(1000);
            expect(at + bytes).toBeLessThanOrEqual(arena.bytes);
            for (const other of blocks)
              expect(at >= other.at + other.bytes || at + bytes <= other.at).toBe(true);
            blocks.push({ at, bytes });
          } else {
            const [block] = blocks.splice(bytes % blocks.length, 1);
            arena.release(block!.at);
          }
        }
        for (const { at } of blocks) arena.release(at);
        const all = arena.bytes - 1024;
        expect(arena.allocate(all)).toBe(1024);
        expect(arena.bytes).toBe(all + 1024);
      }),
    );
  });

  it('refuses to take a block back twice', () => {
    const arena = new Arena(new WebAssembly.Memory({ initial: 1 }), 64);
    const block = arena.allocate(10);
    arena.release(block);
    expect(() => arena.release(block)).toThrow('released');
  });
});

describe('engine', () => {
  it('does not grow in 1000 steps of everything', async () => {
    const engine = await engineOf({ ...SPEC, width: 16, layers: 1 });
    const cycle = async (seed: number): Promise<void> => {
      const rows = 1 + (seed % 5);
      const batch = batchOf(SPEC, rows, seed);
      await engine.copy('theta', 'proximal');
      await engine.score('proximal', batch, {
        temperature: 1,
        entropy: true,
        distributions: true,
        values: true,
      });
      await engine.accumulate(batch, { temperature: 1, logprobs: noise(rows * 11, seed) });
      await engine.step(ADAM);
      await engine.blend('proximal', 0.9, 'theta', 0.1);
      if (seed % 10 !== 0) return;
      const prompts = batchOf(SPEC, rows, seed, 3);
      const request = { slot: 'proximal', prompts, maxLength: 6, temperature: 1, topK: 0, topP: 1 } as const;
      const generation = await engine.generate(request);
      await engine.load('proximal', await engine.read('theta'));
      await generation.swapWeights('recompute');
      await finish(generation, rows, 6, () => 0.5);
    };
    for (let seed = 0; seed < 50; seed++) await cycle(seed);
    const { bytes } = engine.memory();
    for (let seed = 50; seed < 1050; seed++) await cycle(seed);
    expect(engine.memory().bytes).toBe(bytes);
    engine.dispose();
  });
});

/** The same calls give the same bits: twice, with more or less in between, and as pinned. */
import { describe, expect, it } from 'vitest';
import type { PolicySpec } from '../../spec.ts';
import { batchOf, noise } from '../conformance/cases.ts';
import { ADAM, engineOf, SPEC, trajectory } from './testing.ts';

describe('bits', () => {
  // Pinned: they change with the order of a sum or a polynomial, and then every published fingerprint changes too.
  it('of a transformer are as ever', async () => {
    const bits = await trajectory(SPEC);
    expect(await trajectory(SPEC)).toBe(bits);
    expect(bits).toBe('dc9ba434');
  });

  it('of an MLP are as ever', async () => {
    const spec: PolicySpec = { ...SPEC, architecture: 'mlp' };
    const bits = await trajectory(spec);
    expect(await trajectory(spec)).toBe(bits);
    expect(bits).toBe('286276f8');
  });

  it('of a gradient do not depend on what was scored before', async () => {
    const batch = batchOf(SPEC, 7);
    const other = batchOf(SPEC, 3, 2, 8);
    const rows = { temperature: 1, logprobs: noise(77, 1) };
    const gradients: Float32Array[] = [];
    for (const before of [[], [batch], [other], [batch, other], [other, batch]]) {
      const engine = await engineOf(SPEC);
      for (const scored of before) await engine.score('theta', scored, { temperature: 0.5 });
      await engine.accumulate(batch, rows);
      gradients.push(await engine.readGradient());
    }
    for (const gradient of gradients) expect(gradient).toEqual(gradients[0]);
  });

  it('are those of the present parameters after a step, a load and a blend', async () => {
    const engine = await engineOf(SPEC);
    const batch = batchOf(SPEC, 4);
    const rows = { temperature: 1, logprobs: noise(44, 1) };
    const changes = [
      () => engine.load('theta', noise(engine.parameters, 5)),
      () => engine.blend('theta', 0.5, 'reference', 0.5),
      () => engine.copy('reference', 'theta'),
      () => engine.step(ADAM),
    ];
    await engine.load('reference', noise(engine.parameters, 6));
    for (const change of changes) {
      await engine.score('theta', batch, { temperature: 1 });
      await engine.accumulate(batch, rows);
      await change();
      await engine.step({ ...ADAM, learningRate: 0 });
      await engine.accumulate(batch, rows);
      const fresh = await engineOf(SPEC);
      await fresh.load('theta', await engine.read('theta'));
      await fresh.accumulate(batch, rows);
      expect(await engine.readGradient()).toEqual(await fresh.readGradient());
      await engine.step({ ...ADAM, learningRate: 0 });
    }
  });
});

import { describe, expect, it } from 'vitest';
import type { Engine } from '../engine.ts';
import type { OpenRung } from '../engines/open.ts';
import { computeAnswers } from './answers.ts';
import answers from './answers.json';
import { gradientError, largestError } from './errors.ts';
import { selfTestProblem } from './problem.ts';
import { judge, selfTest, tolerances } from './run.ts';

const problem = selfTestProblem();

describe('the stored answers', () => {
  it('are what float64 computes now', () => {
    const computed = computeAnswers(problem);
    // Central differences keep nine digits or so, and twelve are stored; another machine's square roots are the same.
    expect(largestError(answers.logits, computed.logits)).toBeLessThan(1e-11);
    expect(gradientError(problem.spec, answers.gradient, computed.gradient)).toBeLessThan(1e-9);
  });

  it('are of a policy in which nothing is idle', () => {
    expect(answers.logits.some((value) => value < -3)).toBe(true);
    expect(answers.gradient.filter((value) => value !== 0).length).toBeGreaterThan(
      0.9 * answers.gradient.length,
    );
  });
});

describe('the self-test', () => {
  it.each(['wasm', 'cpu', 'tfjs-wasm'] as const)('passes on %s, with room to spare', async (rung) => {
    const result = await selfTest({ rung, softwareToo: false });
    expect(result).toMatchObject({ passed: true });
    if ('because' in result) return;
    expect(result.logitError).toBeLessThan(0.2 * tolerances[rung].logits);
    expect(result.gradientError).toBeLessThan(0.2 * tolerances[rung].gradient);
    // Nothing is compared with itself: float32 cannot be exact.
    expect(result.logitError).toBeGreaterThan(0);
    expect(result.gradientError).toBeGreaterThan(0);
  });

  it('says why an engine does not exist, and survives one that breaks down', async () => {
    expect(await selfTest({ rung: 'webgpu', softwareToo: true })).toEqual({
      because: expect.stringContaining('WebGPU'),
    });
    const broken: OpenRung = () =>
      Promise.resolve({
        engine: { load: () => Promise.reject(new Error('no memory')) } as unknown as Engine,
        onLost: () => undefined,
      });
    expect(await selfTest({ rung: 'wasm', softwareToo: false }, broken)).toEqual({
      because: 'it broke down (no memory)',
    });
  });
});

describe('judging', () => {
  const right: Readonly<Record<'logits' | 'gradient', Float64Array>> = {
    logits: Float64Array.from(answers.logits),
    gradient: Float64Array.from(answers.gradient),
  };
  const judged = (given: Partial<typeof right>) => judge(problem, { ...right, ...given }, tolerances.webgpu);
  const changed = (values: Float64Array, at: number, to: (value: number) => number): Float64Array =>
    values.map((value, i) => (i === at ? to(value) : value));

  it('passes the answers themselves', () => {
    expect(judged({})).toMatchObject({ logitError: 0, gradientError: 0, passed: true });
  });

  it.each([
    ['one logit is off by a thousandth', { logits: changed(right.logits, 40, (x) => x + 1e-3) }],
    ['one logit is not a number', { logits: changed(right.logits, 40, () => NaN) }],
    ['one derivative is missing', { gradient: changed(right.gradient, 500, () => 0) }],
    ['one derivative is not a number', { gradient: changed(right.gradient, 500, () => NaN) }],
    ['the gradient is that of half the loss', { gradient: right.gradient.map((x) => x / 2) }],
    ['numbers are missing', { gradient: right.gradient.slice(1) }],
  ])('fails where %s', (_, given) => {
    expect(judged(given).passed).toBe(false);
  });
});

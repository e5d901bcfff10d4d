/**
 * Every shape that the settings allow: all of the interface, once, at each shape of a table. The short table holds
 * every value of every dimension (widths: some), the long one every pair of values; then there are the corners, and in
 * the long form every width.
 */
import { describe, expect, it } from 'vitest';
import type { NumberSetting } from '../../../experiment/setting.ts';
import { policy } from '../../../experiment/settings/model.ts';
import type { PolicySpec } from '../../spec.ts';
import { autodiffGradient } from './autodiff.ts';
import {
  engineWith,
  type Extent,
  filled,
  gradientRows,
  type Make,
  type Tolerances,
  weights,
} from './cases.ts';
import { expectClose, expectGradient } from './compare.ts';
import { covering } from './covering.ts';
import { expectedScores } from './expected.ts';
import { ReferenceAdam } from './referenceAdam.ts';
import { expectAsReference, PLAIN, play, promptsOf } from './told.ts';

function range({ min, max }: NumberSetting, step = 1): number[] {
  return Array.from({ length: Math.floor((max - min) / step) + 1 }, (_, i) => min + i * step);
}

const ARCHITECTURES = policy.architecture.options.map(({ value }) => value);

/** The control moves in steps; links may name any width, so odd ones are among them. */
const WIDTHS = [8, 9, 13, 16, 24, 32, 40, 56, 63, 64, 72, 88, 104, 120, 256];

/** Cheapest values first; long sequences stand beside shallow policies. */
const DIMENSIONS = {
  architecture: ARCHITECTURES,
  valueHead: [false, true],
  layers: range(policy.layers),
  mlpRatio: range(policy.mlpRatio),
  // What tasks make of them (12 to 28 symbols, 6 to 37 tokens), and some more.
  vocabulary: [3, 12, 14, 17, 28, 33],
  maxLength: [3, 37, 22, 16, 9, 6],
  heads: range(policy.heads),
  width: WIDTHS,
};

const fits = ({ heads = 1, width = heads }: Partial<PolicySpec>): boolean => width % heads === 0;

/** The smallest policy, from which the corners depart. */
const LEAST: PolicySpec = {
  architecture: 'transformer',
  valueHead: false,
  layers: policy.layers.min,
  mlpRatio: policy.mlpRatio.min,
  vocabulary: 2,
  maxLength: 2,
  heads: policy.heads.min,
  width: policy.width.min,
};

/** The largest. */
const MOST: PolicySpec = {
  ...LEAST,
  valueHead: true,
  layers: policy.layers.max,
  mlpRatio: policy.mlpRatio.max,
  vocabulary: 40,
  maxLength: 40,
  heads: policy.heads.max,
  width: policy.width.max,
};

const CORNERS: readonly PolicySpec[] = [
  LEAST,
  { ...LEAST, architecture: 'mlp' },
  { ...LEAST, heads: LEAST.width },
  // The MLP takes no notice of heads, so they need not divide its width.
  { ...LEAST, architecture: 'mlp', heads: 3 },
];

const LARGE_CORNERS: readonly PolicySpec[] = [
  MOST,
  { ...MOST, heads: 1 },
  { ...MOST, architecture: 'mlp' },
  { ...MOST, mlpRatio: 1, layers: 1 },
  { ...MOST, width: policy.width.min, heads: 8 },
];

export function shapeTests(make: Make, tolerances: Tolerances, extent: Extent): void {
  const check =
    (shapes: readonly PolicySpec[], allowed = tolerances) =>
    async (): Promise<void> => {
      for (const spec of shapes) await checkShape(make, spec, allowed);
    };
  // Of half a million ReLUs some have an input that is zero within rounding: a gradient then holds it or leaves it out.
  const deep = { ...tolerances, gradient: 50 * tolerances.gradient };

  describe('shapes that the settings allow', () => {
    it('include the smallest ones', check(CORNERS));
    if (extent === 'short') {
      for (const architecture of ARCHITECTURES) {
        const dimensions = { ...DIMENSIONS, architecture: [architecture] };
        it(`include every value of each dimension: ${architecture}`, check(covering(dimensions, 1, fits)));
      }
    }
    if (extent === 'long') {
      it('include the largest ones', check(LARGE_CORNERS, deep));
      it('include every width', check(range(policy.width).map((width) => ({ ...LEAST, ...ODD, width }))));
      for (const [n, shapes] of parts(covering(DIMENSIONS, 2, fits), 10).entries()) {
        it(`include every pair of values of two dimensions, part ${n + 1} of 10`, check(shapes));
      }
    }
  });
}

const ODD = { vocabulary: 5, maxLength: 5, valueHead: true };

function parts<T>(all: readonly T[], count: number): T[][] {
  return Array.from({ length: count }, (_, n) => all.filter((_, i) => i % count === n));
}

/** Scores, gradient, a step of Adam and generation at one shape, on a short and a full row. */
async function checkShape(make: Make, spec: PolicySpec, tolerances: Tolerances): Promise<void> {
  const what = JSON.stringify(spec);
  const parameters = weights(spec);
  const engine = await engineWith(make, spec, parameters);
  const { maxLength } = spec;
  const batch = filled(spec, maxLength, Int32Array.of(Math.min(maxLength, 4), maxLength));

  const [expected] = expectedScores(spec, parameters, batch, [1]);
  const request = { temperature: 1, entropy: true, distributions: true, values: true };
  const scores = await engine.score('theta', batch, request);
  expectClose(scores.logprobs, expected!.logprobs, tolerances.score, what);
  expectClose(scores.entropy!, expected!.entropy, tolerances.score, what);
  expectClose(scores.distributions!, expected!.distributions, tolerances.score, what);
  expectClose(scores.values!, expected!.values, tolerances.score, what);

  const script = { prompts: promptsOf(spec, 2), ways: PLAIN };
  expectAsReference(spec, parameters, script, await play(engine, script), tolerances.score, what);

  const rows = gradientRows(spec, batch, 1);
  await engine.accumulate(batch, rows);
  const gradient = await engine.readGradient();
  expectGradient(
    spec,
    gradient,
    await autodiffGradient(spec, parameters, batch, rows),
    tolerances.gradient,
    what,
  );

  const settings = { learningRate: 1e-2, beta1: 0.9, beta2: 0.99, epsilon: 1e-8, gradientClip: 1 };
  const adam = new ReferenceAdam(parameters, settings);
  const norm = adam.step(gradient);
  const report = await engine.step(settings);
  expect(report.applied, what).toBe(true);
  expect(Math.abs(report.gradientNorm / norm - 1), what).toBeLessThan(1e-5);
  expectClose(await engine.read('theta'), adam.parameters, tolerances.adam, what);
  engine.dispose();
}

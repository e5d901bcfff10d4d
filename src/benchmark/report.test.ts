import { describe, expect, it } from 'vitest';
import { sheetCases } from './cases.ts';
import { type Machine, type Measured, reportOf } from './report.ts';
import type { CaseResult } from './suite.ts';

const [step, generation] = sheetCases();

const base: Omit<CaseResult, 'case' | 'ms'> = {
  best: { wasm: 19 },
  products: { 'products-wasm': 16 },
  limitMs: 16,
  limitBy: { 'products-wasm': 16 },
  gflop: 0.46,
  rounds: { wasm: 9 },
  descriptions: { wasm: { threads: 1, notes: 'Adam' }, jaxjs: { threads: 2, notes: 'jit' } },
  agreement: { tfjs: { logprobs: 1e-6, gradient: 1e-6 }, jaxjs: { logprobs: 1 } },
  absent: {},
};

const stations = { engine: 1, objective: 0, diagnostics: 0, publication: 0, ring: 0, telemetry: 0 };
const measured = (where: Measured['where'], scaling: number): Measured => ({
  where,
  results: [
    { ...base, case: step!, ms: { wasm: 20, tfjs: 200, jaxjs: 50, 'tfjs-wasm': 160 } },
    { ...base, case: generation!, ms: { wasm: 15, 'tfjs-wasm': 150 } },
  ],
  scaling: { batch_doubled: scaling, layers_doubled: scaling },
  shares: { ms: stations, of_update: stations },
  objectives: {
    dearest: { name: 'cppo', ms: { engine: 8, objective: 1, diagnostics: 1 }, of_update: 0.1 },
    of_update: { cppo: 0.1 } as Measured['objectives']['of_update'],
  },
});
const machine: Machine = { cores: 2, cpu: 'x', node: '20', chromium: '156', load_average: [0, 0] };

describe('the report', () => {
  const report = reportOf([measured('node', 2), measured('chromium', 1.9)], machine);

  it('divides the engine’s time by theirs', () => {
    expect(report.ratios['chromium/step']).toEqual({
      vs_jaxjs: 0.4,
      vs_tfjs: 0.1,
      vs_tfjs_engine: 0.125,
      vs_limit: 1.25,
    });
  });

  it('says null where there is nobody to compare with, and turns a generation’s ratio round', () => {
    expect(report.ratios['node/generate']).toEqual({
      vs_jaxjs: null,
      vs_tfjs: null,
      vs_tfjs_engine: 0.1,
      vs_limit: 0.9375,
      speedup_vs_tfjs_engine: 10,
    });
  });

  it('has the shape that its readers rely on', () => {
    expect(report.cases.map(({ name }) => name)).toEqual([
      'node/step',
      'node/generate',
      'chromium/step',
      'chromium/generate',
    ]);
    for (const one of report.cases) {
      expect(one).toMatchObject({ backend: 'wasm', limit_ms: 16, ratios: report.ratios[one.name] });
      expect(Object.values(one.ms).every(Number.isFinite)).toBe(true);
    }
    expect(report.cases[0]!.limit_gflops).toBe(28.75);
    expect(report.scaling).toMatchObject({ batch_doubled: 1.9, node: { batch_doubled: 2 } });
    expect(report.threads).toEqual({ node: { wasm: 1, jaxjs: 2 }, chromium: { wasm: 1, jaxjs: 2 } });
    expect(report.machine).toBe(machine);
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });

  it('names who computed something else', () => {
    expect(report.cases[0]!.disagreements).toEqual(['jaxjs']);
  });
});

import { describe, expect, it } from 'vitest';
import type { Effort } from './alternate.ts';
import { sheetCases } from './cases.ts';
import type { ContestantName, Evidence, Prepare } from './contestant.ts';
import { LocalHost } from './host.ts';
import { productsOf } from './products.ts';
import { limitOf, type Line, runCase, runTogether } from './suite.ts';

const step = sheetCases()[0]!;
const effort: Effort = { warmUpMs: 0, budgetMs: 0, leastRounds: 3, mostRounds: 3, patienceMs: 1e9 };
const evidence: Evidence = { logprobs: Float32Array.of(-1, -2), gradient: Float32Array.of(3, 4) };
const line: Line = { contestants: ['wasm', 'tfjs', 'jaxjs'], kernels: ['products-wasm', 'products-tfjs'] };

/** A host of contestants that claim to take given times. */
function hostOf(
  contestants: Partial<Record<ContestantName, { ms: readonly number[]; evidence?: Evidence }>>,
) {
  const released: string[] = [];
  const find = async (name: ContestantName): Promise<Prepare> => {
    const found = contestants[name];
    if (found === undefined) throw new Error(`no ${name} here`);
    return async () => ({
      description: { threads: 1, notes: name },
      ...(found.evidence && { evidence: async () => found.evidence! }),
      run: async () => found.ms,
      dispose: () => void released.push(name),
    });
  };
  const host = new LocalHost({}, find);
  return { hosts: () => host, host, released };
}

const even = (ms: number) => productsOf(step).map(() => ms);
const executions = productsOf(step).reduce((sum, { count }) => sum + count, 0);

describe('a case', () => {
  it('has a median for every contestant and the best kernel for every product', async () => {
    const mixed = productsOf(step).map((_, i) => (i === 0 ? 1 : 9));
    const { hosts, released } = hostOf({
      wasm: { ms: [20], evidence },
      tfjs: { ms: [200], evidence },
      jaxjs: { ms: [50], evidence },
      'products-wasm': { ms: even(2) },
      'products-tfjs': { ms: mixed },
    });
    const result = await runCase(step, line, hosts, effort, { now: () => 0 });
    expect(result.ms).toEqual({ wasm: 20, tfjs: 200, jaxjs: 50 });
    const first = productsOf(step)[0]!.count;
    expect(result.products).toEqual({
      'products-wasm': 2 * executions,
      'products-tfjs': 9 * (executions - first) + first,
    });
    expect(result.limitMs).toBe(2 * (executions - first) + first);
    expect(result.limitBy).toEqual({ 'products-wasm': 2 * (executions - first), 'products-tfjs': first });
    expect(result.absent).toEqual({});
    expect(result.rounds.wasm).toBe(3);
    expect(released.sort()).toEqual([...line.contestants, ...line.kernels].sort());
  });

  it('leaves out who computes something else, and says by how much', async () => {
    const off = { ...evidence, gradient: Float32Array.of(3, 4.1) };
    const { hosts, released } = hostOf({
      wasm: { ms: [20], evidence },
      tfjs: { ms: [200], evidence: off },
      jaxjs: { ms: [50], evidence: { ...evidence, logprobs: Float32Array.of(-1, NaN) } },
      'products-wasm': { ms: even(1) },
      'products-tfjs': { ms: even(2) },
    });
    const result = await runCase(step, line, hosts, effort, { now: () => 0 });
    expect(Object.keys(result.ms)).toEqual(['wasm']);
    expect(result.agreement.tfjs!.gradient).toBeCloseTo(0.02, 6);
    expect(result.absent.tfjs).toMatch(/computes something else/);
    expect(result.absent.jaxjs).toMatch(/computes something else/);
    expect(released).toContain('jaxjs');
  });

  it('goes on without who does not run here, but not without the engine itself', async () => {
    const { hosts } = hostOf({ wasm: { ms: [20], evidence }, 'products-wasm': { ms: even(1) } });
    const result = await runCase(step, line, hosts, effort, { now: () => 0 });
    expect(result.absent).toEqual({
      tfjs: 'no tfjs here',
      jaxjs: 'no jaxjs here',
      'products-tfjs': 'no products-tfjs here',
    });
    const without = hostOf({ tfjs: { ms: [1], evidence } });
    await expect(runCase(step, line, without.hosts, effort, { now: () => 0 })).rejects.toThrow(
      'no wasm here',
    );
  });

  it('puts all away when it is stopped', async () => {
    const { hosts, released } = hostOf({ wasm: { ms: [20], evidence }, 'products-wasm': { ms: even(1) } });
    const stop = new AbortController();
    const now = () => {
      stop.abort(new Error('enough'));
      return 0;
    };
    await expect(runCase(step, line, hosts, effort, { now, signal: stop.signal })).rejects.toThrow('enough');
    expect(released).toEqual(['wasm', 'products-wasm']);
  });
});

it('the limit is a median of whole rounds, so that one slow moment does not count', () => {
  const products = [
    { kind: 'plain', m: 1, k: 1, n: 1, count: 2 },
    { kind: 'plain', m: 1, k: 1, n: 2, count: 1 },
  ] as const;
  // By kernel, product and round: the second kernel is better at the second product alone.
  const times = [
    [
      [1, 1, 100],
      [5, 5, 5],
    ],
    [
      [2, 2, 2],
      [3, 3, 90],
    ],
  ];
  expect(limitOf(products, times)).toEqual({ ms: 5, byKernel: [2, 3] });
  expect(limitOf(products, []).ms).toBeNaN();
});

it('the limit is one kernel throughout where mixing them came out longer by bad luck', () => {
  const products = [
    { kind: 'plain', m: 1, k: 1, n: 1, count: 1 },
    { kind: 'plain', m: 1, k: 1, n: 2, count: 1 },
  ] as const;
  const spiky = [
    [1, 50, 1],
    [50, 1, 1],
  ];
  const steady = [
    [2, 2, 2],
    [2, 2, 2],
  ];
  expect(limitOf(products, [spiky, steady])).toEqual({ ms: 4, byKernel: [0, 4] });
});

it('cases of one engine can be measured together', async () => {
  const { host, released } = hostOf({ wasm: { ms: [7], evidence } });
  expect(await runTogether(sheetCases(), host, effort, { now: () => 0 })).toEqual([7, 7, 7]);
  expect(released).toHaveLength(3);
});

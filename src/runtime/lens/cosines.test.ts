/** Gradients of methods against a fresh one, on the real engine: what is backpropagated, and what is said where nothing can be. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { presetExperiment, withLayer } from '../../experiment/presets/index.ts';
import { evaluateBatch } from '../../learning/lens/evaluate.ts';
import { evaluateObjective, type MethodName, needsOf, objectives } from '../../learning/objectives/index.ts';
import type { Engine } from '../../policy/engine.ts';
import { createWasmEngine } from '../../policy/engines/wasm/index.ts';
import { policySpec } from '../../policy/specOf.ts';
import { createTask } from '../../tasks/index.ts';
import { scatter } from '../actors/packing.ts';
import { runTo } from '../virtual/runTo.ts';
import { givenAgain } from './again.ts';
import { blocksOf, gradientOf, scoreBlocks } from './blocks.ts';
import type { Capture } from './capture.ts';
import { cosinesAtLags, measureCosines } from './cosines.ts';
import { factsAt } from './scored.ts';
import { onlyCosine } from './testing.ts';
import { Work } from './work.ts';

/** Values, an entropy bonus and a KL penalty, so that values and distributions have gradients too. */
const base = withLayer(presetExperiment('tiny-v1'), {
  task: { partialCredit: 1 },
  policy: { valueHead: true },
  schedule: { maxStaleness: 2 },
  optimiser: { minibatches: 1 },
  objective: { name: 'a2c', entropyBonus: 0.01 },
  evaluation: { every: 100, prompts: 16 },
});
const task = createTask(base);
const names = Object.keys(objectives) as MethodName[];
const UPDATES = 6;

let engine: Engine;
/** The last update of a run, in one minibatch and in two. */
let capture: Capture;
let halves: Capture;
let before: Float32Array;
beforeAll(async () => {
  engine = await createWasmEngine(policySpec(base, task), 'wasm');
  halves = (await run(2)).at(-1)!;
  const captures = await run(1);
  capture = captures.at(-1)!;
  before = captures[0]!.parameters!;
});
afterAll(() => engine.dispose());

async function run(minibatches: number): Promise<readonly Capture[]> {
  const experiment = withLayer(base, { optimiser: { minibatches } });
  const captures: Capture[] = [];
  await runTo(UPDATES, {
    experiment,
    engine,
    hooks: { captures: () => true, trained: (_, report) => captures.push(report.capture!) },
  });
  return captures;
}

const FRESH = 256;
const ask = (methods: readonly MethodName[], seed = 1) =>
  measureCosines({ engine, capture, methods, seed, fresh: FRESH });

test('a batch that is scored again at its θ is the batch that the learner evaluated', async () => {
  const { answers, given } = givenAgain(capture);
  const blocks = blocksOf(answers, given.groups, 16, engine.spec.maxLength);
  await engine.load('theta', capture.parameters!);
  const scores = await scoreBlocks(engine, blocks, 1, new Work(1, {}));
  const facts = factsAt(given, scores, engine.spec.vocabulary);
  const { facts: own, trained } = capture.batch.minibatches[0]!;
  for (const [name, value] of Object.entries(own))
    expect(facts[name as keyof typeof facts], name).toEqual(value);
  const again = evaluateBatch({ settings: base, minibatches: [{ facts }] }, base);
  expect('minibatches' in again && again.minibatches[0]).toMatchObject(trained!);
});

test('answers of several minibatches come together by group and member', () => {
  const { answers, given } = givenAgain(halves);
  const { batchGroups, groupSize } = base.schedule;
  expect(halves.batch.minibatches).toHaveLength(2);
  expect(answers).toHaveLength(batchGroups * groupSize);
  expect([...given.groups]).toEqual([...given.groups].sort((a, b) => a - b));
  for (const { facts, answers: own } of halves.batch.minibatches) {
    own!.group.forEach((group, i) => {
      const at = [...given.groups].indexOf(group) + own!.member[i]!;
      const [from, to] = [given.offsets[at]!, given.offsets[at + 1]!];
      const [first, last] = [facts.offsets[i]!, facts.offsets[i + 1]!];
      expect(answers[at]!.tokens.subarray(answers[at]!.promptLength)).toEqual(own!.tokens.slice(first, last));
      for (const name of ['logpBehave', 'logpOld', 'logpRef', 'advantage', 'rewards', 'staleness'] as const) {
        expect([...given[name]!.subarray(from, to)], name).toEqual([...facts[name]!.subarray(first, last)]);
      }
      expect(given.sequenceRewards![at]).toBe(own!.reward[i]);
    });
  }
});

test('the mean of the blocks’ gradients is the gradient of the batch, values and distributions included', async () => {
  const { facts } = capture.batch.minibatches[0]!;
  const { answers, given } = givenAgain(capture);
  const blocks = blocksOf(answers, given.groups, 3, engine.spec.maxLength);
  expect(blocks).toHaveLength(3);
  const { logpRecomputed, ...rest } = facts;
  const evaluation = evaluateObjective({ ...rest, logpProx: logpRecomputed! }, base);
  expect(evaluation.logitRows).toBeDefined();
  expect(evaluation.valueGradient).toBeDefined();
  await engine.load('theta', capture.parameters!);
  const gradient = await gradientOf(engine, blocks, evaluation, 1, new Work(1, {}));
  const [whole] = blocksOf(answers, given.groups, 1, engine.spec.maxLength);
  await engine.accumulate(whole!.packed.batch, {
    temperature: 1,
    logprobs: scatter(evaluation.gradient, whole!.packed),
    logits: scatter(evaluation.logitRows!, whole!.packed, engine.spec.vocabulary),
    values: scatter(evaluation.valueGradient!, whole!.packed),
  });
  const expected = await engine.readGradient();
  const largest = expected.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  expect(largest).toBeGreaterThan(0);
  // Sums of float32 in another order.
  gradient.sum.forEach((value, i) => expect(Math.abs(value / 3 - expected[i]!)).toBeLessThan(1e-5 * largest));
  expect(await engine.read('theta')).toEqual(capture.parameters);
});

test('every method has a cosine, or words for why not; the same question has the same answer', async () => {
  const report = await ask(names);
  expect(report).toMatchObject({
    answers: base.schedule.batchGroups * base.schedule.groupSize,
    fresh: FRESH,
  });
  expect(report.methods.map(({ method }) => method)).toEqual(names);
  for (const found of report.methods) {
    const { prox } = needsOf(withLayer(base, { objective: { name: found.method } }));
    if (prox === 'averaged') {
      expect(found).toMatchObject({ missing: 'needs the probabilities of the averaged policy' });
    } else if ('cosine' in found) {
      const { plain, norm, freshNorm } = found.cosine;
      expect(Math.abs(plain.value)).toBeLessThanOrEqual(1);
      expect(plain.low).toBeLessThanOrEqual(plain.value);
      expect(norm.plain).toBeGreaterThan(0);
      expect(freshNorm.corrected).toBeLessThan(freshNorm.plain);
    } else expect(found.missing).toBe('has a gradient of zero on this batch');
  }
  const two: readonly MethodName[] = ['ppo', 'a2c'];
  const of = (methods: readonly { readonly method: MethodName }[]) =>
    methods.filter(({ method }) => two.includes(method));
  const again = await ask(two);
  expect(of(again.methods)).toEqual(of(report.methods));
  expect((await ask(two, 2)).methods).not.toEqual(again.methods);
});

test('where the sampler is θ itself, what weighs by ratios is what does not', async () => {
  const { parameters } = capture;
  const plain = withLayer(base, { objective: { entropyBonus: 0 } });
  const [same, old] = await cosinesAtLags({
    engine,
    experiment: plain,
    parameters: parameters!,
    batches: [
      { sampler: parameters!, lag: 0, groups: 32 },
      { sampler: before, lag: UPDATES - 1, groups: 32 },
    ],
    methods: ['reinforce', 'ppo', 'tis', 'exact-old-logits', 'dppo-full-tv'],
    seed: 3,
    fresh: FRESH,
  });
  const values = (report: typeof same): readonly number[] =>
    report!.methods.map((found) => ('cosine' in found ? found.cosine.plain.value : NaN));
  const [reinforce, ...others] = values(same);
  // The sampler's cache and the learner's pass differ in the last bits of float32.
  for (const value of others) expect(Math.abs(value - reinforce!)).toBeLessThan(1e-4);
  expect(new Set(values(old).map((value) => value.toFixed(3))).size).toBeGreaterThan(1);
});

test('blocks are of whole prompt groups, as equal in number as they can be', () => {
  const { answers, given } = givenAgain(capture);
  const { batchGroups } = base.schedule;
  for (const count of [1, 2, 3, batchGroups, 100]) {
    const blocks = blocksOf(answers, given.groups, count, engine.spec.maxLength);
    expect(blocks).toHaveLength(Math.min(count, batchGroups));
    let seen = 0;
    const groups = blocks.map(({ packed }) => {
      const own = given.groups.subarray(seen, seen + packed.samples.length);
      seen += packed.samples.length;
      return new Set(own);
    });
    expect(seen).toBe(answers.length);
    const sizes = groups.map(({ size }) => size);
    expect(sizes.reduce((a, b) => a + b)).toBe(batchGroups);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
  }
});

test('fresh answers are to other prompts, of the policy as it is, and REINFORCE’s alone', async () => {
  const { parameters } = capture;
  const groups = 32;
  const askWith = async (change: Parameters<typeof withLayer>[1], method: MethodName, lag: number) => {
    const question = { engine, parameters: parameters!, methods: [method], seed: 3 };
    const fresh = groups * base.schedule.groupSize;
    const batches = [
      { sampler: before, lag, groups },
      { sampler: parameters!, lag: 0, groups },
    ];
    const reports = await cosinesAtLags({ ...question, experiment: withLayer(base, change), batches, fresh });
    return reports.map(onlyCosine);
  };
  const [old, same] = await askWith({ objective: { entropyBonus: 0 } }, 'reinforce', 5);
  // Of the same answers it would be 1.
  expect(same!.plain.value).toBeLessThan(0.99);
  const [, cut] = await askWith(
    {
      objective: { entropyBonus: 0.1 },
      rollout: { topK: 2 },
      correction: { token: 'truncate', tokenHigh: 0.5 },
    },
    'reinforce',
    5,
  );
  expect(cut!.freshNorm).toEqual(same!.freshNorm);
  expect(cut!.norm).not.toEqual(same!.norm);
  // A-3PO reads the age.
  const [aged] = await askWith({}, 'a3po', 5);
  const [young] = await askWith({}, 'a3po', 1);
  expect(aged!.norm).not.toEqual(young!.norm);
  expect(aged!.norm).not.toEqual(old!.norm);
});

test('it can be watched and given up, and says what it cannot do without', async () => {
  const told: (readonly [number, number])[] = [];
  const question = { engine, capture, methods: ['ppo', 'ppo-ewma'] as const, seed: 1, fresh: 64 };
  await measureCosines({ ...question, onProgress: (done, of) => told.push([done, of]) });
  expect(told.at(-1)![0]).toBe(told.at(-1)![1]);
  expect(new Set(told.map(([, of]) => of)).size).toBe(1);
  expect(told.map(([done]) => done)).toEqual([...told.map(([done]) => done)].sort((a, b) => a - b));
  const control = new AbortController();
  const onProgress = (done: number) => done === 2 && control.abort(new Error('enough'));
  await expect(
    measureCosines({ ...question, signal: control.signal, onProgress: (done) => void onProgress(done) }),
  ).rejects.toThrow('enough');
  const { parameters: _, ...unknown } = capture;
  await expect(measureCosines({ ...question, capture: unknown })).rejects.toThrow(
    'weights before this update',
  );
});

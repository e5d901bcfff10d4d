/** Captured updates on the real engine: what any method reads is there, and the run is the same as if nobody had looked. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Experiment } from '../../experiment/experiment.ts';
import { presetExperiment, withLayer } from '../../experiment/presets/index.ts';
import { evaluateBatch } from '../../learning/lens/evaluate.ts';
import { type MethodName, needsOf, objectives } from '../../learning/objectives/index.ts';
import type { Engine } from '../../policy/engine.ts';
import { createWasmEngine } from '../../policy/engines/wasm/index.ts';
import { policySpec } from '../../policy/specOf.ts';
import { createTask } from '../../tasks/index.ts';
import type { LearnerReport } from '../actors/index.ts';
import { runVirtual } from '../virtual/run.ts';
import { givenAgain } from './again.ts';
import { blocksOf, scoreBlocks } from './blocks.ts';
import { type Capture, buffersOfCapture } from './capture.ts';
import { Captures } from './captures.ts';
import { knownOf } from './known.ts';
import { Work } from './work.ts';

/** Stale and of mixed versions, in two optimiser steps an update, so that every anchor differs from every other. */
const base = withLayer(presetExperiment('tiny-v1'), {
  task: { partialCredit: 1 },
  policy: { valueHead: true },
  warmStart: { updates: 40, batch: 32 },
  rollout: { weightSwap: 'keep', workers: 2 },
  schedule: { maxStaleness: 3 },
  optimiser: { minibatches: 2 },
  evaluation: { every: 100, prompts: 16 },
  virtual: { tokenSeconds: 0.4, learnerSeconds: 0.5 },
});
const names = Object.keys(objectives) as MethodName[];

let engine: Engine;
beforeAll(async () => {
  engine = await createWasmEngine(policySpec(base, createTask(base)), 'wasm');
});
afterAll(() => engine.dispose());

/** A run that has every method in turn, one an update. @param looks the updates that are captured */
async function run(looks: (update: number) => boolean) {
  const captures: Capture[] = [];
  const reports: LearnerReport[] = [];
  /** Before each update that is captured. */
  const weights: Float32Array[] = [];
  const watch = new Captures((capture) => captures.push(capture!));
  let experiment: Experiment = base;
  const { fingerprint } = await runVirtual({
    experiment,
    engine,
    hooks: {
      event: () => undefined,
      frame: () => undefined,
      trained: (_, report) => {
        reports.push(report);
        watch.trained(report);
      },
      captures: () => watch.wanted,
      experiment: () => experiment,
      gate: async ({ phase, update, parameters }) => {
        if (phase === 'warm-start') return 'go';
        if (update >= names.length) return 'stop';
        const name = names[update]!;
        if (name !== experiment.objective.name) experiment = withLayer(base, { objective: { name } });
        if (!looks(update + 1) || watch.wanted) return 'go';
        weights.push(await parameters());
        watch.ask(false);
        return 'go';
      },
    },
  });
  return { fingerprint, captures, reports, weights };
}

let alone: Awaited<ReturnType<typeof run>>;
let watched: Awaited<ReturnType<typeof run>>;
beforeAll(async () => {
  alone = await run(() => false);
  watched = await run(() => true);
});

test('a run has the same bits whether its updates are captured or not', async () => {
  expect(alone.captures).toEqual([]);
  expect(watched.fingerprint).toBe(alone.fingerprint);
  const sometimes = await run((update) => update % 7 === 3);
  expect(sometimes.captures.map(({ update }) => update)).toEqual([3, 10, 17, 24, 31, 38, 45, 52]);
  expect(sometimes.fingerprint).toBe(alone.fingerprint);
});

test('the method that ran gets its own coefficients and gates from its capture, token by token', () => {
  expect(watched.captures.map(({ experiment }) => experiment.objective.name)).toEqual(names);
  for (const { batch, complete, update, experiment } of watched.captures) {
    const name = experiment.objective.name;
    expect(complete).toBe(true);
    expect(batch.minibatches).toHaveLength(2);
    const evaluated = evaluateBatch(batch, batch.settings);
    if ('missing' in evaluated) throw new Error(`${name}: ${evaluated.missing}`);
    const pushed = evaluated.minibatches.some(({ coefficients: own }) => own.some((c) => c !== 0));
    expect(pushed, name).toBe(true);
    const coefficients = evaluated.minibatches.flatMap((minibatch) => [...minibatch.coefficients]);
    expect(coefficients, name).toEqual([...watched.reports[update - 1]!.coefficients]);
    evaluated.minibatches.forEach(({ coefficients: own, gates }, m) =>
      expect({ coefficients: own, gates }, name).toEqual(batch.minibatches[m]!.trained),
    );
  }
});

test('every method can be evaluated on every capture, but for those whose averaged policy nobody kept', () => {
  for (const { batch, experiment } of watched.captures) {
    const kept = needsOf(experiment).prox === 'averaged';
    for (const name of names) {
      const settings = withLayer(experiment, { objective: { name } });
      const averaged = needsOf(settings).prox === 'averaged';
      expect('missing' in evaluateBatch(batch, settings), `${name} on ${experiment.objective.name}`).toBe(
        averaged && !kept,
      );
    }
  }
});

test('a capture has θ as it was, the answers beside their facts, and buffers that can be handed over once', () => {
  const { captures, weights } = watched;
  for (const { batch, parameters, unkept } of captures) {
    expect(unkept).toBe(0);
    expect(parameters).toHaveLength(engine.parameters);
    for (const { facts, answers } of batch.minibatches) {
      const { offsets, mask, groups, sequenceRewards, distributions } = facts;
      expect(answers!.tokens).toHaveLength(mask.length);
      expect(answers!.promptOffsets).toHaveLength(offsets.length);
      expect(answers!.promptTokens).toHaveLength(answers!.promptOffsets.at(-1)!);
      expect([...answers!.group]).toEqual([...groups!]);
      expect(answers!.reward).toEqual(sequenceRewards);
      // Each token has in its distribution what it has alone.
      answers!.tokens.forEach((token, t) =>
        expect(distributions!.logpTheta[t * distributions!.vocabulary + token]).toBe(facts.logpTheta[t]),
      );
      expect(mask.length).toBeGreaterThan(0);
    }
  }
  expect(captures.map(({ parameters }) => parameters)).toEqual(weights);
  expect(captures[1]!.parameters).not.toEqual(captures[0]!.parameters);
  const one = structuredClone(captures[5]!);
  const { length } = one.batch.minibatches[0]!.facts.mask;
  const handed = structuredClone(one, { transfer: buffersOfCapture(one) });
  expect(handed.batch.minibatches[0]!.facts.mask).toHaveLength(length);
  expect(one.batch.minibatches[0]!.facts.mask).toHaveLength(0);
  expect(one.parameters).toHaveLength(0);
});

test('both minibatches have ℓ_recomputed by θ as it was before the update, whatever the method means by ℓp', async () => {
  for (const name of ['reinforce', 'decoupled-ppo', 'exact-old-logits', 'ppo-ewma'] as const) {
    const capture = watched.captures[names.indexOf(name)]!;
    const { answers, given } = givenAgain(capture);
    const blocks = blocksOf(answers, given.groups, 1, engine.spec.maxLength);
    await engine.load('theta', capture.parameters!);
    const { logprobs } = await scoreBlocks(engine, blocks, 1, new Work(1, {}));
    const [first, second] = capture.batch.minibatches;
    for (const { facts, answers: own } of [first!, second!]) {
      own!.group.forEach((group, i) => {
        const at = [...given.groups].indexOf(group) + own!.member[i]!;
        const expected = logprobs.subarray(given.offsets[at]!, given.offsets[at + 1]!);
        expect(facts.logpRecomputed!.subarray(facts.offsets[i]!, facts.offsets[i + 1]!), name).toEqual(
          expected,
        );
      });
    }
    expect(first!.facts.logpTheta).toEqual(first!.facts.logpRecomputed);
    expect(second!.facts.logpTheta).not.toEqual(second!.facts.logpRecomputed);
  }
});

test('what is known of a batch that nobody captured is what a capture has of it', () => {
  for (const { batch, before } of alone.reports) {
    const known = knownOf(batch, before);
    const { batch: whole, version, parameters } = watched.captures[batch.update - 1]!;
    expect(known).toMatchObject({ update: batch.update, version, parameters, complete: false });
    known.batch.minibatches.forEach(({ facts, answers, trained }, m) => {
      const { facts: all, answers: captured, trained: evaluated } = whole.minibatches[m]!;
      const names = Object.keys(facts).filter((name) => name !== 'distributions') as (keyof typeof facts)[];
      for (const name of names) expect(facts[name], `${name} of update ${batch.update}`).toEqual(all[name]);
      expect({ answers, trained }).toEqual({ answers: captured, trained: evaluated });
    });
  }
});

test('at rest the last batch is answered as far as it is known, and the next one is captured', async () => {
  const answers: (Capture | undefined)[] = [];
  const watch = new Captures((capture) => answers.push(capture));
  watch.ask(true);
  expect(answers).toEqual([undefined]);
  expect(watch.wanted).toBe(true);

  const { reports } = alone;
  const at = names.indexOf('ppo');
  watch.trained(reports[at]!);
  watch.ask(true);
  const known = answers[1]!;
  expect(known).toMatchObject({ complete: false, update: at + 1, parameters: reports[at]!.before });
  const evaluated = evaluateBatch(known.batch, known.batch.settings);
  expect('missing' in evaluated).toBe(false);
  known.batch.minibatches.forEach(({ facts, trained }, m) => {
    expect(facts.distributions).toBeUndefined();
    expect(trained!.coefficients).toEqual(reports[at]!.batch.minibatches[m]!.coefficients);
  });

  // The step that follows is seen whole, now and when asked again at rest; what came before is forgotten.
  const captured = { ...reports[at + 1]!, capture: watched.captures[at + 1]! };
  watch.trained(captured);
  expect(watch.wanted).toBe(false);
  expect(answers).toHaveLength(2);
  watch.ask(true);
  expect(answers[2]).toEqual(captured.capture);
  expect(answers[2]).not.toBe(captured.capture);
  expect(watch.wanted).toBe(true);
  watch.trained(reports[at + 2]!);
  watch.ask(true);
  expect(answers[3]).toMatchObject({ complete: false, update: at + 3 });

  // Whoever asks while the run goes on, and is caught by a pause, is not left waiting.
  watch.trained(captured);
  watch.ask(false);
  expect(answers).toHaveLength(4);
  watch.rests();
  watch.rests();
  expect(answers).toHaveLength(5);
});

/**
 * What is measured: training steps and generations of given shapes. From the case of the measurements sheet one size
 * is varied at a time, so that a table stays readable and the whole ends in minutes.
 */
import { defaultExperiment } from '../experiment/defaults.ts';
import type { PolicySpec } from '../policy/spec.ts';
import { policySpec } from '../policy/specOf.ts';
import { createTask } from '../tasks/index.ts';

/** One forward pass, one backward pass from given gradient rows, one step of the optimiser. */
export interface StepCase {
  readonly kind: 'step';
  readonly name: string;
  readonly spec: PolicySpec;
  /** Sequences. */
  readonly rows: number;
  /** Inputs of a sequence: each predicts one token, so that a sequence has one token more. */
  readonly positions: number;
}

/** Responses token by token after prompts of equal length. */
export interface GenerationCase {
  readonly kind: 'generation';
  readonly name: string;
  readonly spec: PolicySpec;
  readonly rows: number;
  /** Different prompts; each is answered rows / prompts times. */
  readonly prompts: number;
  readonly promptLength: number;
  readonly responseLength: number;
}

export type BenchmarkCase = StepCase | GenerationCase;

/** The policy of the measurements sheet. 25 positions: 24 inputs and the token that the last one predicts. */
const SHEET: PolicySpec = {
  architecture: 'transformer',
  vocabulary: 24,
  maxLength: 25,
  width: 64,
  layers: 2,
  heads: 4,
  mlpRatio: 4,
  valueHead: false,
};

const SHEET_STEP: Omit<StepCase, 'name'> = { kind: 'step', spec: SHEET, rows: 32, positions: 24 };
const SHEET_GENERATION: Omit<GenerationCase, 'name'> = {
  kind: 'generation',
  spec: SHEET,
  rows: 128,
  prompts: 16,
  promptLength: 12,
  responseLength: 12,
};

const WIDTHS = [32, 128, 256] as const;
const LAYERS = [4, 6] as const;
const STEP_ROWS = [64, 128, 512] as const;
const GENERATION_ROWS = [32, 512] as const;

/** Names of the sheet's cases, which are always measured. */
export const SHEET_NAMES = { step: 'step', grouped: 'generate', distinct: 'generate-distinct' } as const;

/** The sheet's cases: a step, 16 prompts answered 8 times each, and 128 prompts answered once. */
export function sheetCases(): readonly BenchmarkCase[] {
  return [
    { ...SHEET_STEP, name: SHEET_NAMES.step },
    { ...SHEET_GENERATION, name: SHEET_NAMES.grouped },
    { ...SHEET_GENERATION, name: SHEET_NAMES.distinct, prompts: SHEET_GENERATION.rows },
  ];
}

/** The sheet's cases, then each size by itself, then the default preset's own shapes. */
export function allCases(): readonly BenchmarkCase[] {
  const steps = [
    ...WIDTHS.map((width) => ({ ...SHEET_STEP, name: `step-width-${width}`, spec: { ...SHEET, width } })),
    ...LAYERS.map((layers) => ({ ...SHEET_STEP, name: `step-layers-${layers}`, spec: { ...SHEET, layers } })),
    ...STEP_ROWS.map((rows) => ({ ...SHEET_STEP, name: `step-batch-${rows}`, rows })),
  ];
  const generations = [
    ...WIDTHS.map((width) => ({ name: `generate-width-${width}`, spec: { ...SHEET, width } })),
    ...LAYERS.map((layers) => ({ name: `generate-layers-${layers}`, spec: { ...SHEET, layers } })),
    ...GENERATION_ROWS.map((rows) => ({ name: `generate-batch-${rows}`, rows, prompts: rows / 8 })),
  ].map((change) => ({ ...SHEET_GENERATION, ...change }));
  return [...sheetCases(), ...steps, ...generations, ...presetCases()];
}

/** An update's batch, and what a worker answers at a time, under the default preset. */
export function presetCases(): readonly BenchmarkCase[] {
  const experiment = defaultExperiment();
  const task = createTask(experiment);
  const spec = policySpec(experiment, task);
  const { batchGroups, groupSize } = experiment.schedule;
  const prompts = experiment.rollout.groupsInFlight;
  return [
    { kind: 'step', name: 'step-preset', spec, rows: batchGroups * groupSize, positions: spec.maxLength - 1 },
    {
      kind: 'generation',
      name: 'generate-preset',
      spec,
      rows: prompts * groupSize,
      prompts,
      promptLength: task.maxPromptLength,
      responseLength: task.maxResponseLength,
    },
  ];
}

/** What a visitor waits for: the sheet's step, and unless it should be quick its generation and the preset's step. */
export function shortCases(quick: boolean): readonly BenchmarkCase[] {
  const [step, generation] = sheetCases();
  return quick ? [step!] : [step!, generation!, presetCases()[0]!];
}

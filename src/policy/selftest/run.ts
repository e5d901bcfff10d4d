/**
 * Asks one engine for the logits and the gradient of the small policy and compares them with the stored float64
 * answers. It opens exactly the engine that is named, never another, so it has to be alone in its thread: engines
 * on TensorFlow.js share one backend.
 */
import type { Engine, EngineDescriptor } from '../engine.ts';
import { messageOf, type Refusal, withDeadline } from '../engines/adapter.ts';
import { openRung, type OpenRung, type Rung } from '../engines/open.ts';
import type { Answers } from './answers.ts';
import answers from './answers.json';
import { gradientError, largestError } from './errors.ts';
import { type Problem, selfTestProblem } from './problem.ts';

export interface Tolerance {
  /** Largest absolute error of a logit. */
  readonly logits: number;
  /** Largest error of a gradient's element, as a share of the largest of its tensor. */
  readonly gradient: number;
}

/** The engines of the conformance suite keep to its bounds: float32 arithmetic, some hundred roundings deep. */
const EXACT: Tolerance = { logits: 1e-5, gradient: 1e-4 };

/**
 * WebGPU lets a GPU divide to 2.5 units in the last place and take exponentials and roots to a few more (WGSL,
 * “Accuracy of expressions”), so its numbers may be further off by ten times. A wrong kernel is off by far more:
 * its error is of the size of the numbers.
 */
const LOOSE: Tolerance = { logits: 1e-4, gradient: 1e-3 };

export const tolerances: Readonly<Record<Rung, Tolerance>> = {
  webgpu: LOOSE,
  wasm: EXACT,
  'tfjs-wasm': EXACT,
  cpu: EXACT,
};

export interface Comparison {
  readonly descriptor: EngineDescriptor;
  readonly logitError: number;
  readonly gradientError: number;
  readonly tolerance: Tolerance;
  readonly passed: boolean;
  /** From opening the engine to the last number, in milliseconds. */
  readonly milliseconds: number;
}

export interface SelfTestRequest {
  readonly rung: Rung;
  /** Whether a WebGPU adapter that computes on the CPU is worth a test. */
  readonly softwareToo: boolean;
}

/** What came of one engine: a comparison, or why there is none. */
export type SelfTestResult = Comparison | Refusal;

/**
 * @param open for tests: what opens the engine
 * @returns a refusal where the engine does not exist here or broke down; it never rejects
 */
export async function selfTest(
  { rung, softwareToo }: SelfTestRequest,
  open: OpenRung = openRung,
): Promise<SelfTestResult> {
  const began = performance.now();
  const problem = selfTestProblem();
  try {
    const opened = await open(rung, problem.spec, softwareToo);
    if ('because' in opened) return opened;
    const { engine } = opened;
    const given = await withDeadline(ask(engine, problem));
    const { descriptor } = engine;
    engine.dispose();
    return {
      descriptor,
      ...judge(problem, given, tolerances[rung]),
      milliseconds: performance.now() - began,
    };
  } catch (error) {
    return { because: `it broke down (${messageOf(error)})` };
  }
}

interface Given {
  readonly logits: ArrayLike<number>;
  readonly gradient: ArrayLike<number>;
}

async function ask(engine: Engine, { parameters, batch, rows }: Problem): Promise<Given> {
  await engine.load('theta', parameters);
  const { distributions } = await engine.score('theta', batch, {
    temperature: rows.temperature,
    distributions: true,
  });
  await engine.accumulate(batch, rows);
  return { logits: distributions!, gradient: await engine.readGradient() };
}

/** Measures what an engine gave against the stored answers. */
export function judge(
  { spec }: Problem,
  given: Given,
  tolerance: Tolerance,
  expected: Answers = answers,
): Pick<Comparison, 'logitError' | 'gradientError' | 'tolerance' | 'passed'> {
  const logits = largestError(given.logits, expected.logits);
  const gradient = gradientError(spec, given.gradient, expected.gradient);
  return {
    logitError: logits,
    gradientError: gradient,
    tolerance,
    passed: logits <= tolerance.logits && gradient <= tolerance.gradient,
  };
}

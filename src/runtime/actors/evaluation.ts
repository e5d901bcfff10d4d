/** Held-out accuracy by greedy decoding. */
import type { Engine, Slot } from '../../policy/engine.ts';
import type { Prompt, Task } from '../../tasks/task.ts';
import { batchOf } from './prompts.ts';

/** Prompts that are answered side by side: a fixed shape, and a bound on memory. */
const ROWS = 256;

/** The first `count` held-out prompts of a seed; evaluations of one run answer the same ones. */
export function heldOutPrompts(task: Task, seed: number, count: number): readonly Prompt[] {
  return Array.from({ length: count }, (_, index) => task.prompt(seed, 'heldOut', index));
}

/** Share of the prompts that the slot's policy answers exactly right, in [0, 1]. */
export async function accuracyOf(
  engine: Engine,
  slot: Slot,
  task: Task,
  prompts: readonly Prompt[],
): Promise<number> {
  const rows = Math.min(ROWS, prompts.length);
  let right = 0;
  for (let from = 0; from < prompts.length; from += rows) {
    const part = prompts.slice(from, from + rows);
    // The last part is filled up, so that all have one shape.
    const filled = Array.from({ length: rows }, (_, r) => part[r] ?? prompts[0]!);
    const answers = await answer(engine, slot, task, filled);
    right += part.filter((prompt, r) => task.verify(prompt, answers[r]!).exact).length;
  }
  return right / prompts.length;
}

async function answer(
  engine: Engine,
  slot: Slot,
  task: Task,
  prompts: readonly Prompt[],
): Promise<readonly number[][]> {
  const generation = await engine.generate({
    slot,
    prompts: batchOf(
      prompts.map((prompt) => prompt.tokens),
      task.maxPromptLength,
    ),
    maxLength: engine.spec.maxLength,
    temperature: 0,
    topK: 0,
    topP: 1,
  });
  const answers = prompts.map((): number[] => []);
  const unused = new Float64Array(prompts.length);
  const open = (r: number): boolean =>
    answers[r]!.at(-1) !== task.endToken && answers[r]!.length < task.maxResponseLength;
  try {
    while (generation.position < engine.spec.maxLength && prompts.some((_, r) => open(r))) {
      const step = await generation.advance(unused);
      prompts.forEach((_, r) => {
        if (step.generated[r] && open(r)) answers[r]!.push(step.tokens[r]!);
      });
    }
  } finally {
    generation.dispose();
  }
  return answers;
}

/** What holds for every task. `add.test.ts` and `reach.test.ts` say more about those two. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultExperiment } from '../experiment/defaults.ts';
import { addTask } from './add.ts';
import { createTask } from './index.ts';
import { reachTask } from './reach.ts';
import { reverseTask } from './reverse.ts';
import { sortTask } from './sort.ts';
import { rewardOf, type Split, type Task } from './task.ts';

const tasks: Record<string, Task> = {
  'sort 2': sortTask(2),
  'sort 4': sortTask(4),
  'sort 8': sortTask(8),
  'reverse 3': reverseTask(3),
  'reverse 6': reverseTask(6),
  'reverse 10': reverseTask(10),
  'add 1': addTask(1),
  'add 4': addTask(4),
  'add 8': addTask(8),
  'reach 2, 9': reachTask(2, 9),
  'reach 3, 9': reachTask(3, 9),
  'reach 5, 25': reachTask(5, 25),
};
/** Tasks of which only the target itself is a right answer. */
const oneAnswer = Object.entries(tasks).filter(([, task]) => ['sort', 'reverse'].includes(task.name));
const splits: Split[] = ['train', 'heldOut'];
const seed = fc.integer({ min: 0, max: 4294967295 });
const index = fc.nat(1_000_000);
const split = fc.constantFrom<Split>(...splits);

for (const [name, task] of Object.entries(tasks)) {
  describe(name, () => {
    it('makes prompts within its bounds, ended by the separator, and targets ended by the end token', () => {
      fc.assert(
        fc.property(seed, split, index, (s, side, i) => {
          const { tokens, target, difficulty } = task.prompt(s, side, i);
          expect(tokens.length).toBeGreaterThanOrEqual(1);
          expect(tokens.length).toBeLessThanOrEqual(task.maxPromptLength);
          expect(target.length).toBeLessThanOrEqual(task.maxResponseLength);
          expect(target.at(-1)).toBe(task.endToken);
          expect(target.indexOf(task.endToken)).toBe(target.length - 1);
          expect(task.vocabulary[tokens.at(-1)!]).toBe('→');
          for (const token of [...tokens, ...target]) expect(task.vocabulary[token]).toBeDefined();
          expect(difficulty).toBeGreaterThanOrEqual(0);
          expect(difficulty).toBeLessThanOrEqual(1);
        }),
      );
    });

    it('is a pure function of seed, split and index', () => {
      fc.assert(
        fc.property(seed, split, index, (s, side, i) => {
          const first = task.prompt(s, side, i);
          const kept = task.render(first.tokens);
          first.tokens.fill(0);
          expect(task.render(task.prompt(s, side, i).tokens)).toBe(kept);
        }),
      );
    });

    it('accepts the target, and no answer that does not end or goes on after its end', () => {
      fc.assert(
        fc.property(seed, split, index, (s, side, i) => {
          const prompt = task.prompt(s, side, i);
          const target = [...prompt.target];
          expect(task.verify(prompt, target)).toEqual({ exact: true, partial: 1 });
          for (const response of [target.slice(0, -1), [...target, 0], [...target, task.endToken], []]) {
            const { exact, partial } = task.verify(prompt, response);
            expect(exact).toBe(false);
            expect(partial).toBeLessThan(1);
            expect(partial).toBeGreaterThanOrEqual(0);
          }
        }),
      );
    });

    it('never shares a prompt between the splits, and has enough held out', () => {
      const seen = Object.fromEntries(
        splits.map((side) => [
          side,
          new Set(Array.from({ length: 2000 }, (_, i) => task.render(task.prompt(i % 7, side, i).tokens))),
        ]),
      ) as Record<Split, Set<string>>;
      for (const prompt of seen.heldOut) expect(seen.train.has(prompt)).toBe(false);
      expect(seen.heldOut.size).toBeGreaterThanOrEqual(12);
      expect(seen.train.size).toBeGreaterThanOrEqual(3 * seen.heldOut.size > 2000 ? 1000 : 48);
    });

    it('draws other prompts for another seed', () => {
      const texts = [1, 2].map((s) =>
        Array.from({ length: 20 }, (_, i) => task.render(task.prompt(s, 'train', i).tokens)).join(),
      );
      expect(texts[0]).not.toBe(texts[1]);
    });
  });
}

describe.each(oneAnswer)('%s', (_, task) => {
  it('rejects every single mutation of the target', () => {
    fc.assert(
      fc.property(seed, index, fc.nat(), fc.nat(), (s, i, place, other) => {
        const prompt = task.prompt(s, 'train', i);
        const { target } = prompt;
        const at = place % target.length;
        const replaced = [...target];
        replaced[at] = (target[at]! + 1 + (other % (task.vocabulary.length - 1))) % task.vocabulary.length;
        const verdict = task.verify(prompt, replaced);
        expect(verdict.exact).toBe(false);
        expect(verdict.partial).toBeCloseTo(1 - 1 / target.length, 12);
        const without = [...target.slice(0, at), ...target.slice(at + 1)];
        const longer = [...target.slice(0, at), target[at]!, ...target.slice(at)];
        for (const response of [without, longer]) {
          const judged = task.verify(prompt, response);
          expect(judged.exact).toBe(false);
          expect(judged.partial).toBeLessThan(1);
        }
      }),
    );
  });
});

describe('sort', () => {
  it('asks for the same digits in ascending order', () => {
    fc.assert(
      fc.property(seed, split, index, (s, side, i) => {
        const task = sortTask(5);
        const { tokens, target } = task.prompt(s, side, i);
        const digits = [...tokens.slice(0, 5)];
        expect([...target.slice(0, 5)]).toEqual(digits.toSorted((a, b) => a - b));
      }),
    );
  });

  it('is easiest when the digits are sorted already, hardest when they fall', () => {
    const task = sortTask(3);
    const difficulty = new Map<string, number>();
    for (let i = 0; i < 3000; i++) {
      const prompt = task.prompt(1, 'train', i);
      difficulty.set(task.render(prompt.tokens), prompt.difficulty);
    }
    for (const [text, value] of difficulty) {
      const [a, b, c] = [...text].map(Number) as [number, number, number];
      if (a <= b && b <= c) expect(value).toBe(0);
      if (a > b && b > c) expect(value).toBe(1);
    }
  });

  it('covers every prompt of two digits on one side or the other', () => {
    const task = sortTask(2);
    const texts = splits.flatMap((side) =>
      Array.from({ length: 3000 }, (_, i) => task.render(task.prompt(3, side, i).tokens)),
    );
    expect(new Set(texts).size).toBe(100);
  });

  it('renders what a person can read', () => {
    const task = sortTask(3);
    const { tokens, target } = task.prompt(1, 'train', 0);
    expect(task.render([...tokens, ...target])).toMatch(/^\d{3}→\d{3}·$/);
  });
});

describe('reverse', () => {
  it('asks for the letters backwards', () => {
    fc.assert(
      fc.property(seed, split, index, (s, side, i) => {
        const task = reverseTask(7);
        const { tokens, target } = task.prompt(s, side, i);
        const word = task.render(tokens).slice(0, -1);
        expect(word).toMatch(/^[a-z]{2,7}$/);
        expect(task.render(target)).toBe(`${[...word].reverse().join('')}·`);
      }),
    );
  });

  it('draws words of several lengths', () => {
    const task = reverseTask(6);
    const lengths = new Set(Array.from({ length: 300 }, (_, i) => task.prompt(1, 'train', i).tokens.length));
    expect([...lengths].sort()).toEqual([3, 4, 5, 6, 7]);
  });
});

describe('createTask', () => {
  it('makes the task that the settings name', () => {
    const { task: settings } = defaultExperiment();
    const sizes = { digits: 3, wordLength: 5, addDigits: 2, reachNumbers: 4, reachLargest: 12 };
    const shape = (name: typeof settings.name): unknown => {
      const task = createTask({ task: { ...settings, ...sizes, name } });
      return [task.name, task.maxPromptLength, task.maxResponseLength];
    };
    expect(shape('sort')).toEqual(['sort', 4, 4]);
    expect(shape('reverse')).toEqual(['reverse', 6, 6]);
    expect(shape('add')).toEqual(['add', 6, 7]);
    expect(shape('reach')).toEqual(['reach', 15, 12]);
  });
});

describe('rewardOf', () => {
  it('pays 1 for an exact answer and a share of the partial credit else', () => {
    expect(rewardOf({ exact: true, partial: 1 }, 0)).toBe(1);
    expect(rewardOf({ exact: false, partial: 0.75 }, 0)).toBe(0);
    expect(rewardOf({ exact: false, partial: 0.75 }, 0.5)).toBe(0.375);
  });
});

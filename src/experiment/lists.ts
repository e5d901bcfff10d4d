/**
 * Lists of whole numbers as one short text, so that a list is a value like any other: compared by ===, kept in links and
 * files. Runs of equal numbers are written as number × count: `0x1-1x1-2x6` is 0, 1 and six times 2. The empty list is
 * the empty text. No other text means the same list, and none reads as a plain number.
 */
import type { ListSetting } from './setting.ts';

/** Characters of a text, at most: a link has to hold it. */
const LONGEST_TEXT = 2000;

/** A list as its text. */
export function writeList(numbers: readonly number[]): string {
  const runs: { readonly number: number; count: number }[] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last?.number === number) last.count++;
    else runs.push({ number, count: 1 });
  }
  return runs.map(({ number, count }) => `${number}x${count}`).join('-');
}

/** The numbers of a text that `writeList` wrote. */
export function numbersOf(text: string): readonly number[] {
  if (text === '') return [];
  return text.split('-').flatMap((run) => {
    const [number, count] = run.split('x').map(Number);
    return new Array<number>(count!).fill(number!);
  });
}

/** The text that a person's list stands for: numbers or runs, separated by commas, spaces or `-`. Undefined for anything else. */
export function readList(
  typed: string,
  limits: Pick<ListSetting, 'min' | 'max' | 'longest'>,
): string | undefined {
  const numbers: number[] = [];
  for (const item of typed.split(/[\s,-]+/).filter(Boolean)) {
    const match = /^(\d{1,9})(?:x(\d{1,9}))?$/.exec(item);
    if (!match) return undefined;
    const number = Number(match[1]);
    const count = Number(match[2] ?? 1);
    if (number < limits.min || number > limits.max || count < 1) return undefined;
    if (numbers.length + count > limits.longest) return undefined;
    for (let n = 0; n < count; n++) numbers.push(number);
  }
  const text = writeList(numbers);
  return text.length > LONGEST_TEXT ? undefined : text;
}

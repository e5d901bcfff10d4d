/** Text that several commands read or write. */
import { readFileSync } from 'node:fs';
import type { Interval } from '../numerics/intervals.ts';
import { UsageError } from './command.ts';

/**
 * The file that an option names.
 * @throws UsageError naming the option
 */
export function textOf(option: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw failed(option, error);
  }
}

/** What an option's file could not be used for. */
export function failed(option: string, error: unknown): UsageError {
  return new UsageError(`${option}: ${error instanceof Error ? error.message : String(error)}.`);
}

/** "0.831 [0.790, 0.872]" */
export function intervalText({ mean, low, high }: Pick<Interval, 'mean' | 'low' | 'high'>): string {
  return `${mean.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
}

/**
 * The runs of a sweep that are done, as they come, one line each, so that an interrupted sweep goes on where it was:
 * the first line says what is swept, and nothing else may be added to it.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { sweepRun, type SweepRun } from '../../telemetry/sweep/index.ts';
import { UsageError } from '../command.ts';
import { failed } from '../text.ts';

/** What must be equal for runs to belong together. */
export interface LogHead {
  readonly experiment: string;
  readonly updates: number;
  readonly engine: string;
  readonly commit: string;
}

const head = z.object({
  experiment: z.string(),
  updates: z.number(),
  engine: z.string(),
  commit: z.string(),
});

export class RunLog {
  readonly #file: string;
  readonly runs: SweepRun[];

  /** @throws UsageError where the file is there and of another sweep */
  constructor(file: string, wanted: LogHead) {
    this.#file = file;
    this.runs = [];
    if (existsSync(file) && readFileSync(file, 'utf8').trim() !== '') {
      this.#read(wanted);
      return;
    }
    try {
      mkdirSync(dirname(file), { recursive: true });
      appendFileSync(file, `${JSON.stringify(wanted)}\n`);
    } catch (error) {
      throw failed('--runs', error);
    }
  }

  add(run: SweepRun): void {
    this.runs.push(run);
    appendFileSync(this.#file, `${JSON.stringify(run)}\n`);
  }

  #read(wanted: LogHead): void {
    const text = readFileSync(this.#file, 'utf8');
    // A line that was cut short by an interruption is played again.
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    const [first, ...lines] = whole.split('\n').filter((line) => line !== '');
    const found = head.safeParse(json(first));
    if (!found.success) throw new UsageError(`--runs: ${this.#file} is no log of a sweep.`);
    for (const key of ['experiment', 'updates', 'engine', 'commit'] as const) {
      if (found.data[key] === wanted[key]) continue;
      throw new UsageError(
        `--runs: ${this.#file} holds runs of another sweep: its ${key} is ${found.data[key]}, not ${wanted[key]}. Give another file, or remove it.`,
      );
    }
    lines.forEach((line, n) => {
      const run = sweepRun.safeParse(json(line));
      if (!run.success) throw new UsageError(`--runs: line ${n + 2} of ${this.#file} is no run.`);
      this.runs.push(run.data);
    });
    if (whole.length < text.length) truncateSync(this.#file, Buffer.byteLength(whole));
  }
}

function json(line: string | undefined): unknown {
  try {
    return JSON.parse(line ?? '');
  } catch {
    return undefined;
  }
}

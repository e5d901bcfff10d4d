/** What a headless command is, and how its mistakes are told. */

export interface Command {
  readonly name: string;
  readonly summary: string;
  /** Lines of `--help`: an option and what it means. */
  readonly options: readonly (readonly [option: string, meaning: string])[];
  /** @throws UsageError for bad input */
  run(args: readonly string[]): Promise<void>;
}

/** Bad input: told in a sentence that names the option or field, with exit code 2. */
export class UsageError extends Error {}

/** Progress and messages; stdout is for results. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function helpOf(command: Command): string {
  const width = Math.max(...command.options.map(([option]) => option.length));
  return [
    `npm run ${command.name} -- [options]`,
    '',
    command.summary,
    '',
    ...command.options.map(([option, meaning]) => `  ${option.padEnd(width)}  ${meaning}`),
  ].join('\n');
}

/**
 * The headless commands behind `npm run …`: `main.mjs NAME [options]`. Exit code 0 = done, 1 = failed,
 * 2 = bad input. Loads nothing that needs a browser.
 */
import { bench } from './bench.ts';
import { type Command, helpOf, print, say, UsageError } from './command.ts';
import { compare } from './compare.ts';
import { headless } from './headless.ts';
import { objectivesCommand } from './objectives.ts';
import { selfTestAnswers } from './selfTestAnswers.ts';
import { simulate } from './simulate.ts';
import { sweep, sweepWorker } from './sweep/index.ts';

const commands: readonly Command[] = [
  headless,
  compare,
  sweep,
  sweepWorker,
  simulate,
  bench,
  objectivesCommand,
  selfTestAnswers,
];

async function main(args: readonly string[]): Promise<void> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help') {
    for (const { name: known, summary } of commands) print(`${known}  ${summary}`);
    return;
  }
  const command = commands.find((candidate) => candidate.name === name);
  if (!command) {
    const known = commands.map((candidate) => candidate.name).join(', ');
    throw new UsageError(`There is no command "${name}"; there are: ${known}.`);
  }
  if (rest.includes('--help')) print(helpOf(command));
  else await command.run(rest);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  say(error instanceof UsageError ? error.message : String(error instanceof Error ? error.stack : error));
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

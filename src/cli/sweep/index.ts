/**
 * `npm run sweep`: every method at every exact lag over the same seeds, on the virtual clock, and what it says: final and
 * mean held-out accuracy with 95 % t intervals, collapsed runs, clip and mask shares.
 *
 * - `options.ts` the command line · `play.ts` one run · `jobs.ts` many at once · `log.ts` what is done, to go on from ·
 *   `verify.ts` some cells again · `commit.ts` which code it was
 */
import { writeFileSync } from 'node:fs';
import { encodeLink } from '../../experiment/link.ts';
import type { Interval } from '../../numerics/intervals.ts';
import {
  type CellSummary,
  encodeTable,
  isAt,
  placesOf,
  summariesOf,
  type SweepTable,
} from '../../telemetry/sweep/index.ts';
import { type Command, print, say } from '../command.ts';
import { failed, intervalText } from '../text.ts';
import { codeCommit } from './commit.ts';
import { playAll } from './jobs.ts';
import { RunLog } from './log.ts';
import { readSweepOptions, sweepOptions, type SweepOptions } from './options.ts';
import { Progress } from './progress.ts';
import { verify } from './verify.ts';

export { sweepWorker } from './jobs.ts';

export const sweep: Command = {
  name: 'sweep',
  summary: 'Runs every objective at every exact lag over the same seeds, and tabulates what was learnt.',
  options: sweepOptions,
  async run(args) {
    const options = readSweepOptions(args);
    if ('verify' in options) return verify(options);
    const table = await tableOf(options, args);
    if (options.table !== undefined) write(options.table, table);
    const summaries = summariesOf(table);
    print(options.base.json ? JSON.stringify(report(table, summaries)) : text(table, summaries));
  },
};

async function tableOf(options: SweepOptions, args: readonly string[]): Promise<SweepTable> {
  const { base, methods, lags, seeds, jobs } = options;
  const { course, engine, updates } = base;
  const { experiment } = course;
  const link = encodeLink(experiment);
  const commit = codeCommit();
  const log = new RunLog(options.runs, { experiment: link, updates, engine, commit });
  const places = placesOf({ methods, lags, seeds });
  const open = places.filter((place) => !log.runs.some(isAt(place)));
  say(`${places.length} runs of ${updates} updates, ${places.length - open.length} of them done`);
  const progress = new Progress(open.length);
  const orders = open.map((place) => ({ place, experiment: link, updates, engine }));
  let computed = '';
  await playAll(orders, jobs, (played) => {
    log.add(played.run);
    computed = played.engine;
    say(progress.line(played.run, experiment.evaluation.prompts));
  });
  return {
    preset: experiment.preset,
    experiment: link,
    commit,
    engine: computed || engine,
    command: commandOf(args),
    updates,
    every: experiment.evaluation.every,
    prompts: experiment.evaluation.prompts,
    methods,
    lags,
    seeds,
    runs: places.map((place) => log.runs.find(isAt(place))!),
  };
}

/** The command that makes the same runs; where they are written, and how many at a time, is left out. */
function commandOf(args: readonly string[]): string {
  const kept: string[] = [];
  for (let i = 0; i < args.length; i++) {
    if (['--runs', '--table', '--jobs'].includes(args[i]!)) i += 1;
    else if (args[i] !== '--json') kept.push(args[i]!);
  }
  return ['npm run sweep --', ...kept].join(' ');
}

function write(file: string, table: SweepTable): void {
  try {
    writeFileSync(file, encodeTable(table));
  } catch (error) {
    throw failed('--table', error);
  }
  say(`written to ${file}`);
}

function report(table: SweepTable, summaries: readonly CellSummary[]) {
  const { runs, ...provenance } = table;
  return {
    ...provenance,
    runs: runs.length,
    // What is no number, such as the ends of an interval of one run, is null in JSON.
    cells: summaries.map(({ final, area, gain, curve: _, ...cell }) => ({
      ...cell,
      final: ends(final),
      area: ends(area),
      gain: ends(gain),
    })),
  };
}

function ends({ mean, low, high }: Interval) {
  return { mean, low, high };
}

function text({ seeds, updates }: SweepTable, summaries: readonly CellSummary[]): string {
  const share = (value: number): string => (Number.isFinite(value) ? value.toFixed(3) : '    –');
  const lines = summaries.map(
    (one) =>
      `${one.method.padEnd(22)} ${String(one.lag).padStart(4)}  ${intervalText(one.final)}  ${intervalText(one.area)}  ${share(one.collapsed)}  ${share(one.clip)}  ${share(one.gated)}  ${share(one.masked)}`,
  );
  return [
    `Held-out accuracy after ${updates} updates and on the way there, with 95 % t intervals over ${seeds.length} seeds;`,
    'shares of collapsed runs, and of tokens that were clipped, gated, and left without a gradient',
    `${'objective'.padEnd(22)}  lag  ${'final'.padEnd(20)}  ${'area under curve'.padEnd(20)}  coll.  clip   gated  masked`,
    ...lines,
  ].join('\n');
}

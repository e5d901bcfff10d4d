/**
 * `npm run compare`: two experiments that differ in some settings, over the same seeds, on the virtual clock: how much
 * faster one consumes samples, and the paired difference of what was learnt, with its interval.
 */
import type { Experiment } from '../experiment/experiment.ts';
import { withLayer } from '../experiment/presets/index.ts';
import { tInterval } from '../numerics/intervals.ts';
import { openEngine } from '../policy/engines/open.ts';
import { policySpec } from '../policy/specOf.ts';
import { runTo } from '../runtime/virtual/runTo.ts';
import { createTask } from '../tasks/index.ts';
import { type Command, print, say, UsageError } from './command.ts';
import {
  headlessOptions,
  type NodeEngine,
  oneRunOptions,
  readHeadlessOptions,
  refuseOneRunOptions,
  seedsFrom,
} from './options.ts';
import { intervalText } from './text.ts';

const OWN: Command['options'] = [
  ['--versus FIELD=VALUE', 'a setting of the second experiment, as in --set; may be repeated'],
  ['--seeds N', 'from --seed on (default 5)'],
];

export const compare: Command = {
  name: 'compare',
  summary:
    'Runs two experiments over the same seeds on the virtual clock, and reports their paired differences.',
  options: [...OWN, ...headlessOptions.filter(([option]) => !oneRunOptions.includes(option.split(' ')[0]!))],
  async run(args) {
    const { shared, versus, seeds } = readOwn(args);
    const first = readHeadlessOptions(shared);
    const second = readHeadlessOptions([...shared, ...versus.flatMap((text) => ['--set', text])]);
    const { engine, updates, json } = first;
    const runs: Pair[] = [];
    const pair = { first: first.course.experiment, second: second.course.experiment };
    for (const seed of seedsFrom(pair.first.run.seed, seeds)) {
      runs.push({
        seed,
        first: await play(withLayer(pair.first, { run: { seed } }), engine, updates),
        second: await play(withLayer(pair.second, { run: { seed } }), engine, updates),
      });
      say(`seed ${seed}: ${words(runs.at(-1)!)}`);
    }
    const report = reportOf(runs, versus);
    print(json ? JSON.stringify(report) : text(report));
  },
};

interface Played {
  readonly accuracy_warm: number;
  readonly accuracy_end: number;
  readonly samples: number;
  readonly virtual_seconds: number;
}

interface Pair {
  readonly seed: number;
  readonly first: Played;
  readonly second: Played;
}

async function play(experiment: Experiment, request: NodeEngine, updates: number): Promise<Played> {
  const { engine } = await openEngine(request, policySpec(experiment, createTask(experiment)));
  const result = await runTo(updates, { experiment, engine });
  engine.dispose();
  const { accuracyWarm, accuracyEnd, samples, virtualSeconds } = result;
  return { accuracy_warm: accuracyWarm, accuracy_end: accuracyEnd, samples, virtual_seconds: virtualSeconds };
}

/** Samples per second of the first by those of the second. */
function throughputRatio({ first, second }: Pair): number {
  return first.samples / first.virtual_seconds / (second.samples / second.virtual_seconds);
}

function reportOf(runs: readonly Pair[], versus: readonly string[]) {
  return {
    versus,
    runs,
    throughput_ratio: tInterval(runs.map(throughputRatio)),
    accuracy_first: tInterval(runs.map(({ first }) => first.accuracy_end)),
    accuracy_second: tInterval(runs.map(({ second }) => second.accuracy_end)),
    accuracy_difference: tInterval(runs.map(({ first, second }) => first.accuracy_end - second.accuracy_end)),
  };
}

function words(pair: Pair): string {
  const { first, second } = pair;
  return `accuracy ${first.accuracy_end.toFixed(3)} and ${second.accuracy_end.toFixed(3)}, throughput ratio ${throughputRatio(pair).toFixed(2)}`;
}

function text(report: ReturnType<typeof reportOf>): string {
  return [
    `second: ${report.versus.join(', ')}; means and 95 % t intervals over ${report.runs.length} seeds`,
    `throughput ratio     ${intervalText(report.throughput_ratio)}`,
    `accuracy, first      ${intervalText(report.accuracy_first)}`,
    `accuracy, second     ${intervalText(report.accuracy_second)}`,
    `paired difference    ${intervalText(report.accuracy_difference)}`,
  ].join('\n');
}

/** Takes this command's own options out. */
function readOwn(args: readonly string[]) {
  const shared: string[] = [];
  const versus: string[] = [];
  let seeds = 5;
  refuseOneRunOptions(args);
  for (let i = 0; i < args.length; i++) {
    const option = args[i]!;
    if (option !== '--versus' && option !== '--seeds') {
      shared.push(option);
      continue;
    }
    const value = args[++i] ?? '';
    if (option === '--versus') versus.push(value);
    else seeds = Number(value);
  }
  if (!Number.isInteger(seeds) || seeds < 2 || seeds > 1000) {
    throw new UsageError('--seeds must be a whole number between 2 and 1000: an interval needs two.');
  }
  if (versus.length === 0)
    throw new UsageError('--versus FIELD=VALUE is needed: what is the second experiment?');
  return { shared, versus, seeds };
}

/**
 * `npm run simulate`: the pipeline alone, no model. Every option is a number of the reference sheet's tables
 * (`systems.md` §1.17, §2.2); what is printed is `runtime/virtual/prediction.ts`'s.
 */
import { predict, type Prediction } from '../runtime/virtual/prediction.ts';
import { type Command, print } from './command.ts';
import { readSimulateOptions, simulateOptions, type SimulateOptions } from './simulateOptions.ts';

export const simulate: Command = {
  name: 'simulate',
  summary:
    'Plays the schedule alone, without a model: idle time, lag and what is dropped. The first tenth of the updates, at most 100, does not count.',
  options: simulateOptions,
  async run(args) {
    const options = readSimulateOptions(args);
    const prediction = predict(options.input);
    print(options.json ? JSON.stringify(report(prediction)) : text(options, prediction));
  },
};

/** What `--json` prints. Numbers without data are null. */
function report(prediction: Prediction): Readonly<Record<string, unknown>> {
  const { idle, waitShare, lag, shareOverEta, droppedShare, trainedLengthRatio, throughput, ledger } =
    prediction;
  return {
    idle,
    wait_share: waitShare,
    lag,
    share_over_eta: shareOverEta,
    dropped_share: droppedShare,
    trained_length_ratio: trainedLengthRatio,
    throughput,
    ledger,
  };
}

function text({ input }: SimulateOptions, prediction: Prediction): string {
  const { idle, waitShare, lag, shareOverEta, droppedShare, trainedLengthRatio, throughput, ledger } =
    prediction;
  const { batchGroups, maxStaleness } = input.pipeline;
  const lines: [string, string][] = [
    ['learner idle', `${percent(idle)} of the time, ${percent(waitShare)} waiting for samples`],
    ['throughput', `${throughput.toFixed(3)} prompts a second, ${batchGroups} in an update`],
    ['lag', `mean ${lag.mean.toFixed(2)}, median ${lag.p50}, p99 ${lag.p99.toFixed(1)}, largest ${lag.max}`],
    ['older than η', `${percent(shareOverEta)} of what was trained on (η = ${maxStaleness})`],
    ['dropped', `${percent(droppedShare)} of what was finished`],
    ['length', `trained answers are ${trainedLengthRatio.toFixed(3)} times as long as generated ones`],
    [
      'ledger',
      Object.entries(ledger)
        .map(([state, count]) => `${state} ${count}`)
        .join(', '),
    ],
  ];
  const width = Math.max(...lines.map(([name]) => name.length));
  return lines.map(([name, words]) => `${name.padEnd(width)}  ${words}`).join('\n');
}

function percent(share: number): string {
  return Number.isNaN(share) ? 'no data' : `${(100 * share).toFixed(1)} %`;
}

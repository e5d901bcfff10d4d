/**
 * `npm run headless`: an experiment on the virtual clock, without a browser. The clock that the experiment names
 * does not count here. Progress goes to stderr, the result to stdout.
 */
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { encodeLink } from '../experiment/link.ts';
import { openEngine } from '../policy/engines/open.ts';
import { policySpec } from '../policy/specOf.ts';
import { batchDetails, type TrainedBatch } from '../runtime/actors/batchDetails.ts';
import { recordedSamples } from '../runtime/actors/recordedSamples.ts';
import { runVirtual, type RunResult } from '../runtime/virtual/run.ts';
import { createTask } from '../tasks/index.ts';
import { decodeFrame, type Frame, valueOf } from '../telemetry/frame.ts';
import { Journeys, type LineEvent, Timeline, traceOf } from '../telemetry/timeline/index.ts';
import { batchOf, encodeRecord, Recorder } from '../telemetry/record/index.ts';
import { type Command, print, say } from './command.ts';
import { headlessOptions, type HeadlessRun, readHeadlessOptions } from './options.ts';
import { failed } from './text.ts';

export const headless: Command = {
  name: 'headless',
  summary: 'Runs an experiment without a browser, on the virtual clock, and reports what came of it.',
  options: headlessOptions,
  async run(args) {
    const options = readHeadlessOptions(args);
    const report = await play(options);
    if (options.json) print(JSON.stringify(report));
    else print(table(report));
  },
};

/** The result line. Numbers without data are null. */
type Report = Readonly<Record<string, unknown>>;

/** Seconds between two lines of progress. */
const PROGRESS_EVERY = 2;

async function play(run: HeadlessRun): Promise<Report> {
  const { course, engine: request, updates, record, trace, replayed } = run;
  const { experiment } = course;
  if (record !== undefined) ensureWritable('--record', record);
  if (trace !== undefined) ensureWritable('--trace', trace);
  const began = performance.now();
  const seconds = (): number => (performance.now() - began) / 1000;
  const { engine, reason } = await openEngine(request, policySpec(experiment, createTask(experiment)));
  const { descriptor, parameters } = engine;
  say(reason);
  say(`${experiment.preset}, seed ${experiment.run.seed}, ${descriptor.backend}, ${parameters} parameters`);
  const frames: Frame[] = [];
  const recorder = new Recorder(experiment);
  const timeline = new Timeline();
  const journeys = new Journeys();
  let done = 0;
  const curve: (readonly [update: number, accuracy: number, seconds: number])[] = [];
  let secondsWarm = 0;
  let toldAt = 0;
  const tell = (line: () => string): void => {
    if (seconds() - toldAt < PROGRESS_EVERY) return;
    toldAt = seconds();
    say(line());
  };
  const result = await runVirtual({
    experiment,
    engine,
    hooks: {
      event: (event) => {
        if (event.kind === 'changes') {
          recorder.changed(batchOf(event));
          course.applied();
        } else if (event.kind === 'warm-start') {
          tell(() => `warm start ${event.update} of ${event.of}, loss ${event.loss.toFixed(3)}`);
        } else if (event.kind === 'accuracy') {
          recorder.accuracy(event);
          if (event.stage === 'warm') secondsWarm = seconds();
          if (event.stage !== 'init') curve.push([event.update, event.value, round(seconds(), 2)]);
          if (event.stage !== 'update') say(`accuracy ${event.stage} ${event.value.toFixed(3)}`);
        } else if (event.kind === 'problem') {
          say(`${event.severity}: ${event.message} ${event.remedy}`);
        }
      },
      frame: (data) => {
        const frame = decodeFrame(data);
        frames.push(frame);
        recorder.frame(frame);
        tell(() => progressLine(frame, updates, curve.at(-1)?.[1]));
      },
      ...(trace !== undefined && {
        line: (event: LineEvent) => {
          timeline.add(event);
          journeys.add(event);
        },
      }),
      ...(run.samples && {
        trained: (batch: TrainedBatch) => recorder.samples(recordedSamples(batchDetails(batch))),
      }),
      gate: async ({ phase, update, stalled, parameters }) => {
        const ended = update > done;
        done = update;
        if (ended && run.snapshots > 0 && update % run.snapshots === 0) {
          recorder.snapshot({ update, parameters: await parameters() });
        }
        return phase === 'running' && (stalled || update >= updates) ? 'stop' : 'go';
      },
      experiment: () => course.wanted(done),
    },
  });
  if (record !== undefined) {
    const moment = { update: result.updates, value: result.fingerprint };
    writeFileSync(
      record,
      encodeRecord(recorder.record(`${descriptor.engine} ${descriptor.backend}`, moment)),
    );
    say(`recorded in ${record}`);
  }
  if (trace !== undefined) {
    const about = { experiment: encodeLink(experiment), updates: String(result.updates) };
    writeFileSync(trace, `${JSON.stringify(traceOf(timeline, journeys, about))}\n`);
    say(`traced in ${trace}`);
  }
  const { bytes } = engine.memory();
  engine.dispose();
  return {
    preset: experiment.preset,
    seed: experiment.run.seed,
    engine: `${descriptor.engine} ${descriptor.backend}`,
    parameters,
    ...accuracies(result),
    updates: result.updates,
    samples: result.samples,
    seconds: round(seconds(), 2),
    seconds_warm: round(secondsWarm, 2),
    virtual_seconds: round(result.virtualSeconds, 3),
    fingerprint: result.fingerprint,
    ...(replayed && { replay: comparison(replayed, result) }),
    wasm_bytes: descriptor.engine === 'wasm' ? bytes : null,
    staleness: {
      mean: meanOf(frames, (frame) => valueOf(frame, 'sample_staleness_theta_avg')),
      max:
        frames.length === 0 ? null : Math.max(...frames.map((f) => valueOf(f, 'sample_staleness_theta_max'))),
    },
    clip_ratio: meanOf(frames, (frame) => valueOf(frame, 'clip_ratio')),
    clip_out_of_range: meanOf(frames, (frame) => valueOf(frame, 'clip_out_of_range')),
    learner_idle: meanOf(frames, (frame) => valueOf(frame, 'learner_idle')),
    response_length: {
      mean: meanOf(frames, (frame) => valueOf(frame, 'response_length')),
      p50: meanOf(frames, (frame) => valueOf(frame, 'response_length_p50')),
      p90: meanOf(frames, (frame) => valueOf(frame, 'response_length_p90')),
    },
    ledger: result.ledger,
    accuracy: curve,
  };
}

/** Before all the work, and not after it. @throws UsageError where nothing can be written */
function ensureWritable(option: string, path: string): void {
  try {
    closeSync(openSync(path, 'a'));
  } catch (error) {
    throw failed(option, error);
  }
}

/** How a run that was played again compares with its record; null where the two are not of the same moment. */
function comparison({ recorded, until, branched }: NonNullable<HeadlessRun['replayed']>, result: RunResult) {
  const same = !branched && result.updates === recorded.updates && recorded.fingerprint !== null;
  return {
    updates: until,
    branched,
    recorded_fingerprint: recorded.fingerprint,
    same: same ? recorded.fingerprint === result.fingerprint : null,
  };
}

function accuracies({ accuracyInit, accuracyWarm, accuracyEnd }: RunResult): Report {
  return { accuracy_init: accuracyInit, accuracy_warm: accuracyWarm, accuracy_end: accuracyEnd };
}

function progressLine(frame: Frame, updates: number, accuracy: number | undefined): string {
  return [
    `update ${frame.update}${updates > 0 ? ` of ${updates}` : ''}`,
    `reward ${valueOf(frame, 'task_reward').toFixed(3)}`,
    `accuracy ${accuracy?.toFixed(3) ?? '–'}`,
    `staleness ${valueOf(frame, 'sample_staleness_theta_avg').toFixed(2)}`,
  ].join(', ');
}

/** Mean over the updates that have data; null without any. */
function meanOf(frames: readonly Frame[], of: (frame: Frame) => number): number | null {
  const values = frames.map(of).filter(Number.isFinite);
  return values.length === 0 ? null : values.reduce((a, b) => a + b, 0) / values.length;
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

function table(report: Report): string {
  const width = Math.max(...Object.keys(report).map((key) => key.length));
  return Object.entries(report)
    .map(([key, value]) => `${key.padEnd(width)}  ${cell(key, value)}`)
    .join('\n');
}

function cell(key: string, value: unknown): string {
  if (key === 'accuracy')
    return (value as [number, number][]).map(([u, a]) => `${u}: ${a.toFixed(2)}`).join('  ');
  if (typeof value === 'number') return String(round(value, 4));
  if (typeof value !== 'object' || value === null) return value === null ? 'no data' : String(value);
  return Object.entries(value)
    .map(([name, number]) => `${name} ${typeof number === 'number' ? round(number, 4) : 'no data'}`)
    .join(', ');
}

/** What a thing in the pipeline is, for whoever points at it: a name and a sentence or two. */
import type { Flow, FlowPublication } from '../../../runtime/flow.ts';
import type { Item, PipelineFacts, Station, Thing } from './scene.ts';
import { activityWords, admissionWords, behind, idleNote, learnerWords, plural } from './words.ts';

export interface Description {
  readonly name: string;
  readonly text: string;
}

export function describe({ thing, lag }: Pick<Item, 'thing' | 'lag'>, facts: PipelineFacts): Description {
  switch (thing.kind) {
    case 'station':
      return describeStation(thing.station, facts);
    case 'worker':
      return describeWorker(thing.worker, facts);
    case 'ticket':
      return describeTicket(thing, lag, facts);
    case 'publication':
      return describePublication(thing.version, facts.flow);
  }
}

function describeStation(station: Station, facts: PipelineFacts): Description {
  const { flow, workers, schedule } = facts;
  const { batchGroups, groupSize } = schedule;
  switch (station) {
    case 'workers':
      return {
        name: plural(workers.length, 'worker'),
        text: `They answer prompts, each ${groupSize} times, with the weights that they received last.`,
      };
    case 'queue': {
      const waiting = flow?.queued.numbers.length ?? 0;
      const age = waiting === 0 ? '' : ` The oldest token is ${behind(oldestLag(flow!))}.`;
      return { name: `${plural(waiting, 'prompt')} waiting`, text: `${admissionWords(facts)}${age}` };
    }
    case 'learner':
      return {
        name: 'Learner',
        text: `${learnerWords(facts)} ${
          idleNote(facts)?.sentence ??
          `A batch is ${plural(batchGroups, 'prompt')} with ${groupSize} answers each.`
        }`,
      };
    case 'weights': {
      const underWay = flow?.publications.length ?? 0;
      return {
        name: `Version ${flow?.version ?? 0} in force`,
        text:
          underWay === 0
            ? 'Workers sample with it as soon as they load it. No newer weights are on their way.'
            : `${plural(underWay, 'newer version is', 'newer versions are')} on the way to the workers.`,
      };
    }
  }
}

function describeWorker(worker: number, { workers, flow }: PipelineFacts): Description {
  const state = workers.find((other) => other.worker === worker);
  const name = `Worker ${worker + 1}`;
  if (state === undefined) return { name, text: 'It has left.' };
  const lag = Math.max(0, (flow?.learnerVersion ?? 0) - state.version);
  const held = flow?.workers.find((other) => other.worker === worker);
  const weights =
    state.version < 0
      ? 'It has no weights yet.'
      : `Its weights are version ${state.version}, ${behind(lag)}.`;
  const now = held === undefined ? '' : ` It has ${plural(held.held.numbers.length, 'prompt')} under way`;
  const steps =
    held?.steps === undefined || held.held.numbers.length === 0 ? '' : `, ${plural(held.steps, 'token')} far`;
  return {
    name: `${name}, ${state.activity}`,
    text: `${activityWords[state.activity]} ${weights}${now === '' ? '' : `${now}${steps}.`} ${plural(state.samples, 'answer')} so far.`,
  };
}

function describeTicket(
  { place, number, version, count, order, worker }: Extract<Thing, { kind: 'ticket' }>,
  lag: number,
  { schedule: { batchGroups, groupSize }, flow }: PipelineFacts,
): Description {
  const name =
    count === 1
      ? `Prompt ${number.toLocaleString('en')}`
      : `${count} prompts from ${number.toLocaleString('en')}`;
  const age = `Oldest token from version ${version}, ${behind(lag)}.`;
  const group = `${groupSize} answers`;
  switch (place) {
    case 'worker':
      return {
        name: `${name}, being answered`,
        text: `Worker ${(worker ?? 0) + 1} writes ${group} to it with version ${version}, ${behind(lag)}.`,
      };
    case 'queue': {
      const batch = Math.floor(order / batchGroups);
      const turn =
        batch === 0
          ? 'It is in the next batch.'
          : `${plural(batch, 'batch', 'batches')} come before its own.`;
      return { name: `${name}, waiting`, text: `${group}. ${age} ${turn}` };
    }
    case 'learner':
      return {
        name: `${name}, in training`,
        text: `${group}. ${age} Part of update ${(flow?.update ?? 0) + 1}.`,
      };
  }
}

function describePublication(version: number, flow: Flow | undefined): Description {
  const found: FlowPublication | undefined = flow?.publications.find((other) => other.version === version);
  if (flow === undefined || found === undefined)
    return { name: `Version ${version}`, text: 'It has arrived.' };
  const left = found.due - flow.seconds;
  return {
    name: `Version ${version}, on its way`,
    text:
      left > 0
        ? `Weights after update ${found.update}. They come into force in ${left.toFixed(left < 10 ? 1 : 0)} s.`
        : `Weights after update ${found.update}. They are held back until all prompts of version ${flow.version} are sampled.`,
  };
}

/** Lag of the oldest token that waits; 0 where none does. */
export function oldestLag({ queued, learnerVersion }: Flow): number {
  return queued.versions.reduce((most, version) => Math.max(most, learnerVersion - version), 0);
}

/** The whole line in a few sentences, for screen readers. */
export function summarisePipeline(facts: PipelineFacts): string {
  const { flow, workers } = facts;
  if (flow === undefined) return 'Nothing is on the line yet.';
  const why = idleNote(facts);
  const busy = workers.filter(({ activity }) => activity === 'generating').length;
  const underWay = flow.workers.reduce((sum, { held }) => sum + held.numbers.length, 0);
  const waiting = flow.queued.numbers.length;
  return [
    `${busy} of ${plural(workers.length, 'worker')} writing, ${plural(underWay, 'prompt')} under way.`,
    `${plural(waiting, 'prompt')} waiting${waiting > 0 ? `, the oldest token ${behind(oldestLag(flow))}` : ''}.`,
    admissionWords(facts),
    `Learner: ${learnerWords(facts)}`,
    ...(why === undefined ? [] : [why.sentence]),
    `Version ${flow.version} is in force, ${plural(flow.publications.length, 'newer one')} on the way.`,
  ].join(' ');
}

/** What the stations say about themselves: short lines under and beside them. */
import type { FlowEvent } from '../../../runtime/flow.ts';
import type { WorkerState } from '../../../runtime/session.ts';
import { causeOf, limitOf } from '../idle/cause.ts';
import { idleWords, type IdleWords } from '../idle/words.ts';
import type { PipelineFacts } from './scene.ts';

type Activity = WorkerState['activity'];

/** A sign beside the word, so that activity is told by shape and not by colour. */
export const activitySigns: Readonly<Record<Activity, string>> = {
  starting: '…',
  generating: '▶',
  waiting: '◦',
  blocked: '■',
  paused: '‖',
  stopped: '×',
  lost: '!',
};

export const activityWords: Readonly<Record<Activity, string>> = {
  starting: 'It loads its engine.',
  generating: 'It writes answers.',
  waiting: 'It may not begin with another prompt yet.',
  blocked: 'It has answers, or could begin, but there is no room for more.',
  paused: 'It holds in the middle of its answers.',
  stopped: 'It has finished and left.',
  lost: 'Its thread is gone, and what it had under way is lost.',
};

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

export function behind(lag: number): string {
  return lag <= 0 ? 'as new as the learner' : `${plural(lag, 'version')} behind the learner`;
}

/** Whether workers may begin more prompts, in a line. */
export function admissionLine({
  admission,
  flow,
  schedule,
}: Pick<PipelineFacts, 'admission' | 'flow' | 'schedule'>): string {
  if (admission === undefined) return 'Finished answers wait here for the learner.';
  const { capacity, limitedBy } = admission;
  if (capacity > 0) {
    return `Workers may begin ${Number.isFinite(capacity) ? plural(capacity, 'more prompt') : 'any number of prompts'}.`;
  }
  switch (limitedBy) {
    case 'staleness':
      return `Workers wait for version ${(flow?.version ?? 0) + 1} (${limitOf(schedule).text}).`;
    case 'concurrency':
      return 'Every worker has all the prompts it can take.';
    case 'queue':
      return 'The queue is full, so workers wait.';
    case 'none':
      return 'No new prompts at the moment.';
  }
}

/** The same for whoever asks: who is held back, by what, and until when. */
export function admissionWords(facts: Pick<PipelineFacts, 'admission' | 'flow' | 'schedule'>): string {
  const { admission, flow, schedule } = facts;
  if (admission === undefined || admission.capacity > 0 || admission.limitedBy !== 'staleness')
    return admissionLine(facts);
  const version = flow?.version ?? 0;
  return `Workers have begun all ${admission.used.toLocaleString('en')} prompts that ${limitOf(schedule).text} allows with version ${version}. They may begin more when version ${version + 1} is in force.`;
}

/** What the learner does, or what it waits for. */
export function learnerWords(facts: PipelineFacts): string {
  const { flow, schedule, phase } = facts;
  const { batchGroups } = schedule;
  if (phase === 'warm-start') return 'Imitates right answers first.';
  if (flow === undefined) return `Trains on batches of ${batchGroups}.`;
  const training = flow.training.numbers.length;
  if (training > 0) return `Update ${flow.update + 1}, ${plural(training, 'prompt')}.`;
  const waiting = flow.queued.numbers.length;
  if (phase === 'finished') return `Done after ${plural(flow.update, 'update')}.`;
  if (waiting < batchGroups) return `Waits: ${waiting} of ${plural(batchGroups, 'prompt')}.`;
  if (phase === 'paused') return 'Rests while paused.';
  const cause = causeOf({ ...facts, workersIdle: NaN, updateSeconds: 1 / facts.updatesPerSecond });
  if (cause?.kind === 'straggler') return `Waits for prompt ${cause.prompt.toLocaleString('en')}.`;
  return cause?.kind === 'publication' ? `Waits for version ${cause.version}.` : 'Between two updates.';
}

/** Why the learner is idle, where it is and the reason is known. */
export function idleNote({ idle }: Pick<PipelineFacts, 'idle'>): IdleWords | undefined {
  return idle === undefined || idle.kind === 'seldom' ? undefined : idleWords(idle);
}

/** What happened last in a virtual run. */
export function eventWords({ kind, worker, tickets, number }: Omit<FlowEvent, 'count'>): string {
  const who = `Worker ${(worker ?? 0) + 1}`;
  const prompts = plural(tickets ?? 0, 'prompt');
  switch (kind) {
    case 'begin':
      return `${who} begins to answer ${prompts}.`;
    case 'advance':
      return `${who} writes a token of each answer.`;
    case 'finished':
      return `${who} has finished ${prompts}, which now wait.`;
    case 'rejected':
      return `${who} has finished ${prompts} that teach nothing, and dynamic sampling rejects them.`;
    case 'dropped':
      return `The learner drops ${prompts} for their age.`;
    case 'taken':
      return `The learner takes a batch of ${prompts}.`;
    case 'update':
      return `The learner ends update ${number}.`;
    case 'published':
      return `Version ${number} comes into force at the workers.`;
    case 'stalled':
      return 'Nothing is under way, and nothing may begin.';
  }
}

/** How the table's groups are named on the rail, which settings come first, and which are out of use when. */
import type { Experiment } from '../../experiment/experiment.ts';
import { fields, type FieldEntry } from '../../experiment/fields.ts';
import type { Field, Group, MethodGroup } from '../../experiment/settings/index.ts';
import { objectives } from '../../learning/objectives/index.ts';
import { readBy } from '../../pipeline/index.ts';
import { wordsFor } from '../state/fields.ts';

/** What a lecturer drags. Shown at the top, in this order, and not again in the groups. */
export const essentials: readonly Field[] = [
  'schedule.maxStaleness',
  'objective.name',
  'optimiser.learningRate',
  'objective.clipLow',
  'objective.clipHigh',
  'rollout.workers',
  'schedule.publishDelay',
  'run.updates',
];

/** Stations in the order in which a sample meets them. */
export const groupTitles: Readonly<Record<Exclude<Group, MethodGroup>, string>> = {
  task: 'Task',
  policy: 'Policy',
  warmStart: 'Warm start',
  rollout: 'Rollout',
  schedule: 'Queue and publication',
  advantage: 'Reward and advantage',
  objective: 'Objective',
  correction: 'Mismatch correction',
  kl: 'KL penalty',
  optimiser: 'Optimiser',
  evaluation: 'Evaluation',
  run: 'Run',
  virtual: 'Virtual clock',
};

export interface GroupEntry {
  readonly group: Group;
  readonly title: string;
  readonly entries: readonly FieldEntry[];
}

/** Groups of one objective's own settings, under its name. */
const methodTitles = Object.values(objectives).flatMap(({ group, title }): [Group, string][] =>
  group === undefined ? [] : [[group, title]],
);

function grouped(
  entries: readonly FieldEntry[],
  titles: readonly (readonly [Group, string])[],
): readonly GroupEntry[] {
  return titles
    .map(([group, title]) => ({ group, title, entries: entries.filter((entry) => entry.group === group) }))
    .filter(({ entries: members }) => members.length > 0);
}

const stations = Object.entries(groupTitles) as [Group, string][];

/** The accordions: every setting that is not among the essentials, nor one objective's own. */
export const groups: readonly GroupEntry[] = grouped(
  fields.filter(({ field }) => !essentials.includes(field)),
  stations,
);

/** The settings that the chosen objective has for itself. */
export function ownSettings({ objective }: Experiment): readonly FieldEntry[] {
  const { group } = objectives[objective.name];
  return fields.filter((entry) => entry.group === group);
}

/** Settings whose name, explanation, link name or key in another system contains every word of the query. */
export function findSettings(query: string): readonly GroupEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return grouped(
    fields.filter(({ field, setting, group }) => {
      const options =
        setting.kind === 'choice' ? setting.options.flatMap(({ label, help }) => [label, help]) : [];
      const text = [
        field,
        setting.label,
        setting.symbol,
        setting.help,
        setting.url,
        titleOf(group),
        ...Object.values(setting.keys ?? {}),
        ...options,
      ]
        .join(' ')
        .toLowerCase();
      return words.every((word) => text.includes(word));
    }),
    [...stations, ...methodTitles],
  );
}

/** A group's title on the rail; one objective's own group has the objective's. */
export function titleOf(group: Group): string {
  return [...stations, ...methodTitles].find(([name]) => name === group)![1];
}

/** Estimators with a standard deviation as unit. */
const DIVIDED: readonly Experiment['advantage']['estimator'][] = [
  'group-std',
  'batch-std',
  'group-within-std',
  'group-batch-std',
];

/** Why a setting has no effect in this experiment, in a few words; undefined where it has one. */
export function unusedBecause(field: Field, experiment: Experiment): string | undefined {
  const group = field.slice(0, field.indexOf('.'));
  const method = objectives[experiment.objective.name];
  const owner = Object.values(objectives).find((objective) => objective.group === group);
  if (owner !== undefined && owner !== method) return `Only for ${owner.title}.`;
  const { task, schedule, policy, warmStart, advantage, run } = experiment;
  const readers = Object.entries(readBy).find(([key]) => field === `schedule.${key}`)?.[1];
  if (readers !== undefined && !readers.includes(schedule.mode)) {
    return `Not used by the schedule “${wordsFor('schedule.mode', schedule.mode)}”.`;
  }
  switch (field) {
    case 'task.digits':
      return task.name === 'sort' ? undefined : 'Only for sorting digits.';
    case 'task.wordLength':
      return task.name === 'reverse' ? undefined : 'Only for reversing words.';
    case 'task.addDigits':
      return task.name === 'add' ? undefined : 'Only for adding.';
    case 'task.reachNumbers':
    case 'task.reachLargest':
      return task.name === 'reach' ? undefined : 'Only for reaching a target.';
    case 'task.partialCredit':
      return task.name === 'reach' ? 'An expression reaches the target or does not.' : undefined;
    case 'policy.heads':
      return policy.architecture === 'transformer' ? undefined : 'Only for the transformer.';
    case 'warmStart.batch':
    case 'warmStart.learningRate':
      return warmStart.updates > 0 ? undefined : 'There is no warm start.';
    case 'schedule.filterLimit':
      return schedule.filter === 'none' ? 'Nothing is rejected.' : undefined;
    case 'schedule.dropLevel':
    case 'schedule.refund':
      return schedule.overAge === 'drop' ? undefined : 'Nothing is dropped.';
    case 'advantage.estimator':
    case 'advantage.single':
      return method.ownAdvantages ? `${method.title} makes its own of rewards.` : undefined;
    case 'advantage.stdEpsilon':
      return DIVIDED.includes(advantage.estimator) ? undefined : 'Nothing is divided by a std.';
    case 'advantage.temperature':
      return advantage.estimator === 'log-mean-exp' ? undefined : 'Only for the group’s soft maximum.';
    case 'advantage.overlongBuffer':
      return advantage.overlongPenalty > 0 ? undefined : 'There is no penalty for length.';
    case 'dual-clip.cap':
      return experiment['dual-clip'].capBy === 'clip' ? 'It follows from the clip range.' : undefined;
    case 'objective.clipLow':
    case 'objective.clipHigh':
      return method.settings.includes(field === 'objective.clipLow' ? 'clipLow' : 'clipHigh')
        ? undefined
        : `${method.title} does not read it.`;
    default:
      if (group !== 'virtual' || run.clock === 'virtual') return undefined;
      return 'Only with the virtual clock.';
  }
}

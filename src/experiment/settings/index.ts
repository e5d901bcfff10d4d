/**
 * The one table of settings: `settings[group][key]`. A group is a station of the pipeline.
 *
 * - `model.ts` task, policy, warm start · `flow.ts` rollout, schedule
 * - `advantage.ts` rewards and advantage · `learner.ts` optimiser, evaluation · `objective.ts` what all objectives share,
 *   `methods/` what one has for itself: a group of the method's name; `correction.ts` what can be laid over any
 * - `run.ts` engine, clock, seed, virtual durations
 */
import type { ValueOf } from '../setting.ts';
import { policy, task, warmStart } from './model.ts';
import { rollout, schedule } from './flow.ts';
import { advantage } from './advantage.ts';
import { evaluation, optimiser } from './learner.ts';
import { correction, kl } from './correction.ts';
import { methods } from './methods/index.ts';
import { objective } from './objective.ts';
import { run, virtual } from './run.ts';

export const settings = {
  task,
  policy,
  warmStart,
  rollout,
  schedule,
  advantage,
  objective,
  correction,
  kl,
  ...methods,
  optimiser,
  evaluation,
  run,
  virtual,
};

export type Settings = typeof settings;
export type Group = keyof Settings;
/** Groups that belong to one objective and have its name. */
export type MethodGroup = keyof typeof methods;

/** The values of all settings, nested by group. What is to be run, without its provenance. */
export type SettingValues = {
  readonly [G in Group]: { readonly [K in keyof Settings[G]]: ValueOf<Settings[G][K]> };
};

/** A dotted field name such as `schedule.maxStaleness`. */
export type Field = { [G in Group]: `${G}.${Extract<keyof Settings[G], string>}` }[Group];

export type SettingValue = number | string | boolean;

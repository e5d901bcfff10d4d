/** What an address says, as something to ask a person about. Pure; never throws. */
import { defaultExperiment } from '../../experiment/defaults.ts';
import type { Experiment } from '../../experiment/experiment.ts';
import { differences, settingOf } from '../../experiment/fields.ts';
import { decodeLink } from '../../experiment/link.ts';
import { findPreset, presetExperiment } from '../../experiment/presets/index.ts';
import { wordsFor } from '../state/fields.ts';

/** Pairs beyond these are not even tried when a broken link is salvaged. */
const MOST_PAIRS = 200;

export interface LinkReading {
  /** What the link sets; for a broken one, what could be read of it. */
  readonly experiment: Experiment;
  /** What could not be read, in whole sentences; empty for a good link. */
  readonly problems: readonly string[];
  readonly notes: readonly string[];
}

export interface SpokenDifference {
  readonly label: string;
  readonly preset: string;
  readonly link: string;
}

/** @param fragment what follows `#` in an address, with or without it */
export function readLink(fragment: string): LinkReading {
  const parsed = decodeLink(fragment);
  if (parsed.ok) return { experiment: parsed.experiment, problems: [], notes: parsed.notes };
  return {
    experiment: salvage(fragment),
    problems: [...new Set(parsed.problems.map((problem) => problem.message))],
    notes: [],
  };
}

/** Whether there is anything to ask: the link is broken, or not the lab as it opens by itself. */
export function isWorthAsking({ experiment, problems }: LinkReading): boolean {
  const usual = defaultExperiment();
  return (
    problems.length > 0 || experiment.preset !== usual.preset || differences(usual, experiment).length > 0
  );
}

/** Keeps every part of a broken link with which it is still a valid one. */
function salvage(fragment: string): Experiment {
  const parts = fragment.replace(/^#/, '').split('&').filter(Boolean).slice(0, MOST_PAIRS);
  const presetFirst = [
    ...parts.filter((part) => part.startsWith('preset=')),
    ...parts.filter((part) => !part.startsWith('preset=')),
  ];
  let kept = '';
  let experiment = defaultExperiment();
  for (const part of presetFirst) {
    const longer = kept === '' ? part : `${kept}&${part}`;
    const parsed = decodeLink(longer);
    if (!parsed.ok) continue;
    kept = longer;
    experiment = parsed.experiment;
  }
  return experiment;
}

/** The preset's plain name. */
export function presetTitle(experiment: Experiment): string {
  return findPreset(experiment.preset)?.title ?? experiment.preset;
}

/** In what an experiment differs from its preset, in words. */
export function spokenDifferences(experiment: Experiment): readonly SpokenDifference[] {
  return differences(presetExperiment(experiment.preset), experiment).map(({ field, from, to }) => ({
    label: settingOf(field).label,
    preset: wordsFor(field, from),
    link: wordsFor(field, to),
  }));
}

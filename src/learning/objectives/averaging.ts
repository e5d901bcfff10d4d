/**
 * How the averaged policy is made that some methods take for the proximal one (sheet §17, §18). The average itself is the
 * learner's, and moves with every optimiser step.
 */
import type { Evaluation, LearningSettings } from './contract.ts';

export interface Averaging {
  /** β: how slowly the average follows. */
  readonly decay: number;
  /** The average begins anew after an evaluation whose `active_ratio` lies below this; 0 = never. */
  readonly resetBelow: number;
}

/** Of the chosen method; undefined where it has no averaged policy. */
export function averagingOf(settings: LearningSettings): Averaging | undefined {
  switch (settings.objective.name) {
    case 'ppo-ewma':
      return { decay: settings['ppo-ewma'].decay, resetBelow: 0 };
    case 'ppo-ewma-revised': {
      // The mean age β/(1−β) is half the window: the middle of the queue.
      const { window, resetBelow } = settings['ppo-ewma-revised'];
      return { decay: window / (window + 2), resetBelow };
    }
    default:
      return undefined;
  }
}

/** Whether the average begins anew after this evaluation. Without counted tokens it does not. */
export function resetsAverage({ resetBelow }: Averaging, { metrics }: Pick<Evaluation, 'metrics'>): boolean {
  const active = metrics['active_ratio'];
  return active !== undefined && active < resetBelow;
}

/**
 * What happens on the line (design §2), as drivers tell it: the events that the timeline is made of. Times are seconds of
 * the run's clock, and those of one worker, of the learner, of one prompt and of the weights ascend, each span by its
 * begin. Between threads of a live run news may overtake each other. A driver tells them in batches, a few times a second.
 */

/** What the learner is at, named as AReaL logs it (`systems.md` §2.1): it waits for a batch, trains, hands over, evaluates. */
export const LEARNER_PHASES = ['rollout', 'train_step', 'update_weights', 'eval'] as const;
export type LearnerPhase = (typeof LEARNER_PHASES)[number];

export type LineEvent =
  /** A worker begins to answer prompts that were admitted to it, with the weights of a version. */
  | {
      readonly kind: 'begin';
      readonly at: number;
      readonly worker: number;
      readonly version: number;
      readonly tickets: readonly number[];
      /** Seconds that it reads prompts before it writes, where the driver tells these apart. */
      readonly prefill?: number;
    }
  /** It takes newer weights in the middle of its answers. */
  | { readonly kind: 'swap'; readonly at: number; readonly worker: number; readonly version: number }
  /** Some of its prompts are answered; with `rest` it has nothing under way any more. */
  | {
      readonly kind: 'finish';
      readonly at: number;
      readonly worker: number;
      readonly tickets: readonly number[];
      readonly rest: boolean;
    }
  /** Its thread is gone, and what it had under way with it. */
  | { readonly kind: 'end'; readonly at: number; readonly worker: number }
  /** Prompts leave the line: too old, filtered out, or gone with a thread. */
  | {
      readonly kind: 'leave';
      readonly at: number;
      readonly tickets: readonly number[];
      readonly why: 'dropped' | 'rejected' | 'lost';
    }
  /** The learner takes a batch. */
  | { readonly kind: 'take'; readonly at: number; readonly tickets: readonly number[] }
  /** It was at something until now. */
  | {
      readonly kind: 'learner';
      readonly from: number;
      readonly at: number;
      readonly phase: LearnerPhase;
      /** That it belongs to, counted from 1. */
      readonly update: number;
    }
  /** An update ends. */
  | {
      readonly kind: 'train';
      readonly at: number;
      /** Counted from 1. */
      readonly update: number;
      readonly tickets: readonly number[];
    }
  /** Weights are on their way. */
  | { readonly kind: 'send'; readonly at: number; readonly version: number; readonly update: number }
  /** They are in force. */
  | { readonly kind: 'arrive'; readonly at: number; readonly version: number };

/** What the coordinator says when something broke: what happened, and what the lab does instead. */
import type { SessionEvent } from '../session.ts';

type Problem = Extract<SessionEvent, { kind: 'problem' }>;

const WITHOUT_GPU = ' From now on it computes without the GPU; a reset tries the GPU again.';

/** Why a thread is replaced, each to go on after "was replaced:". */
export const SILENT = 'it stopped answering';
export const ENDED = 'its thread ended';

function problem(severity: Problem['severity'], message: string, remedy: string): Problem {
  return { kind: 'problem', severity, message, remedy };
}

/** @param device whether its GPU was lost */
export function workerReplaced(worker: number, reason: string, device: boolean): Problem {
  return problem(
    'warning',
    `Rollout worker ${worker + 1} was replaced: ${reason}.`,
    `Its unfinished prompts count as lost and others take their place. Nothing needs to be done.${device ? WITHOUT_GPU : ''}`,
  );
}

export function workerGivenUp(worker: number, reason: string): Problem {
  return problem(
    'error',
    `Rollout worker ${worker + 1} failed again and again and was given up: ${reason}.`,
    'The others go on. Another engine may work better on this device.',
  );
}

/**
 * @param update the update that it goes on from; undefined during the warm start
 * @param lost prompts whose answers were with it
 */
export function learnerReplaced(
  reason: string,
  update: number | undefined,
  lost: number,
  device: boolean,
): Problem {
  const from =
    update === undefined
      ? 'The warm start begins again.'
      : `It goes on from update ${update}; ${lost} answered prompts that were with it count as lost.`;
  return problem(
    'warning',
    `The learner was replaced: ${reason}.`,
    `${from}${device ? WITHOUT_GPU : ' Nothing needs to be done.'}`,
  );
}

export function updateSkipped(update: number): Problem {
  return problem(
    'warning',
    `Update ${update} met a gradient that is not finite and was skipped.`,
    'A lower learning rate, or gradient clipping, keeps it finite.',
  );
}

/** @param count updates in a row */
export function updatesSkipped(update: number, count: number): Problem {
  return problem(
    'error',
    `The run pauses, because ${count} updates up to ${update} met a gradient that is not finite. The weights are as they were before.`,
    'Lower the learning rate or clip the gradient, then press Run to go on.',
  );
}

/** @param seconds that nothing ran */
export function slept(seconds: number): Problem {
  return problem(
    'note',
    `The page slept for about ${Math.round(seconds)} seconds. Nothing was lost, and the run’s clock leaves them out.`,
    'Keep the tab in front and the computer awake where the run should go on meanwhile.',
  );
}

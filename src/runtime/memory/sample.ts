/**
 * The sample (design §3.2): one response to one prompt, as flat typed arrays. This is the only description
 * of a sample; rings, messages, learner, inspector and export all use its layout (`sampleLayout.ts`).
 *
 * *Version* counts publications, *update* counts optimiser updates of the learner; both are stamped per token
 * with the weights that sampled it. Prompt tokens carry −1.
 */
export interface Sample {
  /** Unique in the run. */
  readonly id: number;
  /** Admission ticket of its group: 0, 1, 2, … in order of admission. */
  readonly group: number;
  /** Which of the group's G responses, 0-based. */
  readonly member: number;
  /** Index of the prompt in the task's training stream. */
  readonly prompt: number;
  readonly worker: number;
  readonly promptLength: number;
  /** Prompt and response together. */
  readonly length: number;
  readonly reward: number;
  readonly exact: boolean;
  /** Seconds of the run's clock. */
  readonly admittedAt: number;
  readonly startedAt: number;
  readonly doneAt: number;
  /** Version in force at the workers when its group was finished, be it loaded or not. */
  readonly doneVersion: number;
  /** Prompt and response tokens, `length` of them. */
  readonly tokens: Int32Array;
  /** 1 on response tokens that the policy chose itself, else 0. */
  readonly lossMask: Uint8Array;
  /** Behaviour log-probability of each response token, 0 on the prompt. */
  readonly behaveLogprobs: Float32Array;
  readonly versions: Int32Array;
  readonly updates: Int32Array;
}

/** Shape of a policy: everything that decides the layout of its parameter vector, and nothing else. */
export interface PolicySpec {
  readonly architecture: 'transformer' | 'mlp';
  readonly vocabulary: number;
  /** Longest sequence, prompt and response together, in tokens. */
  readonly maxLength: number;
  readonly width: number;
  readonly layers: number;
  /** Attention heads; divides `width`. Ignored by the MLP. */
  readonly heads: number;
  /** Hidden size of each MLP block, in units of `width`. */
  readonly mlpRatio: number;
  /** Whether a scalar value is predicted beside the logits. */
  readonly valueHead: boolean;
}

/** What is asked of a cosine's thread, once, and what it tells. */
import type { MethodName } from '../../../../learning/objectives/contract.ts';
import type { Capture } from '../../../../runtime/lens/capture.ts';
import type { CosineReport } from '../../../../runtime/lens/cosines.ts';

export interface CosineQuestion {
  readonly capture: Capture;
  readonly methods: readonly MethodName[];
  /** Names the fresh prompts and their answers. */
  readonly seed: number;
}

export type CosineNews =
  | { readonly kind: 'progress'; readonly done: number; readonly of: number }
  | { readonly kind: 'done'; readonly report: CosineReport }
  | { readonly kind: 'failed'; readonly message: string };

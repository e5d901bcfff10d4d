/** What every method says of the chosen token: asked of the lens's thread whenever token or batch change. */
import { createStore } from 'zustand/vanilla';
import type { MethodName } from '../../../learning/objectives/contract.ts';
import { batchStore } from '../batch/batchStore.ts';
import { lensStore } from '../state/lensStore.ts';
import { methodNames } from '../state/schema.ts';
import { Latest } from '../thread/latest.ts';
import type { LensThread } from '../thread/lensThread.ts';
import type { MethodOnToken, TokenAnswer, TokenQuestion } from '../thread/protocol.ts';

export interface TokenState {
  readonly answered:
    { readonly key: number; readonly token: number; readonly methods: readonly MethodOnToken[] } | undefined;
}

export const tokenStore = createStore<TokenState>(() => ({ answered: undefined }));

/** @returns what ends it */
export function answerTokens(thread: LensThread): () => void {
  const latest = new Latest<TokenQuestion, TokenAnswer>(
    (question) => thread.ask<'token'>(question),
    ({ methods }, { key, token }) => tokenStore.setState({ answered: { key, token, methods } }),
    // Another batch has come meanwhile, of which it is asked again.
    () => tokenStore.setState({ answered: undefined }),
  );
  const ask = () => {
    const { answered } = batchStore.getState();
    const { token } = lensStore.getState();
    if (answered === undefined || token < 0 || token >= answered.answer.tokens.mask.length) {
      tokenStore.setState({ answered: undefined });
      return;
    }
    latest.ask({ kind: 'token', key: answered.subject.key, token, methods: methodNames as MethodName[] });
  };
  const stops = [
    batchStore.subscribe((now, before) => {
      if (now.answered?.subject !== before.answered?.subject) ask();
    }),
    lensStore.subscribe((now, before) => {
      if (now.token !== before.token) ask();
    }),
  ];
  ask();
  return () => {
    for (const stop of stops) stop();
    latest.end();
  };
}

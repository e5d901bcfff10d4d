/** Keeps the batch and what the methods make of it up to date, for as long as a view shows them. */
import { useEffect } from 'react';
import { controller } from '../../lab.ts';
import { lensThread } from '../theThread.ts';
import { answerBatches } from './answering.ts';
import { followBatch } from './follow.ts';

export function useBatch(): void {
  useEffect(() => {
    const stops = [followBatch(controller), answerBatches(lensThread)];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
}

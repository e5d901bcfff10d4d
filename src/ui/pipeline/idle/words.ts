/** Why the learner is idle, in words, with what helps: under the figure, in the pipeline, on the chart. */
import type { Verdict } from './cause.ts';

export interface IdleWords {
  /** Fits a narrow tile. */
  readonly brief: string;
  /** One line: cause, and what helps. */
  readonly line: string;
  /** A sentence or two. */
  readonly sentence: string;
}

export function idleWords(verdict: Verdict): IdleWords {
  switch (verdict.kind) {
    case 'seldom':
      return {
        brief: 'seldom waits',
        line: 'samples come in time',
        sentence: 'It seldom waits: samples are ready when it asks for them.',
      };
    case 'handing-over':
      return {
        brief: 'handing over',
        line: 'samples wait: handing over takes time',
        sentence:
          'Samples wait for it whenever it asks, and its time goes by until they are handed over. That takes longer where many threads share the cores.',
      };
    case 'schedule': {
      const { text, raisable } = verdict.limit;
      return {
        brief: raisable ? `${text} holds workers` : 'schedule holds them',
        line: `${text} holds the workers back${raisable ? ': raise it' : ''}`,
        sentence: `It waits for samples, and workers may begin no more prompts: the limit of ${text} is reached. A ${raisable ? 'larger one' : 'freer schedule'} lets them run further ahead, with older samples.`,
      };
    }
    case 'workers':
      return {
        brief: 'workers too slow',
        line: 'workers cannot keep up: add workers',
        sentence:
          'It waits for samples although the workers write all the time: they cannot keep up. More workers help as long as cores are free.',
      };
    case 'publication':
      return verdict.who === 'learner'
        ? {
            brief: 'weights under way',
            line: 'it waits for its weights to arrive',
            sentence: `Version ${verdict.version} is on its way, and the learner waits until it has arrived. “Learner goes on” during publication does not wait, and a shorter delay helps.`,
          }
        : {
            brief: 'weights under way',
            line: 'workers wait for weights under way',
            sentence: `It waits for samples, and workers may begin none before version ${verdict.version} has arrived. A shorter publication delay helps, or a limit that lets them run further ahead.`,
          };
    case 'straggler':
      return straggler(verdict.rule, verdict.prompt);
    case 'no-workers':
      return {
        brief: 'no worker is there',
        line: 'no worker is there yet',
        sentence: 'It waits for samples, and no worker is there to write any.',
      };
  }
}

function straggler(rule: 'fifo' | 'over-age' | 'schedule', prompt: number): IdleWords {
  const number = prompt.toLocaleString('en');
  switch (rule) {
    case 'fifo':
      return {
        brief: 'held by strict FIFO',
        line: 'strict FIFO waits for a slow prompt',
        sentence: `Enough prompts are finished, but strict FIFO waits for prompt ${number}, which was begun before them. Another queue order takes what is ready.`,
      };
    case 'over-age':
      return {
        brief: 'waits for old prompt',
        line: 'an old prompt is waited for',
        sentence: `Enough prompts are finished, but prompt ${number} would be over-age at the next update, so it is waited for. “Train” or “Drop” for over-age samples does not wait.`,
      };
    case 'schedule':
      return {
        brief: 'waits for prompts',
        line: 'the schedule waits for prompts under way',
        sentence: `Enough prompts are finished, but the schedule needs prompt ${number} first, which is still being answered. The bounded schedule takes what is ready.`,
      };
  }
}

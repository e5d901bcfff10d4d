/** The lens's thread: answers one question after the other, or says why it cannot. */
import { BatchDesk } from './answerBatch.ts';
import { answerCurves } from './answerCurves.ts';
import type { AnswerOf, Asked, Kind, QuestionOf, Reply } from './protocol.ts';

/** The thread's own side of its port. */
export interface ThreadScope {
  onmessage: ((event: MessageEvent<Asked>) => void) | null;
  postMessage(message: Reply): void;
}

export function serveLens(scope: ThreadScope): void {
  const desk = new BatchDesk();
  scope.onmessage = ({ data: { id, question } }) => {
    try {
      scope.postMessage({ id, answer: answerTo(question, desk) });
    } catch (error) {
      scope.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
    }
  };
}

function answerTo(question: QuestionOf<Kind>, desk: BatchDesk): AnswerOf<Kind> {
  switch (question.kind) {
    case 'curves':
      return answerCurves(question);
    case 'batch':
      return desk.batch(question);
    case 'token':
      return desk.token(question);
  }
}

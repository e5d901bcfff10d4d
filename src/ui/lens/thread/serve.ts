/** The lens's thread: answers one question after the other, or says why it cannot. */
import { answerCurves } from './answerCurves.ts';
import type { AnswerOf, Asked, Kind, QuestionOf, Reply } from './protocol.ts';

/** The thread's own side of its port. */
export interface ThreadScope {
  onmessage: ((event: MessageEvent<Asked>) => void) | null;
  postMessage(message: Reply, transfer: Transferable[]): void;
}

type Answered<K extends Kind> = readonly [answer: AnswerOf<K>, transfer: Transferable[]];

export function serveLens(scope: ThreadScope): void {
  scope.onmessage = ({ data: { id, question } }) => {
    try {
      const [answer, transfer] = answerTo(question);
      scope.postMessage({ id, answer }, transfer);
    } catch (error) {
      scope.postMessage({ id, error: error instanceof Error ? error.message : String(error) }, []);
    }
  };
}

function answerTo(question: QuestionOf<Kind>): Answered<Kind> {
  switch (question.kind) {
    case 'curves':
      return answerCurves(question);
  }
}

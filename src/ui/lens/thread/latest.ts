/**
 * Questions of which only the newest matters: one is under way at most, and of those that come meanwhile the last alone is
 * asked next. What was asked before it is never answered.
 */
export class Latest<Question, Answer> {
  readonly #answer: (question: Question) => Promise<Answer>;
  readonly #told: (answer: Answer, question: Question) => void;
  readonly #failed: (error: unknown) => void;
  #waiting: { readonly question: Question } | undefined;
  #busy = false;
  #ended = false;

  /**
   * @param answer what answers one question
   * @param told hears every answer, with its question
   * @param failed hears of a question that could not be answered; later ones are asked all the same
   */
  constructor(
    answer: (question: Question) => Promise<Answer>,
    told: (answer: Answer, question: Question) => void,
    failed: (error: unknown) => void,
  ) {
    this.#answer = answer;
    this.#told = told;
    this.#failed = failed;
  }

  ask(question: Question): void {
    this.#waiting = { question };
    void this.#next();
  }

  /** Nothing is told any more. */
  end(): void {
    this.#ended = true;
    this.#waiting = undefined;
  }

  async #next(): Promise<void> {
    if (this.#busy || this.#waiting === undefined) return;
    const { question } = this.#waiting;
    this.#waiting = undefined;
    this.#busy = true;
    try {
      const answer = await this.#answer(question);
      if (!this.#ended) this.#told(answer, question);
    } catch (error) {
      if (!this.#ended) this.#failed(error);
    }
    this.#busy = false;
    void this.#next();
  }
}

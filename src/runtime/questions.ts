/** Questions to a run that wait for its answer, on the page's side of a session. */

export class Questions<Answer> {
  readonly #none: Answer;
  readonly #waiting: ((answer: Answer) => void)[] = [];
  #ended = false;

  /** @param none the answer where nobody will answer any more */
  constructor(none: Answer) {
    this.#none = none;
  }

  /** @param send asks the run; questions asked before it answers share one answer */
  ask(send: () => void): Promise<Answer> {
    if (this.#ended) return Promise.resolve(this.#none);
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1) send();
    });
  }

  answer(answer: Answer): void {
    for (const resolve of this.#waiting.splice(0)) resolve(answer);
  }

  /** Who was asked is gone, and others may be asked from now on. */
  forsake(): void {
    this.answer(this.#none);
  }

  /** Nobody will answer any more. */
  end(): void {
    this.#ended = true;
    this.forsake();
  }
}

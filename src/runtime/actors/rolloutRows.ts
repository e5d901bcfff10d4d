/**
 * The answers that a worker has under way: one row an answer, all tokens of a row in one line.
 *
 *   row r of `tokens`   [ prompt …, response …, unused ]      maxLength numbers
 *   `logprobs`, `versions`, `updates` have the same shape; 0 or −1 on the prompt
 */
import { rewardOf, type Prompt, type Task } from '../../tasks/task.ts';
import type { Sample } from '../memory/sample.ts';
import type { FinishedTicket, Weights } from './contract.ts';

export interface RowSettings {
  readonly task: Task;
  readonly seed: number;
  readonly groupSize: number;
  readonly worker: number;
  readonly maxLength: number;
}

/** When answers were finished. */
export interface Completion {
  /** Seconds of the run's clock. */
  readonly now: number;
  /** Version in force. */
  readonly inForce: number;
}

export class RolloutRows {
  readonly rows: number;
  readonly prompts: readonly Prompt[];
  readonly #settings: RowSettings;
  readonly #tickets: readonly number[];
  readonly #startedAt: number;
  readonly #tokens: Int32Array;
  readonly #logprobs: Float32Array;
  readonly #versions: Int32Array;
  readonly #updates: Int32Array;
  readonly #lengths: Int32Array;
  readonly #finished: Uint8Array;
  /** Per ticket: answers still under way. */
  readonly #open: Int32Array;

  /** Row r answers for ticket ⌊r/G⌋ as its member r mod G. The prompt of a ticket has the ticket's number. */
  constructor(settings: RowSettings, tickets: readonly number[], now: number) {
    const { task, seed, groupSize, maxLength } = settings;
    this.#settings = settings;
    this.#tickets = tickets;
    this.#startedAt = now;
    this.rows = tickets.length * groupSize;
    this.prompts = tickets.map((ticket) => task.prompt(seed, 'train', ticket));
    const size = this.rows * maxLength;
    this.#tokens = new Int32Array(size);
    this.#logprobs = new Float32Array(size);
    this.#versions = new Int32Array(size).fill(-1);
    this.#updates = new Int32Array(size).fill(-1);
    this.#lengths = new Int32Array(this.rows);
    this.#finished = new Uint8Array(this.rows);
    this.#open = new Int32Array(tickets.length).fill(groupSize);
    for (let r = 0; r < this.rows; r++) {
      const { tokens } = this.promptOf(r);
      this.#tokens.set(tokens, r * maxLength);
      this.#lengths[r] = tokens.length;
    }
  }

  promptOf(row: number): Prompt {
    return this.prompts[Math.floor(row / this.#settings.groupSize)]!;
  }

  ticketOf(row: number): number {
    return this.#tickets[Math.floor(row / this.#settings.groupSize)]!;
  }

  memberOf(row: number): number {
    return row % this.#settings.groupSize;
  }

  /** Tickets with answers under way, in order. */
  get openTickets(): readonly number[] {
    return this.#tickets.filter((_, i) => this.#open[i]! > 0);
  }

  /** Answers under way. */
  get openAnswers(): number {
    return this.#finished.reduce((open, finished) => open - finished, this.rows);
  }

  /** Tokens that the answers under way go on from: each of their prompts once, and what is written so far. */
  get prefix(): number {
    const { groupSize } = this.#settings;
    let tokens = 0;
    this.#tickets.forEach((_, i) => {
      if (this.#open[i]! > 0) tokens += this.prompts[i]!.tokens.length;
    });
    for (let row = 0; row < this.rows; row++) {
      const prompt = this.prompts[Math.floor(row / groupSize)]!.tokens.length;
      if (this.#finished[row] === 0) tokens += this.#lengths[row]! - prompt;
    }
    return tokens;
  }

  isFinished(row: number): boolean {
    return this.#finished[row] === 1;
  }

  /** Adds a response token. Returns whether it ended the last answer of its ticket. */
  append(row: number, token: number, logprob: number, weights: Pick<Weights, 'version' | 'update'>): boolean {
    const { task, maxLength, groupSize } = this.#settings;
    const at = row * maxLength + this.#lengths[row]!++;
    this.#tokens[at] = token;
    this.#logprobs[at] = logprob;
    this.#versions[at] = weights.version;
    this.#updates[at] = weights.update;
    const length = this.#lengths[row]! - this.promptOf(row).tokens.length;
    const full = length === task.maxResponseLength || this.#lengths[row] === maxLength;
    if (token !== task.endToken && !full) return false;
    this.#finished[row] = 1;
    return --this.#open[Math.floor(row / groupSize)]! === 0;
  }

  /** The samples of the ticket that this row belongs to, all finished. */
  finish(row: number, done: Completion, partialCredit: number): Omit<FinishedTicket, 'filtered'> {
    const { groupSize } = this.#settings;
    const first = row - this.memberOf(row);
    return {
      ticket: this.ticketOf(row),
      samples: Array.from({ length: groupSize }, (_, member) =>
        this.#sample(first + member, done, partialCredit),
      ),
    };
  }

  #sample(row: number, { now, inForce }: Completion, partialCredit: number): Sample {
    const { task, groupSize, maxLength, worker } = this.#settings;
    const prompt = this.promptOf(row);
    const ticket = this.ticketOf(row);
    const member = this.memberOf(row);
    const promptLength = prompt.tokens.length;
    const length = this.#lengths[row]!;
    const line = <T extends Int32Array | Float32Array>(values: T): T =>
      values.slice(row * maxLength, row * maxLength + length) as T;
    const tokens = line(this.#tokens);
    const verdict = task.verify(prompt, tokens.subarray(promptLength));
    return {
      id: ticket * groupSize + member,
      group: ticket,
      member,
      prompt: ticket,
      worker,
      promptLength,
      length,
      reward: rewardOf(verdict, partialCredit),
      exact: verdict.exact,
      admittedAt: this.#startedAt,
      startedAt: this.#startedAt,
      doneAt: now,
      doneVersion: inForce,
      tokens,
      lossMask: new Uint8Array(length).fill(1, promptLength),
      behaveLogprobs: line(this.#logprobs),
      versions: line(this.#versions),
      updates: line(this.#updates),
    };
  }
}

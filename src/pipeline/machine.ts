/**
 * The state machine of `contract.ts`. It moves tickets between states, counts versions and updates, and asks
 * `rules.ts`, `admission.ts`, `order.ts` and `exactLag.ts` for the rules. Every event ends with a check of the ledger.
 *
 * Events out of turn (a second batch while one is in training, a publication that is not due) are errors of
 * the driver and throw; late or repeated news about a ticket is normal in a race and changes nothing.
 */
import { admissionOf } from './admission.ts';
import type {
  Admission,
  BatchDecision,
  Ledger,
  Pipeline,
  PipelineSettings,
  PipelineView,
} from './contract.ts';
import { Places, requiredVersion } from './exactLag.ts';
import type { LagPlan } from './lagPlan.ts';
import { TicketBook, type Ticket } from './ledger.ts';
import { chooseBatch, headLag, inOrder, mustWait, tailLag } from './order.ts';
import { planOf, type Rules, rulesOf } from './rules.ts';
import { checkSettings } from './settings.ts';
import { viewOf } from './view.ts';

/** @throws RangeError for settings out of range */
export function createPipeline(settings: PipelineSettings): Pipeline {
  return new PipelineMachine(settings);
}

class PipelineMachine implements Pipeline {
  #settings: PipelineSettings;
  #rules: Rules;
  /** Of a schedule that prescribes the age of each batch. */
  readonly #plan: LagPlan | undefined;
  readonly #book = new TicketBook();
  readonly #places = new Places();
  #version = 0;
  #update = 0;
  /** Updates behind the version in force. */
  #updatesInForce = 0;
  /** Updates behind each publication that is due, oldest first. */
  readonly #due: number[] = [];
  #updatesSinceDue = 0;
  /** Tickets rejected since the last batch was taken. */
  #rejections = 0;
  /** With a plan: the version at which it began. */
  #origin = 0;

  constructor(settings: PipelineSettings) {
    checkSettings(settings);
    this.#settings = settings;
    this.#rules = rulesOf(settings);
    this.#plan = planOf(settings);
  }

  get settings(): PipelineSettings {
    return this.#settings;
  }

  get version(): number {
    return this.#version;
  }

  get learnerVersion(): number {
    return this.#version + this.#due.length;
  }

  get update(): number {
    return this.#update;
  }

  get ledger(): Ledger {
    return this.#book.ledger();
  }

  view(): PipelineView {
    return viewOf(this.#book, (queued) =>
      this.#plan ? [...queued].sort(this.#byBatch) : inOrder(this.#settings.order, queued),
    );
  }

  configure(settings: PipelineSettings): void {
    checkSettings(settings, this.#settings);
    this.#settings = settings;
    this.#rules = rulesOf(settings);
  }

  admission(): Admission {
    return admissionOf(this.#settings, this.#rules, this.#plan, {
      updatesInForce: this.#updatesInForce,
      accepted: this.#book.accepted,
      running: this.#book.running.size,
      queued: this.#book.queued.size,
    });
  }

  admit(count: number): readonly number[] {
    const admitted: number[] = [];
    const granted = Math.min(count, this.admission().capacity);
    for (let i = 0; i < granted; i++) {
      const place = this.#plan ? this.#places.take() : this.#book.admitted;
      admitted.push(this.#book.open(this.#version, place).number);
    }
    this.#book.check('admit');
    return admitted;
  }

  segmentDone(number: number, lowestVersion: number, highestVersion: number): void {
    const ticket = this.#running(number, 'segmentDone');
    if (!ticket) return;
    if (this.#plan) {
      const batch = this.#batchOf(ticket, this.#plan);
      const required = requiredVersion(batch, this.#plan.lagOf(batch), this.#origin);
      if (lowestVersion !== required || highestVersion !== required) {
        throw new Error(
          `prescribed lag: ticket ${number} must be sampled from version ${required}, ` +
            `but was from ${lowestVersion} to ${highestVersion}`,
        );
      }
    }
    ticket.lowestVersion = ticket.reported ? Math.min(ticket.lowestVersion, lowestVersion) : lowestVersion;
    ticket.highestVersion = ticket.reported
      ? Math.max(ticket.highestVersion, highestVersion)
      : highestVersion;
    ticket.reported = true;
    this.#book.check('segmentDone');
  }

  done(number: number): boolean {
    const ticket = this.#running(number, 'done');
    if (!ticket) return false;
    if (!ticket.reported) throw new Error(`ticket ${number} is done, but its versions were never reported`);
    this.#book.move(ticket, 'running', 'queued');
    this.#book.check('done');
    return true;
  }

  rejected(number: number): boolean {
    if (this.#rejections >= this.#settings.rejectionLimit) return false;
    const rejected = this.#fail(number, 'rejected');
    if (rejected) this.#rejections++;
    return rejected;
  }

  lost(number: number): void {
    this.#fail(number, 'lost');
  }

  samplesLost(tickets: readonly number[] | 'all'): readonly number[] {
    const { queued, training } = this.#book;
    const gone = tickets === 'all' ? [...queued.keys(), ...training.keys()] : tickets;
    const lost = gone.filter((number) => this.#forfeit(number));
    if (lost.length > 0) {
      for (const ticket of [...training.values()]) this.#book.move(ticket, 'training', 'queued');
      this.#origin = this.#version;
    }
    this.#book.check('samplesLost');
    return lost;
  }

  takeBatch(): BatchDecision {
    if (this.#book.training.size > 0) throw new Error('a batch is in training already');
    const blocked = this.#settings.publishMode === 'blocking' && this.#due.length > 0;
    if (blocked) return { kind: 'wait', reason: 'publication', dropped: [] };
    const dropped = this.#dropOverAge();
    const choice = this.#plan ? this.#plannedBatch(this.#plan) : this.#freeBatch();
    if (typeof choice === 'string') {
      this.#book.check('takeBatch');
      return { kind: 'wait', reason: choice, dropped };
    }
    for (const ticket of choice) this.#book.move(ticket, 'queued', 'training');
    this.#rejections = 0;
    this.#book.check('takeBatch');
    return { kind: 'batch', tickets: choice.map((ticket) => ticket.number), dropped };
  }

  trained(): boolean {
    if (this.#book.training.size === 0) throw new Error('no batch is in training');
    for (const ticket of [...this.#book.training.values()]) this.#book.close(ticket, 'training', 'trained');
    this.#update++;
    this.#updatesSinceDue++;
    const due = this.#updatesSinceDue >= this.#rules.updatesPerVersion;
    if (due) {
      this.#due.push(this.#update);
      this.#updatesSinceDue = 0;
    }
    this.#book.check('trained');
    return due;
  }

  mayPublish(): boolean {
    if (this.#due.length === 0) return false;
    return !this.#plan || this.#sampled;
  }

  published(): void {
    if (!this.mayPublish()) throw new Error('a publication was reported that is not due');
    this.#updatesInForce = this.#due.shift()!;
    this.#version++;
    this.#book.check('published');
  }

  /** Whether all that the version in force admits is finished. */
  get #sampled(): boolean {
    const { used, bound } = this.admission();
    return this.#book.running.size === 0 && used >= bound;
  }

  #batchOf(ticket: Ticket, plan: LagPlan): number {
    return plan.nth(Math.floor(ticket.place / this.#settings.batchGroups));
  }

  readonly #byBatch = (a: Ticket, b: Ticket): number => {
    const plan = this.#plan!;
    return this.#batchOf(a, plan) - this.#batchOf(b, plan) || a.place - b.place;
  };

  /** The ticket if it is running; undefined if it ended or waits already. */
  #running(number: number, event: string): Ticket | undefined {
    if (!(number >= 0 && number < this.#book.admitted))
      throw new Error(`${event}: no ticket ${number} was admitted`);
    return this.#book.running.get(number);
  }

  /** Returns false where the ticket is not running. */
  #fail(number: number, state: 'rejected' | 'lost'): boolean {
    const ticket = this.#running(number, state);
    if (!ticket) return false;
    this.#book.close(ticket, 'running', state);
    if (this.#plan) this.#places.giveBack(ticket.place);
    this.#book.check(state);
    return true;
  }

  /** A finished ticket's samples are gone. Returns false where it is not finished, or used already. */
  #forfeit(number: number): boolean {
    const from = this.#book.queued.has(number) ? 'queued' : 'training';
    const ticket = this.#book[from].get(number);
    if (!ticket) return false;
    this.#book.close(ticket, from, 'lost', true);
    if (this.#plan) this.#places.giveBack(ticket.place);
    return true;
  }

  #dropOverAge(): number[] {
    const { overAge, dropLevel, oldest } = this.#rules;
    if (overAge !== 'drop') return [];
    const { learnerVersion } = this;
    const lag = dropLevel === 'group' ? headLag : tailLag;
    const old: Ticket[] = [];
    for (const ticket of this.#book.queued.values()) {
      if (lag(ticket, learnerVersion) > oldest) old.push(ticket);
    }
    for (const ticket of old) this.#book.close(ticket, 'queued', 'dropped', this.#settings.refund);
    return old.map((ticket) => ticket.number);
  }

  #freeBatch(): readonly Ticket[] | 'samples' | 'straggler' {
    const { order, batchGroups } = this.#settings;
    const { overAge, oldest, updatesPerVersion, whole } = this.#rules;
    const { queued, running } = this.#book;
    if (whole && !this.#sampled) return 'samples';
    const choice = chooseBatch(order, queued, running, batchGroups);
    if (overAge !== 'wait' || typeof choice === 'string') return choice;
    const held = mustWait(choice, queued, running, {
      learnerVersion: this.learnerVersion,
      oldest,
      perVersion: updatesPerVersion * batchGroups,
      leftInVersion: Math.max(0, updatesPerVersion - this.#updatesSinceDue - 1) * batchGroups,
    });
    return held ? 'straggler' : choice;
  }

  /** While a publication is held back no further batch is trained: at most one is ever outstanding. */
  #plannedBatch(plan: LagPlan): readonly Ticket[] | 'samples' | 'straggler' {
    const batch = [...this.#book.queued.values()].filter((t) => this.#batchOf(t, plan) === this.#update);
    if (batch.length < this.#settings.batchGroups) return 'samples';
    if (this.#due.length > 0) return 'straggler';
    return batch.sort((a, b) => a.place - b.place);
  }
}

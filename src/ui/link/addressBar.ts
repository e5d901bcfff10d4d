/**
 * The address bar always holds the whole experiment, as differences from its preset. This file writes it as the
 * controls change, and reads it when the page opens and when somebody pastes another one; what it reads is
 * offered, never run. A reload of one's own page is recognised and not asked about.
 */
import { createStore } from 'zustand/vanilla';
import type { Experiment } from '../../experiment/experiment.ts';
import { encodeLink } from '../../experiment/link.ts';
import { experimentStore } from '../state/experimentStore.ts';
import { isWorthAsking, readLink, type LinkReading } from './reading.ts';

const OWN_ADDRESS = 'laglab.address';
/** Browsers refuse more than some hundred changes of the address in half a minute. */
const WRITE_MS = 400;

export interface LinkState {
  /** A link that waits for an answer. While there is one the address is left alone. */
  readonly offer: LinkReading | undefined;
}

/** What this needs of the page; a test gives its own. */
export interface AddressPage {
  fragment(): string;
  replaceFragment(fragment: string): void;
  onFragmentChange(listener: () => void): void;
  remember(key: string, value: string): void;
  recall(key: string): string | null;
  later(task: () => void, milliseconds: number): void;
}

export class AddressBar {
  readonly state = createStore<LinkState>(() => ({ offer: undefined }));
  readonly #page: AddressPage;
  #due = false;

  constructor(page: AddressPage) {
    this.#page = page;
  }

  /** Reads the address that the page was opened with, and follows both sides from then on. */
  start(): void {
    this.#read(true);
    experimentStore.subscribe((now, before) => {
      if (now.draft !== before.draft) this.#writeSoon();
    });
    this.#page.onFragmentChange(() => this.#read(false));
    this.write();
  }

  /** Closes the question; the address then follows the controls again. */
  answer(): void {
    this.state.setState({ offer: undefined });
    this.write();
  }

  /** Brings the address up to date now. */
  write(): void {
    this.#due = false;
    if (this.state.getState().offer !== undefined) return;
    const fragment = encodeLink(experimentStore.getState().draft);
    this.#page.remember(OWN_ADDRESS, fragment);
    if (fragment !== this.#page.fragment()) this.#page.replaceFragment(fragment);
  }

  #writeSoon(): void {
    if (this.#due) return;
    this.#due = true;
    this.#page.later(() => this.write(), WRITE_MS);
  }

  #read(opening: boolean): void {
    const fragment = this.#page.fragment();
    if (fragment === '' || fragment === encodeLink(experimentStore.getState().draft)) return;
    const reading = readLink(fragment);
    const own = opening && fragment === this.#page.recall(OWN_ADDRESS) && reading.problems.length === 0;
    if (opening) this.#show(reading.experiment);
    if (!own && (!opening || isWorthAsking(reading))) this.state.setState({ offer: reading });
  }

  #show(draft: Experiment): void {
    experimentStore.setState({ draft });
  }
}

/** The real page. Storage may be forbidden; then a reload asks again. */
export const browserPage: AddressPage = {
  fragment: () => location.hash.replace(/^#/, ''),
  replaceFragment: (fragment) => history.replaceState(history.state, '', `#${fragment}`),
  onFragmentChange: (listener) => window.addEventListener('hashchange', listener),
  remember: (key, value) => {
    try {
      sessionStorage.setItem(key, value);
    } catch {
      // Forgetting only means that a reload asks again.
    }
  },
  recall: (key) => {
    try {
      return sessionStorage.getItem(key);
    } catch {
      return null;
    }
  },
  later: (task, milliseconds) => {
    setTimeout(task, milliseconds);
  },
};

/**
 * The address bar always holds the whole experiment, as differences from its preset. This file writes it as the
 * controls change, and reads it when the page opens and when somebody pastes another one; what it reads is
 * offered, never run. A reload of one's own page is recognised and not asked about.
 *
 * Beside the experiment it can hold a part that says how somebody looks at it. That changes no run, so it is taken over
 * without a question.
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

/** A part of the address that is not the experiment's, under a name that links reserve for it. */
export interface AddressPart {
  readonly name: string;
  /** What the address is to hold, in characters that need no escape there; undefined = nothing. */
  write(): string | undefined;
  /** Takes over what an address holds. Never throws. */
  read(text: string): void;
  subscribe(listener: () => void): () => void;
}

export class AddressBar {
  readonly state = createStore<LinkState>(() => ({ offer: undefined }));
  readonly #page: AddressPage;
  readonly #part: AddressPart | undefined;
  #due = false;

  constructor(page: AddressPage, part?: AddressPart) {
    this.#page = page;
    this.#part = part;
  }

  /** Reads the address that the page was opened with, and follows both sides from then on. */
  start(): void {
    this.#read(true);
    experimentStore.subscribe((now, before) => {
      if (now.draft !== before.draft) this.#writeSoon();
    });
    this.#part?.subscribe(() => this.#writeSoon());
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
    const fragment = this.#fragment();
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
    if (fragment === '' || fragment === this.#fragment()) return;
    const part = this.#part && partOf(fragment, this.#part.name);
    if (part !== undefined) this.#part!.read(part);
    const reading = readLink(fragment);
    // Only the part is another one.
    if (!opening && reading.problems.length === 0 && isShown(reading.experiment)) {
      if (this.state.getState().offer === undefined) this.write();
      return;
    }
    const own = opening && fragment === this.#page.recall(OWN_ADDRESS) && reading.problems.length === 0;
    if (opening) this.#show(reading.experiment);
    if (!own && (!opening || isWorthAsking(reading))) this.state.setState({ offer: reading });
  }

  #fragment(): string {
    const link = encodeLink(experimentStore.getState().draft);
    const part = this.#part?.write();
    return part === undefined ? link : `${link}&${this.#part!.name}=${part}`;
  }

  #show(draft: Experiment): void {
    experimentStore.setState({ draft });
  }
}

function isShown(experiment: Experiment): boolean {
  return encodeLink(experiment) === encodeLink(experimentStore.getState().draft);
}

/** What a fragment says under a name; undefined where it says nothing, or its escapes are broken. */
function partOf(fragment: string, name: string): string | undefined {
  const pair = fragment
    .replace(/^#/, '')
    .split('&')
    .find((one) => one.startsWith(`${name}=`));
  try {
    return pair && decodeURIComponent(pair.slice(name.length + 1));
  } catch {
    return undefined;
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

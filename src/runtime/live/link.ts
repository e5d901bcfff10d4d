/**
 * One end of a typed, checked connection between two threads. What is sent carries the run's id; what arrives
 * is checked by `boundary.ts`, and messages of other runs are dropped in silence.
 */
import { received, type Table } from './boundary.ts';

/** What `MessagePort`, `Worker` and a worker's global scope have in common. */
export interface Port {
  postMessage(message: unknown, transfer: Transferable[]): void;
  onmessage: ((event: MessageEvent<unknown>) => void) | null;
  close?(): void;
}

/** The sending half, which is all that most code needs to see. */
export interface Sender<Out> {
  send(message: Out, transfer?: Transferable[]): void;
}

export class Link<
  Out extends { readonly kind: string },
  In extends { readonly kind: string },
> implements Sender<Out> {
  readonly #port: Port;
  readonly #run: string;

  /** Starts to listen. */
  constructor(port: Port, run: string, table: Table<In>, hear: (message: In) => void) {
    this.#port = port;
    this.#run = run;
    port.onmessage = ({ data }) => {
      const message = received(table, run, data);
      if (message !== undefined) hear(message);
    };
  }

  send(message: Out, transfer: Transferable[] = []): void {
    this.#port.postMessage({ ...message, run: this.#run }, transfer);
  }

  /** Hears and sends nothing any more. */
  close(): void {
    this.#port.onmessage = null;
    this.#port.close?.();
  }
}

/**
 * The named slots and the vectors they hold. A vector that somebody else holds too (another slot after `copy`, a
 * generation under way) is never changed: who wants to write to it gets a vector of their own first.
 */
import type { Slot } from '../../engine.ts';
import type { Arena } from './arena.ts';
import type { Parameters } from './network.ts';

/** A vector with the count of its holders. */
export interface Vector extends Parameters {
  version: number;
  holders: number;
}

export class Slots {
  private readonly arena: Arena;
  private readonly bytes: number;
  private readonly slots = new Map<Slot, Vector>();
  private versions = 0;

  /** @param floats length of a vector */
  constructor(arena: Arena, floats: number) {
    this.arena = arena;
    this.bytes = floats * 4;
  }

  /** The vector of a slot. Throws where it holds none. */
  get(slot: Slot): Vector {
    const vector = this.slots.get(slot);
    if (vector === undefined) throw new Error(`slot "${slot}" holds no parameters`);
    return vector;
  }

  /** A vector of this slot alone for writing all of it: zeros, or what the slot held. */
  blank(slot: Slot): Vector {
    const vector = this.slots.get(slot);
    if (vector?.holders === 1) return this.changed(vector);
    if (vector !== undefined) this.release(vector);
    const fresh = { address: this.arena.allocateZeros(this.bytes), version: 0, holders: 1 };
    this.slots.set(slot, fresh);
    return this.changed(fresh);
  }

  /** A vector of this slot alone with its present content, for changing it. */
  own(slot: Slot): Vector {
    const vector = this.get(slot);
    if (vector.holders === 1) return this.changed(vector);
    const { address } = this.blank(slot);
    this.arena.copy(vector.address, address, this.bytes);
    return this.get(slot);
  }

  /** `to` holds the same vector as `from`. */
  share(from: Slot, to: Slot): void {
    const vector = this.retain(this.get(from));
    this.drop(to);
    this.slots.set(to, vector);
  }

  drop(slot: Slot): void {
    const vector = this.slots.get(slot);
    if (vector !== undefined) this.release(vector);
    this.slots.delete(slot);
  }

  retain(vector: Vector): Vector {
    vector.holders++;
    return vector;
  }

  release(vector: Vector): void {
    if (--vector.holders === 0) this.arena.release(vector.address);
  }

  dispose(): void {
    for (const slot of [...this.slots.keys()]) this.drop(slot);
  }

  private changed(vector: Vector): Vector {
    vector.version = ++this.versions;
    return vector;
  }
}

/** Randomness that a seed repeats: mulberry32, small and even enough for faults and ids of a simulator. */
import type { Table } from '../state/table.ts';

export interface Random {
  /** From 0 up to but not including 1. */
  next(): number;
  uuid(): string;
  /** A seed for whoever goes on from here and may not make an id twice. */
  seed(): number;
}

/** Where it was left is kept: after a restart it goes on from there, whatever the seed. */
export function createRandom(seed: number, kept: Table<number>): Random {
  let state = kept.get(STATE) ?? seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    kept.set(STATE, state);
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  return {
    next,
    seed: () => state,
    uuid() {
      const bytes = Buffer.from(Array.from({ length: 16 }, () => Math.floor(next() * 256)));
      bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
      bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
      const hex = bytes.toString('hex');
      return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join(
        '-',
      );
    },
  };
}

const STATE = 'state';
